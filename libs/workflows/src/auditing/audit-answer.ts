/** What an auditor answers: the value that a filing reports, and the one that it should be; and what the truth is. */

import type { Big } from 'big.js';
import { z } from 'zod';
import { numberOf } from '#xbrl';
import { reasoningSchema } from './reasoning.js';

const charsMax = 1000;
const expectedNumber = 'a number as XBRL writes it, such as -.0130, or null';

const number = z
  .string()
  .max(charsMax)
  .refine((text) => numberOf(text) !== undefined, expectedNumber)
  .nullable();

/** Both are numbers; or both are null, which says that the filing is not to be had. */
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

/** What is right: a line of a file of cases, as far as it is no case. Text beside it is passed over. */
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
