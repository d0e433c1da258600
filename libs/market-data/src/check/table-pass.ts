/**
 * State of every pass over a table: rows, findings, and the dropped rows as they will
 * appear on a tape.
 */

import { excerpt, invalidInput, type Instant } from '#values';
import type { FindingLog } from '../findings/finding-log.js';
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

interface DroppedRow {
  readonly line: number;
  /** The defect and its field, never a value: it may be known before the row's own time. */
  readonly reason: string;
  readonly knowledgeTime: Instant;
  /** Undefined if the row has no readable symbol. */
  readonly symbol: string | undefined;
}

const droppedMax = 100_000;

/** The dropped rows of one file, with times for rows that lack one. */
export class DroppedRows {
  readonly lines = new Set<number>();
  private readonly rows: DroppedRow[] = [];
  /** Rows before the first one with a time; they inherit that time. */
  private readonly waiting: Omit<DroppedRow, 'knowledgeTime'>[] = [];
  /** Not a number before the first: a number alone is stored without creating an object. */
  private lastTime: Instant = NaN;

  constructor(private readonly file: string) {}

  /** A sound row was read, known at `time`. */
  passed(time: Instant): void {
    this.lastTime = time;
    if (this.waiting.length === 0) return;
    for (const row of this.waiting.splice(0)) this.rows.push({ ...row, knowledgeTime: time });
  }

  /**
   * A row is dropped; `time` is when it would have been known, undefined if it cannot
   * be determined.
   */
  add(line: number, defect: Defect, time: Instant | undefined, symbol: string | undefined): void {
    if (this.lines.size >= droppedMax) {
      throw invalidInput('the file has too many defects to be mended by dropping rows', {
        where: this.file,
        found: `more than ${droppedMax}`,
      });
    }
    this.lines.add(line);
    const reason = defect.field === undefined ? defect.what : `${defect.field}: ${defect.what}`;
    const row = { line, reason, symbol };
    const known = time ?? this.lastTime;
    if (Number.isNaN(known)) this.waiting.push(row);
    else this.rows.push({ ...row, knowledgeTime: known });
  }

  /**
   * By knowledge time, then line. Rows of a file without any time cannot be placed,
   * and are skipped.
   */
  get sorted(): readonly DroppedRow[] {
    return [...this.rows].sort((a, b) => a.knowledgeTime - b.knowledgeTime || a.line - b.line);
  }
}

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
