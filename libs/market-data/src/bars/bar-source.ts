/**
 * Bars of a reader as facts: with knowledge time, checked once more, in order, and
 * limited by an end.
 */

import { invalidInput, type Instant } from '#values';
import { barColumns, FactColumns, factKinds, type FactSource, type Pulled } from '#contracts';
import { describeDefect } from '../rows/row-defect.js';
import type { BarReader, BarRows } from './bar-batch.js';
import { defectOfBar } from './bar-rules.js';
import type { BarTimes } from './bar-times.js';

interface BarSourceOptions {
  readonly name: string;
  readonly rank: number;
  readonly reader: BarReader;
  /** When bars of a symbol of the reader begin and end. */
  timesOf(symbol: number): BarTimes;
  /** Instrument of a symbol of the reader; undefined for one that is not selected. */
  instrumentOf(symbol: number): number | undefined;
  /** Last knowledge time that is delivered. */
  readonly until?: Instant;
  /** Dropped lines, which the tape reports elsewhere. */
  readonly droppedLines?: ReadonlySet<number>;
  readonly chunkRows?: number | undefined;
}

/**
 * The facts of a reader in its order. An unreadable row, or one that breaks a rule or goes back in
 * time, throws `InvalidInput` with file and line, unless it is among the dropped ones.
 */
export function barSource(options: BarSourceOptions): FactSource {
  const { reader, until = Infinity, droppedLines } = options;
  const out = new FactColumns(options.chunkRows ?? 4096);
  let batch: BarRows | null = null;
  let at = 0;
  let done = false;
  let last = -Infinity;

  /** Whether a row belongs on the tape; rows not yet found sound are checked here. */
  const isWanted = (rows: BarRows, row: number, times: BarTimes): boolean => {
    if (reader.isSound === true) return true;
    const line = rows.line[row] as number;
    if (droppedLines?.has(line)) return false;
    requireSound(reader.file, rows, row, times);
    const stamp = rows.stamp[row] as number;
    if (times.isBefore(stamp)) return false;
    const known = times.knowledgeTime(stamp);
    if (known < last) throw outOfOrder(reader.file, line);
    last = known;
    return true;
  };
  /**
   * Copies rows until the chunk is full, the batch is used up, or the end is reached; sound
   * ones by symbol.
   */
  const take = (rows: BarRows): void => {
    while (!done && at < rows.count && out.count < out.capacity) {
      const from = at;
      const limit = Math.min(rows.count, from + out.capacity - out.count);
      at = reader.isSound === true ? endOfSymbol(rows, from, limit) : from + 1;
      const symbol = rows.symbol[from] as number;
      const instrument = options.instrumentOf(symbol);
      if (instrument === undefined) continue;
      const times = options.timesOf(symbol);
      if (!isWanted(rows, from, times)) continue;
      const end = fillTimes(out, rows, from, at, times, until);
      done = end < at;
      copyRows(out, rows, from, end, instrument);
    }
  };

  const pull = (): Pulled => {
    out.clear();
    while (!done && out.count < out.capacity) {
      if (batch && at < batch.count) take(batch);
      else {
        const next = reader.next();
        if (next instanceof Promise) return next.then(enter).then(continuePull);
        enter(next);
      }
    }
    return out.count === 0 ? null : out;
  };
  const enter = (next: BarRows | null): void => {
    batch = next;
    at = 0;
    if (!next) done = true;
  };
  const continuePull = (): FactColumns | null | Promise<FactColumns | null> => {
    if (batch && out.count === 0) take(batch);
    // Each batch of a binary reader becomes its own chunk: emits what there is, or pulls again
    // if it is empty.
    if (out.count > 0) return out;
    if (done) return null;
    return pull();
  };
  return { name: options.name, rank: options.rank, pull, close: () => reader.close() };
}

function requireSound(file: string, rows: BarRows, row: number, times: BarTimes): void {
  const stamp = rows.stamp[row] as number;
  const defect =
    (rows.defects.size > 0 ? rows.defects.get(row) : undefined) ??
    defectOfBar(rows, row) ??
    (times.isBeyond(stamp) ? { what: 'the bar lies beyond the calendar' } : times.unplaced(stamp));
  if (!defect) return;
  throw invalidInput(describeDefect(defect), { where: `${file} line ${rows.line[row]}` });
}

function outOfOrder(file: string, line: number): Error {
  return invalidInput('the row is known before the row above it', {
    where: `${file} line ${line}`,
    expected: 'rows in order of time',
  });
}

/** The row after those of the same symbol. */
function endOfSymbol({ symbol }: BarRows, from: number, limit: number): number {
  const first = symbol[from];
  let end = from + 1;
  while (end < limit && symbol[end] === first) end++;
  return end;
}

/**
 * Writes the times of rows after the last fact; returns the first row that is known after
 * `until`, else `to`.
 */
function fillTimes(
  out: FactColumns,
  { stamp }: BarRows,
  from: number,
  to: number,
  times: BarTimes,
  until: Instant,
): number {
  let last = Infinity;
  let plainUntil = -Infinity;
  let known = NaN;
  for (let row = from; row < to; row++) {
    const next = stamp[row] as number;
    if (next > last && next <= plainUntil) known += next - last;
    else {
      known = times.knowledgeTime(next);
      plainUntil = times.plainUntil(next);
    }
    last = next;
    if (known > until) return row;
    out.knowledgeTime[out.count + row - from] = known;
  }
  return to;
}

/** Below this number, copying row by row is faster than column by column. */
const fewRows = 8;

/** Copies rows after the last fact, whose times are already written. */
function copyRows(
  out: FactColumns,
  rows: BarRows,
  from: number,
  to: number,
  instrument: number,
): void {
  const at = out.count;
  const end = at + to - from;
  if (to - from <= fewRows) {
    for (let row = from; row < to; row++) {
      copyRow(out, rows, row, instrument, out.knowledgeTime[out.count] as number);
    }
    return;
  }
  out.kind.fill(factKinds.bar, at, end);
  out.instrument.fill(instrument, at, end);
  out.eventTime.set(out.knowledgeTime.subarray(at, end), at);
  out.endsInstant.fill(0, at, end);
  for (const column of barColumns) out[column].set(rows.values[column].subarray(from, to), at);
  out.count = end;
}

function copyRow(
  out: FactColumns,
  rows: BarRows,
  row: number,
  instrument: number,
  known: Instant,
): void {
  const to = out.count++;
  const { values } = rows;
  out.kind[to] = factKinds.bar;
  out.instrument[to] = instrument;
  out.knowledgeTime[to] = known;
  out.eventTime[to] = known;
  out.endsInstant[to] = 0;
  out.open[to] = values.open[row] as number;
  out.high[to] = values.high[row] as number;
  out.low[to] = values.low[row] as number;
  out.close[to] = values.close[row] as number;
  out.adjClose[to] = values.adjClose[row] as number;
  out.volume[to] = values.volume[row] as number;
  out.vwap[to] = values.vwap[row] as number;
  out.payload[to] = undefined;
}
