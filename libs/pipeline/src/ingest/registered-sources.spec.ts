/** Sources come only from registered data sets, with the content that the run was planned with. */

import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { factKinds, type FactSource } from '#contracts';
import { tapeCalendarOf } from '#contracts/facts/calendar-name';
import { openDataset } from '#market-data';
import type { TapeRequested } from '#contracts/streams/market';
import { parseCivilDate } from '#values';
import { registeredSources } from './registered-sources.js';

const name = 'aapl-2013-2018';
const open = registeredSources(new Map([['apple', name]]));

async function request(change: Partial<TapeRequested> = {}): Promise<TapeRequested> {
  const dataset = await openDataset(name);
  const dataHash = await dataset.contentHash();
  const { calendar, sessionsPerYear, priceBasis, tradePrice, barFrequency } = dataset;
  await dataset.close();
  return {
    type: 'TapeRequested',
    version: 1,
    tape: 'tape',
    header: {
      id: 'tape',
      dataset: name,
      instruments: [{ symbol: 'AAPL', currency: 'USD' }],
      ...tapeCalendarOf(calendar.name),
      sessionsPerYear,
      priceBasis,
      tradePrice,
      barFrequency,
      synthetic: false,
      dateRule: dataset.dateRule,
    },
    dataset: 'apple',
    dataHash,
    until: parseCivilDate('2017-03-31') as number,
    badRows: 'refuse',
    speed: 'max',
    ...change,
  };
}

describe('a tape of a registered data set', () => {
  it('has the sources of the data set, from their start', async () => {
    const sources = await open(await request());
    const facts = await Promise.all(sources.map(async (source) => (await source.pull())?.count));
    for (const source of sources) source.close();
    expect(sources.map((source) => source.name)).toHaveLength(facts.length);
    expect(facts.some((count) => (count ?? 0) > 0)).toBe(true);
  });

  it('is refused under an unregistered name, even if it is a path or bundled', async () => {
    for (const dataset of [name, '/etc', '../apple', 'constructor']) {
      await expect(open(await request({ dataset }))).rejects.toMatchObject({
        code: 'InvalidInput',
        expected: 'one of "apple"',
      });
    }
  });

  it('is refused when its content has changed since it was planned', async () => {
    const dataHash = '0'.repeat(64);
    await expect(open(await request({ dataHash }))).rejects.toMatchObject({
      code: 'InvalidInput',
      expected: `content with the hash ${dataHash}`,
    });
  });
});

const rows = (days: number): string =>
  Array.from({ length: days }, (_, day) => `2021-01-0${day + 4},10,12,9,11\n`).join('');

/** A folder with five days of a stock, registered as `own`, and what ingest would do with it. */
async function ownDataset() {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bars.csv');
  const bars =
    'bars: { file: bars.csv, frequency: daily, stamp: session, priceBasis: raw, symbol: ONE }';
  writeFileSync(file, `date,open,high,low,close\n${rows(5)}`);
  writeFileSync(
    join(folder, 'dataset.yaml'),
    `name: own\ncalendar: XNYS\ncurrency: USD\nsymbols: [ONE]\n${bars}\n`,
  );
  const hash = async (): Promise<string> => {
    const dataset = await openDataset(folder);
    const found = await dataset.contentHash();
    await dataset.close();
    return found;
  };
  const opened = registeredSources(new Map([['own', folder]]));
  const sources = async (dataHash: string): Promise<readonly FactSource[]> => {
    const asked = await request({
      dataset: 'own',
      dataHash,
      until: parseCivilDate('2021-01-08') as number,
    });
    const instruments = [{ symbol: 'ONE', currency: 'USD' }];
    return opened({ ...asked, header: { ...asked.header, instruments } });
  };
  return { folder, file, hash, sources };
}

/** Number of facts of all sources, read to their ends one after the other, as ingest does. */
async function factsOf(sources: readonly FactSource[]): Promise<number> {
  let facts = 0;
  try {
    for (const source of sources) {
      for (let chunk = await source.pull(); chunk !== null; chunk = await source.pull()) {
        facts += chunk.count;
      }
    }
    return facts;
  } finally {
    for (const source of sources) source.close();
  }
}

describe('a tape with tasks', () => {
  it('has those of the data set only when it was asked for with them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-tasks-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const manifest = 'name: own\ncalendar: 24/7\ncurrency: USD\ntasks: { file: tasks.jsonl }\n';
    writeFileSync(join(folder, 'dataset.yaml'), manifest);
    const lines = ['a', 'b'].map((id) => `{"id":"${id}","instruction":"Count."}\n`);
    writeFileSync(join(folder, 'tasks.jsonl'), lines.join(''));
    const dataset = await openDataset(folder);
    const dataHash = await dataset.contentHash();
    await dataset.close();
    const asked = await request({ dataset: 'own', dataHash, until: 1 });
    const header = { ...asked.header, instruments: [] };
    const opened = registeredSources(new Map([['own', folder]]));
    const tasksOf = async (sources: readonly FactSource[]): Promise<number> => {
      let tasks = 0;
      for (const source of sources) {
        for (let chunk = await source.pull(); chunk !== null; chunk = await source.pull()) {
          const kinds = chunk.kind.subarray(0, chunk.count);
          tasks += kinds.filter((kind) => kind === factKinds.task).length;
        }
        source.close();
      }
      return tasks;
    };
    expect(await tasksOf(await opened({ ...asked, header, tasks: true }))).toBe(2);
    expect(await tasksOf(await opened({ ...asked, header }))).toBe(0);
  });
});

describe('a data set that changes', () => {
  it('while it is read is detected before the tape has its end', async () => {
    const { file, hash, sources } = await ownDataset();
    const planned = await hash();
    const reading = await sources(planned);
    truncateSync(file, `date,open,high,low,close\n${rows(2)}`.length);
    await expect(factsOf(reading)).rejects.toThrow(
      'cut while it was read; expected 135 bytes; found 69 bytes',
    );
  });

  it('is opened again for a run planned with the new content', async () => {
    const { file, hash, sources } = await ownDataset();
    const before = await factsOf(await sources(await hash()));
    writeFileSync(`${file}.new`, `date,open,high,low,close\n${rows(4)}`);
    renameSync(`${file}.new`, file);
    const after = await factsOf(await sources(await hash()));
    // Bar, open and close of five days; one bar less.
    expect([before, after]).toEqual([15, 14]);
  });

  it('and comes back as it was can be read again', async () => {
    const { file, hash, sources } = await ownDataset();
    const planned = await hash();
    writeFileSync(file, `date,open,high,low,close\n${rows(1)}`);
    await expect(sources(planned)).rejects.toMatchObject({
      where: 'dataset own',
      expected: `content with the hash ${planned}`,
    });
    writeFileSync(file, `date,open,high,low,close\n${rows(5)}`);
    expect(await factsOf(await sources(planned))).toBe(15);
  });

  it('that is gone is reported by its name, not its path', async () => {
    const { folder, hash, sources } = await ownDataset();
    const planned = await hash();
    renameSync(folder, `${folder}-gone`);
    const error: unknown = await sources(planned).catch((thrown: unknown) => thrown);
    renameSync(`${folder}-gone`, folder);
    expect(error).toMatchObject({ code: 'InvalidInput', where: 'dataset own' });
    expect(String(error)).not.toContain(folder);
  });
});
