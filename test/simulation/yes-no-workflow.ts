/** A workflow that the product does not know: yes or no to dated questions, each a task of its own. */

import { canonicalJson, excerpt } from '#values';
import type { FactColumns, JournalEvent, JournalEventOf, Task } from '#contracts';
import type { AskedAt } from '#agents';
import type { Cursor } from '#market-view';
import {
  CoverageFold,
  noEvents,
  type AnswerEvent,
  type AnswerTranslation,
  type TaskPlan,
  type Workflow,
  type WorkflowFold,
  type WorkflowRun,
} from '#workflows';

/** What its agents see when they are asked. */
export interface QuestionAsked extends AskedAt {
  readonly task: Task;
}

class YesNoRun implements WorkflowRun {
  readonly symbols: readonly string[] = [];
  readonly lastSession = null;
  readonly terms: string;
  readonly observation: AskedAt;
  private task: Task | undefined;

  constructor({ terms }: TaskPlan, cursor: Cursor) {
    this.terms = canonicalJson(terms);
    const task = (): Task | undefined => this.task;
    this.observation = {
      get asOf() {
        return cursor.asOf;
      },
      get time() {
        return cursor.time;
      },
      view: cursor.view,
      get task() {
        return task();
      },
    } as AskedAt;
  }

  get isDue(): boolean {
    return this.task !== undefined;
  }

  takeFact(facts: FactColumns, row: number): readonly JournalEvent[] {
    const payload = facts.payload[row];
    if (payload?.kind === 'task') this.task = payload;
    return noEvents;
  }

  translation(): AnswerTranslation {
    return { again: () => undefined, eventOf: (answer) => this.eventOf(answer) };
  }

  changesNothing(): boolean {
    return false;
  }

  takeAnswer(): readonly JournalEvent[] {
    this.task = undefined;
    return noEvents;
  }

  end(): readonly JournalEvent[] {
    return noEvents;
  }

  private eventOf(answer: unknown): AnswerEvent {
    if (answer !== 'yes' && answer !== 'no') {
      return { type: 'DecisionInvalid', reason: `expected yes or no; found ${excerpt(answer)}` };
    }
    const task = this.task?.id ?? '';
    return { type: 'AnswerGiven', task, answer: canonicalJson(answer), rationale: null };
  }
}

export class YesNoFold implements WorkflowFold {
  readonly coverage = new CoverageFold();
  readonly answers = new Map<string, string>();
  records = 0;
  closed: JournalEventOf<'RunClosed'> | undefined;

  take(event: JournalEvent): void {
    this.records++;
    if (event.type === 'AnswerGiven') this.answers.set(event.task, event.answer);
    if (event.type === 'AnswerGiven' || event.type === 'DecisionInvalid') this.coverage.take(event);
    if (event.type === 'RunClosed') this.closed = event;
  }
}

export const yesNo: Workflow = {
  name: 'yes-no',
  openRun: (plan, _, cursor) => new YesNoRun(plan as TaskPlan, cursor),
  openFold: () => new YesNoFold(),
};
