/**
 * The values that a reported decimal may represent, as an interval with open or closed ends
 * (Calculations 1.1).
 */

import { Big } from 'big.js';

export interface Interval {
  readonly low: Big;
  readonly high: Big;
  /** The end itself is left out. */
  readonly isLowOpen: boolean;
  readonly isHighOpen: boolean;
}

/** `round`: the filer rounds to the nearest. `truncate`: the filer cuts digits off, toward zero. */
export type Reading = 'round' | 'truncate';

export const zero: Interval = closed(new Big(0), new Big(0));

/** The values that would have been reported as this one. */
export function intervalOf(value: Big, decimals: number | 'INF', reading: Reading): Interval {
  if (decimals === 'INF') return closed(value, value);
  const unit = new Big(`1e${-decimals}`);
  if (reading === 'round') {
    const half = unit.times('0.5');
    return closed(value.minus(half), value.plus(half));
  }
  const isNegative = value.lt(0);
  const isPositive = value.gt(0);
  return {
    low: isPositive ? value : value.minus(unit),
    high: isNegative ? value : value.plus(unit),
    isLowOpen: !isPositive,
    isHighOpen: !isNegative,
  };
}

export function plus(a: Interval, b: Interval): Interval {
  return {
    low: a.low.plus(b.low),
    high: a.high.plus(b.high),
    isLowOpen: a.isLowOpen || b.isLowOpen,
    isHighOpen: a.isHighOpen || b.isHighOpen,
  };
}

/** A negative weight turns the interval round. */
export function times({ low, high, isLowOpen, isHighOpen }: Interval, weight: Big): Interval {
  const first = low.times(weight);
  const second = high.times(weight);
  if (weight.gte(0)) return { low: first, high: second, isLowOpen, isHighOpen };
  return { low: second, high: first, isLowOpen: isHighOpen, isHighOpen: isLowOpen };
}

/** The intersection of both; undefined if empty. */
export function intersection(a: Interval, b: Interval): Interval | undefined {
  const lows = a.low.cmp(b.low);
  const highs = a.high.cmp(b.high);
  const low = lows >= 0 ? a.low : b.low;
  const high = highs <= 0 ? a.high : b.high;
  const isLowOpen = (lows >= 0 && a.isLowOpen) || (lows <= 0 && b.isLowOpen);
  const isHighOpen = (highs <= 0 && a.isHighOpen) || (highs >= 0 && b.isHighOpen);
  const both = { low, high, isLowOpen, isHighOpen };
  return isEmpty(both) ? undefined : both;
}

function isEmpty({ low, high, isLowOpen, isHighOpen }: Interval): boolean {
  return low.gt(high) || (low.eq(high) && (isLowOpen || isHighOpen));
}

function closed(low: Big, high: Big): Interval {
  return { low, high, isLowOpen: false, isHighOpen: false };
}
