/**
 * Trades as columns of numbers: a run may have hundreds of thousands, and threads send them
 * to each other.
 */

import { numberAt, NumberColumn, type NumberChunks } from '#values';
import type { FillEvent } from '#contracts';
import { exitReasons, type ExitReason } from './exit-reasons.js';

/**
 * Shares and prices are in the shares of the exit, splits applied. Exits are null while the
 * trade is open.
 */
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
const doubles = ['shares', 'entryPrice', 'exitPrice', 'fees', 'entryTime', 'exitTime'] as const;
type Doubles = Readonly<Record<(typeof doubles)[number], NumberChunks>>;

/** Plain data: what threads send of trades. */
export interface TradeColumns extends Doubles {
  readonly count: number;
  readonly symbols: readonly string[];
  /** Places in `symbols`. */
  readonly symbol: NumberChunks<Uint16Array<ArrayBuffer>>;
  readonly sessions: NumberChunks<Uint32Array<ArrayBuffer>>;
  /** By the index of a trade; few have one. */
  readonly splitTime: ReadonlyMap<number, number>;
  /** Where its fills were in their bars, and why it ended, in one number. */
  readonly kind: NumberChunks<Uint16Array<ArrayBuffer>>;
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

const emptyColumns = () =>
  Object.fromEntries(doubles.map((name) => [name, new NumberColumn()])) as Record<
    (typeof doubles)[number],
    NumberColumn
  >;

/** Takes trades one by one. */
export class TradeTable {
  private readonly numbers = new Map<string, number>();
  private readonly symbol = new NumberColumn(Uint16Array);
  private readonly kind = new NumberColumn(Uint16Array);
  private readonly sessions = new NumberColumn(Uint32Array);
  private readonly columns = emptyColumns();
  private splitTime = new Map<number, number>();

  push(trade: Trade): void {
    const { splitTime } = trade;
    if (splitTime !== undefined) this.splitTime.set(this.symbol.length, splitTime);
    for (const name of doubles) this.columns[name].push(trade[name] ?? NaN);
    this.symbol.push(this.numberOf(trade.symbol));
    this.kind.push(kindOf(trade));
    this.sessions.push(trade.sessions);
  }

  /**
   * Hands over the trades where they are: the table has none afterwards, and no copy
   * of them is made.
   */
  handOver(): TradeColumns {
    const count = this.symbol.length;
    const named = doubles.map((name) => [name, this.columns[name].handOverChunks()]);
    const all: TradeColumns = {
      ...(Object.fromEntries(named) as Doubles),
      count,
      symbols: [...this.numbers.keys()],
      symbol: this.symbol.handOverChunks(),
      kind: this.kind.handOverChunks(),
      sessions: this.sessions.handOverChunks(),
      splitTime: this.splitTime,
    };
    this.splitTime = new Map();
    this.numbers.clear();
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
  const at = (name: (typeof doubles)[number]): number => numberAt(trades[name], index);
  const kind = numberAt(trades.kind, index);
  const splitTime = trades.splitTime.get(index);
  return {
    symbol: trades.symbols[numberAt(trades.symbol, index)]!,
    shares: at('shares'),
    entryPrice: at('entryPrice'),
    exitPrice: orNull(at('exitPrice')),
    fees: at('fees'),
    entryTime: at('entryTime'),
    exitTime: orNull(at('exitTime')),
    entryAt: places[Math.floor(kind / radix / radix) - 1]!,
    exitAt: places[(Math.floor(kind / radix) % radix) - 1] ?? null,
    exitReason: exitReasons[(kind % radix) - 1] ?? null,
    ...(splitTime === undefined ? {} : { splitTime }),
    sessions: numberAt(trades.sessions, index),
  };
}

/** Trades one by one, as columns. */
export function columnsOfTrades(trades: Iterable<Trade>): TradeColumns {
  const table = new TradeTable();
  for (const trade of trades) table.push(trade);
  return table.handOver();
}
