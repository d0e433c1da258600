/** The hash of a tape: over blocks of a fixed number of facts, so that it does not depend on batches. */

import { createHash } from 'node:crypto';
import { canonicalJson } from '#values';
import { FactColumns, type TapeHeader } from '#contracts';

/** Part of the definition of the hash. */
const blockFacts = 4096;

/**
 * SHA-256 of the header and of the columns block by block. Of a column that is constant in a block its
 * one value is hashed (flag 0), else all of its bytes, little endian (flag 1); then each payload as
 * canonical JSON with its row.
 */
export class TapeHash {
  private readonly hash = createHash('sha256');
  private readonly block = new FactColumns(blockFacts);
  private readonly lag = new Float64Array(blockFacts);

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
    const { lag } = this;
    for (let row = from; row < to; row++) {
      lag[row - from] = (facts.knowledgeTime[row] as number) - (facts.eventTime[row] as number);
    }
    this.hashColumn(facts.kind.subarray(from, to));
    this.hashColumn(facts.instrument.subarray(from, to));
    this.hashColumn(facts.knowledgeTime.subarray(from, to));
    this.hashColumn(lag.subarray(0, to - from));
    this.hashColumn(facts.open.subarray(from, to));
    this.hashColumn(facts.high.subarray(from, to));
    this.hashColumn(facts.low.subarray(from, to));
    this.hashColumn(facts.close.subarray(from, to));
    this.hashColumn(facts.adjClose.subarray(from, to));
    this.hashColumn(facts.volume.subarray(from, to));
    this.hashColumn(facts.vwap.subarray(from, to));
    for (let row = from; row < to; row++) {
      const payload = facts.payload[row];
      if (payload !== undefined) this.hash.update(`${row - from}${canonicalJson(payload)}`);
    }
  }

  private hashColumn(column: Uint8Array | Uint16Array | Float64Array): void {
    const constant = isConstant(column);
    const used = constant ? column.subarray(0, 1) : column;
    this.hash.update(constant ? 'c' : 'v');
    this.hash.update(new Uint8Array(used.buffer, used.byteOffset, used.byteLength));
  }
}

function isConstant(column: Uint8Array | Uint16Array | Float64Array): boolean {
  const first = column[0] as number;
  const unknown = Number.isNaN(first);
  for (let row = 1; row < column.length; row++) {
    const value = column[row] as number;
    if (value !== first && !(unknown && Number.isNaN(value))) return false;
  }
  return true;
}
