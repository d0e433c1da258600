/**
 * Markets of one price without a drift: symbols whose bars differ in length, phase, stamp and zone,
 * and a walk behind all of them. When bars begin and are known says the reference.
 */

import type { CalendarName } from '#contracts/facts/calendar-name';
import type { ExecutionPolicyInput } from '#contracts/scenario/execution-policy';
import { calendarOf } from '#market-data';
import {
  formatCivilDate,
  parseCivilDate,
  parseInstant,
  seededRandom,
  type CivilDate,
} from '#values';
import { Dice } from '../reference/drawing.js';
import type { Reference } from '../reference/reference-outcome.js';
import type { World, WorldBar, WorldTable } from '../reference/world.js';

const minute = 60_000_000;

/** A bar between two minutes of the walk. */
interface WalkedBar {
  readonly stamp: string;
  readonly from: number;
  readonly to: number;
}

export interface DriftlessMarket {
  readonly name: string;
  readonly calendar: string;
  readonly window: World['window'];
  readonly policy: ExecutionPolicyInput;
  readonly symbols: readonly string[];
  /**
   * Minutes at which the price moves by a tick up or down: 1 or 0 for each minute from the first
   * bar's begin on.
   */
  readonly moves: Uint8Array;
  /** How many there are. */
  readonly ticks: number;
  readonly tables: Readonly<Record<string, Omit<WorldTable, 'bars'>>>;
  readonly bars: Readonly<Record<string, readonly WalkedBar[]>>;
}

/** Shares of an order, and of the largest position that one order leads to. */
export const shares = 100;
/** A step of the walk. */
export const tick = 0.01;
/** Far more than positions need: nothing is scaled. */
export const capital = 10_000_000;

/** Around a change of clocks, an early close, and neither. */
const starts = ['2024-01-08', '2024-03-06', '2024-11-25'];
const calendars = ['24/7', 'XNYS', '24/5'];
const fills = ['next-open', 'next-open', 'decision-close', 'next-open', 'next-close'] as const;
const latencies = [null, 1, null, 60_000];
const lengths = [15, 60, 30, 90, 60, 120];
const zones = ['UTC', 'America/New_York', '+09:00'];

/**
 * The market of a number: the first ones differ in calendar and policy, and all of them
 * in their bars.
 */
export async function drawDriftless(
  number: number,
  reference: Reference,
): Promise<DriftlessMarket> {
  const name = `market ${number}`;
  const dice = new Dice(name);
  const calendar = calendars[number % calendars.length]!;
  const found = sessionsFrom(calendar, dice.one(...starts), calendar === 'XNYS' ? 12 : 5);
  const window = { from: found[0]!.date, to: found.at(-1)!.date };
  const fill = fills[number % fills.length]!;
  const latency = fill === 'decision-close' ? null : latencies[number % latencies.length]!;
  const policy: ExecutionPolicyInput = {
    name: 'driftless',
    fill,
    hold: 'keep',
    short: true,
    size: { shares },
    liquidate: false,
    ...(latency !== null && { latencyMs: latency }),
  };
  const drawn = lengths.map((length, at) =>
    drawTable(dice, found, { symbol: 'ABCDEF'[at]!, length }),
  );
  const shapes = Object.fromEntries(drawn.map(({ symbol, ...shape }) => [symbol, shape]));
  const unpriced = await reference.bars({
    calendar,
    window,
    decide: 'bar',
    capital,
    portfolio: true,
    policy,
    decisions: [],
    data: Object.fromEntries(
      drawn.map(({ symbol, table, utc }) => [symbol, unpricedTable(table, utc)]),
    ),
  });
  const times = unpriced.map(({ symbol, start, knownAt }) => {
    return { symbol, start: parseInstant(start)!, end: parseInstant(knownAt)! };
  });
  const first = Math.min(...times.map(({ start }) => start));
  const minuteOf = (instant: number): number => (instant - first) / minute;
  const moves = new Uint8Array(minuteOf(Math.max(...times.map(({ end }) => end))));
  for (const { start, end } of times) moves.fill(1, minuteOf(start), minuteOf(end));
  const bars = Object.entries(shapes).map(([symbol, { stamps }]) => {
    const own = times.filter((bar) => bar.symbol === symbol);
    const walked = own.map(({ start, end }, at): WalkedBar => {
      return { stamp: stamps[at]!, from: minuteOf(start), to: minuteOf(end) };
    });
    return [symbol, walked] as const;
  });
  return {
    name,
    calendar,
    window,
    policy,
    symbols: Object.keys(shapes),
    moves,
    ticks: moves.reduce((sum, one) => sum + one, 0),
    tables: Object.fromEntries(drawn.map(({ symbol, table }) => [symbol, table])),
    bars: Object.fromEntries(bars),
  };
}

/**
 * The market with the prices of one walk: each minute at which it moves, a tick up or down with
 * equal chance. `early`: minutes by which the prices of the first symbol come too early, as a leak
 * would have them.
 */
export function walked(market: DriftlessMarket, seed: string, early = 0): World {
  const random = seededRandom(seed);
  const { moves } = market;
  const level = new Int32Array(moves.length + 1 + early);
  level[0] = 10_000;
  for (let at = 0; at + 1 < level.length; at++) {
    // A session without a move draws nothing.
    const step = moves[at] === 0 ? 0 : stepOf(random.next());
    level[at + 1] = level[at]! + step;
  }
  const data = market.symbols.map((symbol, at): [string, WorldTable] => {
    const shown = at === 0 ? level.subarray(early) : level;
    const bars = market.bars[symbol]!.map((bar) => priced(bar, shown));
    return [symbol, { ...market.tables[symbol]!, bars }];
  });
  const { calendar, window, policy } = market;
  return {
    calendar,
    window,
    decide: 'bar',
    capital,
    portfolio: true,
    policy,
    decisions: [],
    data: Object.fromEntries(data),
  };
}

function priced({ stamp, from, to }: WalkedBar, level: Int32Array): WorldBar {
  const path = level.subarray(from, to + 1);
  const price = (ticks: number): number => ticks / 100;
  const high = path.reduce((most, ticks) => Math.max(most, ticks));
  const low = path.reduce((least, ticks) => Math.min(least, ticks));
  return [stamp, price(path[0]!), price(high), price(low), price(path.at(-1)!), 1_000_000];
}

interface OpenSession {
  readonly date: string;
  readonly open: number;
  readonly close: number;
}

function sessionsFrom(calendar: string, start: string, count: number): OpenSession[] {
  const found = calendarOf(calendar as CalendarName);
  const from = parseCivilDate(start) as CivilDate;
  return found
    .sessionsBetween(from, (from + 60) as CivilDate)
    .slice(0, count)
    .map((date) => ({
      date: formatCivilDate(date),
      open: found.openOf(date),
      close: found.closeOf(date),
    }));
}

interface DrawnTable {
  readonly symbol: string;
  readonly table: Omit<WorldTable, 'bars'>;
  /** Clock times of the table's zone, as its file has them, and the same instants in UTC. */
  readonly stamps: readonly string[];
  readonly utc: readonly string[];
}

function drawTable(
  dice: Dice,
  sessions: readonly OpenSession[],
  { symbol, length }: { symbol: string; length: number },
): DrawnTable {
  const stamp = dice.one('start', 'start', 'end');
  const isGiven = stamp === 'start' || dice.chance(0.5);
  const zone = dice.one(...zones);
  const phase = dice.whole(0, length / 15 - 1) * 15 * minute;
  const micros = length * minute;
  const instants = sessions.flatMap(({ open, close }) => {
    const found: number[] = [];
    for (let start = open + phase; start < close; start += micros) {
      // The end of a bar that its session cuts off is not that of a whole one.
      if (stamp === 'start') found.push(start);
      else if (start + micros <= close) found.push(start + micros);
    }
    return found;
  });
  const kept = instants.filter((_, at) => at % 7 === 0 || !isGiven || !dice.chance(0.05));
  const table = { frequency: 'intraday', stamp, minutes: isGiven ? length : null } as const;
  return {
    symbol,
    table: { ...table, zone, dividends: [], splits: [] },
    stamps: kept.map((instant) => clockText(instant, zone)),
    utc: kept.map((instant) => new Date(instant / 1000).toISOString()),
  };
}

/** For the reference alone, in UTC: where clocks change, two of its readings need not agree. */
const unpricedTable = (table: Omit<WorldTable, 'bars'>, utc: readonly string[]): WorldTable => ({
  ...table,
  zone: 'UTC',
  bars: utc.map((stamp) => [stamp, 1, 1, 1, 1, 1]),
});

const clocks = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
  ]),
);

/** The clock of a zone at an instant, without an offset. */
function clockText(instant: number, zone: string): string {
  const date = new Date(instant / 1000);
  return clocks.get(zone)!.format(date).replace(' ', 'T');
}

const stepOf = (drawn: number): number => (drawn < 0.5 ? 1 : -1);
