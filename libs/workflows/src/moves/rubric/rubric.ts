/**
 * What experts did in a task: themes, and the moves that each consists of; as solutions and
 * files have it.
 */

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

/** Moves by their letters, as a list of texts, or as a list with an id each. */
const movesInFile = z.union([
  z.record(z.string(), z.string()),
  z.array(z.union([z.string(), z.object({ id: z.string(), text: z.string() })])),
]);

const themeInFile = z.object({
  id: z.union([z.string(), z.int()]).optional(),
  theme: z.string().optional(),
  title: z.string().optional(),
  moves: movesInFile.optional(),
  required_moves: movesInFile.optional(),
});

/**
 * Themes without an id are numbered from 1, moves without one lettered from a. Other
 * members are ignored.
 */
export const rubricFileSchema = z
  .object({ themes: z.array(themeInFile), category: z.string().optional() })
  .transform(({ themes, category }): z.input<typeof rubricSchema> => ({
    themes: themes.map(({ id, theme, title, moves, required_moves: required }, at) => ({
      id: String(id ?? at + 1),
      title: theme ?? title ?? '',
      moves: movesOf(moves ?? required ?? []),
    })),
    ...(category !== undefined && { category }),
  }))
  .pipe(rubricSchema);

function movesOf(moves: z.infer<typeof movesInFile>) {
  if (!Array.isArray(moves)) return Object.entries(moves).map(([id, text]) => ({ id, text }));
  return moves.map((move, at) =>
    typeof move === 'string' ? { id: letterOf(at), text: move } : move,
  );
}

/** a to z, then 27 and so on. */
const letterOf = (at: number): string => (at < 26 ? String.fromCharCode(97 + at) : String(at + 1));

/** Terms of both stages in which answers are graded. */
export const gradingTerms = z.strictObject({
  /** The workflow whose answers are graded. */
  of: z.string().min(1).max(64),
  /** Tasks of the graded result, answered or not. */
  tasks: z.int().nonnegative(),
  /**
   * Whether claims are checked against the files that an answer cites, or against all
   * files of its task.
   */
  claims: z.enum(['cited', 'all']).default('cited'),
});
export type GradingTerms = z.infer<typeof gradingTerms>;
