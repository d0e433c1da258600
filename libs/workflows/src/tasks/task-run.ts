/**
 * One run of a task workflow: each task is asked when it comes, and its answer is checked
 * and journaled.
 */

import { canonicalJson, sha256Hex, type Instant } from '#values';
import type { Decision, FactColumns, JournalEvent, Task, TaskAnswer } from '#contracts';
import type { TaskReply, TaskObservation, Work } from '#agents';
import type { ScriptLine } from '#agents/script/task-script';
import type { Prompts } from '#agents/seat/work';
import type { Cursor, MarketView } from '#market-view';
import type { TaskDesk } from '#tools';
import { eventOfNone, eventOfOther } from '../workflow/no-decision.js';
import { asPlanned } from '../workflow/planned-agent.js';
import type { TaskPlan } from '../workflow/run-plan.js';
import { taskWork } from './task-work.js';
import {
  noEvents,
  type AnswerEvent,
  type AnswerTranslation,
  type KeepText,
  type WorkflowRun,
} from '../workflow/workflow.js';

/** Limit for an answer as a JSON string literal: a message must hold at least one. */
const answerBytesMax = 256 * 1024;

/**
 * What a run measures besides its answers, as JSON: per task when it is asked, and of the whole
 * run at its end.
 */
export interface Measures {
  task(view: MarketView, task: Task): unknown;
  end(view: MarketView): unknown;
}

interface TaskRunOptions {
  readonly prompts: Prompts;
  readonly measures?: Measures | undefined;
  readonly scriptLine?: ScriptLine | undefined;
}

/** Why a value is not a valid answer, in one line; undefined if it is one. */
export type AnswerDefect = (
  answer: unknown,
  asked: { readonly task: Task; readonly view: MarketView },
) => string | undefined;

export class TaskRun implements WorkflowRun {
  readonly symbols: readonly string[] = [];
  readonly lastSession = null;
  readonly desk: Omit<TaskDesk, 'submit'>;
  readonly terms: string;
  readonly observation: TaskObservation;
  readonly work: Work;
  private readonly measures: Measures | undefined;
  private task: Task | undefined;

  constructor(
    plan: TaskPlan,
    private readonly cursor: Cursor,
    private readonly defectOf: AnswerDefect,
    { prompts, measures, scriptLine }: TaskRunOptions,
  ) {
    this.measures = measures;
    this.terms = canonicalJson(plan.terms);
    this.work = taskWork(plan, asPlanned(prompts, plan), scriptLine);
    this.observation = taskAtCursor(cursor, () => this.task as Task);
    this.desk = taskDesk(plan, this.observation);
  }

  /** Whether a task was taken that has no answer yet. */
  get isDue(): boolean {
    return this.task !== undefined;
  }

  takeFact(facts: FactColumns, row: number): readonly JournalEvent[] {
    const payload = facts.payload[row];
    switch (payload?.kind) {
      case 'task':
        this.task = payload;
        return this.measured(payload.id, this.measures?.task(this.cursor.view, payload));
      case 'rowDropped': {
        const { kind: _, ...dropped } = payload;
        return [{ ...this.place(), type: 'RowDropped', ...dropped }];
      }
      case 'lateFact': {
        const { kind: _, ...late } = payload;
        return [{ ...this.place(), type: 'LateFact', ...late }];
      }
      default:
        return noEvents;
    }
  }

  translation(keep: KeepText = () => undefined): AnswerTranslation {
    return {
      again: () => undefined,
      eventOf: (reply) => {
        const given = reply as TaskReply | Decision;
        // An external agent may send a decision of another workflow.
        return given.kind === 'answer' ? this.given(given, keep) : eventOfOther(given, 'answer');
      },
    };
  }

  /** Each task asks something else: no two answers are one stretch. */
  changesNothing(): boolean {
    return false;
  }

  takeAnswer(): readonly JournalEvent[] {
    this.task = undefined;
    return noEvents;
  }

  end(): readonly JournalEvent[] {
    return this.measured(null, this.measures?.end(this.cursor.view));
  }

  private measured(task: string | null, values: unknown): readonly JournalEvent[] {
    if (values === undefined) return noEvents;
    return [{ ...this.place(), type: 'Measured', task, values: canonicalJson(values) }];
  }

  private given({ answer, rationale }: TaskAnswer, keep: KeepText): AnswerEvent {
    const asked = this.task as Task;
    const defect = this.defectOf(answer, { task: asked, view: this.cursor.view });
    if (defect !== undefined) return eventOfNone({ kind: 'invalid', reason: defect });
    const text = canonicalJson(answer);
    const bytes = Buffer.byteLength(JSON.stringify(text));
    if (bytes > answerBytesMax) {
      const reason =
        `answer: expected at most ${answerBytesMax} bytes, as a ` + `text of JSON; found ${bytes}`;
      return eventOfNone({ kind: 'invalid', reason });
    }
    const hash = rationale === undefined ? null : sha256Hex(rationale);
    if (rationale !== undefined && hash !== null) keep(hash, rationale);
    return { type: 'AnswerGiven', task: asked.id, answer: text, rationale: hash };
  }

  private place(): { asOf: number; time: Instant } {
    return { asOf: this.cursor.asOf, time: this.cursor.time };
  }
}

/** One object for the whole run: `observation` shows the task of the moment. */
const taskDesk = ({ workflow }: TaskPlan, observation: TaskObservation): Omit<TaskDesk, 'submit'> =>
  Object.freeze({
    workflow,
    symbols: [],
    get task(): Task {
      return observation.task;
    },
  });

/** Always reflects the current position of the cursor. */
const taskAtCursor = (cursor: Cursor, task: () => Task): TaskObservation =>
  Object.freeze({
    view: cursor.view,
    get asOf(): number {
      return cursor.asOf;
    },
    get time(): Instant {
      return cursor.time;
    },
    get task(): Task {
      return task();
    },
  });
