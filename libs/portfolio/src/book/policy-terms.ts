/** What the terms of a policy mean for fills, and which of them do not go together. */

import { excerpt, invalidInput } from '#values';
import type { ExecutionPolicy } from '#contracts';
import type { Book } from './book.js';

type Terms = Pick<ExecutionPolicy, 'fill' | 'participation'>;

/** Whether orders meet trades or quotes, and no bars. */
export const fillsAtTicks = ({ fill }: Pick<ExecutionPolicy, 'fill'>): boolean =>
  fill === 'next-trade' || fill === 'next-quote';

/**
 * Whether orders can fill in parts: at trades and quotes they come one by one, and
 * participation bounds each.
 */
export const fillsInParts = (policy: Terms): boolean =>
  fillsAtTicks(policy) || policy.participation !== undefined;

/**
 * Whether a decision made now fills at the close that it was based on. An answer that took time
 * arrived when that price was gone: its orders wait for the next one, the open of the next bar.
 */
export const fillsAtOnce = (book: Book): boolean =>
  book.policy.fill === 'decision-close' && !book.times.isDelayed;

/**
 * Whether a decision can fill in a symbol at once: at the close of a bar of this moment, and
 * without a halt.
 */
export const hasPriceOfNow = ({ times, time, quotes, session }: Book, number: number): boolean =>
  times.isOfNow(number, time) && quotes.tradedIn(number, session) && !times.isHalted(number);

/**
 * `InvalidInput`, naming the member, if terms conflict. `noParts` is the reason why fills
 * cannot be partial.
 */
export function requireTerms(policy: ExecutionPolicy, noParts?: string): void {
  const { fill, participation, slippageBps, liquidate } = policy;
  if (fillsAtTicks(policy) && slippageBps !== 0) {
    refuse('slippageBps', `0 with ${fill}: no fill is at a price that was not there`, slippageBps);
  }
  if (fillsInParts(policy) && liquidate) {
    const name = fillsAtTicks(policy) ? fill : 'participation';
    refuse('liquidate', `false with ${name}: no trading after the last close`, liquidate);
  }
  if (fill === 'decision-close') requireAtOnce(policy);
  if (noParts !== undefined && participation !== undefined) {
    refuse('participation', noParts, participation);
  }
}

/** Refuses what a fill at the close of the decision cannot wait for. */
function requireAtOnce({ latencyMs = 0, participation }: ExecutionPolicy): void {
  if (latencyMs > 0) {
    refuse('latencyMs', '0 with decision-close, whose price is gone after it', latencyMs);
  }
  if (participation !== undefined) {
    refuse('participation', 'none with decision-close, which fills at once', participation);
  }
}

function refuse(member: string, expected: string, found: unknown): never {
  throw invalidInput('the terms of the policy conflict', {
    where: `execution.${member}`,
    expected,
    found: excerpt(found),
  });
}
