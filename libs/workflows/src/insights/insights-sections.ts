/**
 * Tables of a report on market insights: what the ratings earned, and how often they were right.
 */

import { readSections } from '#contracts/result/read-sections';
import type { ReportSection } from '#contracts/result/result';
import { wilsonInterval } from '#metrics/proportions/shares';
import { levelDefault } from '#metrics/bootstrap/intervals';
import { overRuns } from '#metrics/repeats/over-runs';
import { bounds, tableSection } from '../workflow/report-section.js';
import { bySymbol, forwardReturn, hitsOf, type DueReport } from './due-reports.js';
import { type InsightsTerms, policyNames } from './insights-answer.js';
import {
  horizons,
  moneyOf,
  ratings,
  type RatedWeek,
  type RatingPolicyName,
} from './report/money.js';
import { type Measured, pricesOf } from './report/week-measures.js';

interface ReportedRun {
  readonly run: string;
  readonly reports: readonly DueReport[];
}

/** Adjusted closes by symbol, in the order of their sessions. */
type HeldCloses = ReadonlyMap<string, readonly number[]>;

/** The closes of a run from the first report of each symbol to the end of the window. */
export function heldCloses(run: {
  readonly measured: Measured;
  readonly terms: Pick<InsightsTerms, 'reports'>;
}): HeldCloses {
  const { to } = run.terms.reports.window;
  const isWithin = (date: string) => to === 'open' || date <= to;
  const closes = Object.entries(pricesOf(run.measured)).map(([symbol, sessions]) => {
    const own = sessions.filter(([date]) => isWithin(date)).map(([, , close]) => close);
    return [symbol, own] as const;
  });
  return new Map(closes);
}

/**
 * The fee at the last close, as a fraction. The published baseline of market insights is that of
 * trading, whose positions are closed at the end. Source: HERCULEAN, Table 2.
 */
const closingFee = 0.0005;

const closedAtTheEnd = (closes: readonly number[]): number[] =>
  closes.map((close, at) => (at === closes.length - 1 ? close * (1 - closingFee) : close));

/** `held`: sessions of each symbol from the first report to the end of the window. */
export function moneySection(runs: readonly ReportedRun[], held: HeldCloses) {
  const figuresOf = (weeks: readonly RatedWeek[], policy: RatingPolicyName) => {
    return [weeks.length - 1, ...Object.values(moneyOf(weeks, policy)).map(({ value }) => value)];
  };
  const rows = runs.flatMap(({ run, reports }) =>
    [...bySymbol(reports)].flatMap(([symbol, own]) =>
      policyNames.map((policy) => [run, symbol, policy, ...figuresOf(own, policy)]),
    ),
  );
  const baselines = [...bySymbol(runs[0]?.reports ?? [])].flatMap(([symbol, own]) => {
    const long = own.map((week) => ({ ...week, rating: 'BUY' as const }));
    const daily = closedAtTheEnd(held.get(symbol) ?? []).map((close) => {
      return { rating: 'BUY' as const, close, nextOpen: null };
    });
    const { cumulativeReturn, maxDrawdown } = moneyOf(daily, 'insights-paper');
    const gained = [cumulativeReturn.value, null, maxDrawdown.value];
    const { held: name, onReportDates, atSessions } = readSections;
    return [
      [name, symbol, onReportDates, ...figuresOf(long, 'insights-paper')],
      [name, symbol, atSessions, Math.max(0, daily.length - 1), ...gained],
    ];
  });
  return tableSection(
    readSections.money,
    'Run|Symbol|Policy|#n|%Return|#Sharpe, weekly|%Deepest fall',
    [...rows, ...baselines],
    'What the ratings would have earned, marked at report dates alone. The Sharpe ratio is per ' +
      'week, not annualized; n is the number of weekly returns. Buy and hold at every session ' +
      'goes on from the first report to the end of the window, where it is closed for 5 basis ' +
      'points, as the published baseline is; its n counts days.',
  );
}

export function hitSection(runs: readonly ReportedRun[]) {
  const rows = runs.flatMap(({ run, reports }) =>
    horizons.map((horizon) => {
      const hits = hitsOf(reports, horizon);
      const interval = hits.of === 0 ? null : wilsonInterval(hits, levelDefault, hits.independent);
      const share = hits.of === 0 ? null : hits.count / hits.of;
      return [run, horizon, hits.of, hits.independent, share, ...bounds(interval)];
    }),
  );
  return tableSection(
    'Hit rates',
    'Run|#Sessions|#n|#Not overlapping|%Right|%Low|%High',
    rows,
    'How often a rating was right after so many sessions, with a Wilson interval of 95%, which ' +
      'counts only as many ratings as have windows that do not overlap.',
  );
}

/** Under this many windows Student's interval is wider than markets move. */
const windowsMin = 3;

/** Mean forward returns of each rating, in the order of the ratings. */
export function forwardSection(runs: readonly ReportedRun[]): ReportSection {
  const rows = runs.flatMap(({ run, reports }) =>
    ratings.flatMap((rating) =>
      horizons.flatMap((horizon) => {
        const own = reports.filter((report) => report.rating === rating);
        const { mean, n, apart } = forwardReturn(own, horizon);
        if (mean === null) return [];
        return [[run, rating, horizon, n, apart.length, mean, ...spreadOf(mean, apart)]];
      }),
    ),
  );
  return tableSection(
    'Returns after ratings',
    'Run|Rating|#Sessions|#n|#Not overlapping|%Mean return|%Low|%High|Reason',
    rows,
    'How the symbols moved after each rating, whether or not anybody traded on it. The ' +
      'interval around the mean is as wide as Student’s, 95%, of windows that do not overlap; ' +
      'reports of one date are one observation.',
  );
}

/** Both ends of the interval around the mean of all, or why there is none. */
function spreadOf(mean: number, apart: readonly number[]) {
  if (apart.length < windowsMin)
    return [null, null, `fewer than ${windowsMin} windows do not overlap`];
  const { mean: middle, overRuns: interval } = overRuns(apart, levelDefault);
  return [...bounds(interval).map((end) => end! + mean - middle), null];
}
