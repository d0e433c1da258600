/** Tests of recordings as data sets: their contents, the report of a check, and their tapes. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCivilDate, parseInstant, sha256Hex, type CivilDate, type Instant } from '#values';
import type { News } from '#contracts';
import type { Dataset } from '#market-data';
import type { FeedItem } from '../port/feed-item.js';
import type { Frame } from '../port/feed.js';
import { scriptedBytes, scriptedDecoder } from '../scripted-feed.fixture.js';
import { describedCoins } from './described-coins.fixture.js';
import { readFacts } from './fact-words.fixture.js';
import { FrameLog, framesPath } from '../frames/frame-log.js';
import { DatabaseSync } from 'node:sqlite';
import { openRecordingDataset } from './recording-dataset.js';
import { prepareRecording } from './recording-folder.js';

const at = (text: string): Instant => parseInstant(`2026-03-${text}Z`) as Instant;
const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const until = date('2026-03-03');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-recording-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trade = (time: string, symbol = 'AAA'): FeedItem => ({
  kind: 'trade',
  symbol,
  at: at(time),
  id: time,
  price: 10,
  size: 1,
});

const bar = (time: string, symbol = 'AAA'): FeedItem => ({
  kind: 'bar',
  symbol,
  start: at(time) - 60e6,
  end: at(time),
  isRevision: false,
  open: 1,
  high: 2,
  low: 1,
  close: 2,
  volume: null,
  vwap: null,
});

const article: FeedItem = {
  kind: 'news',
  id: 'n1',
  publishedAt: at('02T10:05:00'),
  symbols: ['AAA', 'BBB'],
  title: 'A title',
  summary: '',
  source: 'wire',
  url: '',
  body: 'A long text.',
};

const came = (time: string, ...items: FeedItem[]): Frame => ({
  kind: 'data',
  receivedAt: at(time) + 7,
  channel: 'live',
  bytes: scriptedBytes(items),
});

const frames: Frame[] = [
  { kind: 'note', receivedAt: at('02T10:00:00') + 7, note: { note: 'connected', to: 'venue' } },
  came('02T10:01:00', bar('02T10:01:00'), bar('02T10:01:00', 'BBB')),
  came('02T10:02:00', trade('02T10:01:59'), trade('02T10:01:59')),
  came('02T10:05:01', article),
  { kind: 'data', receivedAt: at('02T10:06:00') + 7, channel: 'live', bytes: Buffer.from('{') },
  came('03T00:00:09', bar('03T00:00:00', 'BBB')),
  came('05T12:00:00', bar('05T12:00:00')),
];

async function recorded(stored: readonly Frame[] = frames): Promise<Dataset> {
  prepareRecording(folder, describedCoins());
  const log = new FrameLog(folder);
  for (const frame of stored) log.append(frame);
  log.close();
  return openRecordingDataset(folder, scriptedDecoder);
}

async function factsOf(dataset: Dataset, symbols: readonly string[]): Promise<string[]> {
  const facts: string[] = [];
  const sources = await dataset.openSources({ symbols, until, badRows: 'refuse' });
  for (const source of sources) await readFacts(source, facts);
  return facts;
}

describe('a recording as a data set', () => {
  it('covers the sessions that closed', async () => {
    const dataset = await recorded();
    expect(await dataset.coverage()).toMatchObject([
      {
        symbol: 'AAA',
        bars: 2,
        trades: 1,
        news: 1,
        firstSession: date('2026-03-02'),
        lastSession: date('2026-03-04'),
        lastBar: '2026-03-05T12:00:00Z',
      },
      { symbol: 'BBB', bars: 2, trades: 0, news: 1, lastSession: date('2026-03-02') },
    ]);
    const [aaa] = await dataset.barFindings();
    expect(aaa?.missing).toEqual([{ from: date('2026-03-03'), to: date('2026-03-04') }]);
  });

  it('says of each closed session what the feed lost and corrected', async () => {
    const from = at('02T10:03:00');
    const to = at('02T10:04:00');
    const revised = (close: number): FeedItem => {
      const item = bar('02T10:01:00') as Extract<FeedItem, { kind: 'bar' }>;
      return { ...item, isRevision: true, close };
    };
    const lost = { note: 'lost', symbol: null, from, to, missing: null, reason: 'none' } as const;
    const dataset = await recorded([
      ...frames.slice(0, 4),
      { kind: 'note', receivedAt: at('02T10:06:00'), note: lost },
      came('02T10:07:00', revised(1.5)),
      came('03T00:00:09', revised(1.7)),
      came('04T12:00:00', revised(1.8)),
    ]);
    expect(await dataset.feedFindings?.()).toEqual({
      kind: 'coinbase',
      since: at('02T10:00:00') + 7,
      sessions: [
        { session: date('2026-03-02'), gaps: 1, corrections: 1 },
        { session: date('2026-03-03'), gaps: 0, corrections: 1 },
      ],
    });
  });

  it('is checked for its contents and for unreadable frames', async () => {
    const { errors, warnings, recording } = await (await recorded()).check();
    expect(errors).toEqual([]);
    expect(warnings.map(({ what, found }) => [what, found])).toEqual([
      ['the feed sent something unexpected', 'frame 4 on "live": not JSON'],
      ['frames or items cannot be read', '1'],
    ]);
    expect(recording).toMatchObject({ frames: 6, items: 7, duplicates: 1, isEnded: false });
  });

  it('is checked: frames to which nothing applies are worth a warning', async () => {
    const { warnings } = await (await recorded([came('02T10:01:00'), came('02T10:02:00')])).check();
    expect(warnings.map(({ what, found }) => [what, found])).toEqual([
      ['no frame has an item: the mappings may not match', '2 frames'],
    ]);
  });

  it('is checked: gaps are told by their span, what is missing, and why', async () => {
    const from = at('02T10:03:00');
    const to = at('02T10:04:00');
    const lost = { note: 'lost', from, to, symbol: null, missing: null, reason: 'cut' } as const;
    const ofOne = { ...lost, symbol: 'AAA', missing: 10 } as const;
    const span = '2026-03-02T10:03:00Z to 2026-03-02T10:04:00Z';
    const checked = async (...notes: (typeof lost | typeof ofOne)[]) => {
      rmSync(folder, { recursive: true });
      folder = mkdtempSync(join(tmpdir(), 'tapefold-recording-'));
      const stored = notes.map((note, order): Frame => ({
        kind: 'note',
        receivedAt: at('02T10:06:00') + order,
        note,
      }));
      const { warnings } = await (await recorded([...frames.slice(0, 4), ...stored])).check();
      return warnings.map(({ what, found }) => [what, found]);
    };
    expect(await checked(lost)).toEqual([
      ['gaps are lost', `1, the first of all symbols, ${span}: cut`],
    ]);
    expect(await checked(ofOne, lost)).toEqual([
      ['gaps are lost', `2, the first of AAA, ${span}, 10 missing: cut`],
    ]);
  });

  it('has a tape that ends with the close of its last session, for some symbols or all', async () => {
    const dataset = await recorded();
    const all = await factsOf(dataset, ['AAA', 'BBB']);
    expect(all.map((fact) => fact.split(' ').slice(0, 3).join(' '))).toEqual([
      '2026-03-02T00:00:00.000001Z sessionOpen -',
      '2026-03-02T10:01:00.000007Z bar 0',
      '2026-03-02T10:01:00.000007Z bar 1',
      '2026-03-02T10:02:00.000007Z trade 0',
      '2026-03-02T10:05:01.000007Z news -',
      '2026-03-03T00:00:05Z sessionClose -',
      '2026-03-03T00:00:05.000001Z sessionOpen -',
      '2026-03-03T00:00:09.000007Z bar 1',
      '2026-03-04T00:00:05Z sessionClose -',
    ]);
    const one = await factsOf(dataset, ['BBB']);
    expect(one.filter((fact) => fact.includes(' bar 0 '))).toHaveLength(2);
    await expect(factsOf(dataset, ['CCC'])).rejects.toThrow(/no such symbol/);
    await expect(factsOf(dataset, ['AAA', 'AAA'])).rejects.toThrow(/named twice/);
  });

  it('gives texts of news once their fact is on the tape', async () => {
    const dataset = await recorded();
    const facts = await factsOf(dataset, ['AAA']);
    const news = facts.find((fact) => fact.includes(' news ')) ?? '';
    const { body } = JSON.parse(news.slice(news.indexOf('{'))) as News;
    expect(body).toEqual({ sha256: sha256Hex('A long text.'), chars: 12 });
    expect(dataset.documents.get(body?.sha256 ?? '')).toBe('A long text.');
    expect(dataset.documents.get('0'.repeat(64))).toBeUndefined();
  });

  it('has another hash with another frame, and the same one in another place', async () => {
    const hash = await (await recorded()).contentHash();
    expect(await (await openRecordingDataset(folder, scriptedDecoder)).contentHash()).toBe(hash);
    const more = await recorded([came('05T13:00:00', trade('05T13:00:00'))]);
    expect(await more.contentHash()).not.toBe(hash);
  });

  it('names file and number of a damaged frame as an error', async () => {
    await recorded();
    const database = new DatabaseSync(framesPath(folder));
    database.exec("UPDATE records SET body = x'00' WHERE seq = 1");
    database.close();
    const { errors } = await (await openRecordingDataset(folder, scriptedDecoder)).check();
    expect(errors).toHaveLength(1);
    expect(errors[0]?.what).toMatch(/frames record 1: a record was altered/);
  });
});
