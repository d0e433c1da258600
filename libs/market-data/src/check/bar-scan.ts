/** One pass over a bar file: every defect, the extent of each symbol, and the order of the rows. */

import {
  formatInstant,
  invalidInput,
  microsPerMinute,
  type CivilDate,
  type Instant,
} from '#values';
import type { BarReader, BarRows, SymbolTable } from '../bars/bar-batch.js';
import { defectOfBar, oddityOfBar } from '../bars/bar-rules.js';
import { stampName } from '../bars/bar-layout.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import type { ColumnStore } from '../bars/column-store.js';
import { ParsedRowsWriter, releaseRows, type ParsedRows } from '../bars/parsed-rows.js';
import { defectKinds, type Defect } from '../rows/row-defect.js';
import { clockChangeDefect } from '../rows/zoned-time.js';
import { barWarnings } from '../findings/check-report.js';
import { TimeOrder } from './declared-order.js';
import { FindingLog } from '../findings/finding-log.js';
import { beforeCalendar, beyondCalendar, DroppedRows, TablePass, unended } from './table-pass.js';
import type { TablePassOptions } from './table-pass.js';
import { SpansOfFile, type BarPlaces, type BarSpans } from './bar-spans.js';
import { endOfStep } from './rows-in-step.js';
import { spacingOf, SymbolHistory, type SymbolExtent } from './symbol-history.js';

export interface BarScanOptions extends TablePassOptions {
  readonly reader: BarReader;
  readonly table: BarTable;
  readonly symbols: SymbolTable;
  /** Takes the number of a symbol; a row without one has the places of the data set. */
  placesOf(symbol: number): BarPlaces;
  /** Bytes of the file; 0 for a database. */
  readonly size: number;
  /** Whether a split of the symbol took effect after `from` and up to `to`, inclusive. */
  splitBetween(symbol: string, from: CivilDate, to: CivilDate): boolean;
  /** Cash per share of its dividends with ex dates after `from` and up to `to`, inclusive. */
  paidBetween(symbol: string, from: CivilDate, to: CivilDate): number;
  /** The file's sound rows by time: used if the file is unsorted. */
  sortedReader(scan: BarScan): BarReader;
  /** `keep`: a row whose trade price is not known stays, for readers that do not trade. */
  readonly unpriced?: 'keep' | undefined;
  /** Stores sound rows for the tape; if omitted, the file is parsed again for it. */
  readonly store?: ColumnStore | undefined;
}

/** Plain data: it is sent to threads. */
export interface BarScan {
  readonly file: string;
  readonly rows: number;
  /** By index in the symbol table. */
  readonly histories: ReadonlyMap<number, SymbolExtent>;
  /**
   * `symbol`: each symbol's rows are in order, in few parts. `time`: all rows are in order. `none`:
   * they must be sorted. Describes the stored rows if there are any, else the file.
   */
  readonly order: 'symbol' | 'time' | 'none';
  readonly dropped: Pick<DroppedRows, 'lines' | 'sorted'>;
  /** When bars begin and end, for each calendar of the file; empty without a sound row. */
  readonly spans: readonly BarSpans[];
  /** The sound rows; null if they were not stored, or there was no room for them. */
  readonly parsed: ParsedRows | null;
}

/** The parsed bars of a check, for other threads that open the same data set. Plain data. */
export interface ParsedBars {
  readonly symbols: readonly string[];
  /** One per table of bars, in their order. */
  readonly bars: readonly BarScan[];
  /** The temporary file; undefined if everything is in memory. */
  readonly path: string | undefined;
}

const jumpMax = 0.4;

/**
 * Reads the file to its end. Findings go to the log; throws only if the whole file is unreadable.
 * A file with no declared order and no actual order is read again sorted: only then are its
 * neighbors known.
 */
export async function scanBars(options: BarScanOptions): Promise<BarScan> {
  const log = new FindingLog();
  const dropped = new DroppedRows(options.reader.file);
  const first = await readAll(new BarPass({ ...options, log }, dropped), options);
  const unordered = [...first.histories.values()].some((history) => !history.inOrder);
  options.log.take(log, { warnings: !unordered });
  if (!unordered) return first;
  const reader = options.sortedReader(first);
  const table = { ...options.table, order: undefined };
  try {
    const second = new BarPass({ ...options, table, reader }, dropped);
    const sorted = await readAll(second, { reader, store: options.store });
    return { ...sorted, rows: first.rows, order: sorted.parsed === null ? 'none' : sorted.order };
  } finally {
    reader.close();
    if (options.store && first.parsed) releaseRows(options.store, first.parsed.chunks);
  }
}

async function readAll(
  pass: BarPass,
  { reader, store }: Pick<BarScanOptions, 'reader' | 'store'>,
): Promise<BarScan> {
  const kept = store && new ParsedRowsWriter(store);
  for (;;) {
    const batch = await reader.next();
    if (!batch) return pass.end(kept?.end() ?? null);
    const leftOut: number[] = [];
    for (let row = pass.rowsInStep(batch, 0); row < batch.count;) {
      if (!pass.row(batch, row)) leftOut.push(row);
      row = pass.rowsInStep(batch, row + 1);
    }
    kept?.add(batch, leftOut);
  }
}

class BarPass extends TablePass {
  private readonly histories = new Map<number, SymbolHistory>();
  private readonly order: TimeOrder;
  private readonly barMicros: number | undefined;
  private lastStamp = -Infinity;
  private inTimeOrder = true;
  private lastLine = 0;
  /** The part of the file being read, as far as it is known: its symbol, and where it begins. */
  private current: SymbolHistory | undefined;
  private currentSymbol = -1;
  private from = 0;
  private line = 0;
  private fromRow = 0;
  /** How often rows of a symbol are this many days apart. */
  private readonly steps = new Map<number, number>();
  /** Sound rows so far. */
  private accepted = 0;
  private readonly spans: SpansOfFile;
  private rangeCount = 0;
  /**
   * Where the last bars of symbols would end by their length, of those that end with their
   * session before that.
   */
  private readonly cutEnds = new Map<SymbolHistory, Instant>();
  /** Those of the row that is read. */
  private places: BarPlaces;

  constructor(
    private readonly scan: BarScanOptions,
    dropped: DroppedRows,
  ) {
    super(scan.reader.file, scan, dropped);
    const { table } = scan;
    const { frequency, barMinutes } = table;
    const stamp = frequency === 'intraday' ? 'timestamp' : 'date';
    const column = stampName(table);
    this.spans = new SpansOfFile(frequency);
    this.places = scan.placesOf(-1);
    this.order = new TimeOrder(table, { rows: 'bars', stamp, column, file: this.file });
    this.barMicros =
      frequency !== 'intraday' || barMinutes === undefined
        ? undefined
        : barMinutes * microsPerMinute;
  }

  /**
   * Takes the rows from `from` on that follow the last sound one in step, and returns the one after
   * them: nothing that is asked of single rows could be answered otherwise for them.
   */
  rowsInStep(batch: BarRows, from: number): number {
    const { current: history, barMicros: length, currentSymbol: symbol } = this;
    const isNext = length !== undefined && batch.stamp[from] === this.lastStamp + length;
    if (!isNext || from >= batch.count || batch.defects.size > 0) return from;
    if (history?.inOrder !== true || history.lastStamp !== this.lastStamp) return from;
    const { lastStamp: stamp, lastClose: close } = history;
    // Bars that end with their session are never followed in step: nothing is certain behind them.
    const until = this.scan.placesOf(symbol).times.plainUntil(stamp);
    const inStep = endOfStep(batch, from, { symbol, stamp, close, length, until });
    const end = this.endOfKept(batch, from, inStep);
    if (end === from || this.order.defectOf(history.symbol, stamp + length)) return from;
    this.acceptRun(batch, { from, end, history });
    return end;
  }

  /** The first row of [from, end) that was dropped in file order; `end` if none was. */
  private endOfKept({ line }: BarRows, from: number, end: number): number {
    const { lines } = this.dropped;
    if (lines.size === 0) return end;
    for (let row = from; row < end; row++) {
      if (lines.has(line[row] as number)) return row;
    }
    return end;
  }

  /** Leaves spans out: the row before has placed the symbol and its calendar in them. */
  private acceptRun(
    batch: BarRows,
    { from, end, history }: { from: number; end: number; history: SymbolHistory },
  ): void {
    const last = end - 1;
    const stamp = batch.stamp[last] as number;
    this.rows += end - from;
    this.accepted += end - from;
    this.lastLine = batch.line[last] as number;
    this.lastStamp = stamp;
    this.order.defectOf(history.symbol, stamp);
    this.dropped.passed(this.scan.placesOf(this.currentSymbol).times.knowledgeTime(stamp));
    history.addRun(end - from, stamp, batch.values.close[last] as number);
  }

  /** Whether the row is a bar of the tape. */
  row(batch: BarRows, row: number): boolean {
    this.rows++;
    this.lastLine = batch.line[row] as number;
    // A database sorts all of its rows: those with defects were found in file order.
    if (this.dropped.lines.has(this.lastLine)) return false;
    this.places = this.scan.placesOf(batch.symbol[row] as number);
    const unread = batch.defects.size > 0 ? batch.defects.get(row) : undefined;
    const defect =
      unread ?? defectOfBar(batch, row) ?? this.unpriced(batch, row) ?? this.misplaced(batch, row);
    if (defect) {
      this.dropRow(batch, row, defect);
      return false;
    }
    const stamp = batch.stamp[row] as number;
    if (this.places.times.isBefore(stamp)) {
      this.warn(this.lastLine, beforeCalendar);
      return false;
    }
    this.accept(batch, row, stamp);
    this.accepted++;
    return true;
  }

  end(parsed: ParsedRows | null): BarScan {
    const { scan, histories, dropped } = this;
    this.countEmpty();
    this.requireRows();
    if (!scan.reader.ended && !dropped.lines.has(this.lastLine)) this.warn(this.lastLine, unended);
    this.endRange(scan.size);
    for (const { symbol, intradayGaps, firstGapLine } of histories.values()) {
      if (intradayGaps === 0) continue;
      const found = `${intradayGaps} gaps, the first before this line`;
      this.warn(firstGapLine, { what: barWarnings.gap, field: symbol, found });
    }
    this.requireSpacing();
    this.spans.requireFit(this.file);
    const bySymbol =
      this.rangeCount <= rangesMax(histories.size) &&
      (scan.size > 0 || parsed !== null) &&
      [...histories.values()].every((history) => history.inOrder);
    let order: 'symbol' | 'time' | 'none';
    if (bySymbol) {
      order = 'symbol';
    } else if (this.inTimeOrder) {
      order = 'time';
    } else {
      order = 'none';
    }
    return {
      file: this.file,
      rows: this.rows,
      histories,
      order,
      dropped: { lines: dropped.lines, sorted: dropped.sorted },
      spans: this.spans.spans,
      parsed,
    };
  }

  /** Rows that are bars of other symbols only: pandas writes a line for each time of any ticker. */
  private countEmpty(): void {
    const { empty } = this.scan.reader;
    if (empty === undefined || empty.count === 0) return;
    this.rows += empty.count;
    const field = this.scan.table.symbol;
    const found = `${empty.count} rows, the first in this line`;
    this.warn(empty.line, { what: barWarnings.empty, ...(field && { field }), found });
  }

  /**
   * Throws `InvalidInput` if rows are farther apart than bars of their frequency, and would be
   * known before they end; a few may belong to a rarely traded share.
   */
  private requireSpacing(): void {
    const { frequency } = this.scan.table;
    const enough = [...this.histories.values()].some(({ rows }) => rows > 6);
    if (frequency === 'intraday' || !enough) return;
    const found = spacingOf(this.steps, frequency);
    if (found === undefined) return;
    const isKnown = found === 'weekly' || found === 'monthly';
    const apart = { weekly: 'a week', monthly: 'a month' };
    throw invalidInput(`the rows are ${isKnown ? apart[found] : found} apart`, {
      where: this.file,
      expected: isKnown ? `frequency: ${found}` : 'bars of a day, a week or a month',
      found: `frequency: ${frequency}`,
    });
  }

  private accept(batch: BarRows, row: number, stamp: number): void {
    const history = this.enter(batch, row);
    if (stamp < this.lastStamp) this.inTimeOrder = false;
    this.lastStamp = stamp;
    const { times } = this.places;
    const known = times.knowledgeTime(stamp);
    this.dropped.passed(known);
    this.spans.add(this.places, batch.symbol[row] as number, stamp, known);
    const uncut = times.uncutEnd(stamp);
    if (uncut !== undefined) this.spans.addCut();
    if (stamp < history.lastStamp) history.inOrder = false;
    if (!history.inOrder) {
      history.rows++;
      return;
    }
    const session = times.session(stamp);
    if (this.cutEnds.size > 0) this.requireClosed(history, session, stamp);
    if (uncut !== undefined) this.cutEnds.set(history, uncut);
    const odd = oddityOfBar(batch, row);
    if (odd) this.warnOf(history, session, odd);
    if (session !== history.lastSession) this.warnOfDay(history, session, stamp);
    const close = batch.values.close[row] as number;
    this.warnOfJump(history, session, close);
    this.warnOfDividend(history, session);
    const days = session - (history.lastSession ?? session);
    if (days > 0) this.countStep(days);
    const { calendar } = this.places;
    const missing = this.gapAbove(session, known);
    const gap = history.add(stamp, session, close, this.lastLine, calendar, missing);
    if (gap) this.warn(this.lastLine, gap);
  }

  private countStep(days: number): void {
    this.steps.set(days, (this.steps.get(days) ?? 0) + 1);
  }

  /**
   * Throws `InvalidInput` if a bar that would end with its session is followed, before the next one
   * opens, by bars in step with it: then it runs over the close, and no session has it.
   */
  private requireClosed(history: SymbolHistory, session: CivilDate, stamp: number): void {
    const { times, calendar } = this.places;
    const end = this.cutEnds.get(history);
    this.cutEnds.delete(history);
    if (end === undefined || this.barMicros === undefined) return;
    const isInStep = (stamp - history.lastStamp) % this.barMicros === 0;
    const begins = (times.uncutEnd(stamp) ?? times.knowledgeTime(stamp)) - this.barMicros;
    if (!isInStep || begins >= calendar.openOf(session)) return;
    throw invalidInput('bars run over the close of their session', {
      where: `${this.file} line ${this.lastLine}`,
      expected: `bars of ${calendar.name} that end with its sessions, or shorter ones`,
      found:
        `${history.symbol}: a bar to ${formatInstant(end)}, and one ` +
        `from ${formatInstant(begins)}`,
    });
  }

  /** The close is no stand-in for the price at which the data set trades. */
  private unpriced({ values }: BarRows, row: number): Defect | undefined {
    const { table, unpriced } = this.scan;
    if (table.tradePrice !== 'adjClose' || unpriced === 'keep') return undefined;
    if (!Number.isNaN(values.adjClose[row])) return undefined;
    const expected = 'the price at which the data set trades';
    return { what: 'the adjusted price is not known', field: 'adj_close', expected };
  }

  /** Defects of a row relative to its neighbors. */
  private misplaced(batch: BarRows, row: number): Defect | undefined {
    const { scan: options } = this;
    const { times } = this.places;
    const stamp = batch.stamp[row] as number;
    if (times.isBeyond(stamp)) return beyondCalendar;
    const unplaced = times.unplaced(stamp);
    if (unplaced) return unplaced;
    const index = batch.symbol[row] as number;
    const symbol = options.symbols.names[index] as string;
    const stranger = this.strangerDefect(symbol, String);
    if (stranger) return stranger;
    const history = index === this.currentSymbol ? this.current : this.histories.get(index);
    if (options.table.frequency === 'intraday' && history?.inOrder === true) {
      const zone = options.table.timestampZone;
      const ambiguous = clockChangeDefect(stamp, history.lastStamp, zone);
      if (ambiguous) return ambiguous;
    }
    const repeated = history && this.repetition(history, symbol, stamp);
    return repeated ?? this.order.defectOf(symbol, stamp);
  }

  /** The defect of a row that repeats the last one of its symbol, or its week or month. */
  private repetition(history: SymbolHistory, symbol: string, stamp: number): Defect | undefined {
    if (history.lastStamp === stamp) {
      return { what: 'the row stands here twice: same symbol and time', found: symbol };
    }
    const { frequency } = this.scan.table;
    const isPeriodic = frequency === 'weekly' || frequency === 'monthly';
    if (isPeriodic && history.inOrder && history.lastSession === this.places.times.session(stamp)) {
      return { what: `two rows are of one ${frequency} bar`, found: symbol };
    }
    return undefined;
  }

  private dropRow(batch: BarRows, row: number, defect: Defect): void {
    const { times } = this.places;
    const stamp = batch.stamp[row] as number;
    const isInside = !Number.isNaN(stamp) && !times.isBefore(stamp) && !times.isBeyond(stamp);
    const isPlaced = isInside && times.unplaced(stamp) === undefined;
    const time: Instant | undefined = isPlaced ? times.knowledgeTime(stamp) : undefined;
    const index = batch.symbol[row] as number;
    this.drop(this.lastLine, defect, time, this.scan.symbols.names[index]);
    if (defect.what === defectKinds.unfinished) return;
    if (index >= 0) this.enter(batch, row);
  }

  /** The history of the row's symbol; a new part of the file begins when the symbol changes. */
  private enter(batch: BarRows, row: number): SymbolHistory {
    const index = batch.symbol[row] as number;
    if (this.current !== undefined && index === this.currentSymbol) return this.current;
    const known = this.histories.get(index);
    const history = known ?? new SymbolHistory(this.scan.symbols.names[index] as string);
    if (known === undefined) this.histories.set(index, history);
    this.endRange(batch.offset[row] as number);
    this.current = history;
    this.currentSymbol = index;
    this.from = batch.offset[row] as number;
    this.line = this.lastLine;
    this.fromRow = this.accepted;
    return history;
  }

  private endRange(to: number): void {
    if (!this.current) return;
    // Past the limit the parts are no longer used: a file sorted by time has as many parts as rows.
    if (++this.rangeCount > rangesMax(this.histories.size)) return;
    const { from, line, fromRow, accepted: toRow } = this;
    this.current.ranges.push({ from, to, line, fromRow, toRow });
  }

  /** If bars are farther apart than this, one is missing; undefined outside regular hours. */
  private gapAbove(session: CivilDate, known: Instant): number | undefined {
    const { calendar } = this.places;
    if (this.barMicros === undefined) return undefined;
    const start = known - this.barMicros;
    return start > calendar.openOf(session) ? this.barMicros : undefined;
  }

  private warnOfDay(history: SymbolHistory, session: CivilDate, stamp: number): void {
    const { table } = this.scan;
    const { calendar, times } = this.places;
    if (table.frequency !== 'intraday') {
      if (session === stamp || table.frequency !== 'daily') return;
    } else if (times.knowledgeTime(stamp) > calendar.openOf(session)) return;
    // Bars after a close belong to the next session: the day on which they ended counts.
    else if (calendar.isSession(calendar.dateOf(times.knowledgeTime(stamp) - 1))) return;
    const expected = calendar.name;
    this.warnOf(history, session, { what: 'the date of the row is not a session', expected });
  }

  private warnOfJump(history: SymbolHistory, session: CivilDate, close: number): void {
    const change = close / history.lastClose - 1;
    if (!(Math.abs(change) > jumpMax) || history.lastSession === null) return;
    if (this.scan.splitBetween(history.symbol, history.lastSession, session)) return;
    this.warnOf(history, session, {
      what: barWarnings.jump,
      field: 'close',
      found: `${history.lastClose} to ${close}`,
    });
  }

  /**
   * A company may pay out more than its price, but amounts of another share count look the same.
   */
  private warnOfDividend(history: SymbolHistory, session: CivilDate): void {
    const { symbol, lastSession, lastClose } = history;
    if (this.scan.table.priceBasis !== 'raw' || lastSession === null || session === lastSession)
      return;
    const paid = this.scan.paidBetween(symbol, lastSession, session);
    if (!(paid >= lastClose)) return;
    this.warnOf(history, session, {
      what: 'a dividend is not less than the close before it',
      field: 'close',
      expected: 'cash for a share of its own day, in the currency of the close',
      found: `${paid} after ${lastClose}`,
    });
  }

  private warnOf(history: SymbolHistory, session: CivilDate, defect: Defect): void {
    history.note(defect.what, session);
    this.warn(this.lastLine, defect);
  }
}

const rangesMax = (symbols: number): number => 64 + 8 * symbols;
