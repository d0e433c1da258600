/**
 * Memory that a thread shares with the reader it parses for: blocks of whole lines, and the
 * rows made of each.
 */

import { barColumns, type BarColumn } from '#contracts/facts/fact-columns';
import type { PlainLayout, RowTarget } from '../bars/plain-rows.js';

/** Bytes of lines in a block: some milliseconds of work. */
const lineBytes = 256 * 1024;
/**
 * Rows of a block; one that has more is not parsed ahead. Memory that no row reaches is
 * never touched.
 */
const rowsMax = 16 * 1024;
/** Bytes of the names of symbols that are new in a block. */
const nameBytes = 64 * 1024;
const blockCount = 8;

/** For tests: small blocks. */
export interface BlockSizes {
  readonly lineBytes: number;
  readonly rowsMax: number;
  readonly nameBytes: number;
  readonly blockCount: number;
}

export const usualSizes: BlockSizes = { lineBytes, rowsMax, nameBytes, blockCount };

/** The states of a block, in the order in which it passes through them. */
export const blockStates = {
  /** Free, or with the reader. */
  own: 0,
  /** Filled with lines. */
  filled: 1,
  /** Being parsed by the thread. */
  taken: 2,
  parsed: 3,
  /** Something in it is not plain. */
  refused: 4,
} as const;

/** Places among the words that both sides share; states of blocks follow. */
const words = {
  /** Counts what the reader has done, so that the thread can wait for it. */
  signal: 0,
  /** Number of the oldest block that the reader has not finished. */
  oldest: 1,
  closed: 2,
  states: 3,
} as const;

/** Plain data: it is sent to the thread. */
export interface AheadTask {
  readonly words: SharedArrayBuffer;
  readonly memory: SharedArrayBuffer;
  readonly layout: PlainLayout;
  readonly sizes: BlockSizes;
}

/** One block as both sides see it. */
export interface Block extends RowTarget {
  readonly bytes: Uint8Array;
  readonly line: Float64Array;
  readonly offset: Float64Array;
  readonly names: Uint8Array;
  /** Its number, the position of its first byte in the file, and counts, by the places below. */
  readonly figures: Float64Array;
}

/** Places among the figures of a block. */
export const figures = {
  number: 0,
  from: 1,
  bytes: 2,
  rows: 3,
  lines: 4,
  names: 5,
  count: 6,
} as const;

/** Columns of a file, and those that are filled from its close. */
function storedColumns({ roles, table }: PlainLayout): ReadonlySet<BarColumn> {
  const stored = barColumns.filter((_, index) => roles.includes(index));
  return new Set(table.closeOnly === true ? [...stored, 'open', 'high', 'low'] : stored);
}

const doubleBytes = Float64Array.BYTES_PER_ELEMENT;

function bytesOfBlock(layout: PlainLayout, sizes: BlockSizes): number {
  const columns = 3 + storedColumns(layout).size;
  const rows = sizes.rowsMax * (columns * doubleBytes + Int32Array.BYTES_PER_ELEMENT);
  const bytes = figures.count * doubleBytes + rows + sizes.lineBytes + sizes.nameBytes;
  return Math.ceil(bytes / doubleBytes) * doubleBytes;
}

export function newTask(layout: PlainLayout, sizes: BlockSizes): AheadTask {
  const count = words.states + sizes.blockCount;
  return {
    layout,
    sizes,
    words: new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT),
    memory: new SharedArrayBuffer(sizes.blockCount * bytesOfBlock(layout, sizes)),
  };
}

/** The views of all blocks. Columns that the file does not have share one without values. */
export function blocksOf({ memory, layout, sizes }: AheadTask): Block[] {
  const size = bytesOfBlock(layout, sizes);
  const stored = storedColumns(layout);
  const unknown = new Float64Array(sizes.rowsMax).fill(NaN);
  return Array.from({ length: sizes.blockCount }, (_, number) => {
    let at = number * size;
    const place = (bytes: number): number => {
      at += bytes;
      return at - bytes;
    };
    const doubles = (length: number) =>
      new Float64Array(memory, place(length * doubleBytes), length);
    const column = (name: BarColumn) => (stored.has(name) ? doubles(sizes.rowsMax) : unknown);
    return {
      figures: doubles(figures.count),
      line: doubles(sizes.rowsMax),
      offset: doubles(sizes.rowsMax),
      stamp: doubles(sizes.rowsMax),
      values: {
        open: column('open'),
        high: column('high'),
        low: column('low'),
        close: column('close'),
        adjClose: column('adjClose'),
        volume: column('volume'),
        vwap: column('vwap'),
      },
      symbol: new Int32Array(
        memory,
        place(sizes.rowsMax * Int32Array.BYTES_PER_ELEMENT),
        sizes.rowsMax,
      ),
      bytes: new Uint8Array(memory, place(sizes.lineBytes), sizes.lineBytes),
      names: new Uint8Array(memory, place(sizes.nameBytes), sizes.nameBytes),
    };
  });
}

/** The words of a task, with what each side does to them. */
export class BlockWords {
  private readonly words: Int32Array;

  constructor(task: Pick<AheadTask, 'words'>) {
    this.words = new Int32Array(task.words);
  }

  get isClosed(): boolean {
    return Atomics.load(this.words, words.closed) === 1;
  }

  get oldest(): number {
    return Atomics.load(this.words, words.oldest);
  }

  get signal(): number {
    return Atomics.load(this.words, words.signal);
  }

  stateOf(block: number): number {
    return Atomics.load(this.words, words.states + block);
  }

  /** Takes a block that is filled; false if the other side was faster. */
  take(block: number, state: number): boolean {
    const { filled } = blockStates;
    return Atomics.compareExchange(this.words, words.states + block, filled, state) === filled;
  }

  /** Sets the state of a block, and wakes a reader that waits for it. */
  set(block: number, state: number): void {
    Atomics.store(this.words, words.states + block, state);
    Atomics.notify(this.words, words.states + block);
  }

  /** Waits while the thread has a block; false if it takes longer than any block does. */
  awaitBlock(block: number, milliseconds: number): boolean {
    const { taken } = blockStates;
    if (this.stateOf(block) !== taken) return true;
    return Atomics.wait(this.words, words.states + block, taken, milliseconds) !== 'timed-out';
  }

  /** The number of the oldest block that is not finished: there the thread begins to look. */
  set oldest(number: number) {
    Atomics.store(this.words, words.oldest, number);
  }

  /** Wakes the thread. */
  wake(): void {
    Atomics.add(this.words, words.signal, 1);
    Atomics.notify(this.words, words.signal);
  }

  /** Waits until the reader has done something since `signal`. */
  awaitSignal(signal: number): void {
    Atomics.wait(this.words, words.signal, signal);
  }

  close(): void {
    Atomics.store(this.words, words.closed, 1);
    this.wake();
  }
}
