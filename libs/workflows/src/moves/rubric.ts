/** What experts did in a task: themes, and the moves that each consists of. */

import { z } from 'zod';

const id = z.string().min(1).max(64);
const text = z.string().min(1).max(4000);

export const rubricSchema = z.strictObject({
  themes: z
    .array(
      z.strictObject({
        id,
        title: text,
        moves: z
          .array(z.strictObject({ id, text }))
          .min(1)
          .max(100)
          .refine(haveOwnIds, 'moves with an id each'),
      }),
    )
    .min(1)
    .max(100)
    .refine(haveOwnIds, 'themes with an id each'),
  /** Such as Valuation or Risk. */
  category: z.string().min(1).max(100).optional(),
});
export type Rubric = z.infer<typeof rubricSchema>;

function haveOwnIds(all: readonly { readonly id: string }[]): boolean {
  return new Set(all.map((one) => one.id)).size === all.length;
}

/** Terms of both stages in which answers are graded. */
export const gradingTerms = z.strictObject({
  /** The workflow whose answers are graded. */
  of: z.string().min(1).max(64),
  /** Tasks of the graded result, answered or not. */
  tasks: z.int().nonnegative(),
  /** Whether claims are checked against the files that an answer cites, or against all files of its task. */
  claims: z.enum(['cited', 'all']).default('cited'),
});
export type GradingTerms = z.infer<typeof gradingTerms>;
