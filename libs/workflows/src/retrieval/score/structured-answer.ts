/** Answers of retrieval: a value with its unit in parts, or a text. */

import { z } from 'zod';

const decimal = z
  .string()
  .max(60)
  .regex(/^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/, 'a decimal number');
const words = z.string().max(100);
const positive = z.number().positive();

export const structuredAnswer = z.strictObject({
  value: z
    .union([z.number(), decimal, z.null()], 'a number, or null')
    .describe('The number, with its sign; null if it cannot be found.'),
  unit: words
    .min(1)
    .describe(
      'A currency, a currency "per share", "percent", "ratio" for a fraction, "shares", or what ' +
        'is counted.',
    ),
  scale: z
    .union([positive, words, z.null()], 'a scale such as million, or a positive number')
    .optional()
    .describe('What the value is in, such as "million" or 1000000; ones when left out.'),
  currency: words.nullish().describe('Its ISO 4217 code, if it is money.'),
  period: words.nullish().describe('The period of the value, as the question names it.'),
});
export type StructuredAnswer = z.infer<typeof structuredAnswer>;

export const textSize = 'a text of 1 to 4000 characters';

/** An answer in words, as in the paper. */
export const textAnswer = z.string('a text').min(1, textSize).max(4000, textSize);

/** Either form. */
export const retrievalAnswer = z.union(
  [structuredAnswer, textAnswer],
  `an object with value and unit, or ${textSize}`,
);
export type RetrievalAnswer = z.infer<typeof retrievalAnswer>;

/** An answer as tables show it: `1.5 billion USD, 2024Q3`. */
export function shownAnswer(answer: RetrievalAnswer): string {
  if (typeof answer === 'string') return answer;
  const { value, unit, scale, currency, period } = answer;
  const isNew = !unit.toLowerCase().includes((currency ?? '').toLowerCase());
  const parts = [value ?? 'no value', scale, isNew ? currency : null, unit];
  const amount = parts.filter((part) => (part ?? '') !== '').join(' ');
  return (period ?? '') === '' ? amount : `${amount}, ${period}`;
}
