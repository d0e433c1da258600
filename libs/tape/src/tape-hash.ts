/** The hash of a tape: over blocks of a fixed number of facts, so that it does not depend on batches. */

import { createHash } from 'node:crypto';
import { canonicalJson } from '#values';
import { FactColumns, factKinds, type TapeHeader } from '#contracts';

/** Part of the definition of the hash. */
const blockFacts = 4096;

type Column = Uint8Array | Uint16Array | Float64Array;

/**
 * SHA-256 of the header and of the facts, block by block: the number of facts, then column by column
 *
 * - `c` and one value, where the column is constant in the block, else `v` and all values, little endian;
 * - of the knowledge times `t`, the number of runs, and for each run of equal steps its first time, its step
 *   and its length (minute bars are one run a session); of the event times `e` where they equal the
 *   knowledge times, else the same as for those;
 *
 * and at last each payload as its row and canonical JSON.
 */
export class TapeHash {
  private readonly hash = createHash('sha256');
  private readonly block = new FactColumns(blockFacts);
  /** Three numbers a run, and all runs but a last one have at least two facts. */
  private readonly runs = new Float64Array(3 * (blockFacts / 2 + 1));

  constructor(header: TapeHeader) {
    const { instruments, calendar, priceBasis, tradePrice, dateRule } = header;
    this.hash.update(canonicalJson({ instruments, calendar, priceBasis, tradePrice, dateRule }));
  }

  update(batch: FactColumns): void {
    let row = 0;
    while (row < batch.count) {
      const end = Math.min(batch.count, row + blockFacts - this.block.count);
      if (end - row === blockFacts) this.hashBlock(batch, row, end);
      else this.block.appendRows(batch, row, end);
      if (this.block.count === blockFacts) this.flush();
      row = end;
    }
  }

  /** 64 hex digits; the tape ends here. */
  digest(): string {
    if (this.block.count > 0) this.flush();
    return this.hash.digest('hex');
  }

  private flush(): void {
    this.hashBlock(this.block, 0, this.block.count);
    this.block.clear();
  }

  private hashBlock(facts: FactColumns, from: number, to: number): void {
    this.hash.update(`${to - from}`);
    this.hashColumn(facts.kind.subarray(from, to));
    this.hashColumn(facts.instrument.subarray(from, to));
    this.hashTimes(facts.knowledgeTime.subarray(from, to), facts.eventTime.subarray(from, to));
    this.hashColumn(facts.open.subarray(from, to));
    this.hashColumn(facts.high.subarray(from, to));
    this.hashColumn(facts.low.subarray(from, to));
    this.hashColumn(facts.close.subarray(from, to));
    this.hashColumn(facts.adjClose.subarray(from, to));
    this.hashColumn(facts.volume.subarray(from, to));
    this.hashColumn(facts.vwap.subarray(from, to));
    this.hashPayloads(facts, from, to);
  }

  private hashPayloads(facts: FactColumns, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      if (facts.kind[row] === factKinds.bar) continue;
      const payload = facts.payload[row];
      if (payload !== undefined) this.hash.update(`${row - from}${canonicalJson(payload)}`);
    }
  }

  private hashColumn(column: Column): void {
    const bytes = bytesOf(column);
    const width = column.BYTES_PER_ELEMENT;
    // Moved by one value, a constant column equals itself: one comparison of memory, NaN and all.
    const isConstant = areEqual(bytes.subarray(width), bytes.subarray(0, -width));
    this.hash.update(isConstant ? 'c' : 'v');
    this.hash.update(isConstant ? bytes.subarray(0, width) : bytes);
  }

  private hashTimes(knowledge: Float64Array, event: Float64Array): void {
    this.hashRuns(knowledge);
    if (areEqual(bytesOf(knowledge), bytesOf(event))) this.hash.update('e');
    else this.hashRuns(event);
  }

  private hashRuns(times: Float64Array): void {
    const used = writeRuns(times, this.runs);
    this.hash.update(`t${used / 3}`);
    this.hash.update(bytesOf(this.runs.subarray(0, used)));
  }
}

/** Writes first time, step and length of each run into `runs`; the number of numbers written. */
function writeRuns(times: Float64Array, runs: Float64Array): number {
  let used = 0;
  for (let row = 0; row < times.length;) {
    const first = times[row] as number;
    const step = row + 1 < times.length ? (times[row + 1] as number) - first : 0;
    let end = row + 1;
    while (end < times.length && (times[end] as number) - (times[end - 1] as number) === step)
      end++;
    runs[used] = first;
    runs[used + 1] = step;
    runs[used + 2] = end - row;
    used += 3;
    row = end;
  }
  return used;
}

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
