/** The records of the decisions that came last, so that one that comes again is copied and not encoded. */

import type { ByteWriter } from './byte-writer.js';

/** A rule agent hands out one object a wanted position, and one for no change. */
const kept = 4;
/** Longer records are not worth their copy. */
const bytesMax = 128;

interface DecisionRecord {
  decision: object | undefined;
  /** How far the record lay behind the one before it, in facts and in microseconds. */
  step: number;
  later: number;
  size: number;
  readonly bytes: Uint8Array;
}

export class DecisionRecords {
  private readonly records: readonly DecisionRecord[];
  private oldest = 0;

  constructor() {
    this.records = Array.from({ length: kept }, () => ({
      decision: undefined,
      step: 0,
      later: 0,
      size: 0,
      bytes: new Uint8Array(bytesMax),
    }));
  }

  /** Writes the record of a decision that stood at the same distance before; false where there is none. */
  repeat(writer: ByteWriter, decision: object, step: number, later: number): boolean {
    for (let index = 0; index < kept; index++) {
      const record = this.records[index] as DecisionRecord;
      if (record.decision !== decision || record.step !== step || record.later !== later) continue;
      writer.appendShort(record.bytes, record.size);
      return true;
    }
    return false;
  }

  /** Keeps the record that `writer` got last, from byte `from` on, in the place of the oldest. */
  keep(
    writer: ByteWriter,
    from: number,
    place: Pick<DecisionRecord, 'decision' | 'step' | 'later'>,
  ) {
    const size = writer.length - from;
    if (size > bytesMax) return;
    const record = this.records[this.oldest] as DecisionRecord;
    this.oldest = (this.oldest + 1) % kept;
    record.decision = place.decision;
    record.step = place.step;
    record.later = place.later;
    record.size = size;
    for (let at = 0; at < size; at++) record.bytes[at] = writer.bytes[from + at] as number;
  }

  forget(): void {
    for (const record of this.records) record.decision = undefined;
  }
}
