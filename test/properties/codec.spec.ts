/**
 * The law of the codec: any journal is read back as it was written, however its bytes are
 * cut and shared.
 */

import fc from 'fast-check';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter, JournalCodec, type JournalEvent } from '#contracts';
import { eventSequences } from '#contracts/journal/journal-event.fixture';

function encoded(events: readonly JournalEvent[], capacity = 4096): Uint8Array {
  const writer = new ByteWriter(capacity);
  const codec = new JournalCodec();
  for (const event of events) codec.encode(writer, event);
  return writer.slice();
}

/** The records of a journal whose bytes arrive in pieces of `step`. */
function decodedInSteps(bytes: Uint8Array, step: number): JournalEvent[] {
  const codec = new JournalCodec();
  const events: JournalEvent[] = [];
  let start = 0;
  for (let end = 0; end < bytes.length;) {
    end = Math.min(bytes.length, end + step);
    const reader = new ByteReader(bytes, start, end);
    for (let event = codec.decode(reader); event; event = codec.decode(reader)) events.push(event);
    start = reader.offset;
  }
  return events;
}

describe('the journal codec', () => {
  it('gives back every sequence of events, whole or in pieces', () => {
    fc.assert(
      fc.property(eventSequences, fc.integer({ min: 1, max: 300 }), (events, step) => {
        const bytes = encoded(events);
        expect(decodedInSteps(bytes, bytes.length)).toEqual(events);
        expect(decodedInSteps(bytes, step)).toEqual(events);
      }),
      runsOfSweep(sweepSize(500, 2000)),
    );
  });

  it('writes equal events as equal bytes, whether they share objects or memory', () => {
    fc.assert(
      fc.property(eventSequences, fc.integer({ min: 0, max: 64 }), (events, capacity) => {
        const copies = events.map((event) => structuredClone(event));
        expect(encoded(copies, capacity)).toEqual(encoded(events));
      }),
      runsOfSweep(sweepSize(250, 1000)),
    );
  });

  it('writes the same first bytes whatever comes later', () => {
    fc.assert(
      fc.property(eventSequences, fc.nat({ max: 25 }), (events, count) => {
        const start = encoded(events.slice(0, count));
        expect(encoded(events).subarray(0, start.length)).toEqual(start);
      }),
      runsOfSweep(sweepSize(250, 1000)),
    );
  });
});
