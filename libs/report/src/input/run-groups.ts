/** Runs side by side: one group a symbol, over one axis of dates, with the few curves that are colored. */

import { type DateAxis, dateAxis } from '../charts/date-axis.js';
import type { RunView } from './report-run-view.js';

/** Curves that a reader can tell apart in one picture. */
const colouredMax = 8;

export interface RunGroup {
  /** Its position, and the key of its dates in the page's data. */
  readonly number: number;
  readonly market: string;
  readonly runs: readonly RunView[];
  /** Those drawn in color and named: all of them, or a choice that `coloured` describes. */
  readonly coloured: readonly RunView[];
  /** All dates at which one of the runs was marked, ascending. */
  readonly axis: DateAxis;
}

/** Groups in the order in which their symbols first appear. */
export function runGroups(views: readonly RunView[]): readonly RunGroup[] {
  const byMarket = new Map<string, RunView[]>();
  for (const view of views) {
    // The prefix keeps a symbol that is called "portfolio" apart from portfolio runs.
    const key = view.result.symbol === null ? 'portfolio' : `symbol ${view.result.symbol}`;
    const runs = byMarket.get(key);
    if (runs) runs.push(view);
    else byMarket.set(key, [view]);
  }
  return [...byMarket.values()].map((runs, number) => ({
    number,
    market: marketOfAll(runs),
    runs,
    coloured: choice(runs),
    axis: dateAxis(unionOfDates(runs)),
  }));
}

/** The market of all runs, or of several pairs a note that they are pairs. */
function marketOfAll(runs: readonly RunView[]): string {
  const [first] = runs as [RunView, ...RunView[]];
  return runs.every(({ market }) => market === first.market) ? first.market : 'pairs';
}

/**
 * The baseline, the four runs of highest and the three of lowest final equity, in the order of the
 * result: the best alone would make a lucky group look good.
 */
function choice(runs: readonly RunView[]): readonly RunView[] {
  if (runs.length <= colouredMax) return runs;
  const ranked = byFinalEquity(runs.filter((view) => !view.baseline));
  const chosen = new Set<RunView>([
    ...runs.filter((view) => view.baseline).slice(0, 1),
    ...ranked.slice(0, 4),
    ...ranked.slice(-3),
  ]);
  return runs.filter((view) => chosen.has(view));
}

/** All runs; if more than `count`, half of `count` each of the highest and the lowest final equity, in their order. */
export function extremeRuns(runs: readonly RunView[], count: number): readonly RunView[] {
  if (runs.length <= count) return runs;
  const half = Math.floor(count / 2);
  const ranked = byFinalEquity(runs);
  const chosen = new Set([...ranked.slice(0, half), ...ranked.slice(-half)]);
  return runs.filter((view) => chosen.has(view));
}

/** From the highest down. */
function byFinalEquity(runs: readonly RunView[]): readonly RunView[] {
  return runs.toSorted((a, b) => finalEquity(b) - finalEquity(a) || a.number - b.number);
}

function finalEquity(view: RunView): number {
  return view.marks.equity.at(-1) ?? 0;
}

function unionOfDates(runs: readonly RunView[]): readonly string[] {
  const [first, ...rest] = runs;
  if (first === undefined) return [];
  const dates = first.marks.dates;
  if (rest.every((view) => sameDates(view.marks.dates, dates))) return dates;
  return [...new Set(runs.flatMap((view) => view.marks.dates))].sort();
}

function sameDates(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((date, index) => date === b[index]));
}
