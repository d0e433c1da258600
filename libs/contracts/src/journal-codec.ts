/**
 * Journal records as bytes: length, tag, as-of and time as differences, then the event's members.
 * A record is a pure function of the events before it and itself.
 */

import { corruptJournal, invariant, microsPerSecond, type Instant } from '#values';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { DecisionRecords } from './decision-records.js';
import {
  journalEvents,
  type JournalEvent,
  type JournalEventType,
  type JournalledDecision,
} from './journal-events.js';
import { orderAccepted, orderFilled } from './order-layouts.js';
import type { Layout, LayoutContext } from './record-layout.js';
import { retiredEvents, type RetiredEvent } from './retired-events.js';

interface Entry {
  readonly name: JournalEventType;
  readonly layout: Layout<object>;
  readonly upcast?: RetiredEvent['upcast'];
}

/** Today's events and the earlier forms of them, by wire tag. A tag stands for one form for ever. */
function entriesByTag(retired: readonly RetiredEvent[]): readonly (Entry | undefined)[] {
  const entries: (Entry | undefined)[] = [];
  for (const [name, { tag, layout }] of Object.entries(journalEvents)) {
    entries[tag] = { name: name as JournalEventType, layout: layout as Layout<object> };
  }
  for (const { tag, name, layout, upcast } of retired) {
    invariant(entries[tag] === undefined, 'a wire tag is never used again');
    entries[tag] = { name, layout, upcast };
  }
  return entries;
}

const entriesToday = entriesByTag(retiredEvents);

/** The largest record that a reader accepts, in bytes: a bound against hostile lengths. */
export const recordBytesMax = 16 * 1024 * 1024;

/** Encodes or decodes the records of one journal, in order. `RunOpened` sets the symbols. */
export class JournalCodec {
  private asOf = 0;
  private time = 0;
  private context: LayoutContext = contextOf([]);
  private readonly decisions = new DecisionRecords();
  private readonly entries: readonly (Entry | undefined)[];

  /** `retired`: the earlier forms that can be read; those of this version of the product by default. */
  constructor(retired: readonly RetiredEvent[] = retiredEvents) {
    this.entries = retired === retiredEvents ? entriesToday : entriesByTag(retired);
  }

  /**
   * Appends one record to `writer`. `asOf` and `time` never decrease. A decision that is handed in again as the
   * same object has not changed.
   */
  encode(writer: ByteWriter, event: JournalEvent): void {
    if (event.type === 'DecisionMade' && event.rationale === null) {
      this.encodeDecision(writer, event.asOf, event.time, event.decision);
    } else {
      this.encodeRecord(writer, event);
    }
  }

  /**
   * Appends `DecisionMade` without a rationale. Rule agents hand out the same few objects: at the same distance a
   * record has the same bytes again.
   */
  encodeDecision(
    writer: ByteWriter,
    asOf: number,
    time: Instant,
    decision: JournalledDecision,
  ): void {
    const step = asOf - this.asOf;
    const later = time - this.time;
    if (this.decisions.repeat(writer, decision, step, later)) {
      this.asOf = asOf;
      this.time = time;
      return;
    }
    const from = writer.length;
    const { tag, layout } = journalEvents.DecisionMade;
    this.startRecord(writer, tag, asOf, time);
    layout.write(writer, { decision, rationale: null }, this.context);
    this.endRecord(writer, from);
    this.decisions.keep(writer.bytes, { from, to: writer.length }, { decision, step, later });
  }

  /** The same as `times` calls of `encodeDecision`, each one fact and `lapse` behind the record before. */
  repeatDecision(
    writer: ByteWriter,
    decision: JournalledDecision,
    { times, lapse }: { readonly times: number; readonly lapse: number },
  ): void {
    const from = writer.length;
    this.encodeDecision(writer, this.asOf + 1, this.time + lapse, decision);
    writer.repeat(writer.length - from, times - 1);
    this.asOf += times - 1;
    this.time += (times - 1) * lapse;
  }

  private encodeRecord(writer: ByteWriter, event: JournalEvent): void {
    const from = writer.length;
    // Spelled out for what a busy run writes: a look-up by name and a call of what it finds take longer.
    if (event.type === 'OrderFilled') {
      this.startRecord(writer, journalEvents.OrderFilled.tag, event.asOf, event.time);
      orderFilled.write(writer, event, this.context);
    } else if (event.type === 'OrderAccepted') {
      this.startRecord(writer, journalEvents.OrderAccepted.tag, event.asOf, event.time);
      orderAccepted.write(writer, event, this.context);
    } else {
      const { tag, layout } = journalEvents[event.type];
      this.startRecord(writer, tag, event.asOf, event.time);
      (layout as Layout<object>).write(writer, event, this.context);
    }
    this.endRecord(writer, from);
    if (event.type === 'RunOpened') this.open(event);
  }

  private startRecord(writer: ByteWriter, tag: number, asOf: number, time: Instant): void {
    writer.byte(0);
    writer.byte(tag);
    writer.uint(this.stepTo(asOf));
    writer.uint(this.lapseTo(time));
  }

  private endRecord(writer: ByteWriter, from: number): void {
    writer.closeFrame(from);
    invariant(writer.length - from <= recordBytesMax, 'a record fits what a reader accepts');
  }

  /**
   * The record at the reader's offset; undefined where the bytes end inside it. Records of the same bytes may
   * share their decision.
   */
  decode(reader: ByteReader): JournalEvent | undefined {
    const from = reader.offset;
    const known = this.decisions.read(reader);
    if (known !== undefined) {
      this.asOf += known.step;
      this.time += known.later;
      const decision = known.decision as JournalledDecision;
      return { type: 'DecisionMade', asOf: this.asOf, time: this.time, decision, rationale: null };
    }
    const length = recordLength(reader);
    if (length === undefined || length > reader.remaining) {
      reader.offset = from;
      return undefined;
    }
    return this.decodeFrame(reader, from, reader.offset + length);
  }

  /**
   * Passes by records `DecisionMade` that repeat the last one that was decoded so, at most `max`; how many there were.
   * The same as that many calls of `decode`, for who does not ask what they say.
   */
  passRepeated(reader: ByteReader, max: number): number {
    const { times, step, later } = this.decisions.pass(reader, max);
    this.asOf += times * step;
    this.time += times * later;
    return times;
  }

  /** The record [from, to), whose length has been read. */
  private decodeFrame(reader: ByteReader, from: number, to: number): JournalEvent {
    const { asOf, time } = this;
    const { end } = reader;
    reader.end = to;
    const event = this.decodeBody(reader);
    if (reader.remaining > 0) {
      throw corruptJournal('a record is longer than its event', { where: `byte ${reader.offset}` });
    }
    reader.end = end;
    if (event.type === 'DecisionMade' && event.rationale === null) {
      const place = { step: event.asOf - asOf, later: event.time - time };
      this.decisions.keep(reader.bytes, { from, to }, { ...place, decision: event.decision });
    }
    return event;
  }

  private decodeBody(body: ByteReader): JournalEvent {
    const tag = body.byte();
    const entry = this.entries[tag];
    if (!entry) {
      throw corruptJournal('unknown event', { where: `byte ${body.offset - 1}`, found: `${tag}` });
    }
    this.asOf += body.uint();
    const step = body.uint();
    this.time += step % 2 === 0 ? (step / 2) * microsPerSecond : (step - 1) / 2;
    const start = { type: entry.name, asOf: this.asOf, time: this.time };
    const event = this.read(entry, body, start);
    if (event.type === 'RunOpened') this.open(event);
    return event;
  }

  private read(
    { layout, upcast }: Entry,
    body: ByteReader,
    start: Pick<JournalEvent, 'type' | 'asOf' | 'time'>,
  ): JournalEvent {
    if (upcast === undefined) return layout.read(body, this.context, start) as JournalEvent;
    return { ...start, ...upcast(layout.read(body, this.context)) } as JournalEvent;
  }

  /** Symbols have other numbers from here on, so the bytes of a decision before are not those after. */
  private open({ symbols }: JournalEvent & { type: 'RunOpened' }): void {
    this.context = contextOf(symbols);
    this.decisions.forget();
  }

  /** Differences, because most records follow their neighbour by one fact … */
  private stepTo(asOf: number): number {
    const step = asOf - this.asOf;
    invariant(step >= 0, 'the as-of of journal records never decreases');
    this.asOf = asOf;
    return step;
  }

  /** … and a whole number of seconds. The remainder of doubles is slow; a division says the same. */
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
