/** Columns that grow: one frame may bring any number of facts, and its instant is not torn apart. */

import { FactColumns } from '#contracts';

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

  /** Columns that a burst made large are not kept. */
  clear(): void {
    if (this.columns.capacity > this.rows * 16) this.columns = new FactColumns(this.rows);
    else this.columns.clear();
  }
}
