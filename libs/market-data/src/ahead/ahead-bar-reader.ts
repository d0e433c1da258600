/**
 * Bars of a long CSV file whose rows a second thread parses, while this one reads the bytes and
 * takes the rows in order. The thread parses blocks of whole lines in which every row is plain;
 * this one parses the others, and those that the thread has not begun when their turn comes. Rows,
 * lines and defects are those of `CsvBarReader`.
 */

import { availableParallelism } from 'node:os';
import { CsvBarReader } from '../bars/csv-bar-reader.js';
import type { BarReader, BarRows, EmptyRows, SymbolTable } from '../bars/bar-batch.js';
import type { BarShape } from '../bars/bar-layout.js';
import type { Defect } from '../rows/row-defect.js';
import type { ByteInput } from '../rows/byte-input.js';
import {
  blocksOf,
  blockStates,
  BlockWords,
  figures,
  newTask,
  usualSizes,
  type AheadTask,
  type Block,
  type BlockSizes,
} from './block-memory.js';
import { startThread, type ParseThread } from './parse-thread.js';

export interface AheadOptions extends BarShape {
  readonly input: ByteInput;
}

interface AheadParts {
  readonly sizes: BlockSizes;
  readonly start: (task: AheadTask) => ParseThread;
}

/** Below this length a file is parsed by the time a thread has started. */
const fileBytesMin = 8 * 1024 * 1024;
/**
 * A block takes a thread a millisecond; one that takes this long gets no processor,
 * and is of no use.
 */
const blockMsMax = 20;

/** The size of the block through which lines are read here. */
const cursorBytes = 1 << 16;
const lineFeed = 10;
const quote = 34;
const noDefects = new Map<number, Defect>();

/**
 * A reader of a CSV file with a second thread, where the file is long and the machine has more than
 * one processor.
 */
export function csvBarReader(options: AheadOptions): BarReader {
  const isLong = options.input.size >= fileBytesMin;
  const { encoding = 'utf-8' } = options.table;
  if (!isLong || encoding !== 'utf-8' || availableParallelism() < 2)
    return new CsvBarReader(options);
  return aheadBarReader(options, { sizes: usualSizes, start: startThread });
}

/** The same for a file of any length in UTF-8. */
export function aheadBarReader(options: AheadOptions, parts: AheadParts): BarReader {
  const input = new BlockInput(options.input, parts.sizes.lineBytes);
  const blockBytes = Math.min(cursorBytes, parts.sizes.lineBytes);
  const csv = new CsvBarReader({ ...options, input, blockBytes });
  const { plain: layout } = csv;
  // A header that is longer than a block is that of a file with few long lines.
  if (layout === undefined || !input.holds(csv.rest.from)) return csv;
  const task = newTask(layout, parts.sizes);
  return new AheadBarReader(csv, { input, task, options, thread: parts.start(task) });
}

/** The input of a file of which some bytes are in memory: they are read, and hashed, only once. */
class BlockInput implements ByteInput {
  readonly name: string;
  readonly size: number;
  /** Bytes in memory, and the position of the first. */
  held: Uint8Array;
  heldFrom = 0;
  /** End of what was read so far. */
  readTo: number;

  constructor(
    private readonly file: ByteInput,
    lineBytes: number,
  ) {
    this.name = file.name;
    this.size = file.size;
    const first = new Uint8Array(Math.min(lineBytes, file.size));
    this.readTo = file.read(first, 0);
    this.held = first.subarray(0, this.readTo);
  }

  /** Whether a position is in memory, and everything up to the end of what was read with it. */
  holds(position: number): boolean {
    const end = this.heldFrom + this.held.length;
    return position >= this.heldFrom && position < end && end === this.readTo;
  }

  /** Keeps these bytes in place of the former ones. */
  hold(bytes: Uint8Array, from: number): void {
    this.held = bytes;
    this.heldFrom = from;
  }

  /** From memory, and from there on from the file. */
  read(target: Uint8Array, position: number): number {
    const start = position - this.heldFrom;
    const part = this.held.subarray(start, start + target.length);
    target.set(part);
    const left = target.subarray(part.length);
    return left.length === 0 ? part.length : part.length + this.readOn(left);
  }

  /** Reads what follows everything that was read before. */
  readOn(target: Uint8Array): number {
    const read = this.file.read(target, this.readTo);
    this.readTo += read;
    return read;
  }

  close(): void {
    this.file.close();
  }
}

interface AheadState {
  readonly input: BlockInput;
  readonly task: AheadTask;
  readonly options: AheadOptions;
  readonly thread: ParseThread;
}

class AheadBarReader implements BarReader {
  readonly file: string;
  private readonly words: BlockWords;
  private readonly blocks: readonly Block[];
  private readonly input: BlockInput;
  private readonly symbols: AheadSymbols;
  private thread: ParseThread | undefined;
  /** Numbers of the oldest block that is not finished, and of the next one to fill. */
  private oldest = 0;
  private filled = 0;
  /** Bytes that were read and are in no block yet: the start of a line, or the end of the file. */
  private carry: Uint8Array;
  private carryFrom: number;
  /** Whether what is not in a block is no block of whole lines: it is read in one piece. */
  private isCarryLast = false;
  /** Line at which the oldest block begins. */
  private line: number;
  /**
   * Who reads now: the rows of the oldest block were returned, or `csv` reads it, or
   * all that is left.
   */
  private reading: 'next' | 'ahead' | 'own' | 'rest' = 'next';

  constructor(
    private readonly csv: CsvBarReader,
    { input, task, options, thread }: AheadState,
  ) {
    this.file = csv.file;
    this.input = input;
    this.thread = thread;
    this.words = new BlockWords(task);
    this.blocks = blocksOf(task);
    this.symbols = new AheadSymbols(options);
    const { from, line } = csv.rest;
    this.line = line;
    this.carryFrom = from;
    this.carry = input.held.subarray(from - input.heldFrom);
  }

  get ended(): boolean {
    return this.csv.ended;
  }

  get empty(): EmptyRows | undefined {
    return this.csv.empty;
  }

  next(): BarRows | null {
    for (;;) {
      if (this.reading === 'own' || this.reading === 'rest') {
        const rows = this.csv.next();
        if (rows !== null) return rows;
      }
      if (this.reading === 'rest') return null;
      this.finishBlock();
      if (this.thread !== undefined) this.fill();
      if (this.thread === undefined || this.oldest === this.filled) this.readRest();
      else if (this.isParsed()) {
        const rows = this.takeParsed();
        if (rows.count > 0) return rows;
      } else this.readOwn();
    }
  }

  close(): void {
    this.endThread();
    this.csv.close();
  }

  private place(number: number): number {
    return number % this.blocks.length;
  }

  private block(number: number): Block {
    return this.blocks[this.place(number)] as Block;
  }

  /** Frees the block that was read last. */
  private finishBlock(): void {
    if (this.reading === 'next') return;
    if (this.reading === 'own') ({ line: this.line } = this.csv.rest);
    this.reading = 'next';
    this.words.set(this.place(this.oldest), blockStates.own);
    this.oldest++;
  }

  /**
   * Fills the blocks that are free with whole lines, several at a time: the thread is woken
   * once for them.
   */
  private fill(): void {
    const before = this.filled;
    if (before - this.oldest > this.blocks.length / 2) return;
    this.words.oldest = this.oldest;
    this.fillBlocks();
    if (this.filled === before) return;
    this.words.wake();
    this.thread?.onFilled?.();
  }

  private fillBlocks(): void {
    while (!this.isCarryLast && this.filled - this.oldest < this.blocks.length) {
      const { bytes, figures: numbers } = this.block(this.filled);
      bytes.set(this.carry);
      const read = this.input.readOn(bytes.subarray(this.carry.length));
      const lines = bytes.subarray(0, this.carry.length + read);
      const end = lines.lastIndexOf(lineFeed) + 1;
      const isWhole = lines.length === bytes.length && end > 0;
      this.isCarryLast = !isWhole || this.input.readTo >= this.input.size;
      this.carry = this.isCarryLast ? lines : lines.subarray(end);
      if (this.isCarryLast) return;
      numbers[figures.number] = this.filled;
      numbers[figures.from] = this.carryFrom;
      numbers[figures.bytes] = end;
      this.carryFrom += end;
      this.words.set(this.place(this.filled), blockStates.filled);
      this.filled++;
    }
  }

  /** Whether the thread has parsed the oldest block, or does so now. */
  private isParsed(): boolean {
    const { words, thread } = this;
    const place = this.place(this.oldest);
    if (thread === undefined || words.take(place, blockStates.own)) return false;
    if (!words.awaitBlock(place, blockMsMax)) this.endThread();
    return words.stateOf(place) === blockStates.parsed;
  }

  private takeParsed(): BarRows {
    const block = this.block(this.oldest);
    const { line, offset, symbol, stamp, values } = block;
    const count = block.figures[figures.rows] as number;
    for (let row = 0; row < count; row++) line[row] = (line[row] as number) + this.line;
    this.line += block.figures[figures.lines] as number;
    this.symbols.number(block, count);
    this.reading = 'ahead';
    return { count, line, offset, symbol, stamp, values, defects: noDefects };
  }

  /**
   * Parses the oldest block here. A quoted field may continue in the next one: then all that is
   * left is one piece.
   */
  private readOwn(): void {
    const { bytes, figures: numbers } = this.block(this.oldest);
    const from = numbers[figures.from] as number;
    const held = bytes.subarray(0, numbers[figures.bytes]);
    if (Buffer.from(held.buffer, held.byteOffset, held.length).includes(quote)) {
      this.readRest();
      return;
    }
    this.reading = 'own';
    this.input.hold(held, from);
    this.csv.continueWith({ from, to: from + held.length, line: this.line });
  }

  private readRest(): void {
    this.endThread();
    const held: Uint8Array[] = [];
    for (let number = this.oldest; number < this.filled; number++) {
      const { bytes, figures: numbers } = this.block(number);
      held.push(bytes.subarray(0, numbers[figures.bytes]));
    }
    const waiting = held.reduce((sum, { length }) => sum + length, 0);
    const from = this.carryFrom - waiting;
    this.reading = 'rest';
    this.input.hold(Buffer.concat([...held, this.carry]), from);
    this.csv.continueWith({ from, to: this.input.size, line: this.line });
  }

  private endThread(): void {
    if (this.thread === undefined) return;
    this.words.close();
    this.thread.end();
    this.thread = undefined;
  }
}

/** The symbols of a data set by the numbers that the thread gives them. */
class AheadSymbols {
  private readonly table: SymbolTable;
  private readonly fixed: number;
  private readonly numbers: number[] = [];
  private readonly decoder = new TextDecoder();

  constructor({ table, symbols }: AheadOptions) {
    this.table = symbols;
    this.fixed = table.symbol === undefined ? -1 : symbols.indexOf(table.symbol);
  }

  /** Numbers the rows of a block as the data set does, in the order of the file. */
  number(block: Block, rows: number): void {
    const { symbol } = block;
    if (this.fixed >= 0) {
      symbol.fill(this.fixed, 0, rows);
      return;
    }
    this.takeNames(block);
    const { numbers } = this;
    for (let row = 0; row < rows; row++) symbol[row] = numbers[symbol[row] as number] as number;
  }

  private takeNames({ names, figures: counts }: Block): void {
    let at = 0;
    for (let left = counts[figures.names] as number; left > 0; left--) {
      const length = names[at] as number;
      const name = this.decoder.decode(names.slice(at + 1, at + 1 + length));
      this.numbers.push(this.table.indexOf(name));
      at += 1 + length;
    }
  }
}
