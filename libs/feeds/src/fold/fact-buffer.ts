/** Columns that grow: one frame may yield any number of facts, and its instant is never split. */

import { FactColumns, factKinds, type FactPayload } from '#contracts';
import type { Instant } from '#values';

export class FactBuffer {
  columns: FactColumns;

  constructor(private readonly rows = 4096) {
    this.columns = new FactColumns(rows);
  }

  /** The columns, with room for one more row. */
  room(): FactColumns {
    const { columns } = this;
    if (columns.count < columns.capacity) return columns;
    this.columns = new FactColumns(columns.capacity * 2);
    this.columns.appendRows(columns, 0, columns.count);
    return this.columns;
  }

  /** Appends a fact that has a payload. */
  push(payload: FactPayload, instrument: number, eventTime: Instant, knowledgeTime: Instant): void {
    const kind = factKinds[payload.kind];
    this.room().pushFact({ kind, instrument, knowledgeTime, eventTime, payload });
  }

  /** Does not keep columns that a burst enlarged. */
  clear(): void {
    if (this.columns.capacity > this.rows * 16) this.columns = new FactColumns(this.rows);
    else this.columns.clear();
  }
}

/** Context of an item's arrival: the time of its frame, and the facts of this instant. */
export interface Arrival {
  readonly receivedAt: Instant;
  /** The venue's clock at that time, as far as it was measured: nothing happened later. */
  readonly clock: Instant;
  readonly out: FactBuffer;
  /** Whether the item was requested from a history: it may have arrived before. */
  readonly isHistory: boolean;
}
