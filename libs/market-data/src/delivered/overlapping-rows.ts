/**
 * Rows that several files of a symbol have: the spans in which they may be, and those seen there.
 */

import { invalidInput, type Instant } from '#values';
import type { JoinedField, JoinedRow, Part } from './joined-rows.js';

/** A file, and the times of its rows. */
export interface Extent {
  readonly part: Part;
  readonly fields: ReadonlySet<JoinedField>;
  /** When the first and the last row are. */
  readonly first: Instant;
  readonly last: Instant;
  readonly from: Instant;
  readonly to: Instant;
  readonly rows: number;
  readonly isUnended: boolean;
}

export interface Overlaps {
  /** From the earliest on. */
  readonly extents: readonly Extent[];
  /** Spans with rows of several files, both ends included, in order. */
  readonly zones: readonly Zone[];
}

interface Zone {
  readonly from: Instant;
  readonly to: Instant;
}

export function overlapsOf(files: readonly Extent[]): Overlaps {
  const extents = [...files].sort((a, b) => a.from - b.from || a.to - b.to);
  const zones: Zone[] = [];
  let reached = -Infinity;
  for (const { from, to } of extents) {
    if (from <= reached) zones.push({ from, to: Math.min(to, reached) });
    reached = Math.max(reached, to);
  }
  return { extents, zones };
}

/** Rows in overlaps are kept in memory. */
const seenMax = 1_000_000;

interface Seen {
  readonly file: string;
  readonly line: number;
  readonly values: JoinedRow['values'];
}

/** The rows of overlaps by symbol and time. */
export class SeenRows {
  /** Rows that another file has alike. */
  twice = 0;
  private readonly rows = new Map<string, Seen>();

  constructor(private readonly zones: readonly Zone[]) {}

  /**
   * Whether another file has the same row. Rows of one file are never compared: the check of
   * the data set finds those that it has twice. Throws `InvalidInput` with both places if
   * the rows differ.
   */
  has(file: string, { at, symbol, line, values, time }: JoinedRow): boolean {
    if (!this.zones.some(({ from, to }) => at >= from && at <= to)) return false;
    const key = `${at} ${symbol}`;
    const seen = this.rows.get(key);
    if (seen === undefined) {
      if (this.rows.size >= seenMax) throw tooMany(file);
      this.rows.set(key, { file, line, values });
      return false;
    }
    if (seen.file === file) return false;
    const field = differingField(seen.values, values);
    if (field !== undefined) {
      throw invalidInput(`two files have different rows of ${symbol} at ${time}`, {
        where: `${file} line ${line}, ${field}`,
        expected:
          `${seen.values[field]}, as in ${seen.file} line ${seen.line}; remove the row that is ` +
          'wrong',
        found: values[field] ?? '',
      });
    }
    this.twice++;
    return true;
  }
}

/** The first field that both have and that differs. */
function differingField(a: JoinedRow['values'], b: JoinedRow['values']): JoinedField | undefined {
  return (Object.keys(a) as JoinedField[]).find(
    (field) => b[field] !== undefined && a[field] !== b[field],
  );
}

const tooMany = (file: string): Error =>
  invalidInput('the files of a symbol overlap in too many rows', {
    where: file,
    expected: `at most ${seenMax}; leave out the files whose rows others have`,
  });
