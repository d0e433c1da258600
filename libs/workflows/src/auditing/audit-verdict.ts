/** Whether an audit is right, and which check it fails first. */

import { decimalText, printable } from '#values';
import type { AnswerClass } from '#contracts/journal/answer-class';
import type { AuditOrProse, AuditSolution } from './audit-answer.js';
import type { AuditClass } from './checks/audit-classes.js';

export interface AuditVerdict {
  readonly class: AuditClass;
  /** In one sentence. */
  readonly why: string;
}

type Value = string | null;

/** `ended`: how the case ended, if there is no answer. */
export function verdictOn(
  answer: AuditOrProse | undefined,
  solution: AuditSolution,
  ended: AnswerClass = 'no answer',
): AuditVerdict {
  if (typeof answer !== 'object') {
    const isProse = answer !== undefined;
    const none = `There is no valid pair of values: ${ended}.`;
    const why = isProse ? 'The answer is prose, and no pair of values.' : none;
    return { class: 'structural-error', why };
  }
  const { extracted_value: extracted, calculated_value: calculated } = answer;
  const [reported, due] = acceptedBy(solution);
  if (!reported.some((value) => isSame(value, extracted))) {
    return { class: 'extraction-error', why: mismatch('reported', extracted, reported) };
  }
  if (!due.some((value) => isSame(value, calculated))) {
    return { class: 'calculation-error', why: mismatch('calculated', calculated, due) };
  }
  const why = extracted === null ? 'There is no such filing.' : 'Both values are right.';
  return { class: 'right', why };
}

/** The reported and the calculated values that are right, the expected one of each first. */
function acceptedBy({ expected_found = true, ...due }: AuditSolution): readonly [Value[], Value[]] {
  if (!expected_found) return [[null], [null]];
  return [
    [due.expected_extracted, ...(due.accept_extracted ?? [])],
    [due.expected_calculated, ...(due.accept_calculated ?? [])],
  ];
}

/** As decimal numbers, however they are written. */
function isSame(one: Value, other: Value): boolean {
  if (one === null || other === null) return one === other;
  const value = decimalText(one);
  return value !== undefined && value === decimalText(other);
}

function mismatch(which: string, found: Value, accepted: readonly Value[]): string {
  const [written, ...others] = [...new Set(accepted.map((value) => shown(value)))];
  const also = others.length === 0 ? '' : ` (also right: ${others.join(', ')})`;
  return `The ${which} value is ${written}${also}; the answer says ${shown(found)}.`;
}

const shown = (value: Value): string => (value === null ? 'null' : printable(value, 80));
