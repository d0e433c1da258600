/**
 * Sorts in bounded memory: rows beyond a budget go as JSON to sorted temporary files,
 * which are merged.
 */

import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unavailable } from '#values';
import { fileInput } from './byte-input.js';
import { LineCursor } from './line-cursor.js';

export interface ExternalSortOptions<T> {
  /** A total order; the caller breaks ties, for example by line. */
  compare(a: T, b: T): number;
  /** Maximum rows held in memory. */
  readonly rowBudget: number;
  /** Where to create a folder for temporary files; defaults to the system's. */
  readonly folder?: string;
}

/** Runs merged at once; more are merged in rounds, to limit files and buffers. */
const runsMax = 64;
const writeChars = 1 << 16;

/** `T` must survive a JSON round trip. */
export class ExternalSort<T> {
  /** Sorted files written so far, including merged ones. */
  spilledRuns = 0;
  private rows: T[] = [];
  private runs: string[] = [];
  private folder: string | undefined;
  private added = 0;

  constructor(private readonly options: ExternalSortOptions<T>) {}

  add(row: T): void {
    this.added++;
    this.rows.push(row);
    if (this.rows.length >= this.options.rowBudget) this.spill();
  }

  /**
   * All rows in order; can be read once. Temporary files are removed when it ends or `dispose` is
   * called. Throws `Unavailable` if they gave back fewer rows than were added.
   */
  *sorted(): Generator<T> {
    try {
      this.rows.sort((a, b) => this.options.compare(a, b));
      if (this.runs.length === 0) {
        yield* this.rows;
        return;
      }
      this.spill();
      while (this.runs.length > runsMax) this.mergeRound();
      let found = 0;
      for (const row of this.merge(this.runs)) {
        found++;
        yield row;
      }
      if (found !== this.added) throw rowsLost(this.added, found);
    } finally {
      this.dispose();
    }
  }

  dispose(): void {
    this.rows = [];
    this.runs = [];
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    this.folder = undefined;
  }

  private spill(): void {
    if (this.rows.length === 0) return;
    this.rows.sort((a, b) => this.options.compare(a, b));
    this.runs.push(this.write(this.rows));
    this.rows = [];
  }

  private mergeRound(): void {
    const merged = this.runs.splice(0, runsMax);
    this.runs.push(this.write(this.merge(merged)));
    for (const path of merged) rmSync(path, { force: true });
  }

  private write(rows: Iterable<T>): string {
    this.folder ??= mkdtempSync(join(this.options.folder ?? tmpdir(), 'tapefold-sort-'));
    const path = join(this.folder, `run-${this.spilledRuns++}.jsonl`);
    const descriptor = openSync(path, 'wx', 0o600);
    try {
      let text = '';
      for (const row of rows) {
        text += `${JSON.stringify(row)}\n`;
        if (text.length > writeChars) {
          appendFileSync(descriptor, text);
          text = '';
        }
      }
      appendFileSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
    return path;
  }

  /** A linear scan: the number of runs is bounded, and rows cost more to decode than to compare. */
  private *merge(paths: readonly string[]): Generator<T> {
    const readers = paths.map((path) => this.read(path));
    try {
      const heads = readers.map((reader) => reader.next());
      for (;;) {
        let best = -1;
        for (let index = 0; index < heads.length; index++) {
          const head = heads[index] as IteratorResult<T, void>;
          if (head.done === true) continue;
          const leader = best < 0 ? undefined : (heads[best] as IteratorYieldResult<T>);
          if (!leader || this.options.compare(head.value, leader.value) < 0) best = index;
        }
        if (best < 0) return;
        yield (heads[best] as IteratorYieldResult<T>).value;
        heads[best] = (readers[best] as Generator<T, void>).next();
      }
    } finally {
      for (const reader of readers) reader.return();
    }
  }

  private *read(path: string): Generator<T, void> {
    const input = fileInput(path, 'a temporary file');
    try {
      const cursor = new LineCursor(input);
      while (cursor.next()) {
        // Every row was written with a line end: this one was cut, and will be missed
        // by its number.
        if (!cursor.ended) return;
        const text = cursor.bytes.toString('utf8', cursor.start, cursor.end);
        yield JSON.parse(text) as T;
      }
    } finally {
      input.close();
    }
  }
}

const rowsLost = (expected: number, found: number): Error =>
  unavailable('the temporary files of a sort were cut', {
    expected: `${expected} rows`,
    found: `${found} rows`,
  });
