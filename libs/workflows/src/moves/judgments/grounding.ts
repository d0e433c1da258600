/** Grounding: what a judge says of the factual claims of an answer, and what several judges say together. */

import { z } from 'zod';
import { excerpt } from '#values';
import type { Task } from '#contracts';
import type { MarketView } from '#market-view';
import { inputOf } from '../../judging/judgment.js';
import { anyOverlap, finderIn } from '../text/passages.js';

export const claimKinds = ['figure', 'quote', 'name', 'date', 'comparison'] as const;
const claimsMax = 500;

export const quoteSchema = z
  .string()
  .min(1)
  .max(2000)
  .describe('Word for word as it stands in the report.');

const claimSchema = z.strictObject({
  quote: quoteSchema,
  kind: z.enum(claimKinds),
  grounded: z.boolean().describe('Whether the files hold it.'),
  file: z.string().max(300).optional().describe('The file that holds it.'),
});
export type Claim = z.infer<typeof claimSchema>;

export const groundingSchema = z.strictObject({ claims: z.array(claimSchema).max(claimsMax) });
export type Grounding = z.infer<typeof groundingSchema>;

/** Beside the tape, so that no judge can read it. */
export const groundedSolution = z.strictObject({
  agent: z.string(),
  run: z.string(),
  task: z.string(),
  attempt: z.int().nonnegative(),
  /** Files that the answer cites, and all that it could. */
  cited: z.int().nonnegative(),
  files: z.int().nonnegative(),
});
export type GroundedSolution = z.infer<typeof groundedSolution>;

interface Asked {
  readonly task: Task;
  readonly view: MarketView;
}

/** Why a judgment is none of this task, in one line: judges quote, and what they quote stands in the report. */
export function groundingDefect({ claims }: Grounding, asked: Asked): string | undefined {
  return quotesDefect('claims', claims, asked);
}

export function quotesDefect(
  member: string,
  quoting: readonly { readonly quote: string }[],
  asked: Asked,
): string | undefined {
  const find = finderIn(inputOf(asked, 'report') ?? '');
  const at = quoting.findIndex(({ quote }) => find(quote).length === 0);
  if (at < 0) return undefined;
  const { quote } = quoting[at]!;
  return `answer.${member}.${at}.quote: expected a passage of the report; found ${excerpt(quote)}`;
}

/** Claims of an answer over all groundings of it. */
export interface PooledClaims {
  readonly claims: number;
  /** Quotations of the flagged ones among them, each once. */
  readonly flagged: readonly string[];
  /** Judgments that there were. */
  readonly groundings: number;
}

/**
 * A claim is flagged where more than half of the groundings flag a passage that overlaps it: with one judge, what it
 * flagged. Claims of several judges that overlap are one. None at all without a grounding.
 */
export function pooledClaims(report: string, groundings: readonly Grounding[]): PooledClaims {
  const find = finderIn(report);
  const all = groundings.flatMap(({ claims }, judge) =>
    claims.map(({ quote, grounded }) => ({ judge, quote, grounded, spans: find(quote) })),
  );
  const areFlagged = groundings.map((_, judge) =>
    all.flatMap((one) => (one.judge === judge && !one.grounded ? one.spans : [])),
  );
  const isFlagged = ({ grounded, spans }: (typeof all)[number]): boolean =>
    !grounded && areFlagged.filter((own) => anyOverlap(own, spans)).length > groundings.length / 2;
  // Flagged ones first: they stay, whatever else another judge made of the passage.
  const flagged = all.filter(isFlagged);
  const kept: typeof all = [];
  for (const one of [...flagged, ...all.filter((claim) => !flagged.includes(claim))]) {
    const isSame = (other: typeof one): boolean =>
      other.judge !== one.judge && anyOverlap(other.spans, one.spans);
    if (!kept.some(isSame)) kept.push(one);
  }
  return {
    claims: kept.length,
    flagged: kept.filter((one) => flagged.includes(one)).map(({ quote }) => quote),
    groundings: groundings.length,
  };
}
