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
  /** The first eight bytes as two numbers: all of the record that says no change. */
  low: number;
  high: number;
}

export class DecisionRecords {
  private readonly records: readonly DecisionRecord[];
  private oldest = 0;
  /** The record that was repeated last, which mostly comes again. */
  private last: DecisionRecord;

  constructor() {
    this.records = Array.from({ length: kept }, () => ({
      decision: undefined,
      step: 0,
      later: 0,
      size: 0,
      bytes: new Uint8Array(bytesMax),
      low: 0,
      high: 0,
    }));
    this.last = this.records[0] as DecisionRecord;
  }

  /** Writes the record of a decision that stood at the same distance before; false where there is none. */
  repeat(writer: ByteWriter, decision: Decision, step: number, later: number): boolean {
    const { last } = this;
    if (last.decision === decision && last.step === step && last.later === later) {
      copy(writer, last);
      return true;
    }
    return this.repeatOther(writer, decision, step, later);
  }

  private repeatOther(
    writer: ByteWriter,
    decision: Decision,
    step: number,
    later: number,
  ): boolean {
    for (let index = 0; index < kept; index++) {
      const record = this.records[index] as DecisionRecord;
      if (record.decision !== decision || record.step !== step || record.later !== later) continue;
      this.last = record;
      copy(writer, record);
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
      this.last = record;
      return record;
    }
    return undefined;
  }

  /** Passes by records of the same bytes as the last one, at most `max`; that record, and how many there were. */
  pass(
    reader: ByteReader,
    max: number,
  ): { readonly times: number; readonly step: number; readonly later: number } {
    const { last } = this;
    let times = 0;
    while (times < max && last.decision !== undefined && isNext(reader, last)) {
      reader.offset += last.size;
      times++;
    }
    return { times, step: last.step, later: last.later };
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
    const start = new DataView(record.bytes.buffer);
    record.low = start.getInt32(0, true);
    record.high = start.getInt32(4, true);
  }

  forget(): void {
    for (const record of this.records) record.decision = undefined;
  }
}

function copy(writer: ByteWriter, { bytes, size, low, high }: DecisionRecord): void {
  if (size <= 8) writer.appendWithinEight(low, high, size);
  else writer.appendShort(bytes, size);
}

function isNext(reader: ByteReader, { bytes, size }: DecisionRecord): boolean {
  if (reader.remaining < size) return false;
  const { bytes: found, offset } = reader;
  for (let at = 0; at < size; at++) if (found[offset + at] !== bytes[at]) return false;
  return true;
}
