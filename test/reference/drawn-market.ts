/** Drawn bars: lengths, phases, gaps, and corporate actions, with prices on a grid of cents. */

import type { CalendarName } from '#contracts/facts/calendar-name';
import { calendarOf } from '#market-data';
import { formatCivilDate, formatInstant, parseCivilDate, type CivilDate } from '#values';
import { zoneOffset } from '#values/zones/zone-clock';
import type { Dice } from './drawing.js';
import type { Kinds } from './kinds.js';
import type { WorldBar, WorldTable } from './world.js';

const minute = 60_000_000;

/** What the bars of a world have in common. */
export interface DrawnMarket {
  readonly calendar: string;
  readonly frequency: WorldTable['frequency'];
  readonly data: Readonly<Record<string, WorldTable>>;
  /** Dates of the sessions of the window. */
  readonly dates: readonly string[];
  /** When a bar becomes known, or a session closes, in the window. */
  readonly closes: readonly string[];
  readonly instants: readonly string[];
}

interface Session {
  readonly date: CivilDate;
  readonly open: number;
  readonly close: number;
}

/** Around holidays, early closes and the days on which clocks change. */
const starts = ['2024-01-02', '2024-03-06', '2024-06-28', '2024-11-26', '2024-12-20', '2025-01-06'];

/** A market of one to three symbols over a few sessions. */
export function drawMarket(dice: Dice, kinds: Kinds): DrawnMarket {
  const calendar = kinds.has('calendars') ? dice.one('XNYS', '24/5', '24/7') : 'XNYS';
  const symbols = ['A', 'B', 'C'].slice(0, kinds.has('symbols') ? dice.whole(1, 3) : 1);
  const frequency = frequencyOf(dice, kinds);
  const start = kinds.has('calendars') ? dice.one(...starts) : '2024-01-02';
  const sessions = sessionsFrom(calendar, frequency, start, sessionCount(dice, frequency));
  const length = dice.one(...lengths);
  const entries = symbols.map((symbol): [string, Drawn] => {
    const own = kinds.has('mixed') ? dice.one(...lengths) : length;
    const drawn =
      frequency === 'intraday'
        ? intraday(dice, kinds, sessions, own)
        : daily(dice, kinds, sessions, { calendar, frequency });
    return [symbol, drawn];
  });
  const data = entries.map(([symbol, drawn]): [string, WorldTable] => {
    const table = { ...drawn.form, bars: priced(dice, drawn.stamps) };
    // Left out: limits and stops in weeks and months with actions.
    const isPeriod = frequency === 'weekly' || frequency === 'monthly';
    const hasActions = kinds.has('inside') || !isPeriod || !resting.some((kind) => kinds.has(kind));
    const actions = drawActions(dice, hasActions ? kinds : new Set(), sessions);
    return [symbol, { ...table, ...actions }];
  });
  const closes = sessions.map(({ close }) => formatInstant(close));
  const known = entries.flatMap(([, drawn]) => drawn.known.map(formatInstant));
  return {
    calendar,
    frequency,
    data: Object.fromEntries(data),
    dates: sessions.map(({ date }) => formatCivilDate(date)),
    closes,
    instants: [...new Set(known)].toSorted(),
  };
}

const resting = ['limits', 'stops', 'stop-limits', 'trails', 'brackets'];
const lengths = [15, 30, 60, 90] as const;
const zones = ['UTC', 'America/New_York', '-08:00', '+05:30'] as const;

function frequencyOf(dice: Dice, kinds: Kinds): WorldTable['frequency'] {
  if (kinds.has('weeks') && dice.chance(0.5)) return dice.one('weekly', 'monthly');
  return kinds.has('intraday') && dice.chance(0.7) ? 'intraday' : 'daily';
}

const sessionCount = (dice: Dice, frequency: WorldTable['frequency']): number =>
  frequency === 'intraday' ? dice.whole(2, 3) : dice.whole(4, 8);

function sessionsFrom(
  calendar: string,
  frequency: WorldTable['frequency'],
  start: string,
  count: number,
): Session[] {
  const name =
    frequency === 'weekly' || frequency === 'monthly' ? `${calendar} ${frequency}` : calendar;
  const found = calendarOf(name as CalendarName);
  const from = parseCivilDate(start) as CivilDate;
  return found
    .sessionsBetween(from, (from + 400) as CivilDate)
    .slice(0, count)
    .map((date) => ({ date, open: found.openOf(date), close: found.closeOf(date) }));
}

interface Drawn {
  readonly form: Omit<WorldTable, 'bars' | 'dividends' | 'splits'>;
  readonly stamps: readonly string[];
  readonly known: readonly number[];
}

function daily(
  dice: Dice,
  kinds: Kinds,
  sessions: readonly Session[],
  { calendar, frequency }: { calendar: string; frequency: WorldTable['frequency'] },
): Drawn {
  const kept = withGaps(dice, kinds, sessions);
  // Weeks of a market that never closes have the date of their first day.
  const early = frequency === 'weekly' && calendar === '24/7' ? 6 : 0;
  return {
    form: { frequency, stamp: 'session', minutes: null, zone: 'UTC' },
    stamps: kept.map(({ date }) => formatCivilDate((date - early) as CivilDate)),
    known: kept.map(({ close }) => close),
  };
}

function intraday(dice: Dice, kinds: Kinds, sessions: readonly Session[], minutes: number): Drawn {
  const stamp = kinds.has('stamps') ? dice.one('start', 'end') : 'start';
  const isGiven = stamp === 'start' || dice.chance(0.5);
  const length = minutes * minute;
  // A short day has few bars; of markets that never close a part of the day is enough.
  const bars = sessions.flatMap(({ open, close }) => {
    const phase = kinds.has('mixed') ? dice.whole(0, 3) * 15 * minute : 0;
    const first = open + phase + (close - open > 10 * 60 * minute ? dice.whole(0, 4) * length : 0);
    const ends: { start: number; end: number }[] = [];
    const last = Math.min(close, first + 8 * length);
    for (let start = first; start < last; start += length) {
      ends.push({ start, end: Math.min(start + length, close) });
    }
    return ends;
  });
  const whole = bars.filter(({ start, end }) => stamp === 'start' || end - start === length);
  const kept = withGaps(dice, kinds, whole);
  const zone = kinds.has('zones') ? dice.one(...zones) : 'UTC';
  return {
    form: { frequency: 'intraday', stamp, minutes: isGiven ? minutes : null, zone },
    stamps: kept.map(({ start, end }) => stampIn(zone, stamp === 'start' ? start : end)),
    known: kept.map(({ end }) => end),
  };
}

/** The time of an instant on the clock of a zone; with an offset only in UTC. */
function stampIn(zone: string, instant: number): string {
  if (zone === 'UTC') return formatInstant(instant);
  return formatInstant(instant + zoneOffset(instant, zone)).replace('Z', '');
}

/** The first and the last stay, so that the window has prices at both of its ends. */
function withGaps<T>(dice: Dice, kinds: Kinds, items: readonly T[]): T[] {
  if (!kinds.has('gaps')) return [...items];
  return items.filter((_, at) => at === 0 || at === items.length - 1 || !dice.chance(0.15));
}

/** A walk with wide bars, so that levels are reached; opens gap. */
function priced(dice: Dice, stamps: readonly string[]): WorldBar[] {
  let last = dice.number(40, 120, 2);
  const cents = (price: number): number => Math.max(1, Math.round(price * 100) / 100);
  return stamps.map((stamp) => {
    const open = dice.chance(0.3) ? last : cents(last * (1 + 0.03 * dice.normal()));
    const close = cents(open * (1 + 0.04 * dice.normal()));
    const high = cents(
      Math.max(open, close) * (1 + (dice.chance(0.8) ? 0.03 : 0) * dice.number(0, 1, 3)),
    );
    const low = cents(
      Math.min(open, close) * (1 - (dice.chance(0.8) ? 0.03 : 0) * dice.number(0, 1, 3)),
    );
    last = close;
    const volume = dice.chance(0.1) ? null : dice.whole(20, 2000);
    return [stamp, open, Math.max(high, open, close), Math.min(low, open, close), close, volume];
  });
}

function drawActions(
  dice: Dice,
  kinds: Kinds,
  sessions: readonly Session[],
): Pick<WorldTable, 'dividends' | 'splits'> {
  const first = sessions[0]!.date;
  const last = sessions.at(-1)!.date;
  const date = dice.whole(first, last) as CivilDate;
  const ahead = kinds.has('late') && dice.chance(0.5) ? -dice.whole(0, 3) : dice.whole(5, 9);
  const declared = formatCivilDate((date - ahead) as CivilDate);
  const dividend = [
    formatCivilDate(date),
    dice.one(null, declared),
    dice.number(0.1, 3, 3),
  ] as const;
  const split = [
    formatCivilDate(dice.whole(first, last) as CivilDate),
    ...dice.one(...ratios),
  ] as const;
  return {
    dividends: kinds.has('dividends') && dice.chance(0.6) ? [dividend] : [],
    splits: kinds.has('splits') && dice.chance(0.6) ? [split] : [],
  };
}

const ratios: readonly (readonly [number, number])[] = [
  [1, 2],
  [1, 3],
  [2, 1],
  [3, 2],
];
