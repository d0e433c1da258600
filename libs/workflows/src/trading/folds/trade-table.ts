/** Trades as columns of numbers: a run may have hundreds of thousands, and threads send them to each other. */

import type { FillEvent } from '#contracts';
import { NumberColumn } from '../../workflow/number-column.js';
import { exitReasons, type ExitReason } from './exit-reasons.js';

/** Shares and prices are in the shares of the exit, splits applied. Exits are null while the trade is open. */
export interface Trade {
  readonly symbol: string;
  /** Signed: negative for a short. */
  readonly shares: number;
  readonly entryPrice: number;
  readonly exitPrice: number | null;
  /** The part of the fees of both fills that falls to these shares; currency. */
  readonly fees: number;
  /** Knowledge times of the fills, and where in their bars they were. */
  readonly entryTime: number;
  readonly exitTime: number | null;
  readonly entryAt: FillEvent['at'];
  readonly exitAt: FillEvent['at'] | null;
  readonly exitReason: ExitReason | null;
  /** When the last split took effect on it, if one did. */
  readonly splitTime?: number;
  /** Session closes from the entry to the exit, or to the last mark. */
  readonly sessions: number;
}

/** Columns of doubles; NaN for null. */
const doubles = [
  'shares',
  'entryPrice',
  'exitPrice',
  'fees',
  'entryTime',
  'exitTime',
  'splitTime',
  'sessions',
] as const;
type Doubles = Readonly<Record<(typeof doubles)[number], Float64Array>>;

/** Plain data: what threads send of trades. */
export interface TradeColumns extends Doubles {
  readonly count: number;
  readonly symbols: readonly string[];
  /** Places in `symbols`. */
  readonly symbol: Uint16Array;
  /** Where its fills were in their bars, and why it ended, in one number. */
  readonly kind: Uint16Array;
}

const places: readonly FillEvent['at'][] = ['close', 'open', 'level', 'trade', 'quote'];
/** More than places and reasons, with one for none. */
const radix = 8;

/** 0 for none. */
const numberIn = <T>(all: readonly T[], one: T | null): number =>
  one === null ? 0 : all.indexOf(one) + 1;

const kindOf = ({ entryAt, exitAt, exitReason }: Trade): number =>
  (numberIn(places, entryAt) * radix + numberIn(places, exitAt)) * radix +
  numberIn(exitReasons, exitReason);

/** Takes trades one by one. */
export class TradeTable {
  private readonly numbers = new Map<string, number>();
  private readonly symbol = new NumberColumn();
  private readonly kind = new NumberColumn();
  private readonly columns = Object.fromEntries(
    doubles.map((name) => [name, new NumberColumn()]),
  ) as Record<(typeof doubles)[number], NumberColumn>;

  push(trade: Trade): void {
    for (const name of doubles) this.columns[name].push(trade[name] ?? NaN);
    this.symbol.push(this.numberOf(trade.symbol));
    this.kind.push(kindOf(trade));
  }

  /** The trades so far, and then those of `last`, which the table does not keep: they may still change. */
  toColumns(last: Iterable<Trade> = []): TradeColumns {
    const before = this.symbol.length;
    for (const trade of last) this.push(trade);
    const named = Object.entries(this.columns).map(([name, column]) => [name, column.toArray()]);
    const all: TradeColumns = {
      ...(Object.fromEntries(named) as Doubles),
      count: this.symbol.length,
      symbols: [...this.numbers.keys()],
      symbol: Uint16Array.from(this.symbol.toArray()),
      kind: Uint16Array.from(this.kind.toArray()),
    };
    for (const column of [this.symbol, this.kind, ...Object.values(this.columns)]) {
      while (column.length > before) column.pop();
    }
    return all;
  }

  private numberOf(symbol: string): number {
    const known = this.numbers.get(symbol);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(symbol, number);
    return number;
  }
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The trade at `index`, from 0 to below `count`. */
export function tradeAt(trades: TradeColumns, index: number): Trade {
  const at = (name: (typeof doubles)[number]): number => trades[name][index]!;
  const kind = trades.kind[index]!;
  const splitTime = orNull(at('splitTime'));
  return {
    symbol: trades.symbols[trades.symbol[index]!]!,
    shares: at('shares'),
    entryPrice: at('entryPrice'),
    exitPrice: orNull(at('exitPrice')),
    fees: at('fees'),
    entryTime: at('entryTime'),
    exitTime: orNull(at('exitTime')),
    entryAt: places[Math.floor(kind / radix / radix) - 1]!,
    exitAt: places[(Math.floor(kind / radix) % radix) - 1] ?? null,
    exitReason: exitReasons[(kind % radix) - 1] ?? null,
    ...(splitTime === null ? {} : { splitTime }),
    sessions: at('sessions'),
  };
}

/** Trades one by one, as columns. */
export function columnsOfTrades(trades: Iterable<Trade>): TradeColumns {
  return new TradeTable().toColumns(trades);
}
