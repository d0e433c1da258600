/**
 * What a run owns, as a fold over its journal: cash and shares. Prices are facts and
 * not part of it.
 */

import { invariant } from '#values';
import type { JournalEvent } from '#contracts';

export interface Account {
  readonly symbols: readonly string[];
  readonly numberOf: ReadonlyMap<string, number>;
  /** In the run's currency. */
  cash: number;
  /** Signed, by symbol number. */
  readonly shares: Float64Array;
  /** Fees paid so far. */
  fees: number;
}

export function openAccount(symbols: readonly string[], capital: number): Account {
  return {
    symbols,
    numberOf: new Map(symbols.map((symbol, number) => [symbol, number])),
    cash: capital,
    shares: new Float64Array(symbols.length),
    fees: 0,
  };
}

/** Takes one event in, in place: cash down by shares times price and fee, shares up by shares. */
export function evolve(account: Account, event: JournalEvent): void {
  switch (event.type) {
    case 'OrderFilled':
    case 'OrderPartlyFilled': {
      const number = numberOf(account, event.symbol);
      account.cash -= event.shares * event.price + event.fee;
      account.fees += event.fee;
      const before = account.shares[number] as number;
      account.shares[number] = before + event.shares;
      return;
    }
    case 'DividendBooked':
    case 'BorrowCharged':
      account.cash += event.cash;
      return;
    case 'SplitApplied':
      account.shares[numberOf(account, event.symbol)] = event.shares;
      return;
    default:
  }
}

/**
 * The number of a symbol; undefined for one that the run does not trade. A run of one symbol
 * looks nothing up.
 */
export function numberOfSymbol({ symbols, numberOf }: Account, symbol: string): number | undefined {
  if (symbols.length === 1) return symbol === symbols[0] ? 0 : undefined;
  return numberOf.get(symbol);
}

function numberOf(account: Account, symbol: string): number {
  const number = numberOfSymbol(account, symbol);
  invariant(number !== undefined, 'money moves in symbols of the run only');
  return number;
}
