/**
 * How far the price went for and against each trade of a run, while the bars of its
 * symbols pass once.
 */

import { numberAt, type Instant } from '#values';
import { tradeAt, type Trade, type TradeColumns } from '#workflows';
import type { MetSplit, RangedBars } from '../tape/bar-ranges.js';

/** The bars that a trade was held through. */
export interface HeldRange {
  /** From the entry's bar to the exit's. */
  readonly bars: number;
  /**
   * The worst and the best price for the trade, at its fills and in the bars; in the
   * shares of the exit.
   */
  readonly worst: number;
  readonly best: number;
  /** The last close of a trade that is open. */
  readonly close: number | null;
  /** Puts prices into the last shares. */
  readonly scale: number;
}

/**
 * A trade while the bars pass; the numbers of the bars of its entry and exit as soon as
 * they are known.
 */
interface Held {
  readonly index: number;
  readonly trade: Trade;
  from: number | undefined;
  to: number | undefined;
  /** Over the bars that it was held through, in the last shares. */
  low: number;
  high: number;
}

/** A bar at which something may happen to a trade. */
interface BarRange {
  readonly time: Instant;
  readonly low: number;
  readonly high: number;
}

/** What is known of each trade of a run: as columns, because there may be hundreds of thousands. */
interface Found {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Has open trades alone. */
  readonly close: Map<number, number>;
  /** Has trades that ended before a split. */
  readonly scale: Map<number, number>;
}

/** The number of no bar: -1 is the one before the first. */
const noBar = -2;

/** An open trade is held up to `end`, the time of the run's last fact. */
export class TradeExcursions {
  private readonly found: Found;
  private readonly ofSymbol: ReadonlyMap<string, SymbolTrades>;

  constructor(
    private readonly trades: TradeColumns,
    end: Instant,
  ) {
    const { count } = trades;
    this.found = {
      from: new Int32Array(count).fill(noBar),
      to: new Int32Array(count).fill(noBar),
      low: new Float64Array(count),
      high: new Float64Array(count),
      close: new Map(),
      scale: new Map(),
    };
    const own = placesBySymbol(trades);
    this.ofSymbol = new Map(
      trades.symbols.map((symbol, number) => [
        symbol,
        new SymbolTrades(trades, { own: own[number]!, end, found: this.found }),
      ]),
    );
  }

  /** Takes the next bars of a symbol. */
  next(symbol: string, bars: Readonly<RangedBars>): void {
    this.ofSymbol.get(symbol)?.next(bars);
  }

  /** After the last bar: the splits that they met. */
  end(symbol: string, splits: readonly MetSplit[]): void {
    this.ofSymbol.get(symbol)?.end(splits);
  }

  /** Whether there were bars of a symbol. */
  hasBarsOf(symbol: string): boolean {
    return this.ofSymbol.get(symbol)?.hasBars === true;
  }

  /** Null for a trade of a symbol without bars. */
  of(index: number): HeldRange | null {
    const { from, to, low: lows, high: highs, close: closes, scale: scales } = this.found;
    if (to[index]! < 0) return null;
    const { entryPrice, exitPrice, shares } = tradeAt(this.trades, index);
    const scale = scales.get(index) ?? 1;
    const last = closes.get(index);
    const close = last === undefined ? null : last / scale;
    const exit = exitPrice ?? close ?? entryPrice;
    const low = Math.min(entryPrice, exit, lows[index]! / scale);
    const high = Math.max(entryPrice, exit, highs[index]! / scale);
    const [worst, best] = shares > 0 ? [low, high] : [high, low];
    return { bars: to[index]! - from[index]!, worst, best, close, scale };
  }
}

/** The places of the trades of each symbol, in the order of the table. */
function placesBySymbol({ symbols, symbol, count }: TradeColumns): readonly Uint32Array[] {
  const counts = symbols.map(() => 0);
  for (let index = 0; index < count; index++) counts[numberAt(symbol, index)]!++;
  const places = counts.map((length) => new Uint32Array(length));
  const next = symbols.map(() => 0);
  for (let index = 0; index < count; index++) {
    const number = numberAt(symbol, index);
    places[number]![next[number]!++] = index;
  }
  return places;
}

/**
 * Sorts places by the entries of their trades; most are, and a sort needs three times their memory.
 */
function byEntry(places: Uint32Array, { entryTime }: TradeColumns): Uint32Array {
  const timeOf = (place: number): number => numberAt(entryTime, place);
  const isSorted = places.every(
    (place, index) => index === 0 || timeOf(places[index - 1]!) <= timeOf(place),
  );
  return isSorted ? places : places.sort((one, other) => timeOf(one) - timeOf(other));
}

const isAtClose = (at: Trade['entryAt'] | null): boolean => (at ?? 'close') === 'close';

/**
 * Trades of one symbol are closed first in, first out: they are entered and left in their order,
 * and a bar meets only those that are held.
 */
class SymbolTrades {
  private bars = 0;
  /** The next trade to enter, by its place in `own`. */
  private entering = 0;
  private held: Held[] = [];
  /** In the order in which they were entered. */
  private readonly own: Uint32Array;
  /** The close of the last bar that was known when the run ended. */
  private lastClose = NaN;

  constructor(
    private readonly trades: TradeColumns,
    private readonly of: {
      /** Places of its trades in `trades`. */
      readonly own: Uint32Array;
      readonly end: Instant;
      readonly found: Found;
    },
  ) {
    this.own = byEntry(of.own, trades);
  }

  get hasBars(): boolean {
    return this.bars > 0;
  }

  next(bars: Readonly<RangedBars>): void {
    for (let row = 0; row < bars.count;) {
      const to = this.endOfQuiet(bars, row);
      if (to === row) this.takeRow(bars, row++);
      else {
        this.takeQuiet(bars, row, to);
        row = to;
      }
    }
  }

  /** The first row from `from` on at which a trade may be entered or left, or its bar be found. */
  private endOfQuiet({ time, count }: Readonly<RangedBars>, from: number): number {
    let until = this.entryTime();
    for (const { from: first, trade } of this.held) {
      if (first === undefined) return from;
      until = Math.min(until, trade.exitTime ?? this.of.end);
    }
    let to = from;
    while (to < count && time[to]! < until) to++;
    return to;
  }

  /** Takes rows through which the same trades are held. */
  private takeQuiet(bars: Readonly<RangedBars>, from: number, to: number): void {
    this.bars += to - from;
    this.noteClose(bars, from, to);
    if (this.held.length === 0) return;
    let low = Infinity;
    let high = -Infinity;
    for (let row = from; row < to; row++) {
      low = Math.min(low, bars.low[row]!);
      high = Math.max(high, bars.high[row]!);
    }
    for (const held of this.held) {
      held.low = Math.min(held.low, low);
      held.high = Math.max(held.high, high);
    }
  }

  private takeRow(bars: Readonly<RangedBars>, row: number): void {
    const time = bars.time[row]!;
    while (this.entryTime() <= time) this.enter();
    if (this.held.length > 0) this.pass({ time, low: bars.low[row]!, high: bars.high[row]! });
    this.noteClose(bars, row, row + 1);
    this.bars++;
  }

  /** Keeps the last close that was known when the run ended. */
  private noteClose({ time, close }: Readonly<RangedBars>, from: number, to: number): void {
    let row = to - 1;
    while (row >= from && time[row]! > this.of.end) row--;
    if (row >= from) this.lastClose = close[row]!;
  }

  end(splits: readonly MetSplit[]): void {
    while (this.entering < this.own.length) this.enter();
    for (const one of this.held) {
      one.from ??= isAtClose(one.trade.entryAt) ? this.bars - 1 : this.bars;
      one.to = isAtClose(one.trade.exitAt) ? this.bars - 1 : this.bars;
      this.leave(one);
    }
    if (splits.length === 0) return;
    for (const index of this.own) {
      const scale = this.scaleOf(index, splits);
      if (scale !== 1) this.of.found.scale.set(index, scale);
    }
  }

  /** When the next trade is entered; infinite after the last. */
  private entryTime(): number {
    const index = this.own[this.entering];
    return index === undefined ? Infinity : numberAt(this.trades.entryTime, index);
  }

  private enter(): void {
    const index = this.own[this.entering++]!;
    const trade = tradeAt(this.trades, index);
    const range = { low: Infinity, high: -Infinity };
    this.held.push({ index, trade, from: undefined, to: undefined, ...range });
  }

  private pass(bar: BarRange): void {
    let hasLeft = false;
    for (const one of this.held) {
      this.takeBar(one, bar);
      if (one.to === undefined) continue;
      hasLeft = true;
      this.leave(one);
    }
    if (hasLeft) this.held = this.held.filter(({ to }) => to === undefined);
  }

  /**
   * For a fill at a close, its bar is the last that was known; else the one that contains the
   * instant. Of the bar of an exit elsewhere, and of that of an entry elsewhere than at its open,
   * only the fill itself is known.
   */
  private takeBar(held: Held, { time, low, high }: BarRange): void {
    const { entryTime, entryAt, exitTime, exitAt } = held.trade;
    let isHeld = held.from !== undefined || entryAt === 'open';
    if (held.from === undefined) {
      const isClose = isAtClose(entryAt);
      // It was not held yet: it was filled at the close of the last bar up to its entry.
      if (isClose && time <= entryTime) return;
      held.from = isClose ? this.bars - 1 : this.bars;
      isHeld ||= isClose;
    }
    const exit = exitTime ?? this.of.end;
    if (isAtClose(exitAt) ? time > exit : time >= exit) {
      held.to = isAtClose(exitAt) ? this.bars - 1 : this.bars;
      return;
    }
    if (!isHeld) return;
    held.low = Math.min(held.low, low);
    held.high = Math.max(held.high, high);
  }

  private leave({ index, trade, from, to, low, high }: Held): void {
    const { found } = this.of;
    found.from[index] = from!;
    found.to[index] = to!;
    found.low[index] = low;
    found.high[index] = high;
    if (trade.exitPrice === null) found.close.set(index, this.lastClose);
  }

  /** The product of the splits between a trade's last bar and the end. */
  private scaleOf(index: number, splits: readonly MetSplit[]): number {
    const to = this.of.found.to[index]!;
    const last = Math.min(to, this.bars - 1);
    const { exitAt, exitTime, splitTime } = tradeAt(this.trades, index);
    // It ended in its last bar before the split inside of that.
    const isBefore = exitAt !== 'close' && exitTime !== splitTime;
    const since = splits.filter(
      ({ bars, isInside }) => last < bars || (isInside && last === bars && to === last && isBefore),
    );
    return since.reduce((product, split) => (product * split.from) / split.to, 1);
  }
}
