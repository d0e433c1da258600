/** A run of tasks as a fold over its journal: what was answered, and what became of the rest. */

import { corruptJournal, excerpt, invariant } from '#values';
import { dueIn, isDecision, type JournalEvent, type JournalEventOf } from '#contracts';
import { CoverageFold } from '../coverage-fold.js';
import type { WorkflowFold } from '../workflow.js';

export class TaskFold implements WorkflowFold {
  readonly coverage = new CoverageFold();
  /** By the id of the task, in the order in which they were asked. */
  readonly answers = new Map<string, unknown>();
  /** What was due, in order; the task of an answer alone is told. */
  readonly due: { asOf: number; task: string | null; type: JournalEvent['type'] }[] = [];
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
      const task = event.type === 'AnswerGiven' ? event.task : null;
      if (dueIn(event) > 0) this.due.push({ asOf: event.asOf, task, type: event.type });
    }
    switch (event.type) {
      case 'RunOpened':
        invariant(this.records === 1, 'RunOpened is the first record');
        this.terms = parsed(event.terms, 'RunOpened: terms');
        return;
      case 'AnswerGiven':
        this.answers.set(
          event.task,
          parsed(event.answer, `AnswerGiven: answer to ${excerpt(event.task)}`),
        );
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
    throw corruptJournal('a text of the journal is no JSON', {
      where,
      found: excerpt(text),
      cause,
    });
  }
}
