/** One pass over a table of trades or quotes: defects, the extent of each symbol, and whether it is in order. */

import { excerpt, invalidInput, type CivilDate, type Instant } from '#values';
import { DroppedRows } from '../rows/dropped-row.js';
import type { FindingLog } from '../findings/finding-log.js';
import type { Defect } from '../rows/row-defect.js';
import type { RawFields } from '../rows/row-fields.js';
import { clockChangeDefect, hasOffset } from '../rows/zoned-time.js';
import { readTicks, soundTicks, type ReadTick, type TickTableAccess } from './read-ticks.js';
import { isTrade, oddityOfTick, type TickRow } from './tick-row.js';

/** What a check remembers of one symbol. */
export interface TickExtent {
  readonly rows: number;
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
}

export interface TickScan {
  readonly access: TickTableAccess;
  readonly rows: number;
  /** Whether the rows stand in order of time. */
  readonly inOrder: boolean;
  readonly extents: ReadonlyMap<string, TickExtent>;
  readonly dropped: DroppedRows;
}

export interface TickScanOptions {
  readonly log: FindingLog;
  /** Where the manifest declares symbols, those. */
  readonly declared: ReadonlySet<string> | undefined;
  /** Rows that a sort holds in memory. */
  readonly rowBudget: number;
}

/**
 * Reads the table to its end. Findings go to the log; only a file that cannot be read at all throws. Where the rows of
 * a symbol are out of order, the table is read again, sorted: only then is it known which rows stand twice.
 */
export async function scanTicks(
  access: TickTableAccess,
  options: TickScanOptions,
): Promise<TickScan> {
  const pass = new TickPass(access, options);
  for await (const batch of readTicks(access)) for (const read of batch) pass.row(read);
  if (pass.rows === 0) options.log.error(access.location.name, 0, { what: 'the file has no rows' });
  if (!pass.symbolsInOrder) await pass.again(options.rowBudget);
  const { rows, inOrder, extents, dropped } = pass;
  return { access, rows, inOrder, extents, dropped };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

class TickPass {
  rows = 0;
  inOrder = true;
  readonly extents = new Map<string, Writable<TickExtent>>();
  readonly dropped: DroppedRows;
  private readonly file: string;
  private readonly keys: readonly TickKey[];
  private readonly neighbours = new TickNeighbours();
  private before: TickRow | undefined;
  private last = -Infinity;

  constructor(
    private readonly access: TickTableAccess,
    private readonly options: TickScanOptions,
  ) {
    this.file = access.location.name;
    this.dropped = new DroppedRows(this.file);
    this.keys = keysOf(access);
  }

  /** Whether the rows of each symbol are in order. */
  get symbolsInOrder(): boolean {
    return this.neighbours.inOrder;
  }

  row({ row, tick, defect }: ReadTick): void {
    const { log } = this.options;
    this.rows++;
    if (!tick) {
      const found = defect ?? { what: 'the row cannot be read' };
      log.error(this.file, row.line, found);
      this.dropped.add(row.line, found, undefined, undefined);
      return;
    }
    if (row.unended) {
      log.warning(this.file, row.line, {
        what: 'the last line has no end: the file may have been cut',
      });
    }
    const misplaced = this.ambiguous(tick, row.fields) ?? this.misplaced(tick);
    if (!this.judge(tick, misplaced ?? this.neighbours.defectOf(tick))) return;
    const { times } = this.access;
    if (times.isBefore(tick.at)) {
      log.warning(this.file, row.line, {
        what: 'the row lies before the calendar begins and is left out',
      });
      return;
    }
    const odd = oddityOfTick(tick);
    if (odd) log.warning(this.file, row.line, odd);
    this.accept(tick, times.knowledgeTime(tick.at));
  }

  /** Reads the sound rows again, by time, for those that stand twice. */
  async again(rowBudget: number): Promise<void> {
    const wants = ({ line }: TickRow): boolean => !this.dropped.lines.has(line);
    const neighbours = new TickNeighbours();
    const sorted = soundTicks(this.access, { wants, inOrder: false, until: Infinity, rowBudget });
    for await (const rows of sorted) {
      for (const tick of rows) {
        if (this.judge(tick, neighbours.defectOf(tick))) continue;
        const extent = this.extents.get(tick.symbol);
        if (extent) extent.rows--;
      }
    }
  }

  /** Whether the row is sound; drops it where it is not. */
  private judge(tick: TickRow, defect: Defect | undefined): boolean {
    if (!defect) return true;
    const { times } = this.access;
    const timed = !times.isBefore(tick.at) && !times.isBeyond(tick.at);
    this.options.log.error(this.file, tick.line, defect);
    this.dropped.add(
      tick.line,
      defect,
      timed ? times.knowledgeTime(tick.at) : undefined,
      tick.symbol,
    );
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
    const above = this.neighbours.lastOf(symbol);
    if (above === undefined || at >= above || !this.symbolsInOrder) return undefined;
    const { columns, timestampZone } = this.access.table;
    if (hasOffset(String(fields[columns?.['timestamp'] ?? 'timestamp']))) return undefined;
    return clockChangeDefect(at, above, timestampZone);
  }

  /** Defects that a row has by the manifest, the calendar, or the row above it. */
  private misplaced(tick: TickRow): Defect | undefined {
    const { declared } = this.options;
    const { symbol, at } = tick;
    if (declared && !declared.has(symbol)) {
      return {
        what: 'the symbol is not one of the data set',
        field: 'symbol',
        found: excerpt(symbol),
      };
    }
    if (this.access.times.isBeyond(at)) return { what: 'the row lies beyond the calendar' };
    const { before } = this;
    if (before && isBehind(tick, before, this.keys)) {
      return { what: 'the row is out of order', expected: `order by ${this.keys.join(', ')}` };
    }
    this.before = tick;
    return undefined;
  }
}

/** Finds trades that stand twice among rows of a symbol that are in order: it remembers those of one instant. */
class TickNeighbours {
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

type TickKey = 'symbol' | 'timestamp' | '-timestamp';

function isBehind(tick: TickRow, before: TickRow, keys: readonly TickKey[]): boolean {
  for (const key of keys) {
    const [own, other] =
      key === 'symbol' ? [tick.symbol, before.symbol] : ([tick.at, before.at] as const);
    if (own !== other) return key === '-timestamp' ? own > other : own < other;
  }
  return false;
}

/** Ticks are ordered by symbol and by time; `-timestamp` is the newest first. */
function keysOf({ table, location }: TickTableAccess): readonly TickKey[] {
  return (table.order ?? []).map((key) => {
    const name = key.replace(/^-/, '');
    if (key === 'symbol' || key === table.columns?.symbol) return 'symbol';
    if (name === 'timestamp' || name === table.columns?.timestamp) {
      return key === name ? 'timestamp' : '-timestamp';
    }
    throw invalidInput('trades and quotes cannot be ordered by this column', {
      where: location.name,
      expected: 'symbol, timestamp',
      found: key,
    });
  });
}
