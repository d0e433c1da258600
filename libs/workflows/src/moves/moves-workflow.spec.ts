/** What a run of documents scores by itself: how many were written, and how long they are. */

import { expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { TaskFold } from '../tasks/task-fold.js';
import { moves } from './moves-workflow.js';

/** `missing` more tasks were due, which got no answer. */
function scored(answers: readonly string[], missing: number): unknown {
  const fold = new TaskFold();
  fold.terms = {};
  for (const [at, text] of answers.entries()) {
    const answer = { task: `task-${at}`, answer: JSON.stringify(text), rationale: null };
    fold.take({ type: 'AnswerGiven', asOf: at, time: at, ...answer } as JournalEvent);
  }
  for (let at = 0; at < missing; at++) {
    fold.take({ type: 'DecisionMissing', asOf: answers.length + at, time: 0 } as JournalEvent);
  }
  const run = { solutions: null } as unknown as Parameters<typeof moves.score>[1];
  return valuesOf(moves.score(fold, run) as Parameters<typeof valuesOf>[0]);
}

it('counts words, whatever is between and around them', () => {
  expect(scored(['one two'], 1)).toEqual({ answered: 0.5, words: 2 });
  expect(scored(['\n  one\t two\n\nthree  ', 'one'], 0)).toEqual({ answered: 1, words: 2 });
  expect(scored([' \n '], 0)).toEqual({ answered: 1, words: 0 });
  expect(scored([], 2)).toEqual({ answered: 0, words: null });
});
