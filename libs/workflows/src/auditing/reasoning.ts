/** How a calculated value came about, as data: the rule, the role, and a total with its children. */

import { z } from 'zod';

/** What each rule says. */
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
const text = z.string().max(1000);
/** Null where there is no fact without dimensions. */
const value = text.nullable();

export const reasoningSchema = z.strictObject({
  rule: z.enum(Object.keys(ruleWords) as [Rule, ...Rule[]]),
  /** Whether a negative value became its absolute one, as the concept's balance allows no other. */
  signCorrected: z.boolean(),
  balance: text.nullable(),
  /** Of the calculation that was used; null where there is none. */
  role: text.nullable(),
  /** The total of that calculation; of a residual, the parent. */
  total: z.strictObject({ concept: text, value }).nullable(),
  children: z.array(z.strictObject({ concept: text, weight: text, value })).max(partsMax),
  /** Other roles with the concept in the same place, and how many of their children have a value. */
  otherRoles: z.array(z.strictObject({ role: text, present: z.int(), of: z.int() })).max(partsMax),
});
export type Reasoning = z.infer<typeof reasoningSchema>;
