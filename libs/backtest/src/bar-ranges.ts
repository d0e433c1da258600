/** Highs and lows of bars, read again for finished runs: how far the price went for and against each trade. */

import type { CivilDate, Instant } from '#values';
import { FactColumns, factKinds, type Split } from '#contracts';
import type { Dataset } from '#market-data';
import type { Trade } from '#metrics';
import { Merge } from '#tape';

export type RangedDataset = Pick<
  Dataset,
  'symbols' | 'recorded' | 'calendar' | 'tradePrice' | 'priceBasis' | 'openSources'
>;

/** Bars at the prices at which runs trade. */
export class BarRanges {
  readonly times: Instant[] = [];
  readonly dates: CivilDate[] = [];
  readonly opens: number[] = [];
  readonly lows: number[] = [];
  readonly highs: number[] = [];
  readonly closes: number[] = [];
  /** What a price of the bar was multiplied by. */
  private readonly scales: number[] = [];

  /** Takes the next bar of the symbol. */
  push(facts: FactColumns, row: number, { tradePrice, calendar }: RangedDataset): void {
    const close = facts.close[row]!;
    const adjusted = tradePrice === 'adjClose' ? facts.adjClose[row]! : NaN;
    const factor = Number.isNaN(adjusted) ? 1 : adjusted / close;
    const [time, end] = [facts.knowledgeTime[row]!, facts.eventTime[row]!];
    const session = calendar.sessionClosingAtOrAfter(time);
    this.times.push(time);
    // A bar between two sessions is in the shares of its day.
    this.dates.push(calendar.openOf(session) < end ? session : calendar.dateOf(end - 1));
    this.opens.push(facts.open[row]! * factor);
    this.lows.push(facts.low[row]! * factor);
    this.highs.push(facts.high[row]! * factor);
    this.closes.push(close * factor);
    this.scales.push(1);
  }

  /** Puts the bars before a split into the shares behind it. */
  split({ effectiveDate, from, to }: Split): void {
    for (let bar = 0; bar < this.dates.length && this.dates[bar]! < effectiveDate; bar++) {
      for (const column of [this.opens, this.lows, this.highs, this.closes, this.scales]) {
        column[bar] = (column[bar]! * from) / to;
      }
    }
  }

  /**
   * Bars from the entry's to the exit's, the lowest and highest price of the bars that were held whole, and the last
   * close, in the shares of the exit; `scale` puts such a price into the last shares. `end` ends an open trade. Null
   * without a bar.
   */
  during({ entryTime, entryAt, exitTime, exitAt }: Trade, end: Instant) {
    const [entry, exit] = [this.placeOf(entryTime, entryAt), this.placeOf(exitTime ?? end, exitAt)];
    const last = this.scales[Math.min(exit, this.scales.length - 1)];
    if (last === undefined) return null;
    let [low, high] = [Infinity, -Infinity];
    const heldTo = exitAt === null || exitAt === 'close' ? exit : exit - 1;
    for (let bar = entryAt === 'open' ? entry : entry + 1; bar <= heldTo; bar++) {
      low = Math.min(low, this.lows[bar]!);
      high = Math.max(high, this.highs[bar]!);
    }
    const close = (this.closes[exit] ?? NaN) / last;
    const held = { bars: exit - entry, low: low / last, high: high / last, close };
    return { ...held, entry, exit, scale: last };
  }

  /** At a close, the last bar that is known; else the one that the instant is in. */
  private placeOf(time: Instant, at: Trade['exitAt']): number {
    const isClose = at === null || at === 'close';
    let [from, to] = [0, this.times.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.times[middle]! < time + (isClose ? 1 : 0)) from = middle + 1;
      else to = middle;
    }
    return isClose ? from - 1 : from;
  }
}

/** The bars of some symbols up to a session, in the shares of their days or of the last one. */
export async function barRanges(
  dataset: RangedDataset,
  wanted: ReadonlySet<string>,
  until: CivilDate,
  inLastShares = true,
): Promise<ReadonlyMap<string, BarRanges>> {
  const ranges = new Map([...wanted].map((symbol) => [symbol, new BarRanges()]));
  // The tape of a feed has all of its symbols.
  const symbols = dataset.recorded === true ? dataset.symbols : [...wanted];
  const sources = await dataset.openSources({ symbols, until, badRows: 'drop' });
  const [merge, facts] = [new Merge(sources), new FactColumns(4096)];
  const splits: Split[] = [];
  try {
    for (await merge.fill(facts); facts.count > 0; await merge.fill(facts)) {
      for (let row = 0; row < facts.count; row++) {
        const payload = facts.payload[row];
        if (payload?.kind === 'split') splits.push(payload);
        if (facts.kind[row] !== factKinds.bar) continue;
        ranges.get(symbols[facts.instrument[row]!]!)?.push(facts, row, dataset);
      }
    }
  } finally {
    for (const source of sources) source.close();
  }
  const isRaw = dataset.priceBasis === 'raw' && dataset.tradePrice === 'close';
  for (const split of isRaw && inLastShares ? splits : []) ranges.get(split.symbol)?.split(split);
  return ranges;
}
