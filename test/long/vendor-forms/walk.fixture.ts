/**
 * Candles of seeded walks: sessions of New York, minutes within them, and hours and days of coins
 * and currencies.
 */

import { dateOf, dayMs, hourMs, minuteMs, sessionsOf } from '../../properties/published-hours.js';

export interface Candle {
  /** Its date on the clock of its market. */
  readonly date: string;
  /** Its start, in milliseconds since 1970. */
  readonly start: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** A generator of numbers from 0 to 1, which are the same for a seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Walk {
  readonly seed: number;
  readonly from: number;
  readonly digits: number;
}

/** Prices from a level on, each open near the close before it. */
function walk(
  spans: readonly Pick<Candle, 'date' | 'start'>[],
  { seed, from, digits }: Walk,
): Candle[] {
  const next = numbersOf(seed);
  const rounded = (price: number): number => Number(price.toFixed(digits));
  let level = from;
  return spans.map(({ date, start }) => {
    const open = rounded(level * (1 + (next() - 0.5) * 0.01));
    const close = rounded(open * (1 + (next() - 0.5) * 0.03));
    const high = rounded(Math.max(open, close) * (1 + next() * 0.01));
    const low = rounded(Math.min(open, close) * (1 - next() * 0.01));
    const volume = 1_000_000 + Math.floor(next() * 9_000_000);
    level = close;
    return { date, start, open, high, low, close, volume };
  });
}

const sessions = sessionsOf('XNYS').slice(0, 60);
const share = (seed: number, from: number): Candle[] =>
  walk(
    sessions.map(({ date, open }) => ({ date, start: open })),
    { seed, from, digits: 2 },
  );

/** Sixty sessions of New York from 2 January 2024 on. */
export const apple = share(1, 185);
export const microsoft = share(2, 370);

/** Weekdays from 19 February to 3 April 2024, all of them sessions in Shanghai. */
const shanghaiDays = Array.from({ length: 45 }, (_, at) => {
  const start = Date.UTC(2024, 1, 19 + at);
  return { date: dateOf(start), start };
}).filter(({ start }) => new Date(start).getUTCDay() % 6 !== 0);
export const bank = walk(shanghaiDays, { seed: 10, from: 10, digits: 2 });

/**
 * Regular hours of six sessions, in bars of so many minutes, or with the hours before and after.
 */
export function within(minutes: number, isExtended = false): Candle[] {
  const before = isExtended ? 330 : 0;
  const after = isExtended ? 240 : 0;
  const spans = sessions.slice(0, 6).flatMap(({ date, open, close }) => {
    const first = open - before * minuteMs;
    const count = (close + after * minuteMs - first) / (minutes * minuteMs);
    return Array.from({ length: count }, (_, at) => {
      return { date, start: first + at * minutes * minuteMs };
    });
  });
  return walk(spans, { seed: 3 + minutes, from: 185, digits: 2 });
}

const evenly = (first: string, step: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const start = Date.parse(first) + at * step;
    return { date: dateOf(start), start };
  });

/** Ninety days of a coin from midnight UTC. */
export const coinDays = walk(evenly('2024-01-01T00:00:00Z', dayMs, 90), {
  seed: 4,
  from: 42_000,
  digits: 2,
});
export const coinHours = walk(evenly('2024-01-01T00:00:00Z', hourMs, 24 * 30), {
  seed: 5,
  from: 42_000,
  digits: 2,
});

/** Days from midnight in Chicago, over the change of its clocks in March. */
const chicagoDays = Array.from({ length: 90 }, (_, at) => {
  const date = dateOf(Date.UTC(2024, 0, 1 + at));
  const hours = date > '2024-03-10' ? 5 : 6;
  return { date, start: Date.parse(date) + hours * hourMs };
});
export const chicagoCoin = walk(chicagoDays, { seed: 6, from: 42_000, digits: 2 });

const isWeekday = ({ start }: { readonly start: number }): boolean =>
  new Date(start).getUTCDay() % 6 !== 0;

/** Whether currencies trade: from Sunday 17:00 to Friday 17:00 in New York, in winter. */
function isForexOpen({ start }: { readonly start: number }): boolean {
  const shifted = new Date(start + 2 * hourMs);
  return shifted.getUTCDay() % 6 !== 0;
}

export const pairDays = walk(evenly('2024-01-02T00:00:00Z', dayMs, 80).filter(isWeekday), {
  seed: 7,
  from: 1.1,
  digits: 5,
});
export const pairHours = walk(evenly('2024-01-01T22:00:00Z', hourMs, 24 * 20).filter(isForexOpen), {
  seed: 8,
  from: 1.1,
  digits: 5,
});
export const pairMinutes = walk(
  evenly('2024-01-01T22:00:00Z', minuteMs, 24 * 60 * 2).filter(isForexOpen),
  { seed: 9, from: 1.1, digits: 5 },
);
