/**
 * Runs over a share and a coin: whose sessions decide, where orders fill, what marks use, and how
 * it is annualized.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { formatCivilDate, formatInstant, parseCivilDate, type CivilDate } from '#values';
import { isFill, type JournalEvent } from '#contracts';
import { type Result } from '#contracts/result/result';
import { hedgingScenarioSchema, tradingScenarioSchema } from '#contracts/scenario/scenario';
import { readJournal } from '#event-log';
import { calendarOf } from '#market-data';
import { verifyResult } from '../again/verify-result.js';
import { runFolder } from '../run-folder/run-folder.js';
import { runScenario } from './run-scenario.js';

const directory = mkdtempSync(join(tmpdir(), 'tapefold-mixed-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
let outs = 0;

const [first, last] = ['2024-01-02', '2024-03-29'].map((text) => parseCivilDate(text)!) as [
  CivilDate,
  CivilDate,
];
/**
 * Each price tells its day: the coin opens at 1000 and the number of the day, and
 * closes half above.
 */
const dayOf = (date: CivilDate): number => date - first;
const shareOpen = (date: CivilDate): number => 100 + dayOf(date);
const coinOpen = (date: CivilDate): number => 1000 + dayOf(date);
const row = (date: CivilDate, symbol: string, open: number): string =>
  `${formatCivilDate(date)},${symbol},${open},${open + 1},${open - 1},${open + 0.5}`;
const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
const rows = days.flatMap((date) => [
  row(date, 'BTC', coinOpen(date)),
  ...(calendarOf('XNYS').isSession(date) ? [row(date, 'AAPL', shareOpen(date))] : []),
]);
writeFileSync(
  join(directory, 'p.csv'),
  ['date,symbol,open,high,low,close', ...rows, ''].join('\n'),
);
writeFileSync(
  join(directory, 'dataset.yaml'),
  `name: mixed
calendar: XNYS
calendars: { BTC: 24/7 }
currency: USD
bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw }
`,
);

interface Ran {
  readonly result: Result;
  readonly out: string;
  eventsOf(label: string): readonly JournalEvent[];
}

async function run(more: object): Promise<Ran> {
  const schema = 'workflow' in more ? hedgingScenarioSchema : tradingScenarioSchema;
  const scenario = schema.parse({
    name: 'mixed',
    data: directory,
    symbols: ['AAPL', 'BTC'],
    window: { from: '2024-01-05', to: '2024-03-10' },
    capital: 10_000,
    execution: { fill: 'next-open', liquidate: false, short: false },
    agents: [{ id: 'hold', kind: 'buy-and-hold' }],
    ...more,
  });
  const out = join(directory, `out-${outs++}`);
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario({ scenario, directory }, options);
  if (outcome.kind !== 'finished') throw new Error('no result');
  const eventsOf = (label: string): JournalEvent[] => {
    const events: JournalEvent[] = [];
    readJournal(
      runFolder(join(out, 'runs', label)).journal,
      ({ event }) => void events.push(event),
    );
    return events;
  };
  return { result: outcome.result, out, eventsOf };
}

const fillsOf = (events: readonly JournalEvent[]) =>
  events.flatMap((event) =>
    isFill(event)
      ? [{ symbol: event.symbol, price: event.price, time: formatInstant(event.time) }]
      : [],
  );
const marksOf = (events: readonly JournalEvent[]) =>
  events.flatMap((event) => (event.type === 'MarkTaken' ? [event] : []));
const opened = (events: readonly JournalEvent[]) =>
  JSON.parse((events[0] as Extract<JournalEvent, { type: 'RunOpened' }>).terms) as {
    sessionsPerYear: number;
  };

describe('a portfolio of a share and a coin', async () => {
  const ran = await run({ portfolio: true });
  const events = ran.eventsOf('hold-portfolio');

  it('decides at the closes of its first symbol, and fills each at its first bar after that', () => {
    expect(ran.result.scenario.market?.calendar).toBe('XNYS');
    // Decided on Friday at 21:00 UTC, inside of the coin's bar of that day.
    expect(fillsOf(events)).toEqual([
      {
        symbol: 'BTC',
        price: coinOpen(parseCivilDate('2024-01-06')!),
        time: '2024-01-07T00:00:00Z',
      },
      {
        symbol: 'AAPL',
        price: shareOpen(parseCivilDate('2024-01-08')!),
        time: '2024-01-08T21:00:00Z',
      },
    ]);
  });

  it('is marked in the share’s sessions, at the coin’s last price known then', () => {
    const marks = marksOf(events);
    const sessions = calendarOf('XNYS').sessionsBetween(
      parseCivilDate('2024-01-05')!,
      parseCivilDate('2024-03-10')!,
    );
    expect(marks.map(({ session }) => session)).toEqual(sessions);
    expect(marks.every(({ stale }) => stale.length === 0)).toBe(true);
    const shares = new Map(
      events.flatMap((event) => (isFill(event) ? [[event.symbol, event.shares]] : [])),
    );
    const { net } = marks.at(-1)!;
    const friday = parseCivilDate('2024-03-08')!;
    // The coin's day before ended at midnight UTC; its own Friday has not.
    const coins = shares.get('BTC')! * (coinOpen(friday - 1) + 0.5);
    expect(net).toBeCloseTo(coins + shares.get('AAPL')! * (shareOpen(friday) + 0.5), 8);
  });

  it('is annualized by its decision calendar, and repeats', async () => {
    expect(opened(events).sessionsPerYear).toBe(252);
    expect(await verifyResult(ran.out, {})).toMatchObject({ findings: [] });
  });

  it('decides by the coin’s days if that is first, and marks the share at its last close', async () => {
    const other = await run({ portfolio: true, symbols: ['BTC', 'AAPL'] });
    const own = other.eventsOf('hold-portfolio');
    expect(other.result.scenario.market?.calendar).toBe('24/7');
    expect(opened(own).sessionsPerYear).toBe(365);
    // Friday's day of the coin ends at midnight: then the next one begins.
    expect(fillsOf(own)).toEqual([
      {
        symbol: 'BTC',
        price: coinOpen(parseCivilDate('2024-01-06')!),
        time: '2024-01-07T00:00:00Z',
      },
      {
        symbol: 'AAPL',
        price: shareOpen(parseCivilDate('2024-01-08')!),
        time: '2024-01-08T21:00:00Z',
      },
    ]);
    const marks = marksOf(own);
    expect(marks).toHaveLength(parseCivilDate('2024-03-10')! - parseCivilDate('2024-01-05')! + 1);
    const weekend = marks.find(({ session }) => session === parseCivilDate('2024-01-13'));
    expect(weekend?.stale).toEqual(['AAPL']);
    expect(await verifyResult(other.out, {})).toMatchObject({ findings: [] });
  });
});

describe('runs of single symbols', async () => {
  const ran = await run({});
  it('each follow the sessions of their own, on one tape', async () => {
    const share = ran.eventsOf('hold-AAPL');
    const coin = ran.eventsOf('hold-BTC');
    expect([share, coin].map((events) => opened(events).sessionsPerYear)).toEqual([252, 365]);
    expect(marksOf(share)).toHaveLength(44);
    expect(marksOf(coin)).toHaveLength(66);
    expect(formatCivilDate(marksOf(coin).at(-1)!.session)).toBe('2024-03-10');
    expect(fillsOf(coin)).toEqual([
      {
        symbol: 'BTC',
        price: coinOpen(parseCivilDate('2024-01-06')!),
        time: '2024-01-07T00:00:00Z',
      },
    ]);
    expect(fillsOf(share)).toEqual([
      {
        symbol: 'AAPL',
        price: shareOpen(parseCivilDate('2024-01-08')!),
        time: '2024-01-08T21:00:00Z',
      },
    ]);
    expect(await verifyResult(ran.out, {})).toMatchObject({ findings: [] });
  });

  it('give the same as on tapes of their own', async () => {
    for (const symbol of ['AAPL', 'BTC']) {
      const alone = await run({ symbols: [symbol] });
      const own = ran.result.runs.find((one) => one.symbol === symbol)!;
      expect(valuesOf(alone.result.runs[0]!)).toEqual(valuesOf(own));
    }
  });

  it('follow the calendar that the scenario names', async () => {
    const named = await run({ calendar: 'XNYS', symbols: ['BTC'] });
    const events = named.eventsOf('hold-BTC');
    expect(named.result.scenario.market?.calendar).toBe('XNYS');
    expect(opened(events).sessionsPerYear).toBe(252);
    expect(marksOf(events)).toHaveLength(44);
    expect(await verifyResult(named.out, {})).toMatchObject({ findings: [] });
  });
});

it.each([
  [{ calendar: '24/7 weekly' }, 'the calendar has other sessions than the bars'],
  [
    { workflow: 'hedging', agents: [{ id: 'pair', kind: 'pair-hold' }] },
    'the legs of a pair fill together',
  ],
  [
    { window: { from: '2024-01-06', to: '2024-01-07' }, symbols: ['BTC', 'AAPL'] },
    'no session of XNYS',
  ],
])('refuses %j', async (more, message) => {
  await expect(run(more)).rejects.toThrow(message);
});
