/** A run as the report shows it: result and curves together, with its name, number and what follows from them. */

import { invariant } from '#values';
import type { Result, RunResult } from '#contracts/result';
import type { ReportInput, ReportRun } from './report-input.js';

export interface RunView {
  /** Position in the result; also the run's anchor in the page. */
  readonly number: number;
  readonly result: RunResult;
  readonly marks: ReportRun;
  /** The agent, with the repeat where there are several. */
  readonly label: string;
  /** The symbol, or `portfolio`. */
  readonly market: string;
  /** What monthly returns and drawdowns start from: the capital, or the first mark. */
  readonly startEquity: number;
  /** Whether the other runs were measured against this agent. */
  readonly baseline: boolean;
}

/** Pairs results with curves; a bug of the caller when the two do not belong together. */
export function runViews({ result, runs }: ReportInput): readonly RunView[] {
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

/** `hold`, or `hold #2` where a scenario repeats its runs (repeats count from 0). */
export function runLabel(run: RunResult, result: Result): string {
  return result.scenario.repeats > 1 ? `${run.agent} #${run.repeat + 1}` : run.agent;
}

export function marketOf(run: RunResult): string {
  return run.symbol ?? 'portfolio';
}

/** Share of due decisions that were answered; null when none was due. */
export function answeredShare(run: RunResult): number | null {
  return run.coverage.due === 0 ? null : run.coverage.answered / run.coverage.due;
}

/** Coverage below this is warned of: such a run says little about its agent. */
export const answeredShareMin = 0.95;

function baselinesOf(result: Result): ReadonlySet<string> {
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
