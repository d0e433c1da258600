/**
 * The score of one answer against a rubric of themes and moves, given the moves that
 * judges found in it.
 */

import { z } from 'zod';

const ids = z.array(z.string().min(1).max(200)).max(1000);

/** What judges found in one answer. */
export const gradingSchema = z.object({
  themes: z
    .array(
      z
        .object({
          /** Moves of the theme. */
          n: z.int().min(1).max(1000),
          /** Moves that the answer makes. */
          hit: ids,
          /** Moves among them that rest on a claim which the cited files do not hold. */
          tainted: ids.default([]),
        })
        .refine(({ n, hit }) => new Set(hit).size <= n, 'at most n moves'),
    )
    .min(1)
    .max(1000),
  /** Whether a sentence reconciles conflicting points. */
  synthesis: z.boolean(),
});
export type Grading = z.infer<typeof gradingSchema>;

/** Grounded moves from which a theme of `n` is covered. */
export const coveredFrom = (n: number): number => Math.max(1, Math.min(n - 1, 3));

/**
 * Scores a grading; nothing is rounded. Move coverage is the mean over themes of moves that were
 * made ÷ moves; valid is without tainted ones. 4: all themes and a synthesis, 3: all themes, 2: at
 * least two, 1: at least one.
 *
 * Source: Hedge-Bench, arXiv 2606.03918, section 4.3.
 */
export function scoreGrading({ themes, synthesis }: Grading) {
  const counts = themes.map(({ n, hit, tainted }) => {
    const hits = new Set(hit);
    const lost = new Set(tainted);
    return { n, hits: hits.size, valid: [...hits].filter((id) => !lost.has(id)).length };
  });
  const themesCovered = counts.filter(({ n, valid }) => valid >= coveredFrom(n)).length;
  const scoreOfAll = synthesis ? 4 : 3;
  const coverage = (of: 'hits' | 'valid'): number =>
    counts.reduce((sum, count) => sum + count[of] / count.n, 0) / counts.length;
  return {
    score: themesCovered === themes.length ? scoreOfAll : Math.min(2, themesCovered),
    themesCovered,
    rawMoveCoverage: coverage('hits'),
    validMoveCoverage: coverage('valid'),
  };
}
