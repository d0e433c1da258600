/** The records of the decisions that came last: one that comes again is copied, and not encoded or decoded. */

import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import type { JournalEventOf } from './journal-events.js';

/** A rule agent hands out one object a wanted position, and one for no change. */
const kept = 4;
/** Longer records are not worth their copy. */
const bytesMax = 128;

type Decision = JournalEventOf<'DecisionMade'>['decision'];

/** The record of a decision without a rationale. */
interface DecisionRecord {
  decision: Decision | undefined;
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
  repeat(writer: ByteWriter, decision: Decision, step: number, later: number): boolean {
    for (let index = 0; index < kept; index++) {
      const record = this.records[index] as DecisionRecord;
      if (record.decision !== decision || record.step !== step || record.later !== later) continue;
      writer.appendShort(record.bytes, record.size);
      return true;
    }
    return false;
  }

  /** The record whose bytes come next; the reader stands behind it then. */
  read(reader: ByteReader): Readonly<DecisionRecord> | undefined {
    for (let index = 0; index < kept; index++) {
      const record = this.records[index] as DecisionRecord;
      if (record.decision === undefined || !isNext(reader, record)) continue;
      reader.offset += record.size;
      return record;
    }
    return undefined;
  }

  /** Keeps the record that are the bytes [from, to), in the place of the oldest. */
  keep(
    bytes: Uint8Array,
    range: { readonly from: number; readonly to: number },
    place: Pick<DecisionRecord, 'decision' | 'step' | 'later'>,
  ): void {
    const size = range.to - range.from;
    if (size > bytesMax) return;
    const record = this.records[this.oldest] as DecisionRecord;
    this.oldest = (this.oldest + 1) % kept;
    record.decision = place.decision;
    record.step = place.step;
    record.later = place.later;
    record.size = size;
    for (let at = 0; at < size; at++) record.bytes[at] = bytes[range.from + at] as number;
  }

  forget(): void {
    for (const record of this.records) record.decision = undefined;
  }
}

function isNext(reader: ByteReader, { bytes, size }: DecisionRecord): boolean {
  if (reader.remaining < size) return false;
  const { bytes: found, offset } = reader;
  for (let at = 0; at < size; at++) if (found[offset + at] !== bytes[at]) return false;
  return true;
}
