/**
 * From the folded journals of tasks to the published result: figures, coverage, and the
 * workflow's sections.
 */

import { join } from 'node:path';
import { formatInstant, invariant } from '#values';
import {
  type DecisionEvent,
  dueIn,
  isDecision,
  isPrelude,
  type JournalEvent,
  type TapeHeader,
  type Task,
} from '#contracts';
import { isTrusted, traitsOf } from '#contracts/agents/agent-kinds';
import { type AnswerClass, classOfEvent } from '#contracts/journal/answer-class';
import { resultVersion, type Result, type RunResult } from '#contracts/result/result';
import type { Dataset } from '#market-data';
import type { AgentConfig, TaskScenario } from '#contracts/scenario/scenario';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import {
  type AnswerMarks,
  type RunFigures,
  type TaskPlan,
  type WorkflowFold,
  workflowOf,
  type Workflows,
} from '#workflows';
import type { FinishedRun } from '../loop/run-backtest.js';
import type { DerivedFile, OpenDerivedFile, TableState } from '../run-folder/derived-file.js';
import { runFolder, type RunFolder } from '../run-folder/run-folder.js';
import type { RunTables } from './run-tables.js';
import { tracesOf } from './run-traces.js';

/** A finished run of tasks. */
export interface FoldedTasks {
  readonly plan: TaskPlan;
  readonly fold: WorkflowFold;
  readonly journalHash: string;
  /** Whether it has no end yet. */
  readonly open: boolean;
  /** Outcomes of its due answers. */
  readonly classes: Readonly<Record<AnswerClass, number>>;
  readonly tables: readonly TableState[];
}

/**
 * Plain data, as threads send it to each other: what the journal of a run without an end
 * does not have yet.
 */
export interface PausedTasks {
  readonly run: string;
  readonly journalHash: string;
  readonly ending: readonly JournalEvent[];
}

/** The runs of tasks among them that have no end yet. */
export function pausedOf(runs: readonly FinishedRun[]): PausedTasks[] {
  return runs.flatMap(({ plan, summary: { hash: journalHash }, open, ending }) =>
    open && plan.terms !== undefined ? [{ run: plan.label, journalHash, ending }] : [],
  );
}

/** Inputs for scoring finished runs of tasks. */
export interface ScoredBy {
  readonly tape: {
    readonly header: TapeHeader;
    /** Has the ground truth, which is read after the last answer. */
    readonly dataset: Pick<Dataset, 'solutions' | 'tasks'>;
  };
  readonly workflows: Workflows;
  /** Folder above the runs' own. */
  readonly runsDirectory: string;
}

interface AnswersOptions {
  readonly folder: Pick<RunFolder, 'answers'>;
  readonly plan: TaskPlan;
  readonly dataset: Pick<Dataset, 'tasks'>;
  readonly open: OpenDerivedFile;
  readonly marks?: AnswerMarks | undefined;
}

/** The answers of a run of tasks as JSON lines, derived from its journal as it grows. */
export class AnswersTable implements RunTables<FoldedTasks> {
  private readonly file: DerivedFile;
  private readonly tasks: readonly Task[];
  private due = 0;

  constructor(
    readonly fold: WorkflowFold,
    private readonly options: AnswersOptions,
  ) {
    const { folder, open, dataset, plan } = options;
    this.file = open(folder.answers);
    this.tasks = tasksIn(dataset, plan.terms);
  }

  take(event: JournalEvent): void {
    // Tool calls and tries belong to the answer after them.
    if (!isDecision(event) || isPrelude(event) || event.type === 'DecisionsUnchanged') return;
    const { type, asOf } = event;
    const time = formatInstant(event.time);
    const task = this.tasks[this.due]?.id;
    this.due += dueIn(event);
    const answered = answeredBy(event, task);
    const ended = endOf(event);
    const answer = 'answer' in answered ? answered.answer : undefined;
    const marked = ended && this.options.marks?.(answered.task ?? '', answer, ended);
    this.file.write(`${JSON.stringify({ type, asOf, time, ...answered, ...marked })}\n`);
  }

  end(journalHash: string, open: boolean): FoldedTasks {
    const { fold, file } = this;
    const { plan } = this.options;
    const tables = [{ path: file.path, state: file.end() }];
    return { plan, fold, classes: fold.coverage.classes(), journalHash, open, tables };
  }

  abandon(): void {
    this.file.abandon();
  }
}

/** Outcome of a task; undefined for events of other work. */
/** What a line says of the answer: the answer itself, or why there is none. */
function answeredBy(
  event: Exclude<DecisionEvent, { readonly type: 'DecisionsUnchanged' }>,
  task: string | undefined,
) {
  if (event.type === 'AnswerGiven') {
    return { task: event.task, answer: JSON.parse(event.answer) as unknown };
  }
  const reason = 'reason' in event ? event.reason : null;
  if (!('class' in event) || event.class === undefined) return { task, reason };
  return { task, reason, class: event.class };
}

function endOf(event: DecisionEvent): AnswerClass | undefined {
  switch (event.type) {
    case 'AnswerGiven':
      return 'answered';
    case 'DecisionMissing':
    case 'DecisionInvalid':
    case 'DecisionLate':
    case 'DecisionFailed':
      return classOfEvent(event);
    default:
      return undefined;
  }
}

/** The tasks of a data set by these terms, in the order in which they are asked. */
const tasksIn = (dataset: Pick<Dataset, 'tasks'>, terms: TaskPlan['terms']): Task[] =>
  dataset.tasks(reportsOf(terms)).map(({ task }) => task);

/**
 * The result of a scenario of tasks whose runs are all finished. `Invariant` when they do not
 * share one tape.
 */
export async function taskResultOf(
  { tape: { header, dataset }, workflows, runsDirectory }: ScoredBy,
  { scenario, runs }: { readonly scenario: TaskScenario; readonly runs: readonly FoldedTasks[] },
): Promise<Result> {
  const workflow = workflowOf(workflows, scenario);
  const solutions = dataset.solutions();
  const closed = runs[0]?.fold.closed;
  invariant(closed !== undefined, 'a result has runs, and they are closed');
  const same = runs.every(({ fold }) => fold.closed?.tapeHash === closed.tapeHash);
  invariant(same, 'the runs of a scenario share one tape');
  const open = runs.some((run) => run.open);
  const scored = [];
  for (const run of runs) {
    const { plan, fold } = run;
    const figures = workflow.score(fold, { seed: plan.baseSeed, solutions });
    const traces = await tracesOf(plan, runFolder(join(runsDirectory, plan.label)));
    const documents = workflow.documents?.({ plan, fold, traces }).length ?? 0;
    scored.push({ run, label: plan.label, plan, fold, figures, traces, documents });
  }
  const { name, terms, seed, repeats } = scenario;
  return {
    schemaVersion: resultVersion,
    scenario: {
      name,
      data: header.dataset,
      synthetic: header.synthetic,
      workflow: scenario.workflow,
      ...(open && { open }),
      terms,
      solutions: solutions?.sha256 ?? null,
      dateRule: header.dateRule,
      seed,
      repeats,
      notes: [
        ...(open
          ? [
              'The runs have no end yet: the figures are those of an end at the last session ' +
                'of the data.',
            ]
          : []),
        ...(header.synthetic ? ['The data is synthetic: a program made it.'] : []),
        ...(solutions?.restated === undefined
          ? []
          : [
              'People stated or changed this in the solutions after the runs: ' +
                `${solutions.restated}.`,
            ]),
        ...shellNote(runs.map(({ plan }) => plan.agent)),
      ],
    },
    tape: { id: header.id, hash: closed.tapeHash, facts: closed.facts },
    runs: scored.map(({ run, figures, documents }) => ({
      ...taskRunResult(run, figures),
      ...(documents > 0 && { documents }),
    })),
    missingRuns: [],
    sections: workflow.sections(scored, solutions, tasksIn(dataset, scenario.terms)),
  };
}

function taskRunResult({ plan, fold, journalHash }: FoldedTasks, scored: RunFigures): RunResult {
  const { agent } = plan;
  return {
    run: plan.label,
    runId: plan.id,
    agent: agent.id,
    repeat: plan.repeat,
    journalHash,
    trusted: isTrusted(agent),
    ...(mayHaveShell(agent) && { mayHaveShell: true as const }),
    figures: { ...scored.figures },
    coverage: fold.coverage.now(),
    ...fold.coverage.reasons.named(formatInstant),
    rowsDropped: fold.rowsDropped,
  };
}

/**
 * Rules, scripts, models and confined modules keep nothing beyond the run; external programs may.
 */
export const mayHaveShell = (agent: AgentConfig): boolean => traitsOf(agent).isProgram(agent);

/** For readers of a result: the programs among its agents, if any. */
export function shellNote(agents: readonly AgentConfig[]): string[] {
  const names = [...new Set(agents.filter(mayHaveShell).map(({ id }) => id))].join(', ');
  return names === '' ? [] : [`Programs of their own, which may have had a shell: ${names}.`];
}
