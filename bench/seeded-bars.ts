/**
 * The bars that the jobs run on: a seeded walk of one-minute bars, as columns or as a
 * streamed source.
 */

import {
  FactColumns,
  factKinds,
  noInstrument,
  rankOfKind,
  type FactSource,
  type TapeHeader,
} from '#contracts';
import { chunkRowsOf } from '#market-data/sources/bar-sources';
import { microsPerDay, microsPerMinute, seededRandom, utcDateOf, type Instant } from '#values';

const chunkRows = chunkRowsOf(1);
/** 2020-01-01T00:00:00Z. */
export const seriesStart: Instant = 1_577_836_800_000_000;

export interface Prices {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

export interface Walk extends Prices {
  /** Writes the next bar into row `row`. */
  next(row: number): void;
}

/**
 * A multiplicative walk around 100, into these columns: two draws a bar, one for the close, one
 * for the range.
 */
export function seededWalk(seed: number, { open, high, low, close }: Prices): Walk {
  const random = seededRandom(seed);
  let price = 100;
  const next = (row: number): void => {
    const before = price;
    price = before * (1 + (random.next() - 0.5) * 0.002);
    if (price < 10) price = 20 - price;
    const reach = 1 + random.next() * 0.0005;
    open[row] = before;
    close[row] = price;
    high[row] = Math.max(before, price) * reach;
    low[row] = Math.min(before, price) / reach;
  };
  return { next, open, high, low, close };
}

/** One symbol's bars, made chunk by chunk: bar i ends i + 1 minutes after the start. */
export function seededBarSource(options: {
  seed: number;
  rows: number;
  instrument: number;
}): FactSource {
  const { seed, rows, instrument } = options;
  const chunk = new FactColumns(Math.min(chunkRows, rows));
  const walk = seededWalk(seed, chunk);
  chunk.kind.fill(factKinds.bar);
  chunk.instrument.fill(instrument);
  let made = 0;
  return {
    name: `seed ${seed}`,
    rank: rankOfKind[factKinds.bar] * 65_536 + instrument,
    pull: () => {
      const count = Math.min(chunkRows, rows - made);
      if (count === 0) return null;
      for (let row = 0; row < count; row++) walk.next(row);
      setTimes(chunk, count, made);
      chunk.count = count;
      made += count;
      return chunk;
    },
    close: () => undefined,
  };
}

/** A whole walk in memory, as the raw loop wants it. */
export function seededColumns(seed: number, rows: number): Walk {
  const walk = seededWalk(seed, {
    open: new Float64Array(rows),
    high: new Float64Array(rows),
    low: new Float64Array(rows),
    close: new Float64Array(rows),
  });
  for (let row = 0; row < rows; row++) walk.next(row);
  return walk;
}

/** Knowledge times of a symbol's first bars. */
export function barTimes(rows: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => seriesStart + (row + 1) * microsPerMinute);
}

/**
 * Bars from columns that are in memory already: what is timed then is the engine and not the walk.
 * One of so many `sources`, it brings as many rows at a time as readers of files do.
 */
export function columnBarSource(columns: Walk, instrument: number, sources = 1): FactSource {
  const { open, high, low, close } = columns;
  const rows = close.length;
  const chunkRows = chunkRowsOf(sources);
  const chunk = new FactColumns(Math.min(chunkRows, rows));
  chunk.kind.fill(factKinds.bar);
  chunk.instrument.fill(instrument);
  let taken = 0;
  return {
    name: 'columns',
    rank: rankOfKind[factKinds.bar] * 65_536 + instrument,
    pull: () => {
      const count = Math.min(chunkRows, rows - taken);
      if (count === 0) return null;
      const to = taken + count;
      chunk.open.set(open.subarray(taken, to));
      chunk.high.set(high.subarray(taken, to));
      chunk.low.set(low.subarray(taken, to));
      chunk.close.set(close.subarray(taken, to));
      setTimes(chunk, count, taken);
      chunk.count = count;
      taken = to;
      return chunk;
    },
    close: () => undefined,
  };
}

/** Times of a symbol's bars `made` and after in the first `count` rows. */
function setTimes({ knowledgeTime, eventTime }: FactColumns, count: number, made: number): void {
  for (let row = 0; row < count; row++) {
    const end = seriesStart + (made + row + 1) * microsPerMinute;
    knowledgeTime[row] = end;
    eventTime[row] = end;
  }
}

/** Sessions of a market that never closes: each opens a microsecond after the last one closed. */
export function sessionSource(days: number): FactSource {
  let day = 0;
  const chunk = new FactColumns(2);
  return {
    name: 'sessions',
    rank: rankOfKind[factKinds.sessionClose] * 65_536,
    pull: () => {
      if (day === days) return null;
      chunk.clear();
      const open = seriesStart + day * microsPerDay + 1;
      const close = seriesStart + (day + 1) * microsPerDay;
      const session = utcDateOf(open);
      const at = (kind: 7 | 8, time: Instant) => ({
        kind,
        instrument: noInstrument,
        knowledgeTime: time,
        eventTime: time,
      });
      chunk.pushFact({
        ...at(factKinds.sessionOpen, open),
        payload: { kind: 'sessionOpen', session },
      });
      chunk.pushFact({
        ...at(factKinds.sessionClose, close),
        payload: { kind: 'sessionClose', session, early: false },
      });
      day++;
      return chunk;
    },
    close: () => undefined,
  };
}

export function seededHeader(symbols: number): TapeHeader {
  return {
    id: `seeded-${symbols}`,
    dataset: 'seeded',
    instruments: Array.from({ length: symbols }, (_, number) => ({
      symbol: `S${number}`,
      currency: 'USD',
    })),
    calendar: '24/7',
    sessionsPerYear: 365,
    priceBasis: 'raw',
    tradePrice: 'close',
    barFrequency: 'intraday',
    synthetic: true,
    dateRule: 'session-close',
  };
}
