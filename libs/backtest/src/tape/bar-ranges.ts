/**
 * Bars read again for finished runs, one by one, at the prices at which runs trade and in the
 * shares of the end.
 */

import type { CivilDate, Instant } from '#values';
import { factKinds, isRankOf, type FactColumns, type FactSource, type Split } from '#contracts';
import type { Dataset, SessionCalendar } from '#market-data';

export type RangedDataset = Pick<
  Dataset,
  'symbols' | 'recorded' | 'calendar' | 'calendarOf' | 'tradePrice' | 'priceBasis' | 'openSources'
>;

/** A bar of a symbol; the same object for each, because there are millions. */
export interface RangedBar {
  /** When it became known. */
  time: Instant;
  /** In whose shares it was traded: its session, or its day where that is between two sessions. */
  date: CivilDate;
  open: number;
  high: number;
  low: number;
  close: number;
}

/** A split, and where it took effect among the bars of its symbol. */
export interface MetSplit {
  readonly from: number;
  readonly to: number;
  /** Bars before it, which were converted. */
  readonly bars: number;
  /** Whether it took effect inside of the next bar, that of a week or month. */
  readonly isInside: boolean;
}

type OnBar = (symbol: string, bar: Readonly<RangedBar>) => void;

/**
 * Passes the bars of some symbols up to a session in their order, and returns the splits that they
 * met. Bars before a split are in the shares after it or, without `inLastShares`, in those of their
 * days. Of the bar of a week or month around a split, open and close are certain; high and low are
 * those of the two.
 */
export async function passBars(
  dataset: RangedDataset,
  wanted: ReadonlySet<string>,
  { until, inLastShares = true }: { readonly until: CivilDate; readonly inLastShares?: boolean },
  onBar: OnBar,
): Promise<ReadonlyMap<string, readonly MetSplit[]>> {
  // The tape of a feed has all of its symbols.
  const symbols = dataset.recorded === true ? dataset.symbols : [...wanted];
  const isRaw = dataset.priceBasis === 'raw' && dataset.tradePrice === 'close';
  const converted = isRaw && inLastShares;
  const sources = (kind: typeof factKinds.bar | typeof factKinds.split) =>
    openedOf(dataset, { symbols, until, kind });
  const splits = converted ? await splitsOf(await sources(factKinds.split)) : [];
  const passing = new Map(
    [...wanted].map((symbol) => {
      const own = splits.filter((split) => split.symbol === symbol);
      return [symbol, new PassingBars(own, dataset.calendarOf(symbol), dataset.tradePrice)];
    }),
  );
  await readAll(await sources(factKinds.bar), (facts, row) => {
    if (facts.kind[row] !== factKinds.bar) return;
    const symbol = symbols[facts.instrument[row]!]!;
    const bar = passing.get(symbol)?.next(facts, row);
    if (bar !== undefined) onBar(symbol, bar);
  });
  return new Map([...passing].map(([symbol, bars]) => [symbol, bars.met()]));
}

/** The sources that have facts of a kind; a recorded feed has those of all kinds in one. */
async function openedOf(
  dataset: RangedDataset,
  of: {
    readonly symbols: readonly string[];
    readonly until: CivilDate;
    readonly kind: typeof factKinds.bar | typeof factKinds.split;
  },
): Promise<readonly FactSource[]> {
  const { symbols, until, kind } = of;
  const opened = await dataset.openSources({ symbols, until, badRows: 'drop' });
  const isWanted = ({ rank }: FactSource) => dataset.recorded === true || isRankOf(rank, kind);
  for (const source of opened) if (!isWanted(source)) source.close();
  return opened.filter(isWanted);
}

async function splitsOf(sources: readonly FactSource[]): Promise<readonly Split[]> {
  const splits: Split[] = [];
  await readAll(sources, (facts, row) => {
    const payload = facts.payload[row];
    if (payload?.kind === 'split') splits.push(payload);
  });
  return splits;
}

/** One source after the other: all bars of a symbol come from one, in order. */
async function readAll(
  sources: readonly FactSource[],
  visit: (facts: FactColumns, row: number) => void,
): Promise<void> {
  try {
    for (const source of sources) {
      for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
        for (let row = 0; row < facts.count; row++) visit(facts, row);
      }
    }
  } finally {
    for (const source of sources) source.close();
  }
}

/** The bars of one symbol as they pass. */
class PassingBars {
  private readonly bar: RangedBar = { time: 0, date: 0, open: 0, high: 0, low: 0, close: 0 };
  private readonly found: ({ bars: number; isInside: boolean } | undefined)[];
  private bars = 0;
  /** Sessions change seldom: the last one, and the times that belong to it. */
  private session = NaN;
  private sessionOpen = NaN;
  private sessionClose = NaN;

  constructor(
    private readonly splits: readonly Split[],
    private readonly calendar: SessionCalendar,
    private readonly tradePrice: string,
  ) {
    this.found = splits.map(() => undefined);
  }

  next(facts: FactColumns, row: number): RangedBar {
    const { bar } = this;
    const close = facts.close[row]!;
    const adjusted = this.tradePrice === 'adjClose' ? facts.adjClose[row]! : NaN;
    const factor = Number.isNaN(adjusted) ? 1 : adjusted / close;
    bar.time = facts.knowledgeTime[row]!;
    bar.date = this.dateOf(bar.time, facts.eventTime[row]!);
    bar.open = facts.open[row]! * factor;
    bar.low = facts.low[row]! * factor;
    bar.high = facts.high[row]! * factor;
    bar.close = Number.isNaN(adjusted) ? close : adjusted;
    for (let number = 0; number < this.splits.length; number++) this.convert(number);
    this.bars++;
    return bar;
  }

  met(): MetSplit[] {
    return this.splits.map(({ from, to }, number) => {
      const { bars, isInside } = this.found[number] ?? { bars: this.bars, isInside: false };
      return { from, to, bars, isInside };
    });
  }

  /** A bar between two sessions is in the shares of its day. */
  private dateOf(time: Instant, end: Instant): CivilDate {
    const { calendar } = this;
    // Knowledge times of a symbol's bars ascend.
    if (!(time <= this.sessionClose)) {
      this.session = calendar.sessionClosingAtOrAfter(time);
      this.sessionOpen = calendar.openOf(this.session);
      this.sessionClose = calendar.closeOf(this.session);
    }
    return this.sessionOpen < end ? this.session : calendar.dateOf(end - 1);
  }

  /**
   * Puts the bar into the shares after a split that comes later; finds the first bar that does not
   * come before it.
   */
  private convert(number: number): void {
    const { bar, found } = this;
    const { effectiveDate, from, to } = this.splits[number]!;
    if (found[number] === undefined && bar.date < effectiveDate) {
      bar.open = (bar.open * from) / to;
      bar.low = (bar.low * from) / to;
      bar.high = (bar.high * from) / to;
      bar.close = (bar.close * from) / to;
      return;
    }
    if (found[number] !== undefined) return;
    const isInside = this.calendar.firstDayOf(bar.date) < effectiveDate;
    found[number] = { bars: this.bars, isInside };
    if (!isInside) return;
    bar.open = (bar.open * from) / to;
    bar.high = Math.max(bar.open, bar.close);
    bar.low = Math.min(bar.open, bar.close);
  }
}
