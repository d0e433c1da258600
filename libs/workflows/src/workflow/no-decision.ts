/** Why a due answer is missing, as an event: the same for every workflow. */

import { excerpt } from '#values';
import { eventOfClass, type NoDecisionType } from '#contracts/journal/answer-class';
import type { NoDecision } from '#agents';
import type { AnswerEvent } from './workflow.js';

/** Reasons from outside are one line of at most this length. */
const reasonLengthMax = 300;

const typeOfKind = {
  missing: 'DecisionMissing',
  invalid: 'DecisionInvalid',
  late: 'DecisionLate',
  failed: 'DecisionFailed',
} as const satisfies Readonly<Record<NoDecision['kind'], NoDecisionType>>;

/**
 * The event of a missing answer: that of its class, if the agent states one, or else of its kind.
 */
export function eventOfNone(none: NoDecision): AnswerEvent {
  const { class: named } = none;
  const type = named === undefined ? typeOfKind[none.kind] : eventOfClass(named);
  const stated = named === undefined ? {} : { class: named };
  if (type === 'DecisionMissing') return { type, ...stated } as AnswerEvent;
  const reason = oneLine('reason' in none ? none.reason : (named ?? none.kind));
  return { type, reason, ...stated } as AnswerEvent;
}

/**
 * The event of an answer that is missing or for another workflow; `expected` names the kinds that
 * are valid here.
 */
export const eventOfOther = (answer: { readonly kind: string }, expected: string): AnswerEvent =>
  Object.hasOwn(typeOfKind, answer.kind)
    ? eventOfNone(answer as NoDecision)
    : {
        type: 'DecisionInvalid',
        reason: `kind: expected ${expected}; found ${excerpt(answer.kind)}`,
      };

function oneLine(reason: string): string {
  const line = reason.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
  return line.length <= reasonLengthMax
    ? line
    : `${line.slice(0, reasonLengthMax - 1).toWellFormed()}…`;
}
