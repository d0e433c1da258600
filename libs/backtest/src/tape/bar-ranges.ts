/**
 * Bars read again for finished runs, as columns, at the prices at which runs trade and in the
 * shares of the end.
 */

import type { CivilDate, Instant } from '#values';
import { factKinds, isRankOf, type FactColumns, type FactSource, type Split } from '#contracts';
import type { Dataset, SessionCalendar } from '#market-data';

export type RangedDataset = Pick<
  Dataset,
  'symbols' | 'recorded' | 'calendar' | 'calendarOf' | 'tradePrice' | 'priceBasis' | 'openSources'
>;

/** Bars of a symbol that follow each other; the same object each time, as there are many. */
export interface RangedBars {
  /** Only the rows below it are valid. */
  count: number;
  /** When a bar became known. */
  readonly time: Float64Array;
  /** In whose shares it was traded: its session, or its day where that is between two sessions. */
  readonly date: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
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

/** Facts from `from` up to, and without, `to`. */
interface FactRows {
  readonly facts: FactColumns;
  readonly from: number;
  readonly to: number;
}

type OnBars = (symbol: string, bars: Readonly<RangedBars>) => void;

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
  onBars: OnBars,
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
  let out = columnsFor(0);
  await readAll(await sources(factKinds.bar), (facts) => {
    if (out.time.length < facts.count) out = columnsFor(facts.count);
    for (let from = 0, to = 0; from < facts.count; from = to) {
      to = endOfSymbol(facts, from);
      if (facts.kind[from] !== factKinds.bar) continue;
      const symbol = symbols[facts.instrument[from]!]!;
      const bars = passing.get(symbol);
      if (bars === undefined) continue;
      bars.next(out, { facts, from, to });
      onBars(symbol, out);
    }
  });
  return new Map([...passing].map(([symbol, bars]) => [symbol, bars.met()]));
}

/** The row after those of the same kind and symbol. */
function endOfSymbol({ kind, instrument, count }: FactColumns, from: number): number {
  let to = from + 1;
  while (to < count && kind[to] === kind[from] && instrument[to] === instrument[from]) to++;
  return to;
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
  await readAll(sources, (facts) => {
    for (let row = 0; row < facts.count; row++) {
      const payload = facts.payload[row];
      if (payload?.kind === 'split') splits.push(payload);
    }
  });
  return splits;
}

/** One source after the other: all bars of a symbol come from one, in order. */
async function readAll(
  sources: readonly FactSource[],
  visit: (facts: FactColumns) => void,
): Promise<void> {
  try {
    for (const source of sources) {
      for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
        visit(facts);
      }
    }
  } finally {
    for (const source of sources) source.close();
  }
}

/** The bars of one symbol as they pass. */
class PassingBars {
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

  /** Writes the rows of a part of the facts. */
  next(out: RangedBars, { facts, from, to }: FactRows): void {
    const rows = to - from;
    out.count = rows;
    // Of a file by time each part has one row: too few to copy whole columns.
    for (let row = 0; row < rows; row++) {
      const at = from + row;
      const time = facts.knowledgeTime[at]!;
      out.time[row] = time;
      out.date[row] = this.dateOf(time, facts.eventTime[at]!);
      out.open[row] = facts.open[at]!;
      out.high[row] = facts.high[at]!;
      out.low[row] = facts.low[at]!;
      out.close[row] = facts.close[at]!;
    }
    if (this.tradePrice === 'adjClose') adjust(out, facts.adjClose, from);
    for (let number = 0; number < this.splits.length; number++) {
      for (let row = 0; row < rows; row++) this.convert(number, out, row);
    }
    this.bars += rows;
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
  private convert(number: number, out: RangedBars, row: number): void {
    const { found } = this;
    const { effectiveDate, from, to } = this.splits[number]!;
    const date = out.date[row]!;
    if (found[number] === undefined && date < effectiveDate) {
      for (const prices of [out.open, out.low, out.high, out.close]) {
        prices[row] = (prices[row]! * from) / to;
      }
      return;
    }
    if (found[number] !== undefined) return;
    const isInside = this.calendar.firstDayOf(date) < effectiveDate;
    found[number] = { bars: this.bars + row, isInside };
    if (!isInside) return;
    out.open[row] = (out.open[row]! * from) / to;
    out.high[row] = Math.max(out.open[row]!, out.close[row]!);
    out.low[row] = Math.min(out.open[row]!, out.close[row]!);
  }
}

function columnsFor(rows: number): RangedBars {
  return {
    count: 0,
    time: new Float64Array(rows),
    date: new Float64Array(rows),
    open: new Float64Array(rows),
    high: new Float64Array(rows),
    low: new Float64Array(rows),
    close: new Float64Array(rows),
  };
}

/** Multiplies prices so that the close is the adjusted one, where there is one. */
function adjust(
  { count, open, high, low, close }: RangedBars,
  adjusted: Float64Array,
  from: number,
): void {
  for (let row = 0; row < count; row++) {
    const price = adjusted[from + row]!;
    if (Number.isNaN(price)) continue;
    const factor = price / close[row]!;
    open[row]! *= factor;
    low[row]! *= factor;
    high[row]! *= factor;
    close[row] = price;
  }
}
