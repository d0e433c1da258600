/**
 * Questions and responses of retrieval as stored in files, and the scorer's verdict on a response.
 */

import { z } from 'zod';
import { retrievalAnswer } from './structured-answer.js';

const id = z.union([z.string().min(1).max(200), z.number()]);
const decimal = z.string().regex(/^-?\d{1,30}(?:\.\d{1,30})?$/, 'a decimal number');

/** Currency, period and precision may be null or absent. */
export const expectedAnswerSchema = z.looseObject({
  /** In whole units: 1.5 billion dollars are 1500000000, and 12.5 % is 0.125. */
  value: z.union([z.number(), decimal]),
  /** A currency, `ratio`, `units`, `shares` or `<currency> / shares`. */
  unit: z.string().min(1).max(40),
  currency: z.string().max(40).nullish(),
  /** `2023Q1`, `2022FY`, `2023H1`, or in words. */
  period: z.string().max(100).nullish(),
  /** The size of the last digit that counts, in the value's unit; null means exactly. */
  precision: z.number().positive().nullish(),
});
export const questionSchema = z.looseObject({
  id,
  question: z.string(),
  expected: expectedAnswerSchema,
  /** The same period in the company's fiscal calendar, and in the calendar. */
  fiscalPeriod: z.string().nullish(),
  calendarPeriod: z.string().nullish(),
  /** Null for a value of one day; unspecified when left out. */
  start: z.unknown().optional(),
});
/**
 * A response in words, or an answer in parts. The text is null where the agent failed or ran out of
 * time.
 */
export const responseSchema = z
  .looseObject({ id, text: z.string().nullish(), answer: retrievalAnswer.optional() })
  .refine(({ text, answer }) => text !== undefined || answer !== undefined, {
    message: 'string, null, or an answer with value and unit',
    path: ['text'],
  });

export type ExpectedAnswer = z.infer<typeof expectedAnswerSchema>;
export type Question = z.infer<typeof questionSchema>;
/** Null where there is none. */
export type Response = Readonly<{ id: Question['id']; text?: string | null | undefined }>;

/** Faults of a response, and the reason to report. */
export const faults = {
  none: 'no value',
  period: 'the value is stated for another period',
  series: 'no value of that figure',
  unit: 'another unit is stated',
  currency: 'another currency is stated',
  range: 'a range or bound is no value',
  sign: 'the value with the opposite sign',
  scale: 'the digits of the value at another scale',
  rounding: 'the value is rounded too coarsely',
  several: 'several values, and nothing picks one',
  value: 'another value',
  unread: 'words that are not read',
} as const;

export interface Verdict {
  readonly id: Question['id'];
  /** Null where it is not decided. */
  readonly right: boolean | null;
  /** Who decided, or left it open. */
  readonly by: 'code' | 'judge' | 'person';
  readonly why: string;
  /** The text reports that it could not find the value, and commits to none. */
  readonly gaveUp: boolean;
  /** Null if the response is right. */
  readonly fault: keyof typeof faults | null;
  /** The value that the response states, in whole units; null if it states none, or several. */
  readonly value: string | null;
}
