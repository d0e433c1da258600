/**
 * Journal records as bytes: length, tag, as-of and time as differences, then the members of the
 * event. A record is a pure function of itself and the events before it.
 */

import { corruptJournal, invariant, microsPerSecond, type Instant } from '#values';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { journalEvents, type JournalEvent, type JournalEventType } from './journal-events.js';
import type { Layout, LayoutContext } from './record-layout.js';

interface Entry {
  readonly name: JournalEventType;
  readonly layout: Layout<object>;
}

/** The events by wire tag. A tag's form never changes. */
const entries: (Entry | undefined)[] = [];
for (const [name, { tag, layout }] of Object.entries(journalEvents)) {
  invariant(entries[tag] === undefined, 'a wire tag is never used again');
  entries[tag] = { name: name as JournalEventType, layout: layout as Layout<object> };
}

/** The largest record that a reader accepts, in bytes: protects against hostile lengths. */
export const recordBytesMax = 16 * 1024 * 1024;

/** Encodes or decodes the records of one journal, in order. `RunOpened` sets the symbols. */
export class JournalCodec {
  private asOf = 0;
  private time = 0;
  private context: LayoutContext = contextOf([]);

  /** Appends one record to `writer`. `asOf` and `time` never decrease. */
  encode(writer: ByteWriter, event: JournalEvent): void {
    const from = writer.length;
    const { tag, layout } = journalEvents[event.type];
    this.startRecord(writer, tag, event.asOf, event.time);
    (layout as Layout<object>).write(writer, event, this.context);
    writer.closeFrame(from);
    invariant(writer.length - from <= recordBytesMax, 'a record fits what a reader accepts');
    if (event.type === 'RunOpened') this.open(event);
  }

  private startRecord(writer: ByteWriter, tag: number, asOf: number, time: Instant): void {
    writer.byte(0);
    writer.byte(tag);
    writer.uint(this.stepTo(asOf));
    writer.uint(this.lapseTo(time));
  }

  /** The record at the reader's offset; undefined if the bytes end inside it. */
  decode(reader: ByteReader): JournalEvent | undefined {
    const from = reader.offset;
    const length = recordLength(reader);
    if (length === undefined || length > reader.remaining) {
      reader.offset = from;
      return undefined;
    }
    const { end } = reader;
    reader.end = reader.offset + length;
    const event = this.decodeBody(reader);
    if (reader.remaining > 0) {
      throw corruptJournal('a record is longer than its event', { where: `byte ${reader.offset}` });
    }
    reader.end = end;
    return event;
  }

  private decodeBody(body: ByteReader): JournalEvent {
    const tag = body.byte();
    const entry = entries[tag];
    if (!entry) {
      throw corruptJournal('unknown event', { where: `byte ${body.offset - 1}`, found: `${tag}` });
    }
    this.asOf += body.uint();
    const step = body.uint();
    this.time += step % 2 === 0 ? (step / 2) * microsPerSecond : (step - 1) / 2;
    const start = { type: entry.name, asOf: this.asOf, time: this.time };
    const event = entry.layout.read(body, this.context, start) as JournalEvent;
    if (event.type === 'RunOpened') this.open(event);
    return event;
  }

  private open({ symbols }: JournalEvent & { type: 'RunOpened' }): void {
    this.context = contextOf(symbols);
  }

  /** Differences, because most records follow the previous one by one fact … */
  private stepTo(asOf: number): number {
    const step = asOf - this.asOf;
    invariant(step >= 0, 'the as-of of journal records never decreases');
    this.asOf = asOf;
    return step;
  }

  /**
   * … and a whole number of seconds. The remainder of doubles is slow; a division gives
   * the same result.
   */
  private lapseTo(time: Instant): number {
    const later = time - this.time;
    if (later === 0) return 0;
    invariant(later >= 0, 'the time of journal records never decreases');
    this.time = time;
    const seconds = Math.floor(later / microsPerSecond);
    if (seconds * microsPerSecond === later) return seconds * 2;
    invariant(Number.isSafeInteger(later), 'the time of a journal record is whole microseconds');
    return later * 2 + 1;
  }
}

function recordLength(reader: ByteReader): number | undefined {
  let length = 0;
  let scale = 1;
  for (let index = 0; index < 4; index++) {
    if (reader.remaining === 0) return undefined;
    const byte = reader.byte();
    length += (byte & 0x7f) * scale;
    if (byte < 0x80) {
      if (length > 0 && length <= recordBytesMax && (byte > 0 || index === 0)) return length;
      break;
    }
    scale *= 128;
  }
  throw corruptJournal('a record has an impossible length', { where: `byte ${reader.offset}` });
}

function contextOf(symbols: readonly string[]): LayoutContext {
  const numberOfSymbol = new Map(symbols.map((name, number) => [name, number]));
  return { symbols, numberOfSymbol, last: undefined, lastNumber: 0 };
}
