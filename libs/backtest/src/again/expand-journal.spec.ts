/**
 * A journal is read decision by decision: each of a stretch has its own place on the tape,
 * however long that is.
 */

import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { formatCivilDate, formatInstant, requireCivilDate } from '#values';
import { isDecision, type JournalEvent } from '#contracts';
import { readJournal } from '#event-log';
import { loadScenario } from '../tape/load-scenario.js';
import { runScenario } from '../run/run-scenario.js';
import { expandJournal } from './expand-journal.js';

/** Three facts a day: more than two batches of a tape. */
const days = 3000;
const firstDay = requireCivilDate('2015-01-01', 'first day');
const dayAt = (at: number): string => formatCivilDate(firstDay + at);

const folder = mkdtempSync(join(tmpdir(), 'expand-journal-'));
const runOf = (label: string): string => join(folder, 'out/runs', label);

/** Buys on the first day, sells on the third, and holds from then on. */
const decisions = [`date,symbol,action`, `${dayAt(0)},COIN,BUY`, `${dayAt(2)},COIN,SELL`];

beforeAll(async () => {
  const bars = Array.from({ length: days }, (_, at) => {
    const price = 100 + (at % 7);
    return `${dayAt(at)},COIN,${price},${price},${price},${price},1000`;
  });
  const dataset = `name: days\ncalendar: 24/7\ncurrency: USD
bars: { file: bars.csv, frequency: daily, stamp: session, priceBasis: raw, order: [date, symbol] }
symbols: [COIN]\n`;
  writeFileSync(join(folder, 'dataset.yaml'), dataset);
  const header = 'date,symbol,open,high,low,close,volume';
  writeFileSync(join(folder, 'bars.csv'), `${[header, ...bars].join('\n')}\n`);
  writeFileSync(join(folder, 'script.csv'), `${decisions.join('\n')}\n`);
  const scenario = {
    name: 'days',
    data: '.',
    symbols: ['COIN'],
    capital: 1000,
    execution: 'realistic',
    window: { from: dayAt(0), to: dayAt(days - 1) },
    agents: [
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'script', kind: 'script', file: './script.csv' },
    ],
  };
  const path = join(folder, 'scenario.json');
  writeFileSync(path, JSON.stringify(scenario));
  const place = { out: join(folder, 'out'), codeVersion: 'test', jobs: 1, fresh: false };
  await runScenario(loadScenario(path), place);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function expanded(path: string, data?: string) {
  const records: { seq: number; event: JournalEvent }[] = [];
  const scan = await expandJournal(
    path,
    (record) => records.push(record),
    data === undefined ? {} : { data },
  );
  return { scan, records };
}

function written(path: string): JournalEvent[] {
  const events: JournalEvent[] = [];
  readJournal(join(path, 'journal.bin'), ({ event }) => events.push(event));
  return events;
}

describe('a journal of several thousand days', () => {
  it('has a decision at each close, of a stretch as well', async () => {
    const path = runOf('hold-COIN');
    const { scan, records } = await expanded(path);
    expect(scan.complete).toBe(true);
    const decided = records.filter(({ event }) => isDecision(event));
    expect(decided).toHaveLength(days);
    expect(decided.map(({ event }) => formatInstant(event.time))).toEqual(
      Array.from({ length: days }, (_, at) => `${dayAt(at + 1)}T00:00:00Z`),
    );
    const places = decided.map(({ event }) => event.asOf);
    // Each day has its open, its bar and its close.
    expect(new Set(places.map((place, at) => place - places[0]! - 3 * at))).toEqual(new Set([0]));
    const stretch = written(path).find(({ type }) => type === 'DecisionsUnchanged');
    expect(stretch).toMatchObject({ count: expect.any(Number) as number });
    const { seq } = decided.at(-1)!;
    const ofStretch = decided.filter((one) => one.seq === seq);
    expect(ofStretch).toHaveLength((stretch as { count: number }).count);
    expect(ofStretch.at(-1)!.event).toEqual({
      type: 'DecisionMade',
      asOf: places.at(-1),
      time: decided.at(-1)!.event.time,
      decision: (stretch as { decision: object }).decision,
      rationale: null,
    });
  });

  it('has every other record as it was written, in its order', async () => {
    const path = runOf('script-COIN');
    const { records } = await expanded(path);
    const others = (events: readonly JournalEvent[]): readonly JournalEvent[] =>
      events.filter((event) => !isDecision(event));
    expect(others(records.map(({ event }) => event))).toEqual(others(written(path)));
    const seqs = records.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    const decided = records.filter(({ event }) => isDecision(event));
    expect(decided).toHaveLength(days);
  });
});

describe('a journal that a crash tore', () => {
  it('has what is whole of it, with the same places', async () => {
    const copy = join(folder, 'torn');
    cpSync(join(folder, 'out'), copy, { recursive: true });
    const path = join(copy, 'runs/script-COIN');
    const journal = join(path, 'journal.bin');
    truncateSync(journal, Math.floor((2 * statSync(journal).size) / 3));
    const { scan, records } = await expanded(path);
    expect(scan.complete).toBe(false);
    const whole = (await expanded(runOf('script-COIN'))).records;
    expect(records.length).toBeGreaterThan(0);
    expect(records).toEqual(whole.slice(0, records.length));
  });
});

describe('the data set of a journal', () => {
  it('is found where it is now, and refused if it is another', async () => {
    const moved = join(folder, 'moved');
    cpSync(join(folder, 'dataset.yaml'), join(moved, 'dataset.yaml'));
    cpSync(join(folder, 'bars.csv'), join(moved, 'bars.csv'));
    const { records } = await expanded(runOf('hold-COIN'), moved);
    expect(records).toEqual((await expanded(runOf('hold-COIN'))).records);
    const text = readFileSync(join(moved, 'bars.csv'), 'utf8');
    writeFileSync(join(moved, 'bars.csv'), text.replace(',1000\n', ',1001\n'));
    await expect(expanded(runOf('hold-COIN'), moved)).rejects.toMatchObject({
      code: 'InvalidInput',
    });
  });
});
