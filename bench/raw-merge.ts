/**
 * Job J8 without an engine: eight arrays of closes merged by time, and the same rule
 * over a portfolio.
 */

import { usualRule, type Rule } from './raw-loop.js';

export interface RawSeries {
  /** Knowledge times, sorted. */
  readonly time: Float64Array;
  readonly close: Float64Array;
}

export interface RawPortfolio {
  readonly finalEquity: number;
  readonly trades: number;
}

interface Follower extends RawSeries {
  row: number;
  fastSum: number;
  slowSum: number;
  wanted: boolean;
  units: number;
  price: number;
}

/**
 * Each symbol that turns long gets its even share of equity in whole units, at the close;
 * sales come first. Purchases that would cost more than the cash are cut by one factor, as the
 * engine cuts them.
 */
export function rawMerge(
  series: readonly RawSeries[],
  capital: number,
  rule = usualRule,
): RawPortfolio {
  const followers = series.map((one): Follower => ({ ...one, ...fresh }));
  const account = { cash: capital, trades: 0 };
  const turned: Follower[] = [];
  for (let time = nextTime(followers); time < Infinity; time = nextTime(followers)) {
    turned.length = 0;
    let held = 0;
    for (const follower of followers) {
      if (follower.time[follower.row] === time && takeBar(follower, rule)) turned.push(follower);
      held += follower.units * follower.price;
    }
    if (turned.length === 0) continue;
    const equity = account.cash + held;
    const share = equity / followers.length;
    turned.sort((a, b) => Number(a.wanted) - Number(b.wanted));
    const isShort = held + growth(turned, share) > equity * (1 + 1e-9);
    trade(account, turned, { share, isShort });
  }
  const { cash, trades } = account;
  return { finalEquity: followers.reduce((sum, f) => sum + f.units * f.price, cash), trades };
}

/** Moves each symbol to its share, in the order in which they are listed. */
function trade(
  account: { cash: number; trades: number },
  turned: readonly Follower[],
  { share, isShort }: { readonly share: number; readonly isShort: boolean },
): void {
  let factor: number | undefined;
  for (const follower of turned) {
    const { price, units } = follower;
    const whole = follower.wanted ? Math.floor((share / price) * (1 + 1e-12)) : 0;
    if (isShort && follower.wanted) factor ??= account.cash / cost(turned, share);
    const change = factor === undefined ? whole - units : Math.floor((whole - units) * factor);
    follower.units += change;
    account.cash -= change * price;
    if (change !== 0) account.trades++;
  }
}

/** What the positions that turned are to be worth more than they are. */
function growth(turned: readonly Follower[], share: number): number {
  let more = 0;
  for (const { wanted, units, price } of turned) more += (wanted ? share : 0) - units * price;
  return more;
}

/** What the purchases of the positions that turned long cost in whole units. */
function cost(turned: readonly Follower[], share: number): number {
  return turned.reduce(
    (sum, { wanted, price, units }) =>
      wanted ? sum + (Math.floor((share / price) * (1 + 1e-12)) - units) * price : sum,
    0,
  );
}

const fresh = { row: 0, fastSum: 0, slowSum: 0, wanted: false, units: 0, price: 0 };

function nextTime(followers: readonly Follower[]): number {
  let next = Infinity;
  for (const { time, row } of followers) {
    if (row < time.length && (time[row] as number) < next) next = time[row] as number;
  }
  return next;
}

/** Moves one bar on; true where the signal turned. */
function takeBar(follower: Follower, { fast, slow }: Rule): boolean {
  const { close } = follower;
  const bar = follower.row++;
  const price = close[bar] as number;
  follower.price = price;
  follower.fastSum += price;
  follower.slowSum += price;
  if (bar >= fast) follower.fastSum -= close[bar - fast] as number;
  if (bar >= slow) follower.slowSum -= close[bar - slow] as number;
  if (bar < slow - 1) return false;
  const wanted = follower.fastSum / fast > follower.slowSum / slow;
  const turns = wanted !== follower.wanted;
  follower.wanted = wanted;
  return turns;
}
