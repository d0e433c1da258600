/** A run of tasks as a fold over its journal: the answers, and what became of the other tasks. */

import { corruptJournal, excerpt, invariant } from '#values';
import { isDecision, type JournalEvent, type JournalEventOf } from '#contracts';
import { classOfEvent, type AnswerClass } from '#contracts/journal/answer-class';
import { CoverageFold, isNoDecision } from '../workflow/coverage-fold.js';
import type { WorkflowFold } from '../workflow/workflow.js';

/** A task that was due: its as-of, and how it ended. */
export interface DueTask {
  readonly asOf: number;
  readonly class: AnswerClass;
}

export class TaskFold implements WorkflowFold {
  readonly coverage = new CoverageFold();
  /** By the id of the task, in the order in which they were asked. */
  readonly answers = new Map<string, unknown>();
  /** Where each of them was asked. */
  readonly asOfs = new Map<string, number>();
  /** What the run measured, by the id of a task; null: at its end. */
  readonly measured = new Map<string | null, unknown>();
  /** The due tasks, in order. */
  readonly due: DueTask[] = [];
  records = 0;
  rowsDropped = 0;
  closed: JournalEventOf<'RunClosed'> | undefined;
  /** As the first record has them. */
  terms: unknown;

  /** Takes the next event of the journal. */
  take(event: JournalEvent): void {
    this.records++;
    if (isDecision(event)) {
      this.coverage.take(event);
      const { asOf } = event;
      if (isNoDecision(event)) this.due.push({ asOf, class: classOfEvent(event) });
      else if (event.type === 'AnswerGiven') this.due.push({ asOf, class: 'answered' });
    }
    switch (event.type) {
      case 'RunOpened':
        invariant(this.records === 1, 'RunOpened is the first record');
        this.terms = parsed(event.terms, 'RunOpened: terms');
        return;
      case 'AnswerGiven':
        this.asOfs.set(event.task, event.asOf);
        this.answers.set(
          event.task,
          parsed(event.answer, `AnswerGiven: answer to ${excerpt(event.task)}`),
        );
        return;
      case 'Measured':
        this.measured.set(event.task, parsed(event.values, 'Measured: values'));
        return;
      case 'RowDropped':
        this.rowsDropped++;
        return;
      case 'RunClosed':
        this.closed = event;
        return;
      default:
    }
  }
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw corruptJournal('the journal contains invalid JSON', {
      where,
      found: excerpt(text),
      cause,
    });
  }
}
