/** Why a due answer is none, as an event: the same for every workflow. */

import { excerpt } from '#values';
import type { NoDecision } from '#agents';
import type { AnswerEvent } from './workflow.js';

/** Reasons from outside are one line of at most this length. */
const reasonLengthMax = 300;

/** The event of an answer that is none. */
export function eventOfNone(none: NoDecision): AnswerEvent {
  switch (none.kind) {
    case 'missing':
      return { type: 'DecisionMissing' };
    case 'invalid':
      return { type: 'DecisionInvalid', reason: oneLine(none.reason) };
    case 'late':
      return { type: 'DecisionLate', reason: oneLine(none.reason) };
    case 'failed':
      return { type: 'DecisionFailed', reason: oneLine(none.reason) };
  }
}

/** The event of an answer that is of another workflow: its `kind`, and those that would have been one here. */
export function eventOfForeign(kind: string, expected: string): AnswerEvent {
  return { type: 'DecisionInvalid', reason: `kind: expected ${expected}; found ${excerpt(kind)}` };
}

function oneLine(reason: string): string {
  const line = reason.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
  return line.length <= reasonLengthMax ? line : `${line.slice(0, reasonLengthMax - 1)}…`;
}
