/** One pass over a table of trades or quotes: defects, the extent of each symbol, and whether it is in order. */

import { excerpt, type CivilDate, type Instant } from '#values';
import { TimeOrder } from '../check/declared-order.js';
import { beforeCalendar, beyondCalendar, TablePass, unended } from '../check/table-pass.js';
import type { TablePassOptions } from '../check/table-pass.js';
import type { DroppedRows } from '../rows/dropped-row.js';
import type { Defect } from '../rows/row-defect.js';
import type { RawFields } from '../rows/row-fields.js';
import { clockChangeDefect, hasOffset } from '../rows/zoned-time.js';
import { sortedRows, type ReadRow } from '../tables/table-rows.js';
import {
  isTrade,
  oddityOfTick,
  readTicks,
  type TickRow,
  type TickTableAccess,
} from './tick-row.js';

/** What a check keeps per symbol. */
interface TickExtent {
  readonly rows: number;
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
}

export interface TickScan {
  readonly access: TickTableAccess;
  readonly rows: number;
  /** Whether the rows are in time order. */
  readonly inOrder: boolean;
  readonly extents: ReadonlyMap<string, TickExtent>;
  readonly dropped: DroppedRows;
}

interface TickScanOptions extends TablePassOptions {
  /** Maximum rows that a sort holds in memory. */
  readonly rowBudget: number;
}

/**
 * Reads the table to its end. Findings go to the log; throws only if the whole file is unreadable. If the rows of
 * a symbol are out of order, the table is read again, sorted: only then are duplicate rows detected.
 */
export async function scanTicks(
  access: TickTableAccess,
  options: TickScanOptions,
): Promise<TickScan> {
  const pass = new TickPass(access, options);
  for await (const batch of readTicks(access)) for (const read of batch) pass.row(read);
  pass.requireRows();
  if (!pass.symbolsInOrder) await pass.again(options.rowBudget);
  const { rows, inOrder, extents, dropped } = pass;
  return { access, rows, inOrder, extents, dropped };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

class TickPass extends TablePass {
  inOrder = true;
  readonly extents = new Map<string, Writable<TickExtent>>();
  private readonly order: TimeOrder;
  private readonly neighbors = new TickNeighbors();
  private last = -Infinity;

  constructor(
    private readonly access: TickTableAccess,
    options: TablePassOptions,
  ) {
    super(access.location.name, options);
    const rows = 'trades and quotes';
    const column = 'timestamp';
    this.order = new TimeOrder(access.table, { rows, stamp: column, column, file: this.file });
  }

  /** Whether the rows of each symbol are in order. */
  get symbolsInOrder(): boolean {
    return this.neighbors.inOrder;
  }

  row({ row, ...read }: ReadRow<TickRow>): void {
    this.rows++;
    if (read.defect) return this.drop(row.line, read.defect);
    const tick = read.value;
    if (row.unended) this.warn(row.line, unended);
    const misplaced = this.ambiguous(tick, row.fields) ?? this.misplaced(tick);
    if (!this.judge(tick, misplaced ?? this.neighbors.defectOf(tick))) return;
    const { times } = this.access;
    if (times.isBefore(tick.at)) return this.warn(row.line, beforeCalendar);
    const odd = oddityOfTick(tick);
    if (odd) this.warn(row.line, odd);
    this.accept(tick, times.knowledgeTime(tick.at));
  }

  /** Reads the sound rows again, by time, to find duplicates. */
  async again(rowBudget: number): Promise<void> {
    const neighbors = new TickNeighbors();
    const compare = (a: TickRow, b: TickRow): number => a.at - b.at || a.line - b.line;
    for await (const rows of sortedRows(this.soundRows(), { compare, rowBudget })) {
      for (const tick of rows) {
        if (this.judge(tick, neighbors.defectOf(tick))) continue;
        const extent = this.extents.get(tick.symbol);
        if (extent) extent.rows--;
      }
    }
  }

  private async *soundRows(): AsyncGenerator<readonly TickRow[], void> {
    const { times } = this.access;
    for await (const rows of readTicks(this.access)) {
      const ticks = rows.flatMap(({ value }) => value ?? []);
      yield ticks.filter(({ at, line }) => !times.isBefore(at) && !this.dropped.lines.has(line));
    }
  }

  /** Whether the row is sound; drops it if it is not. */
  private judge({ line, at, symbol }: TickRow, defect: Defect | undefined): boolean {
    if (!defect) return true;
    const { times } = this.access;
    const timed = !times.isBefore(at) && !times.isBeyond(at);
    this.drop(line, defect, timed ? times.knowledgeTime(at) : undefined, symbol);
    return false;
  }

  private accept({ symbol, at }: TickRow, known: Instant): void {
    if (at < this.last) this.inOrder = false;
    this.last = at;
    this.dropped.passed(known);
    const session = this.access.times.session(at);
    const extent = this.extents.get(symbol);
    if (!extent) {
      this.extents.set(symbol, { rows: 1, firstSession: session, lastSession: session });
      return;
    }
    extent.rows++;
    extent.firstSession = Math.min(extent.firstSession, session);
    extent.lastSession = Math.max(extent.lastSession, session);
  }

  /** A clock time that goes back within the hour of a clock change; several ticks may share one instant. */
  private ambiguous({ symbol, at }: TickRow, fields: RawFields): Defect | undefined {
    const above = this.neighbors.lastOf(symbol);
    if (above === undefined || at >= above || !this.symbolsInOrder) return undefined;
    const { columns, timestampZone } = this.access.table;
    if (hasOffset(String(fields[columns?.['timestamp'] ?? 'timestamp']))) return undefined;
    return clockChangeDefect(at, above, timestampZone);
  }

  /** Defects of a row by the manifest, the calendar, or the row above it. */
  private misplaced({ symbol, at }: TickRow): Defect | undefined {
    return (
      this.strangerDefect(symbol) ??
      (this.access.times.isBeyond(at) ? beyondCalendar : undefined) ??
      this.order.defectOf(symbol, at)
    );
  }
}

/** Finds duplicate trades among the ordered rows of a symbol: it remembers those of one instant. */
class TickNeighbors {
  inOrder = true;
  private readonly newest = new Map<string, { at: Instant; ids: Set<string> }>();

  lastOf(symbol: string): Instant | undefined {
    return this.newest.get(symbol)?.at;
  }

  defectOf(tick: TickRow): Defect | undefined {
    const { symbol, at } = tick;
    const known = this.newest.get(symbol);
    if (known && at < known.at) this.inOrder = false;
    const newest = known ?? { at, ids: new Set() };
    if (!known) this.newest.set(symbol, newest);
    else if (known.at !== at) {
      known.at = at;
      if (known.ids.size > 0) known.ids.clear();
    }
    const id = isTrade(tick) ? tick.id : null;
    if (id === null) return undefined;
    if (newest.ids.has(id)) {
      return { what: 'the trade stands here twice: same symbol, time and id', found: excerpt(id) };
    }
    newest.ids.add(id);
    return undefined;
  }
}
