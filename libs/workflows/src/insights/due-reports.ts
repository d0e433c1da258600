/** The reports that were due in a run, with their ratings and what the market did after them. */

import { meanOf } from '#metrics/sample/return-sample';
import type { AnsweredTasks } from '../tasks/task-workflow.js';
import type { InsightsAnswer } from './insights-answer.js';
import { horizons, isHit, type Horizon, type RatedWeek } from './report/money.js';
import { pricesOf, reportOf } from './report/week-measures.js';

/** What `weekMeasures` measured, and the answers by task. */
export type ReportRun = Pick<AnsweredTasks<InsightsAnswer, never, unknown>, 'answers' | 'measured'>;

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

/**
 * The reports of a run, in the order in which they were asked. Forward returns are fractions from
 * close to close.
 */
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
 * What there is of reports over one horizon. Windows of weekly reports overlap, and symbols
 * move together: `apart` has the values of each report date whose window does not overlap with
 * the one before.
 */
function over<Value>(
  reports: readonly DueReport[],
  horizon: Horizon,
  valueOf: (change: number, rating: DueReport['rating']) => Value | undefined,
) {
  const known = reports.flatMap(({ forward, rating, at }) => {
    const change = forward.get(horizon);
    const value = change === undefined ? undefined : valueOf(change, rating);
    return value === undefined ? [] : [{ at, value }];
  });
  const ordered = known.toSorted((one, other) => one.at - other.at);
  let end = -Infinity;
  const apart = [...Map.groupBy(ordered, ({ at }) => at)].flatMap(([at, own]) => {
    if (at < end) return [];
    end = at + horizon;
    return [own.map(({ value }) => value)];
  });
  return { values: known.map(({ value }) => value), apart };
}

/**
 * Hits, reports that have a verdict over one horizon, and how many of their windows do not
 * overlap in time.
 */
export function hitsOf(reports: readonly DueReport[], horizon: Horizon) {
  const { values, apart } = over(reports, horizon, (change, rating) =>
    rating === null ? undefined : isHit(rating, change, horizon),
  );
  return { count: values.filter(Boolean).length, of: values.length, independent: apart.length };
}

/**
 * The mean forward return of reports over one horizon, a fraction; null without one. `apart`: the
 * means of the report dates whose windows do not overlap.
 */
export function forwardReturn(reports: readonly DueReport[], horizon: Horizon) {
  const { values, apart } = over(reports, horizon, (change) => change);
  const mean = values.length === 0 ? null : meanOf(values);
  return { mean, n: values.length, apart: apart.map(meanOf) };
}

/** Those of each symbol, in the order of their dates. */
export const bySymbol = (reports: readonly DueReport[]): ReadonlyMap<string, DueReport[]> =>
  Map.groupBy(reports, ({ symbol }) => symbol);
