/**
 * Runs as the report shows them: result and curves together, alone and side by side, one
 * group a symbol.
 */

import { invariant } from '#values';
import type { RunResult } from '#contracts/result/result';
import { type DateAxis, dateAxis } from '../charts/date-axis.js';
import type { ReportInput, ReportRun } from './report-input.js';
import { marketOf, runLabel } from '../words/run-words.js';

export interface RunView {
  /** Position in the result; also the run's anchor in the page. */
  readonly number: number;
  readonly result: RunResult;
  readonly marks: ReportRun;
  /** The agent, with the repeat if there are several. */
  readonly label: string;
  /** The symbol, or `portfolio`. */
  readonly market: string;
  /** Label and market. */
  readonly name: string;
  /** The starting point of monthly returns and drawdowns: the capital, or the first mark. */
  readonly startEquity: number;
  /** Whether the other runs were measured against this agent. */
  readonly baseline: boolean;
}

/**
 * Pairs results with curves, if there are any; throws if the two do not belong together, a bug of
 * the caller.
 */
export function runViews({ result, runs = [] }: ReportInput): readonly RunView[] {
  if (runs.length === 0 && result.scenario.market === undefined) return [];
  invariant(runs.length === result.runs.length, 'a report has one set of curves for each run');
  const baselines = new Set(result.runs.map((run) => run.againstBaseline?.baseline));
  return result.runs.map((run, number) => {
    const marks = runs[number]!;
    invariant(marks.run === run.run, 'curves come in the order of the results');
    const { dates, equity, cash, exposure } = marks;
    const isWhole = [equity, cash, exposure].every(({ length }) => length === dates.length);
    invariant(isWhole, 'the columns of marks have one length');
    const capital = result.scenario.market?.capital ?? 0;
    const label = runLabel(run, result);
    const market = marketOf(run);
    return {
      number,
      result: run,
      marks,
      label,
      market,
      name: `${label}, ${market}`,
      startEquity: run.policy?.basis === 'capital' ? capital : (equity[0] ?? capital),
      baseline: !run.againstBaseline && baselines.has(run.agent),
    };
  });
}

/** Curves that a reader can tell apart in one picture. */
const coloredMax = 8;

export interface RunGroup {
  /** Its position, and the key of its dates in the page's data. */
  readonly number: number;
  readonly market: string;
  readonly runs: readonly RunView[];
  /** Those drawn in color and named: all of them, or a choice that `coloured` describes. */
  readonly colored: readonly RunView[];
  /** All dates at which one of the runs was marked, ascending. */
  readonly axis: DateAxis;
}

/** Groups in the order in which their symbols first appear. */
export function runGroups(views: readonly RunView[]): readonly RunGroup[] {
  return [...Map.groupBy(views, ({ result }) => result.symbol).values()].map((runs, number) => {
    const [{ market, marks }] = runs as [RunView, ...RunView[]];
    const isSame = runs.every((view) => sameDates(view.marks.dates, marks.dates));
    const union = () => [...new Set(runs.flatMap((view) => view.marks.dates))].sort();
    return {
      number,
      runs,
      colored: choice(runs),
      // Several pairs get a note that they are pairs.
      market: runs.every((view) => view.market === market) ? market : 'pairs',
      axis: dateAxis(isSame ? marks.dates : union()),
    };
  });
}

/**
 * The baseline, the four runs of highest and the three of lowest final equity, in the order of the
 * result: the best alone would make a lucky group look good.
 */
function choice(runs: readonly RunView[]): readonly RunView[] {
  if (runs.length <= coloredMax) return runs;
  const ranked = byFinalEquity(runs.filter((view) => !view.baseline));
  const baseline = runs.filter((view) => view.baseline).slice(0, 1);
  const chosen = new Set([...baseline, ...ranked.slice(0, 4), ...ranked.slice(-3)]);
  return runs.filter((view) => chosen.has(view));
}

/**
 * All runs; if more than `count`, half of `count` each of the highest and the lowest final equity,
 * in their order.
 */
export function extremeRuns(runs: readonly RunView[], count: number): readonly RunView[] {
  if (runs.length <= count) return runs;
  const half = Math.floor(count / 2);
  const ranked = byFinalEquity(runs);
  const chosen = new Set([...ranked.slice(0, half), ...ranked.slice(-half)]);
  return runs.filter((view) => chosen.has(view));
}

/** From the highest down. */
function byFinalEquity(runs: readonly RunView[]): readonly RunView[] {
  const final = ({ marks }: RunView): number => marks.equity.at(-1) ?? 0;
  return runs.toSorted((a, b) => final(b) - final(a) || a.number - b.number);
}

const sameDates = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((date, index) => date === b[index]));
