/** A trade: one closed part of a position, or what is still open of one. */

import type { FillEvent } from '#contracts';

/** Shares and prices are in the shares of the exit, splits applied. Exits are null while the trade is open. */
export interface Trade {
  readonly symbol: string;
  /** Signed: negative for a short. */
  readonly shares: number;
  readonly entryPrice: number;
  readonly exitPrice: number | null;
  /** The part of the fees of both fills that falls to these shares; currency. */
  readonly fees: number;
  /** Knowledge times of the fills. */
  readonly entryTime: number;
  readonly exitTime: number | null;
  readonly entryAt: FillEvent['at'];
  readonly exitAt: FillEvent['at'] | null;
  /** Session closes from the entry to the exit, or to the last mark. */
  readonly sessions: number;
  /** From entry to exit; null while the trade is open. */
  readonly days: number | null;
}

type Entered = Pick<Trade, 'shares' | 'entryPrice' | 'fees'>;

/** Profit at a price, currency, after fees. Dividends and the cost of borrowing are no part of it. */
export const profitAt = ({ shares, entryPrice, fees }: Entered, price: number): number =>
  shares * (price - entryPrice) - fees;

/** Change of the price in the direction of the trade, less fees over the value at entry; a fraction. */
export const returnAt = ({ shares, entryPrice, fees }: Entered, price: number): number =>
  Math.sign(shares) * (price / entryPrice - 1) - fees / (Math.abs(shares) * entryPrice);
