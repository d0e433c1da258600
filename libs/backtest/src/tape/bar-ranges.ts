/** Highs and lows of bars, read again for finished runs: how far the price went for and against each trade. */

import type { CivilDate, Instant } from '#values';
import { FactColumns, factKinds, type Split } from '#contracts';
import type { Dataset, SessionCalendar } from '#market-data';
import { Merge } from '#tape';
import { NumberColumn, type Trade } from '#workflows';

export type RangedDataset = Pick<
  Dataset,
  'symbols' | 'recorded' | 'calendar' | 'calendarOf' | 'tradePrice' | 'priceBasis' | 'openSources'
>;

/** Bars of a symbol at the prices at which runs trade. */
export class BarRanges {
  readonly times = new NumberColumn();
  readonly closes = new NumberColumn();
  readonly opens = new NumberColumn();
  readonly lows = new NumberColumn();
  readonly highs = new NumberColumn();
  readonly dates = new NumberColumn();
  /** Splits by which the first `bars` bars were converted, and whether they are inside of the next one. */
  private readonly splits: { bars: number; isInside: boolean; from: number; to: number }[] = [];

  /** Takes the next bar. */
  push(facts: FactColumns, row: number, calendar: SessionCalendar, tradePrice: string): void {
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
    this.closes.push(Number.isNaN(adjusted) ? close : adjusted);
  }

  /**
   * Converts the bars before a split into the shares after it. Of the bar of a week or month around it, open and close
   * are certain; high and low are those of the two.
   */
  split({ effectiveDate, from, to }: Split, calendar: SessionCalendar): void {
    let bars = 0;
    for (; bars < this.dates.length && this.dates.at(bars) < effectiveDate; bars++) {
      for (const column of [this.opens, this.lows, this.highs, this.closes])
        column.set(bars, (column.at(bars) * from) / to);
    }
    const isInside =
      bars < this.dates.length && calendar.firstDayOf(this.dates.at(bars)) < effectiveDate;
    this.splits.push({ bars, isInside, from, to });
    if (!isInside) return;
    const open = (this.opens.at(bars) * from) / to;
    const close = this.closes.at(bars);
    this.opens.set(bars, open);
    this.highs.set(bars, Math.max(open, close));
    this.lows.set(bars, Math.min(open, close));
  }

  /**
   * Bars from the entry's to the exit's, the worst and the best price for the trade at its fills and in the bars that
   * it was held through, and the last close, in the shares of the exit; an open trade ends at `end`. Null without bars.
   * `scale` puts prices into the last shares.
   */
  during({ shares, entryPrice, entryTime, entryAt, splitTime, ...exit }: Trade, end: Instant) {
    const from = this.placeOf(entryTime, entryAt);
    const to = this.placeOf(exit.exitTime ?? end, exit.exitAt ?? 'close');
    const last = Math.min(to, this.closes.length - 1);
    if (last < 0) return null;
    // It ended in its last bar before the split inside of that.
    const isBefore = exit.exitAt !== 'close' && exit.exitTime !== splitTime;
    const since = this.splits.filter(
      ({ bars, isInside }) => last < bars || (isInside && last === bars && to === last && isBefore),
    );
    const scale = since.reduce((product, split) => (product * split.from) / split.to, 1);
    const close = this.closes.at(last) / scale;
    let [low, high] = [entryPrice, exit.exitPrice ?? close].toSorted((one, two) => one - two);
    const heldTo = (exit.exitAt ?? 'close') === 'close' ? to : to - 1;
    for (let bar = entryAt === 'open' ? from : from + 1; bar <= heldTo; bar++) {
      low = Math.min(low!, this.lows.at(bar) / scale);
      high = Math.max(high!, this.highs.at(bar) / scale);
    }
    const [worst, best] = shares > 0 ? [low!, high!] : [high!, low!];
    return { bars: to - from, worst, best, close, scale };
  }

  /** For a fill at a close, the last known bar; else the one that contains the instant. */
  private placeOf(time: Instant, at: Trade['entryAt']): number {
    const known = at === 'close' ? time + 1 : time;
    let [from, to] = [0, this.times.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.times.at(middle) < known) from = middle + 1;
      else to = middle;
    }
    return at === 'close' ? from - 1 : from;
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
  const [facts, splits] = [new FactColumns(4096), [] as Split[]];
  try {
    // One after the other: all bars of a symbol come from one source, and so do all splits.
    for (const merge of sources.map((source) => new Merge([source]))) {
      for (await merge.fill(facts); facts.count > 0; await merge.fill(facts)) {
        for (let row = 0; row < facts.count; row++) {
          const [symbol, payload] = [symbols[facts.instrument[row]!]!, facts.payload[row]];
          if (facts.kind[row] === factKinds.bar)
            ranges.get(symbol)?.push(facts, row, dataset.calendarOf(symbol), dataset.tradePrice);
          else if (payload?.kind === 'split') splits.push(payload);
        }
      }
    }
  } finally {
    for (const source of sources) source.close();
  }
  const isRaw = dataset.priceBasis === 'raw' && dataset.tradePrice === 'close';
  if (!isRaw || !inLastShares) return ranges;
  for (const split of splits) {
    ranges.get(split.symbol)?.split(split, dataset.calendarOf(split.symbol));
  }
  return ranges;
}
