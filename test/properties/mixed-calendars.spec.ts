/**
 * Runs over symbols of different markets: what ends after an instant changes nothing that is known
 * or journaled before, whosever sessions decide. The ends are those of the vendors, computed here
 * and never by the product.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { runFolder, runScenario } from '#backtest';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { isFill, type JournalEvent } from '#contracts';
import { readJournal } from '#event-log';

const root = mkdtempSync(join(tmpdir(), 'tapefold-mixed-calendars-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
/**
 * Three weeks of winter without a holiday: New York closes at 21:00 UTC, and its days of
 * currencies at 22:00.
 */
const firstMs = Date.UTC(2024, 0, 16);
const lastMs = Date.UTC(2024, 1, 6);

interface Bar {
  readonly symbol: string;
  /** As the file has it: a date, or the time of the start. */
  readonly stamp: string;
  readonly start: number;
  readonly end: number;
}

const weekday = (ms: number): number => new Date(ms).getUTCDay();
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const daysOf = (isOpen: (ms: number) => boolean): number[] =>
  Array.from({ length: (lastMs - firstMs) / dayMs }, (_, at) => firstMs + at * dayMs).filter(
    isOpen,
  );
const isWeekday = (ms: number): boolean => weekday(ms) % 6 !== 0;

/**
 * Bars of a day: of a session from 14:30 to 21:00, from an hour to that of the next
 * day, and to 22:00.
 */
const days = (coinHour: number): Bar[] => [
  ...daysOf(isWeekday).flatMap((day) => [
    { symbol: 'AAPL', stamp: dateOf(day), start: day + 14.5 * hourMs, end: day + 21 * hourMs },
    { symbol: 'EURUSD', stamp: dateOf(day), start: day - 2 * hourMs, end: day + 22 * hourMs },
  ]),
  ...daysOf(() => true).map((day) => {
    const start = day + coinHour * hourMs;
    return { symbol: 'BTC', stamp: dateOf(day), start, end: start + dayMs };
  }),
];

/**
 * Hours: the last of a session is half an hour, those of the coin begin at a minute of the hour.
 */
function hours(minute: number): Bar[] {
  const from = (symbol: string, start: number, end: number): Bar => {
    return { symbol, stamp: new Date(start).toISOString(), start, end };
  };
  const share = daysOf(isWeekday).flatMap((day) =>
    [14.5, 15.5, 16.5, 17.5, 18.5, 19.5, 20.5].map((hour) =>
      from('AAPL', day + hour * hourMs, Math.min(day + 21 * hourMs, day + (hour + 1) * hourMs)),
    ),
  );
  const others = daysOf(() => true).flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => day + hour * hourMs).flatMap((start) => {
      const at = start + minute * minuteMs;
      const isOpen = isWeekday(start - 22 * hourMs + dayMs) && isWeekday(start);
      return [
        from('BTC', at, at + hourMs),
        ...(isOpen ? [from('EURUSD', start, start + hourMs)] : []),
      ];
    }),
  );
  return [...share, ...others];
}

interface Drawn {
  readonly daily: boolean;
  readonly coinHour: number;
  readonly minute: number;
  readonly symbols: readonly string[];
  readonly calendar: 'XNYS' | '24/7' | '24/5' | undefined;
  readonly portfolio: boolean;
  readonly decide: 'session-close' | 'bar';
  readonly fill: 'decision-close' | 'next-open' | 'next-close';
  readonly latencyMs: number;
  readonly seed: number;
  /** Part of the three weeks after which prices change, within the window of the runs. */
  readonly part: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  daily: fc.boolean(),
  coinHour: fc.constantFrom(0, 5, 16),
  minute: fc.constantFrom(0, 15, 30),
  symbols: fc.shuffledSubarray(['AAPL', 'BTC', 'EURUSD'], { minLength: 2 }),
  calendar: fc.constantFrom(
    undefined,
    undefined,
    'XNYS' as const,
    '24/7' as const,
    '24/5' as const,
  ),
  portfolio: fc.boolean(),
  decide: fc.constantFrom('session-close' as const, 'bar' as const),
  fill: fc.constantFrom('decision-close' as const, 'next-open' as const, 'next-close' as const),
  latencyMs: fc.constantFrom(0, 0, 1_000),
  seed: fc.nat(1_000),
  part: fc.double({ min: 0.1, max: 0.75, noNaN: true }),
});

/** A walk by the number of the bar, so that a price tells where it came from. */
const levelOf = (bar: Bar, at: number, salt: number): number =>
  100 + 10 * Math.sin(at * 1.7 + bar.symbol.length + salt) + (at % 7);

function writeData(
  folder: string,
  bars: readonly Bar[],
  salts: (bar: Bar) => number,
  d: Drawn,
): void {
  const rows = bars.map((bar, at) => {
    const open = levelOf(bar, at, salts(bar));
    const close = levelOf(bar, at + 1, salts(bar));
    const high = Math.max(open, close) + 1;
    const low = Math.min(open, close) - 1;
    return `${bar.stamp},${bar.symbol},${open},${high},${low},${close}`;
  });
  const stamp = d.daily ? 'date' : 'timestamp';
  writeFileSync(join(folder, 'p.csv'), `${stamp},symbol,open,high,low,close\n${rows.join('\n')}\n`);
  const coin =
    d.daily && d.coinHour > 0 ? `24/7 from ${String(d.coinHour).padStart(2, '0')}:00` : '24/7';
  const table = d.daily
    ? 'frequency: daily, stamp: session'
    : 'frequency: intraday, stamp: start, barMinutes: 60';
  writeFileSync(
    join(folder, 'dataset.yaml'),
    `name: mixed\ncalendar: XNYS\ncalendars: { BTC: "${coin}", EURUSD: 24/5 }\ncurrency: USD\n` +
      `bars: { file: p.csv, ${table}, priceBasis: raw }\n`,
  );
}

/** An event of a run. */
interface Journaled {
  readonly run: string;
  readonly event: JournalEvent;
}

/** The events of every run, in the order of the runs. */
async function journals(folder: string, d: Drawn): Promise<Journaled[]> {
  const scenario = tradingScenarioSchema.parse({
    name: 'mixed',
    data: folder,
    symbols: [...d.symbols],
    portfolio: d.portfolio,
    window: { from: '2024-01-17', to: '2024-02-02' },
    capital: 10_000,
    seed: d.seed,
    decide: d.decide,
    ...(d.calendar && { calendar: d.calendar }),
    // A close that is known is gone after any time.
    execution: {
      fill: d.fill,
      latencyMs: d.fill === 'decision-close' ? 0 : d.latencyMs,
      borrowBpsPerYear: 10,
      feeBps: 2,
    },
    agents: [
      { id: 'random', kind: 'random' },
      { id: 'cross', kind: 'sma-cross', fast: 1, slow: 3 },
    ],
  });
  const out = join(folder, `out-${folders++}`);
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario({ scenario, directory: folder }, options);
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  const events: Journaled[] = [];
  for (const { run } of outcome.result.runs) {
    readJournal(runFolder(join(out, 'runs', run)).journal, ({ event }) => {
      events.push({ run, event });
    });
  }
  return events;
}

/** Fills at opens, each with the start of its bar and the time from which its order was live. */
function opensMet(events: readonly Journaled[], bars: readonly Bar[], delayMs: number) {
  const accepted = new Map<string, number>();
  return events.flatMap(({ run, event }) => {
    if (event.type === 'OrderAccepted') accepted.set(`${run} ${event.order}`, event.time / 1000);
    if (!isFill(event) || event.at !== 'open') return [];
    const bar = bars.find(
      ({ symbol, end }) => symbol === event.symbol && end * 1000 === event.time,
    );
    return [{ start: bar!.start, live: accepted.get(`${run} ${event.order}`)! + delayMs }];
  });
}

it('what ends after an instant changes nothing before it, and orders meet bars that begin after them', async () => {
  let compared = 0;
  let met = 0;
  const law = fc.asyncProperty(drawn, async (d) => {
    const folder = mkdtempSync(join(root, 'set-'));
    const bars = d.daily ? days(d.coinHour) : hours(d.minute);
    const until = Math.floor(firstMs + d.part * (lastMs - firstMs));
    writeData(folder, bars, () => 0, d);
    const before = await journals(folder, d);
    writeData(folder, bars, ({ end }) => (end > until ? 1 : 0), d);
    const after = await journals(folder, d);
    rmSync(folder, { recursive: true });
    const known = (events: readonly Journaled[]): readonly Journaled[] =>
      events.filter(({ event }) => event.time <= until * 1000);
    expect(known(after)).toEqual(known(before));
    compared += known(before).length;
    const opens = opensMet(before, bars, d.latencyMs);
    expect(opens.filter(({ start, live }) => start < live)).toEqual([]);
    met += opens.length;
  });
  await fc.assert(law, runsOfSweep(sweepSize(11, 16)));
  // A law over nothing shows nothing.
  expect(compared).toBeGreaterThan(500);
  expect(met).toBeGreaterThan(50);
});
