/** The work of a thread that parses ahead: the rows of blocks, as far as they are plain. */

import { barColumns } from '#contracts/facts/fact-columns';
import { SymbolTable } from '../bars/bar-batch.js';
import { fillFromClose, PlainRows } from '../bars/plain-rows.js';
import { isRemark } from '../rows/vendor-notes.js';
import {
  blockStates,
  BlockWords,
  blocksOf,
  figures,
  type AheadTask,
  type Block,
} from './block-memory.js';

const lineFeed = 10;
const carriageReturn = 13;

export class BlockParser {
  private readonly words: BlockWords;
  private readonly blocks: readonly Block[];
  private readonly columns: readonly (readonly Float64Array[])[];
  private readonly symbols = new SymbolTable();
  /** Symbols whose names the reader has. */
  private named = 0;
  /** No block below this number may be parsed next. */
  private nextNumber = 0;
  private readonly rows: PlainRows;
  private readonly isCloseOnly: boolean;
  private readonly encoder = new TextEncoder();

  constructor(task: AheadTask) {
    this.words = new BlockWords(task);
    this.blocks = blocksOf(task);
    this.columns = this.blocks.map(({ values }) => barColumns.map((name) => values[name]));
    this.rows = new PlainRows(task.layout, this.symbols);
    this.isCloseOnly = task.layout.table.closeOnly === true;
  }

  /** Parses blocks until the reader has no more. */
  run(): void {
    const { words } = this;
    while (!words.isClosed) {
      const { signal } = words;
      if (!this.step()) words.awaitSignal(signal);
    }
  }

  /** Parses the oldest block that is filled; false if none is. */
  step(): boolean {
    const { blocks, words } = this;
    const { oldest } = words;
    for (let number = oldest; number < oldest + blocks.length; number++) {
      const place = number % blocks.length;
      if (!words.take(place, blockStates.taken)) continue;
      const isParsed = this.isLater(place) && this.parse(place);
      words.set(place, isParsed ? blockStates.parsed : blockStates.refused);
      return true;
    }
    return false;
  }

  /**
   * Whether a block follows all that were parsed, as symbols are named in the order of blocks.
   * One may not, because blocks are filled while the thread looks for the oldest.
   */
  private isLater(place: number): boolean {
    const number = (this.blocks[place] as Block).figures[figures.number] as number;
    if (number < this.nextNumber) return false;
    this.nextNumber = number + 1;
    return true;
  }

  /** Whether all rows of a block are plain. */
  private parse(place: number): boolean {
    const block = this.blocks[place] as Block;
    const columns = this.columns[place] as readonly Float64Array[];
    const { line, figures: numbers } = block;
    const from = numbers[figures.from] as number;
    const size = numbers[figures.bytes] as number;
    const row = { bytes: bufferOf(block), start: 0, end: 0 };
    let rows = 0;
    let lines = 0;
    for (let next = 0; next < size; lines++) {
      row.start = next;
      next = row.bytes.indexOf(lineFeed, next) + 1;
      const hasReturn = next - 2 >= row.start && row.bytes[next - 2] === carriageReturn;
      row.end = hasReturn ? next - 2 : next - 1;
      if (row.end === row.start || isRemark(row)) continue;
      if (rows === line.length || !this.rows.read(row, block, columns, rows)) return false;
      if (this.isCloseOnly) fillFromClose(block, rows);
      line[rows] = lines;
      block.offset[rows] = from + row.start;
      rows++;
    }
    numbers[figures.rows] = rows;
    numbers[figures.lines] = lines;
    return this.writeNames(block);
  }

  /** Names the symbols that the reader does not have; false if there is no room. */
  private writeNames({ names, figures: numbers }: Block): boolean {
    const { names: all } = this.symbols;
    let at = 0;
    for (let number = this.named; number < all.length; number++) {
      const name = this.encoder.encode(all[number]);
      if (at + 1 + name.length > names.length) return false;
      names[at] = name.length;
      names.set(name, at + 1);
      at += 1 + name.length;
    }
    numbers[figures.names] = all.length - this.named;
    this.named = all.length;
    return true;
  }
}

const bufferOf = ({ bytes }: Block): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
