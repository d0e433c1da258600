/**
 * The hash of a tape: over blocks of a fixed number of facts, so that it does not
 * depend on batches.
 */

import { createHash, type Hash } from 'node:crypto';
import { canonicalJson } from '#values';
import { ByteWriter, FactColumns, factKinds, type TapeHeader } from '#contracts';

/** Both are part of the definition of the hash. */
const blockFacts = 4096;
const chunkBlocks = 8;

const constantMark = 'c'.charCodeAt(0);
const variedMark = 'v'.charCodeAt(0);

/** Approximate number of characters that are encoded together. */
const textLength = 65_536;

const textEncoder = new TextEncoder();

type Column = Uint8Array | Uint16Array | Float64Array;

/**
 * SHA-256 of the header, as canonical JSON, and of the SHA-256 of each chunk of 8 blocks of 4,096
 * facts; the last of them may be shorter. A block is the number of its facts, then column by column
 *
 * - `c` and one value, where the column is constant in the block, else `v` and all values,
 *   little endian;
 * - of the knowledge times `t`, the number of runs, and for each run of equal steps its first time,
 *   its step and its length (minute bars are one run a session); of the event times `e` where they
 *   equal the knowledge times, else the same as for those;
 *
 * and finally each payload as its row and canonical JSON. Columns are hashed in place: passing them
 * to another thread takes as long, because they would have to be copied.
 */
export class TapeHash {
  private readonly hash = createHash('sha256');
  private readonly block = new FactColumns(blockFacts);
  private chunk: Hash = createHash('sha256');
  private blocks = 0;
  /** Marks, constants and texts, hashed together with what follows them. */
  private readonly small = new ByteWriter();
  /** Three numbers per run, and all runs except possibly the last have at least two facts. */
  private readonly runs = new Float64Array(3 * (blockFacts / 2 + 1));

  constructor(header: TapeHeader) {
    const { instruments, calendar, priceBasis, tradePrice, dateRule, adjusted } = header;
    const rules = { calendar, priceBasis, tradePrice, dateRule, ...(adjusted && { adjusted }) };
    this.hash.update(canonicalJson({ instruments, ...rules }));
  }

  /** Adds the next facts, which may change after the call. */
  update(batch: FactColumns): void {
    let row = 0;
    while (row < batch.count) {
      const end = Math.min(batch.count, row + blockFacts - this.block.count);
      if (end - row === blockFacts) this.takeBlock(batch, row, end);
      else this.block.appendRows(batch, row, end);
      if (this.block.count === blockFacts) this.flush();
      row = end;
    }
  }

  /** 64 hex digits; the tape ends here. */
  digest(): string {
    if (this.block.count > 0) this.flush();
    if (this.blocks > 0) this.endChunk();
    return this.hash.digest('hex');
  }

  private flush(): void {
    this.takeBlock(this.block, 0, this.block.count);
    this.block.clear();
  }

  private takeBlock(facts: FactColumns, from: number, to: number): void {
    this.writeBlock(facts, from, to);
    if (++this.blocks === chunkBlocks) this.endChunk();
  }

  private endChunk(): void {
    this.hash.update(this.chunk.digest());
    this.chunk = createHash('sha256');
    this.blocks = 0;
  }

  private writeBlock(facts: FactColumns, from: number, to: number): void {
    this.writeText(`${to - from}`);
    const oneKind = this.writeColumn(facts.kind.subarray(from, to));
    this.writeColumn(facts.instrument.subarray(from, to));
    this.writeTimes(facts.knowledgeTime.subarray(from, to), facts.eventTime.subarray(from, to));
    this.writeColumn(facts.open.subarray(from, to));
    this.writeColumn(facts.high.subarray(from, to));
    this.writeColumn(facts.low.subarray(from, to));
    this.writeColumn(facts.close.subarray(from, to));
    this.writeColumn(facts.adjClose.subarray(from, to));
    this.writeColumn(facts.volume.subarray(from, to));
    this.writeColumn(facts.vwap.subarray(from, to));
    if (!oneKind || facts.kind[from] !== factKinds.bar) this.writePayloads(facts, from, to);
    this.hashSmall();
  }

  private hashSmall(): void {
    this.chunk.update(this.small.bytes.subarray(0, this.small.length));
    this.small.clear();
  }

  private writePayloads(facts: FactColumns, from: number, to: number): void {
    let text = '';
    const { kind } = facts;
    for (let row = afterBars(kind, from, to); row < to; row = afterBars(kind, row + 1, to)) {
      const payload = facts.payload[row];
      if (payload === undefined) continue;
      text += `${row - from}${canonicalJson(payload)}`;
      if (text.length < textLength) continue;
      this.writeText(text);
      text = '';
    }
    this.writeText(text);
  }

  /** Whether the column is constant. */
  private writeColumn(column: Column): boolean {
    const bytes = bytesOf(column);
    const width = column.BYTES_PER_ELEMENT;
    // Shifted by one value, a constant column equals itself: one comparison of
    // memory, NaN included.
    const isConstant = areEqual(bytes.subarray(width), bytes.subarray(0, -width));
    this.small.byte(isConstant ? constantMark : variedMark);
    if (isConstant) {
      this.small.append(bytes.subarray(0, width));
    } else {
      this.hashSmall();
      this.chunk.update(bytes);
    }
    return isConstant;
  }

  private writeTimes(knowledge: Float64Array, event: Float64Array): void {
    this.writeRuns(knowledge);
    if (areEqual(bytesOf(knowledge), bytesOf(event))) this.writeText('e');
    else this.writeRuns(event);
  }

  private writeRuns(times: Float64Array): void {
    const used = fillRuns(times, this.runs);
    this.writeText(`t${used / 3}`);
    this.small.append(bytesOf(this.runs.subarray(0, used)));
  }

  private writeText(text: string): void {
    this.small.append(textEncoder.encode(text));
  }
}

/**
 * The first row of [from, to) that is not a bar, or `to`. Separate, like the next: long loops
 * alone compile well.
 */
function afterBars(kinds: Uint8Array, from: number, to: number): number {
  for (let row = from; row < to; row++) if (kinds[row] !== factKinds.bar) return row;
  return to;
}

/**
 * Writes first time, step and length of each run into `runs`; returns how many numbers it wrote.
 */
function fillRuns(times: Float64Array, runs: Float64Array): number {
  let used = 0;
  for (let row = 0; row < times.length;) {
    const first = times[row] as number;
    const step = row + 1 < times.length ? (times[row + 1] as number) - first : 0;
    const end = endOfRun(times, row, step);
    runs[used] = first;
    runs[used + 1] = step;
    runs[used + 2] = end - row;
    used += 3;
    row = end;
  }
  return used;
}

function endOfRun(times: Float64Array, row: number, step: number): number {
  let end = row + 1;
  while (end < times.length && (times[end] as number) - (times[end - 1] as number) === step) end++;
  return end;
}

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
