/** The reports that were due in a run, with their ratings and what the market did after them. */

import type { InsightsAnswer } from './insights-answer.js';
import { horizons, isHit, type Horizon, type RatedWeek } from './money.js';
import { pricesOf, reportOf } from './week-measures.js';

interface ReportRun {
  /** By task. */
  readonly answers: ReadonlyMap<string, InsightsAnswer>;
  /** As `weekMeasures` measured it. */
  readonly measured: ReadonlyMap<string | null, unknown>;
}

/** A due report with its prices. */
export interface DueReport extends RatedWeek {
  readonly symbol: string;
  readonly date: string;
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
    return [{ symbol, date, rating, close, nextOpen, forward: new Map(forward) }];
  });
}

/** Hits and reports that have a verdict, over one horizon. */
export function hitsOf(reports: readonly DueReport[], horizon: Horizon) {
  const verdicts = reports.flatMap(({ rating, forward }) => {
    const change = forward.get(horizon);
    if (rating === null || change === undefined) return [];
    return isHit(rating, change, horizon) ?? [];
  });
  return { count: verdicts.filter(Boolean).length, of: verdicts.length };
}

/** Those of each symbol, in the order of their dates. */
export const bySymbol = (reports: readonly DueReport[]): ReadonlyMap<string, DueReport[]> =>
  Map.groupBy(reports, ({ symbol }) => symbol);
