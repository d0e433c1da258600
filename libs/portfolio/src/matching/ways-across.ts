/**
 * The ways on which a price can have gone through a bar, around the corporate actions inside of it.
 */

import type { Dividend, Split } from '#contracts';

/** Prices that follow the open, and when actions take effect between them. */
export interface Way {
  /** In the shares of their moment. None: only the open is met. */
  readonly corners: readonly number[];
  readonly acts?: {
    readonly actions: readonly (Dividend | Split)[];
    /** They take effect once the price was at so many corners, or so many orders were filled. */
    readonly after: 'corners' | 'fills';
    readonly count: number;
  };
}

/** New shares for an old one, over all splits. */
export const splitRatio = (actions: readonly (Dividend | Split)[]): number =>
  actions.reduce((ratio, one) => (one.kind === 'split' ? (ratio * one.to) / one.from : ratio), 1);

/**
 * All actions of a bar take effect at one moment, which may be before, between and after any fills.
 * With a split, high and low are each in old or in new shares, and either part of the bar may have
 * been at either of them.
 */
export function waysAcross(
  { high, low, close }: Readonly<Record<'high' | 'low' | 'close', number>>,
  orders: { readonly length: number },
  actions: readonly (Dividend | Split)[],
): readonly Way[] {
  const turns = [
    [low, high],
    [high, low],
  ];
  if (actions.some(({ kind }) => kind === 'split')) {
    const parts = [[], [low], [high], ...turns];
    return parts.flatMap((old) =>
      parts
        .filter((part) => [low, high].every((one) => old.includes(one) || part.includes(one)))
        .map((part) => ({
          corners: [...old, ...part, close],
          acts: { actions, after: 'corners' as const, count: old.length },
        })),
    );
  }
  return Array.from({ length: orders.length + 1 }, (_, count) =>
    turns.map((turn) => ({
      corners: [...turn, close],
      acts: { actions, after: 'fills' as const, count },
    })),
  ).flat();
}
