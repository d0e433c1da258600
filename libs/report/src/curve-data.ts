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
  readonly runs: readonly {
    readonly label: string;
    /** Null before the run's first mark. */
    readonly equity: readonly (number | null)[];
    readonly drawdown: readonly (number | null)[];
  }[];
}

/** `axes` in the order of the groups; each run has one value a date of its group's axis. */
export function curveData(
  groups: readonly RunGroup[],
  axes: readonly DateAxis[],
  views: readonly RunView[],
  marksMax: number,
): CurveData {
  const runs: CurveData['runs'][number][] = [];
  const dates = groups.map((group, number) => {
    const axis = axes[number] as DateAxis;
    const kept = spread(group.dates.length, marksMax);
    const shown = kept.map((index) => group.dates[index] as string);
    for (const view of group.runs) runs[view.number] = valuesAt(view, shown);
    return { dates: shown, at: kept.map((index) => Math.round(axis.fractionOf(index) * 10_000)) };
  });
  return {
    axes: dates,
    runs: views.map(({ number }) => runs[number] as CurveData['runs'][number]),
  };
}

function valuesAt(view: RunView, dates: readonly string[]): CurveData['runs'][number] {
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
