/** The numbers behind the read-out: exact values at evenly spread marks, once for the whole page. */

import type { DateAxis } from './date-axis.js';
import { drawdownCurve } from './drawdown-curve.js';
import { spread } from './downsample.js';
import type { RunView } from './report-run-view.js';
import type { RunGroup } from './run-groups.js';

/** As the page's script reads it: numbers in cents and basis points, which are short. */
export interface CurveData {
  readonly axes: readonly {
    readonly dates: readonly string[];
    /** Where each date lies, as a share of 1/10,000 of the plot's width. */
    readonly at: readonly number[];
  }[];
  /** By the number of the run; null for runs that no figure names. */
  readonly runs: readonly (CurveValues | null)[];
}

interface CurveValues {
  readonly label: string;
  /** Null before the run's first mark. */
  readonly equity: readonly (number | null)[];
  readonly drawdown: readonly (number | null)[];
}

/** `axes` in the order of the groups; each run that is `named` has one value a date of its group's axis. */
export function curveData(
  groups: readonly RunGroup[],
  axes: readonly DateAxis[],
  named: ReadonlySet<RunView>,
  marksMax: number,
): CurveData {
  const runs = new Map<number, CurveValues>();
  const dates = groups.map((group, number) => {
    const axis = axes[number] as DateAxis;
    const shown = group.runs.filter((view) => named.has(view));
    const kept = shown.length === 0 ? [] : spread(group.dates.length, marksMax);
    const keptDates = kept.map((index) => group.dates[index] as string);
    for (const view of shown) runs.set(view.number, valuesAt(view, keptDates));
    return {
      dates: keptDates,
      at: kept.map((index) => Math.round(axis.fractionOf(index) * 10_000)),
    };
  });
  const count = groups.reduce((sum, group) => sum + group.runs.length, 0);
  return {
    axes: dates,
    runs: Array.from({ length: count }, (_, number) => runs.get(number) ?? null),
  };
}

function valuesAt(view: RunView, dates: readonly string[]): CurveValues {
  const { marks, label, startEquity } = view;
  const drawdown = drawdownCurve(marks.equity, startEquity);
  let next = 0;
  const last = dates.map((date) => {
    while (next < marks.dates.length && (marks.dates[next] as string) <= date) next++;
    return next - 1;
  });
  return {
    label,
    equity: last.map((at) => scaled(marks.equity[at], 100)),
    drawdown: last.map((at) => scaled(drawdown[at], 10_000)),
  };
}

function scaled(value: number | undefined, factor: number): number | null {
  return value === undefined ? null : Math.round(value * factor) + 0;
}
