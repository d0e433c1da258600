/** From the folded journals of tasks to the published result: figures, coverage, and what the workflow shows. */

import { formatInstant, invariant } from '#values';
import { isDecision, type TapeHeader } from '#contracts';
import type { TaskResult, TaskRunResult } from '#contracts/result';
import type { TaskScenario } from '#contracts/scenario';
import type { Solutions } from '#contracts/task-terms';
import type { RunFigures, TaskPlan, Workflow, WorkflowFold } from '#workflows';
import { foldJournal } from './fold-journal.js';
import type { RunIdentity } from './own-journal.js';
import { writeWhole, type RunFolder } from './run-folder.js';

/** A finished run of tasks. */
export interface FoldedTasks {
  readonly plan: TaskPlan;
  readonly fold: WorkflowFold;
  readonly journalHash: string;
}

export interface TaskResultInput {
  readonly scenario: TaskScenario;
  readonly header: TapeHeader;
  readonly workflow: Workflow;
  /** Ground truth, read after the last answer. */
  readonly solutions: Solutions | null;
}

/** Folds the journal of a run of tasks and writes its answers as JSON lines. */
export function foldTasks(
  folder: RunFolder,
  run: RunIdentity & { readonly plan: TaskPlan },
  workflow: Workflow,
): FoldedTasks {
  const lines: string[] = [];
  const { fold, scan } = foldJournal(folder.journal, run, workflow.openFold(), (event) => {
    if (!isDecision(event) || event.type === 'DecisionsUnchanged') return;
    const { type, asOf } = event;
    const time = formatInstant(event.time);
    const answered =
      event.type === 'AnswerGiven'
        ? { task: event.task, answer: JSON.parse(event.answer) as unknown }
        : { reason: 'reason' in event ? event.reason : null };
    lines.push(`${JSON.stringify({ type, asOf, time, ...answered })}\n`);
  });
  writeWhole(folder.answers, lines.join(''));
  return { plan: run.plan, fold, journalHash: scan.hash ?? '' };
}

/** The result of a scenario of tasks whose runs are all finished. `Invariant` when they do not share one tape. */
export function taskResultOf(
  { scenario, header, workflow, solutions }: TaskResultInput,
  runs: readonly FoldedTasks[],
): TaskResult {
  const closed = runs[0]?.fold.closed;
  invariant(closed !== undefined, 'a result has runs, and they are closed');
  const same = runs.every(({ fold }) => fold.closed?.tapeHash === closed.tapeHash);
  invariant(same, 'the runs of a scenario share one tape');
  const scored = runs.map((run) => {
    const { plan, fold } = run;
    return {
      run,
      label: plan.label,
      fold,
      figures: workflow.score(fold, { run: plan.id, solutions }),
    };
  });
  const { name, terms, seed, repeats } = scenario;
  return {
    schemaVersion: 1,
    scenario: {
      ...{ name, data: header.dataset, synthetic: header.synthetic, workflow: scenario.workflow },
      ...{ terms, solutions: solutions?.sha256 ?? null, dateRule: header.dateRule, seed, repeats },
      notes: header.synthetic ? ['The data is synthetic: a program made it.'] : [],
    },
    tape: { id: header.id, hash: closed.tapeHash, facts: closed.facts },
    runs: scored.map(({ run, figures }) => taskRunResult(run, figures)),
    sections: workflow.sections(scored, solutions),
  };
}

function taskRunResult(
  { plan, fold, journalHash }: FoldedTasks,
  scored: RunFigures,
): TaskRunResult {
  invariant(scored.kind === 'tasks', 'a run of tasks has figures of tasks');
  const { agent } = plan;
  return {
    run: plan.label,
    runId: plan.id,
    agent: agent.id,
    repeat: plan.repeat,
    journalHash,
    trusted: agent.kind === 'module' && agent.trusted,
    figures: scored.figures,
    undefinedBecause: { ...scored.undefinedBecause },
    coverage: fold.coverage.now(),
    rowsDropped: fold.rowsDropped,
  };
}
