/** Rows with defects, as they will appear on a tape when dropped. */

import { invalidInput, type Instant } from '#values';
import type { Defect } from './row-defect.js';

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
  private lastTime: Instant | undefined;

  constructor(private readonly file: string) {}

  /** A sound row was read, known at `time`. */
  passed(time: Instant): void {
    this.lastTime = time;
    if (this.waiting.length === 0) return;
    for (const row of this.waiting.splice(0)) this.rows.push({ ...row, knowledgeTime: time });
  }

  /** A row is dropped; `time` is when it would have been known, undefined if it cannot be determined. */
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
    if (known === undefined) this.waiting.push(row);
    else this.rows.push({ ...row, knowledgeTime: known });
  }

  /** By knowledge time, then line. Rows of a file without any time cannot be placed, and are skipped. */
  get sorted(): readonly DroppedRow[] {
    return [...this.rows].sort((a, b) => a.knowledgeTime - b.knowledgeTime || a.line - b.line);
  }
}
