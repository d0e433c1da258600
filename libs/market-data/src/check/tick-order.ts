/** Defects of trades and quotes relative to the rows around them. */

import { excerpt, type Instant } from '#values';
import type { FactDraft } from '../facts/fact-draft.js';
import type { FactTable } from '../manifest/dataset-manifest.js';
import type { Defect } from '../rows/row-defect.js';
import type { RawFields } from '../rows/row-fields.js';
import { clockChangeDefect, hasOffset } from '../rows/zoned-time.js';
import { TimeOrder } from './declared-order.js';

/** A trade or a quote in its place; `key` is the vendor's id, or empty. */
export interface TickPlace {
  readonly line: number;
  readonly symbol: string;
  readonly at: Instant;
  readonly key: string;
}

/** The rows of one file in its order. */
export class TickOrder {
  private readonly order: TimeOrder;
  private readonly neighbors = new TickNeighbors();

  constructor(
    private readonly table: FactTable,
    file: string,
  ) {
    const rows = 'trades and quotes';
    const column = 'timestamp';
    this.order = new TimeOrder(table, { rows, stamp: column, column, file });
  }

  /** Whether the rows of each symbol are in order: only then duplicates are detected. */
  get symbolsInOrder(): boolean {
    return this.neighbors.inOrder;
  }

  defectOf({ symbols, eventTime: at, key }: FactDraft, fields: RawFields): Defect | undefined {
    const symbol = symbols[0] as string;
    return (
      this.ambiguous(symbol, at, fields) ??
      this.order.defectOf(symbol, at) ??
      this.neighbors.defectOf({ symbol, at, key })
    );
  }

  /**
   * A clock time that goes back within the hour of a clock change; several ticks may
   * share one instant.
   */
  private ambiguous(symbol: string, at: Instant, fields: RawFields): Defect | undefined {
    const above = this.neighbors.lastOf(symbol);
    if (above === undefined || at >= above || !this.symbolsInOrder) return undefined;
    const { columns, timestampZone } = this.table;
    if (hasOffset(String(fields[columns?.['timestamp'] ?? 'timestamp']))) return undefined;
    return clockChangeDefect(at, above, timestampZone);
  }
}

/** Finds duplicate trades among the ordered rows of a symbol: it remembers those of one instant. */
export class TickNeighbors {
  inOrder = true;
  private readonly newest = new Map<string, { at: Instant; keys: Set<string> }>();

  lastOf(symbol: string): Instant | undefined {
    return this.newest.get(symbol)?.at;
  }

  defectOf({ symbol, at, key }: Omit<TickPlace, 'line'>): Defect | undefined {
    const known = this.newest.get(symbol);
    if (known && at < known.at) this.inOrder = false;
    const newest = known ?? { at, keys: new Set() };
    if (!known) this.newest.set(symbol, newest);
    else if (known.at !== at) {
      known.at = at;
      if (known.keys.size > 0) known.keys.clear();
    }
    if (key === '') return undefined;
    if (newest.keys.has(key)) {
      return { what: 'the trade stands here twice: same symbol, time and id', found: excerpt(key) };
    }
    newest.keys.add(key);
    return undefined;
  }
}
