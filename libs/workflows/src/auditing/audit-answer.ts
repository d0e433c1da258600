/**
 * An auditor's answer: the reported value, and what it should be and why; and the correct solution.
 */

import type { Big } from 'big.js';
import { z } from 'zod';
import { decimalText } from '#values';

const text = z.string().max(1000);
const number = text
  .refine(
    (text) => decimalText(text) !== undefined,
    'a number as XBRL writes it, such as -.0130, or null',
  )
  .nullable();

/** The wording of each rule. */
export const ruleWords = {
  'filing-unresolved': 'The filing is not there, or has no instance.',
  'no-fact': 'No number is reported for exactly this period: 0 and 0.',
  total: 'The weighted sum of the children; a missing one counts as 0.',
  residual: 'What the parent leaves for it beside its siblings.',
  'residual-incomplete': 'The parent or a sibling is missing: nothing can be derived, 0.',
  reported: 'Neither total nor child: the value as it is reported.',
  dimensional: 'Only facts with dimensions match: the first of them, never recomputed.',
} as const;
type Rule = keyof typeof ruleWords;

const partsMax = 500;
/** Null if there is no fact without dimensions. */
const value = text.nullable();

const reasoningSchema = z.strictObject({
  rule: z.enum(Object.keys(ruleWords) as [Rule, ...Rule[]]),
  /** Whether a negative value became its absolute one, as the concept's balance allows no other. */
  signCorrected: z.boolean(),
  balance: text.nullable(),
  /** The role of the calculation that was used; null if there is none. */
  role: text.nullable(),
  /** The total of that calculation; of a residual, the parent. */
  total: z.strictObject({ concept: text, value }).nullable(),
  children: z.array(z.strictObject({ concept: text, weight: text, value })).max(partsMax),
  /**
   * Other roles with the concept in the same place, and how many of their children have a value.
   */
  otherRoles: z.array(z.strictObject({ role: text, present: z.int(), of: z.int() })).max(partsMax),
});
export type Reasoning = z.infer<typeof reasoningSchema>;

/** Both are numbers; or both are null, which means that there is no such filing. */
export const auditAnswer = z
  .strictObject({
    extracted_value: number.describe('The reported value, with the characters of the filing.'),
    calculated_value: number.describe('The value that it should be: a plain decimal number.'),
    reasoning: reasoningSchema
      .optional()
      .describe('The calculation, for readers of the report: not scored.'),
  })
  .refine(
    ({ extracted_value: one, calculated_value: other }) => (one === null) === (other === null),
    'two numbers, or null and null where the filing is not found',
  );
export type AuditAnswer = z.infer<typeof auditAnswer>;

/** With prose, which people and judges can read, and which code gives no right. */
export const auditOrProse = z.union([auditAnswer, z.string().min(1).max(4000)], {
  error: 'a valid pair of values, or a text of 1 to 4000 characters',
});
export type AuditOrProse = z.infer<typeof auditOrProse>;

export const auditTerms = z.strictObject({
  /** Whether an answer may be a text in place of the pair, for judges to read. */
  prose: z.boolean().default(false),
});
export type AuditTerms = z.infer<typeof auditTerms>;

/**
 * The correct answer: a line of a file of cases, without the case itself. Other
 * members are ignored.
 */
export const auditSolution = z.object({
  expected_extracted: number,
  expected_calculated: number,
  accept_extracted: z.array(number).optional(),
  accept_calculated: z.array(number).optional(),
  /** False where the filing is not found, or has no instance. */
  expected_found: z.boolean().optional(),
  category: z.string().optional(),
});
export type AuditSolution = z.infer<typeof auditSolution>;

/** Without an exponent and without zeros at the end: `0.013`. */
export const plainDecimal = (value: Big): string => (value.eq(0) ? '0' : value.toFixed());
