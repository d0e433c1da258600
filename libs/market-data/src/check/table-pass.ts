/** State of every pass over a table: its row count, the dropped rows, and the findings. */

import { excerpt, type Instant } from '#values';
import type { FindingLog } from '../findings/finding-log.js';
import { DroppedRows } from '../rows/dropped-row.js';
import type { Defect } from '../rows/row-defect.js';

export interface TablePassOptions {
  readonly log: FindingLog;
  /** The symbols that the manifest declares, if it does. */
  readonly declared: ReadonlySet<string> | undefined;
}

/** Defect of the last line of a file. */
export const unended: Defect = { what: 'the last line has no end: the file may have been cut' };
export const beyondCalendar: Defect = { what: 'the row lies beyond the calendar' };
export const beforeCalendar: Defect = {
  what: 'the row lies before the calendar begins and is left out',
};

export class TablePass {
  rows = 0;
  readonly dropped: DroppedRows;

  constructor(
    readonly file: string,
    private readonly options: TablePassOptions,
    dropped = new DroppedRows(file),
  ) {
    this.dropped = dropped;
  }

  /** `time` is when the row would have been known, undefined if it cannot be determined. */
  drop(line: number, defect: Defect, time?: Instant, symbol?: string): void {
    this.options.log.error(this.file, line, defect);
    this.dropped.add(line, defect, time, symbol);
  }

  warn(line: number, defect: Defect): void {
    this.options.log.warning(this.file, line, defect);
  }

  requireRows(): void {
    if (this.rows > 0) return;
    this.options.log.error(this.file, 0, { what: 'the file has no rows' });
  }

  /** The defect of a row with this symbol; undefined if the symbol is allowed. */
  strangerDefect(symbol: string, quote: (symbol: string) => string = excerpt): Defect | undefined {
    const { declared } = this.options;
    if (declared === undefined || declared.has(symbol)) return undefined;
    const what = 'the symbol is not one of the data set';
    return { what, field: 'symbol', found: quote(symbol) };
  }
}
