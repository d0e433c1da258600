/** Whether an audit is right, and which check it fails first: structure, extraction, calculation. */

import { printable } from '#values';
import type { AnswerClass } from '#contracts/answer-class';
import { numberOf } from '#xbrl';
import type { AuditAnswer, AuditSolution } from './audit-answer.js';

export const auditClasses = [
  'right',
  'structural-error',
  'extraction-error',
  'calculation-error',
] as const;
export type AuditClass = (typeof auditClasses)[number];

export interface AuditVerdict {
  readonly class: AuditClass;
  /** In one sentence. */
  readonly why: string;
}

/** A case that was due in a run. */
export interface AuditedCase {
  readonly run: string;
  readonly id: string;
  /** In short. */
  readonly asked: string;
  readonly ended: AnswerClass;
  readonly answer: AuditAnswer | undefined;
  readonly solution: AuditSolution | undefined;
  /** Null where no solution is known. */
  readonly verdict: AuditVerdict | null;
}

type Value = string | null;

/** `ended`: how the case ended, where there is no answer. */
export function verdictOn(
  answer: AuditAnswer | undefined,
  solution: AuditSolution,
  ended: AnswerClass = 'no answer',
): AuditVerdict {
  if (answer === undefined) {
    return { class: 'structural-error', why: `There is no valid pair of values: ${ended}.` };
  }
  const { extracted_value: extracted, calculated_value: calculated } = answer;
  const [reported, due] = acceptedBy(solution);
  if (!reported.some((value) => isSame(value, extracted))) {
    return { class: 'extraction-error', why: told('reported', extracted, reported) };
  }
  if (!due.some((value) => isSame(value, calculated))) {
    return { class: 'calculation-error', why: told('calculated', calculated, due) };
  }
  const why = extracted === null ? 'The filing is not to be had.' : 'Both values are right.';
  return { class: 'right', why };
}

/** The reported and the calculated values that are right, the expected one of each first. */
function acceptedBy(solution: AuditSolution): readonly [Value[], Value[]] {
  const { expected_extracted, expected_calculated, expected_found = true } = solution;
  if (!expected_found) return [[null], [null]];
  return [
    [expected_extracted, ...(solution.accept_extracted ?? [])],
    [expected_calculated, ...(solution.accept_calculated ?? [])],
  ];
}

/** As decimal numbers, however they are written. */
function isSame(one: Value, other: Value): boolean {
  if (one === null || other === null) return one === other;
  const [value, wanted] = [numberOf(one), numberOf(other)];
  return value !== undefined && wanted !== undefined && value.eq(wanted);
}

function told(which: string, found: Value, accepted: readonly Value[]): string {
  const [written, ...others] = [...new Set(accepted.map((value) => shown(value)))];
  const also = others.length === 0 ? '' : ` (also right: ${others.join(', ')})`;
  return `The ${which} value is ${written}${also}; the answer says ${shown(found)}.`;
}

const shown = (value: Value): string => (value === null ? 'not to be had' : printable(value, 80));
