/** The reports that were due in a run, with their ratings and what the market did after them. */

import type { InsightsAnswer } from './insights-answer.js';
import { horizons, isHit, type Horizon, type RatedWeek } from './money.js';
import { pricesOf, reportOf } from './week-measures.js';

export interface ReportRun {
  /** By task. */
  readonly answers: ReadonlyMap<string, InsightsAnswer>;
  /** As `weekMeasures` measured it. */
  readonly measured: ReadonlyMap<string | null, unknown>;
}

/** A due report with its prices. */
export interface DueReport extends RatedWeek {
  readonly symbol: string;
  readonly date: string;
  readonly task: string;
  /** Its session, counted from the first report on. */
  readonly at: number;
  /** By horizon, as far as the data goes. */
  readonly forward: ReadonlyMap<Horizon, number>;
}

/** Of a run, in the order in which they were asked. Forward returns are fractions from close to close. */
export function dueReports({ answers, measured }: ReportRun): DueReport[] {
  const prices = pricesOf(measured);
  const tasks = [...measured.keys()].filter((task) => task !== null);
  return tasks.flatMap((task) => {
    const { symbol, date } = reportOf(task);
    const sessions = prices[symbol] ?? [];
    const at = sessions.findIndex(([session]) => session === date);
    if (at < 0) return [];
    const close = sessions[at]![2];
    const forward = horizons.flatMap((days) => {
      const later = sessions[at + days]?.[2];
      return later === undefined ? [] : [[days, later / close - 1] as const];
    });
    const rating = answers.get(task)?.rating ?? null;
    const nextOpen = sessions[at + 1]?.[1] ?? null;
    return [{ symbol, date, task, at, rating, close, nextOpen, forward: new Map(forward) }];
  });
}

/**
 * Hits and reports that have a verdict, over one horizon. Windows of weekly reports overlap, and symbols move together:
 * `independent` is how many windows do not overlap in time.
 */
export function hitsOf(reports: readonly DueReport[], horizon: Horizon) {
  let [count, of, independent, end] = [0, 0, 0, -Infinity];
  for (const { rating, forward, at } of reports.toSorted((one, other) => one.at - other.at)) {
    const change = forward.get(horizon);
    const hit =
      rating === null || change === undefined ? undefined : isHit(rating, change, horizon);
    if (hit === undefined) continue;
    of++;
    if (hit) count++;
    if (at < end) continue;
    independent++;
    end = at + horizon;
  }
  return { count, of, independent };
}

/**
 * The mean forward return of reports over one horizon, a fraction; null without one. `apart`: the mean of each report
 * date whose window does not overlap with the one before.
 */
export function forwardReturn(reports: readonly DueReport[], horizon: Horizon) {
  const known = reports.flatMap(({ forward, at }) => {
    const change = forward.get(horizon);
    return change === undefined ? [] : [{ at, change }];
  });
  const apart: number[] = [];
  let end = -Infinity;
  for (const [at, own] of [...Map.groupBy(known, (one) => one.at)].sort(([a], [b]) => a - b)) {
    if (at < end) continue;
    apart.push(meanOf(own.map(({ change }) => change)));
    end = at + horizon;
  }
  const mean = known.length === 0 ? null : meanOf(known.map(({ change }) => change));
  return { mean, n: known.length, apart };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** Those of each symbol, in the order of their dates. */
export const bySymbol = (reports: readonly DueReport[]): ReadonlyMap<string, DueReport[]> =>
  Map.groupBy(reports, ({ symbol }) => symbol);
