/** What the times of a file reveal: the spacing and order of its rows, and the calendar they fit. */

import { microsPerDay, microsPerMinute, utcDateOf, type Instant } from '#values';
import { calendarOf } from '../calendar/calendar-of.js';
import { fromClock } from '../rows/zoned-time.js';

const currency = '(USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|SEK|NOK|CNH|HKD|SGD|MXN|ZAR|XAU|XAG)';
/** A currency pair; its second group is the quote currency. */
export const currencyPair = new RegExp(`^${currency}[-/_.]?${currency}`, 'i');
const coin = /^(BTC|XBT|ETH)[-/_.]?(USD|EUR|GBP|JPY|PERP)|USD[TC]$/i;

export type StampGuess = ReturnType<typeof guessStamps>;

/** `stamps` in file order, clock times (`isClock`) read as UTC; `symbols`: the symbol of each. */
export function guessStamps(
  stamps: readonly Instant[],
  symbols: readonly unknown[],
  { isClock, symbol }: { readonly isClock: boolean; readonly symbol: string },
) {
  const steps = new Map<number, number>();
  const last = new Map<unknown, Instant>();
  for (const [row, at] of stamps.entries()) {
    const step = Math.abs(at - (last.get(symbols[row]) ?? at));
    steps.set(step, (steps.get(step) ?? 0) + Math.sign(step));
    last.set(symbols[row], at);
  }
  const [step] = [...steps].reduce((a, b) => (b[1] > a[1] ? b : a), [microsPerDay, 0]);
  const days = step / microsPerDay;
  const frequency = days > 25 ? 'monthly' : days > 5 ? 'weekly' : days > 0.8 ? 'daily' : 'intraday';
  const isSorted = (sign: number): boolean =>
    stamps.every((at, row) => sign * (at - (stamps[row - 1] ?? at)) >= 0);
  return {
    ...{ frequency, days, ...placeOf(stamps, frequency === 'intraday', isClock, symbol) },
    order: isSorted(1) ? '' : isSorted(-1) ? '-' : undefined,
  } as const;
}

function placeOf(
  stamps: readonly Instant[],
  isIntraday: boolean,
  isClock: boolean,
  symbol: string,
) {
  const exchange = calendarOf('XNYS');
  /** Minutes since midnight in New York on the date of a session; NaN on other dates. */
  const minuteOf = (at: Instant): number => {
    const date = isIntraday ? exchange.dateOf(at) : utcDateOf(at);
    const isKnown = date >= exchange.firstDate && date <= exchange.lastDate;
    const midnight = isKnown && exchange.isSession(date) ? exchange.instantAt(date, 0) : NaN;
    return (at - midnight) / microsPerMinute;
  };
  const share = (minutes: readonly number[], from: number, to: number): number =>
    minutes.filter((minute) => minute >= from && minute <= to).length / minutes.length;
  const [asUtc, asLocal] = [stamps, stamps.map((at) => fromClock(at, 'America/New_York'))].map(
    (all) => all.map(minuteOf),
  ) as [number[], number[]];
  const isLocal = isIntraday && isClock && share(asLocal, 570, 960) > share(asUtc, 570, 960);
  const minutes = isLocal ? asLocal : asUtc;
  // Vendors have bars from 4:00 to 20:00.
  const fit = isIntraday ? share(minutes, 240, 1200) : share(minutes, -Infinity, Infinity);
  const saturdays = stamps.filter((at) => new Date(at / 1000).getUTCDay() === 6).length;
  const isAlways = coin.test(symbol) || saturdays > 0.02 * stamps.length;
  const isExchange = fit >= 0.98 && !isAlways && !currencyPair.test(symbol);
  return {
    /** Share of the rows within New York sessions. */
    fit,
    calendar: isExchange ? 'XNYS' : isAlways ? '24/7' : '24/5',
    zone: isLocal && isExchange ? 'America/New_York' : undefined,
    isEnd: isExchange && minutes.includes(960) && !minutes.includes(570),
  } as const;
}
