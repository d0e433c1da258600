/**
 * Verdicts of judges and people on answers. A judge decides only what code leaves open; a person
 * may also override code, and the verdict shows what code said.
 */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { checkedLines, type NamedText } from '#contracts/parsing/json-lines';
import type { Verdict } from './schemas.js';

/** A line of a file of verdicts. */
const givenVerdict = z.looseObject({
  id: z.union([z.string().min(1).max(200), z.number()]),
  right: z.boolean(),
  by: z.enum(['judge', 'person']),
  why: z.string().max(1000).optional(),
});
export type GivenVerdict = z.infer<typeof givenVerdict>;

/** A verdict, with that of code where another one counts. */
export interface SettledVerdict extends Verdict {
  /** What code said. Unspecified where its own verdict counts. */
  readonly code?: boolean | null;
}

/** The verdict that counts: a person's before a judge's, and a judge's only where code has none. */
export function settled(verdict: Verdict, verdicts: readonly GivenVerdict[]): SettledVerdict {
  const person = verdicts.find(({ by }) => by === 'person');
  const judge = verdict.right === null ? verdicts.find(({ by }) => by === 'judge') : undefined;
  const counting = person ?? judge;
  if (counting === undefined) return verdict;
  const { right, by, why } = counting;
  const words = why ?? `${by === 'person' ? 'a person' : 'a judge'} decided`;
  const fault = right ? null : (verdict.fault ?? 'value');
  return { ...verdict, right, by, why: words, fault, code: verdict.right };
}

/**
 * The verdicts with those of a file, which has at most one of a person and one of a judge on each
 * answer. `InvalidInput` names the line of one on an unknown answer, of a second one, and of a
 * judge's on an answer that code decided.
 */
export function settledBy(verdicts: readonly Verdict[], file: NamedText): SettledVerdict[] {
  const known = new Map(verdicts.map((verdict) => [`${verdict.id}`, verdict]));
  const byAnswer = new Map<string, GivenVerdict[]>();
  for (const { where, value } of checkedLines(file, givenVerdict)) {
    const id = `${value.id}`;
    const earlier = byAnswer.get(id) ?? [];
    requireAllowed(value, { where, verdict: known.get(id), earlier });
    byAnswer.set(id, [...earlier, value]);
  }
  return verdicts.map((verdict) => settled(verdict, byAnswer.get(`${verdict.id}`) ?? []));
}

interface Place {
  readonly where: string;
  readonly verdict: Verdict | undefined;
  /** Earlier ones on the same answer. */
  readonly earlier: readonly GivenVerdict[];
}

function requireAllowed({ id, by }: GivenVerdict, { where, verdict, earlier }: Place): void {
  const found = excerpt(id);
  if (verdict === undefined) {
    const expected = 'the id of a question';
    throw invalidInput('a verdict on no answer', { where, expected, found });
  }
  if (earlier.some((one) => one.by === by)) {
    const expected = `one of a ${by} on each answer`;
    throw invalidInput('a second verdict', { where, expected, found });
  }
  if (by === 'judge' && verdict.right !== null) {
    const expected = 'an answer that code leaves undecided; only a person overrides code';
    throw invalidInput('code decided this answer', { where, expected, found });
  }
}
