/**
 * The pair of a hedging run and its position, as the system keeps them: what agents and
 * tools are shown.
 */

import { isFill, type JournalEvent } from '#contracts';
import type { Pair, PairObservation, PairPosition } from '#agents';
import { numberOfSymbol, type Account } from '#portfolio';
import type { DeskPair } from '#tools';
import type { TradingPlan } from '../workflow/run-plan.js';
import type { MarketDesk } from '../workflow/workflow.js';

export class PairState {
  /** Null until the first decision. */
  pair: Pair | null = null;
  /** By symbol, at the prices after slippage. */
  private readonly entries = new Map<string, number>();

  constructor(private readonly account: Account) {}

  /** The current position; null while nothing is held. */
  get position(): PairPosition | null {
    const { pair, entries } = this;
    if (pair === null) return null;
    const shares = { left: this.sharesOf(pair.left), right: this.sharesOf(pair.right) };
    if (shares.left === 0 && shares.right === 0) return null;
    const direction = shares.left > 0 ? 'LONG_SHORT' : 'SHORT_LONG';
    const left = entries.get(pair.left) ?? NaN;
    const right = entries.get(pair.right) ?? NaN;
    return { direction, shares, entryPrices: { left, right } };
  }

  /**
   * Takes what the run journals: the prices at which legs are opened, and the splits
   * that scale them.
   */
  take(events: readonly JournalEvent[]): void {
    for (const event of events) {
      if (isFill(event) && event.purpose === 'open') {
        this.entries.set(event.symbol, event.price);
      } else if (event.type === 'SplitApplied') {
        const entry = this.entries.get(event.symbol);
        if (entry !== undefined) this.entries.set(event.symbol, entry * (event.from / event.to));
      }
    }
  }

  private sharesOf(symbol: string): number {
    return this.account.shares[numberOfSymbol(this.account, symbol) as number] as number;
  }
}

/**
 * What tools see of a hedging run. One object for the whole run: `observation` shows the state
 * of the moment.
 */
export const pairDesk = (
  { workflow, policy, capital }: TradingPlan,
  observation: PairObservation,
): MarketDesk =>
  Object.freeze({
    workflow,
    policy,
    capital,
    symbols: observation.pool,
    account: observation.account,
    get pair(): DeskPair | null {
      return deskPair(observation);
    },
  });

/** The pair and its position in the form that tools read. */
export function deskPair({
  pair,
  position,
}: Pick<PairObservation, 'pair' | 'position'>): DeskPair | null {
  if (pair === null) return null;
  const { direction = null, entryPrices = null } = position ?? {};
  return { ...pair, direction, entryPrices };
}
