/** A run as the report shows it: result and curves together, with its name, number and derived values. */

import { invariant } from '#values';
import type { RunResult, TradingResult } from '#contracts/result/result';
import type { ReportRun, TradingReportInput } from './report-input.js';
import { marketOf, runLabel } from '../words/run-label.js';

export interface RunView {
  /** Position in the result; also the run's anchor in the page. */
  readonly number: number;
  readonly result: RunResult;
  readonly marks: ReportRun;
  /** The agent, with the repeat if there are several. */
  readonly label: string;
  /** The symbol, or `portfolio`. */
  readonly market: string;
  /** The starting point of monthly returns and drawdowns: the capital, or the first mark. */
  readonly startEquity: number;
  /** Whether the other runs were measured against this agent. */
  readonly baseline: boolean;
}

/** Pairs results with curves; throws if the two do not belong together, a bug of the caller. */
export function runViews({ result, runs }: TradingReportInput): readonly RunView[] {
  invariant(runs.length === result.runs.length, 'a report has one set of curves for each run');
  const baselines = baselinesOf(result);
  return result.runs.map((run, number) => {
    const marks = runs[number] as ReportRun;
    checkMarks(run, marks);
    return {
      number,
      result: run,
      marks,
      label: runLabel(run, result),
      market: marketOf(run),
      startEquity:
        run.policy.basis === 'capital'
          ? result.scenario.capital
          : (marks.equity[0] ?? result.scenario.capital),
      baseline: run.againstBaseline === null && baselines.has(run.agent),
    };
  });
}

function baselinesOf(result: TradingResult): ReadonlySet<string> {
  return new Set(
    result.runs.flatMap((run) => (run.againstBaseline ? [run.againstBaseline.baseline] : [])),
  );
}

function checkMarks(run: RunResult, marks: ReportRun): void {
  invariant(marks.run === run.run, 'curves come in the order of the results');
  const { dates, equity, cash, exposure } = marks;
  invariant(
    dates.length === equity.length &&
      dates.length === cash.length &&
      dates.length === exposure.length,
    'the columns of marks have one length',
  );
}
