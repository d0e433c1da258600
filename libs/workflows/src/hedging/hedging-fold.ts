/** A hedging run's figures as a fold over its journal: those of every run that trades, and those of its pair. */

import type { JournalEvent } from '#contracts';
import type { PairFigures } from '#contracts/result';
import { TradingFold } from '../trading/trading-fold.js';
import { PairFold } from './pair-fold.js';

export class HedgingFold extends TradingFold {
  readonly legs = new PairFold();

  override take(event: JournalEvent): void {
    super.take(event);
    this.legs.take(event, this.sharesOf);
  }

  /** Null where no pair was chosen. The index is not in a journal: `betaToIndex` is for those who have the data set. */
  pairFigures(): PairFigures | null {
    const { pair, contributions, borrow, sessionsInPosition, flips } = this.legs;
    if (pair === null) return null;
    return {
      ...pair,
      contributions,
      borrow,
      meanGross: mean(this.marks.grossRatios()),
      meanNet: mean(this.marks.netRatios()),
      ...{ sessionsInPosition, flips, index: null, betaToIndex: null },
    };
  }

  private readonly sharesOf = (symbol: string): number => {
    const { numberOf, shares } = this.orders.account;
    return shares[numberOf.get(symbol) ?? -1] ?? 0;
  };
}

function mean(values: Float64Array): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
