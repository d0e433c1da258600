/** Questions and responses of retrieval as JSON lines, and what the scorer says of them. */

import { z } from 'zod';

/** What is right: `precision` is the size of the last digit that counts, in the value's unit; null means exactly. */
export const expectedAnswerSchema = z.strictObject({
  value: z.number(),
  /** A currency, `ratio`, `units`, `shares` or `<currency> / shares`. */
  unit: z.string().min(1).max(40),
  currency: z.string().length(3).nullable(),
  /** `2023Q1`, `2022FY`, `2023H1`. */
  period: z.string().max(40).nullable(),
  precision: z.number().positive().nullable(),
});
export const questionSchema = z.looseObject({
  id: z.string().min(1).max(200),
  question: z.string(),
  expected: expectedAnswerSchema,
});
export const responseSchema = z.looseObject({ id: z.string().min(1).max(200), text: z.string() });

export type ExpectedAnswer = z.infer<typeof expectedAnswerSchema>;
export type Question = z.infer<typeof questionSchema>;

/** `gaveUp`: a text that commits to no number. */
export interface Verdict {
  readonly right: boolean;
  readonly why: string;
  readonly gaveUp: boolean;
}
