/** Grounding: what a judge says of the factual claims of an answer, and what several judges say together. */

import { z } from 'zod';
import { excerpt } from '#values';
import { whoAnswered } from '../../judging/grading-stage.js';
import { inputOf, type Asked } from '../../judging/judgment.js';
import { anyOverlap, finderIn } from '../../judging/passages.js';

const count = z.int().nonnegative();

export const quoteSchema = z
  .string()
  .min(1)
  .max(2000)
  .describe('Word for word as it stands in the report.');

const claimSchema = z.strictObject({
  quote: quoteSchema,
  kind: z.enum(['figure', 'quote', 'name', 'date', 'comparison']),
  grounded: z.boolean().describe('Whether the files hold it.'),
  file: z.string().max(300).optional().describe('The file that holds it.'),
});
export type Claim = z.infer<typeof claimSchema>;

export const groundingSchema = z.strictObject({ claims: z.array(claimSchema).max(500) });
export type Grounding = z.infer<typeof groundingSchema>;

/** Beside the tape, so that no judge can read it; with the files that the answer cites, and all that it could. */
export const groundedSolution = z.strictObject({ ...whoAnswered, cited: count, files: count });
export type GroundedSolution = z.infer<typeof groundedSolution>;

/** Why a judgment is none of this task, in one line: judges quote, and what they quote stands in the report. */
export const groundingDefect = ({ claims }: Grounding, asked: Asked): string | undefined =>
  quotesDefect(
    claims.map(({ quote }, at) => [`claims.${at}.quote`, quote]),
    asked,
  );

/** `quotes`: each behind its place in the answer. */
export function quotesDefect(
  quotes: readonly (readonly [where: string, quote: string])[],
  asked: Asked,
): string | undefined {
  const find = finderIn(inputOf(asked, 'report') ?? '');
  const wrong = quotes.find(([, quote]) => find(quote).length === 0);
  return (
    wrong && `answer.${wrong[0]}: expected a passage of the report; found ${excerpt(wrong[1])}`
  );
}

/** Claims of an answer over all groundings of it. */
export const pooledSchema = z.strictObject({
  claims: count,
  /** Quotations of the flagged ones among them, each once. */
  flagged: z.array(z.string()),
  groundings: count,
});

/**
 * A claim is flagged where more than half of the groundings flag a passage that overlaps it: with one judge, what it
 * flagged. Claims of several judges that overlap are one. None at all without a grounding.
 */
export function pooledClaims(
  report: string,
  groundings: readonly Grounding[],
): z.infer<typeof pooledSchema> {
  const find = finderIn(report);
  const all = groundings.flatMap(({ claims }, judge) =>
    claims.map(({ quote, grounded }) => ({ judge, quote, grounded, spans: find(quote) })),
  );
  const areFlagged = groundings.map((_, judge) =>
    all.flatMap((one) => (one.judge === judge && !one.grounded ? one.spans : [])),
  );
  const claims = all.map(({ grounded, ...claim }) => {
    const flags = areFlagged.filter((own) => anyOverlap(own, claim.spans)).length;
    return { ...claim, isFlagged: !grounded && flags > groundings.length / 2 };
  });
  const kept: typeof claims = [];
  // Flagged ones first: they stay, whatever else another judge made of the passage.
  for (const one of claims.toSorted((a, b) => Number(b.isFlagged) - Number(a.isFlagged))) {
    const isKept = kept.some(
      ({ judge, spans }) => judge !== one.judge && anyOverlap(spans, one.spans),
    );
    if (!isKept) kept.push(one);
  }
  const flagged = kept.filter(({ isFlagged }) => isFlagged).map(({ quote }) => quote);
  return { claims: kept.length, flagged, groundings: groundings.length };
}
