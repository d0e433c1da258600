/** Round trips of records, and truncated, altered and made-up ones. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isFailure } from '#values';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { JournalCodec, recordBytesMax } from './journal-codec.js';
import { eventOf, eventSequences, eventTypes } from './journal-event.fixture.js';
import { journalEvents, type JournalEvent } from './journal-events.js';
import { runClosed, runOpened } from '../scenario/run-records.fixture.js';

function encoded(events: readonly JournalEvent[]): Uint8Array {
  const writer = new ByteWriter();
  const codec = new JournalCodec();
  for (const event of events) codec.encode(writer, event);
  return writer.slice();
}

/** Whole records from the start of the bytes, and where they end. */
function decoded(bytes: Uint8Array): { events: JournalEvent[]; end: number } {
  const reader = new ByteReader(bytes);
  const codec = new JournalCodec();
  const events: JournalEvent[] = [];
  for (;;) {
    const event = codec.decode(reader);
    if (event === undefined) return { events, end: reader.offset };
    events.push(event);
  }
}

/** The same records, or the only failure allowed for external bytes. */
function decodedOrCorrupt(bytes: Uint8Array): ReturnType<typeof decoded> | 'corrupt' {
  try {
    return decoded(bytes);
  } catch (error) {
    if (isFailure(error, 'CorruptJournal')) return 'corrupt';
    throw error;
  }
}

const opened = runOpened(['AAPL', 'GS']);
const hold: JournalEvent & { type: 'DecisionMade' } = {
  type: 'DecisionMade',
  asOf: 3,
  time: 1_741_035_600_000_000,
  decision: { kind: 'target', positions: [{ symbol: 'GS', position: -1 }] },
  rationale: null,
};
const marked: JournalEvent = {
  type: 'MarkTaken',
  asOf: 4,
  time: hold.time + 1,
  session: 20_150,
  equity: 1.5,
  cash: -0,
  gross: 5e-324,
  net: -Number.MAX_VALUE,
  stale: ['AAPL', 'elsewhere'],
};

describe('a record', () => {
  it('has these bytes', () => {
    const body = encoded([opened, hold]).subarray(encoded([opened]).length);
    // Length 12; tag 2; as-of 3 on; 1,741,035,600 seconds doubled as LEB128; target; one position;
    // symbol 2 of the run; -1 in zigzag; no rationale.
    expect(Buffer.from(body).toString('hex')).toBe('0c0203a0e1b0fc0c0001020100');
  });

  it('has no byte for the class of a failure when none is stated, and one after all others when one is', () => {
    const failed = { type: 'DecisionFailed', asOf: 1, time: 0, reason: 'no key' } as const;
    const missing = { type: 'DecisionMissing', asOf: 1, time: 0 } as const;
    const hexOf = (event: JournalEvent): string => Buffer.from(encoded([event])).toString('hex');
    // The form of these records before classes existed.
    expect(hexOf(failed)).toBe('0a060100066e6f206b6579');
    expect(hexOf(missing)).toBe('03030100');
    expect(hexOf({ ...failed, class: 'tool error' })).toBe('0b060100066e6f206b657901');
    expect(hexOf({ ...missing, class: 'no answer' })).toBe('0403010003');
    expect(decoded(encoded([missing, failed])).events).toStrictEqual([missing, failed]);
  });

  it.each(eventTypes)('%s comes back as it was, and fits its JSON Schema', (type) => {
    const schema = z.fromJSONSchema(journalEvents[type].layout.jsonSchema);
    fc.assert(
      fc.property(eventOf(type), (event) => {
        const { events, end } = decoded(encoded([event]));
        expect(events).toEqual([event]);
        expect(end).toBe(encoded([event]).length);
        const { type: _, asOf: __, time: ___, ...members } = events[0] as JournalEvent;
        expect(schema.safeParse(members).error).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('has the same bytes whether a decision is the same object or one like it', () => {
    const again = (event: typeof hold, asOf: number): JournalEvent => ({ ...event, asOf });
    const other: JournalEvent = { ...opened, asOf: 5, time: marked.time, symbols: ['GS'] };
    const events = [again(hold, 0), { ...opened, time: hold.time }, again(hold, 3), marked];
    const late = { ...hold, asOf: 6, time: marked.time };
    const all = [...events, other, late, { ...late, rationale: 'r' }, late];
    expect(encoded(all)).toEqual(encoded(all.map((event) => structuredClone(event))));
    expect(decoded(encoded(all)).events).toEqual(all);
  });

  it('has the same bytes when one decision comes again and again, near and far', () => {
    const places = fc.array(fc.record({ step: fc.nat({ max: 2 }), seconds: fc.nat({ max: 2 }) }));
    fc.assert(
      fc.property(places, (steps) => {
        let asOf = hold.asOf;
        let time = hold.time;
        const events = steps.map(({ step, seconds }): JournalEvent => {
          asOf += step;
          time += seconds * 1_000_000;
          return { ...hold, asOf, time };
        });
        const all = [opened, hold, ...events];
        expect(encoded(all)).toEqual(encoded(all.map((event) => structuredClone(event))));
        expect(decoded(encoded(all)).events).toEqual(all);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['an as-of that goes back', { ...marked, asOf: 2 }],
    ['a time that goes back', { ...marked, time: hold.time - 1 }],
    ['an as-of between two facts', { ...marked, asOf: 3.5 }],
    ['a time between two microseconds', { ...marked, time: hold.time + 0.5 }],
    ['a number that is not finite', { ...marked, equity: NaN }],
    ['a session between two days', { ...marked, session: 0.5 }],
    ['a session beyond the coded integers', { ...marked, session: 2 ** 52 }],
    ['a negative count', runClosed({ asOf: 4, time: hold.time }, { facts: -1 })],
    ['a fraction as a count', runClosed({ asOf: 4, time: hold.time }, { facts: 1.5 })],
    [
      'the class of another event',
      { type: 'DecisionMissing', asOf: 4, time: hold.time, class: 'late' },
    ],
    ['a stretch of nothing', { ...hold, type: 'DecisionsUnchanged', asOf: 4, count: 0, since: 4 }],
    [
      'a word out of its list',
      { type: 'OrderDenied', asOf: 4, time: hold.time, order: null, symbol: 'GS', reason: 'mood' },
    ],
    [
      'more bytes than a reader takes',
      { type: 'DecisionFailed', asOf: 4, time: hold.time, reason: 'x'.repeat(recordBytesMax) },
    ],
  ])('with %s is refused as an internal error', (_, event) => {
    const events = [opened, hold, event as JournalEvent];
    expect(() => encoded(events)).toThrow(expect.objectContaining({ code: 'Invariant' }));
  });

  it('writes half a character as the replacement mark', () => {
    const event: JournalEvent = { type: 'DecisionFailed', asOf: 0, time: 0, reason: 'a\ud800' };
    expect(decoded(encoded([event])).events).toEqual([{ ...event, reason: 'a\ufffd' }]);
  });
});

describe('bytes that are not a journal', () => {
  // Short, so that the length of each is one byte.
  const brief = { ...opened, plan: '', terms: '{}' };
  const journal = [brief, hold, marked, { ...hold, asOf: 5, time: marked.time, rationale: 'é' }];
  const bytes = encoded(journal);
  const ends = journal.map((_, index) => encoded(journal.slice(0, index + 1)).length);

  it('but the start of one give its whole records, at every length', () => {
    for (let length = 0; length <= bytes.length; length++) {
      const whole = ends.filter((end) => end <= length).length;
      const { events, end } = decoded(bytes.slice(0, length));
      expect(events).toEqual(journal.slice(0, whole));
      expect(end).toBe(whole === 0 ? 0 : ends[whole - 1]);
    }
  });

  it('but records of another length are corrupt', () => {
    for (const [index, end] of ends.entries()) {
      const start = index === 0 ? 0 : (ends[index - 1] as number);
      const size = (bytes[start] as number) - 1;
      for (let shorter = 1; shorter < size; shorter++) {
        const altered = bytes.slice(0, start + 1 + shorter);
        altered[start] = shorter;
        expect(decodedOrCorrupt(altered)).toBe('corrupt');
      }
      const longer = Uint8Array.of(...bytes.subarray(0, end), 0);
      longer[start] = size + 2;
      expect(decodedOrCorrupt(longer)).toBe('corrupt');
    }
  });

  it.each([
    ['length nothing', [0]],
    ['a length that is not in its shortest form', [0x81, 0x00]],
    ['a length over the limit', [0x81, 0x80, 0x80, 0x08, 0]],
    ['a length without an end', [0x80, 0x80, 0x80, 0x80, 0x01]],
    ['no such tag', [3, 99, 0, 0]],
    ['tag nothing', [3, 0, 0, 0]],
    ['no such variant', [6, 2, 0, 0, 9, 0, 0]],
    ['no such word', [5, 10, 0, 0, 1, 99]],
    ['no such flag', [4, 8, 0, 0, 2]],
    ['no such class', [4, 3, 0, 0, 4]],
    ['a stretch of nothing', [6, 19, 0, 0, 0, 0, 0, 1]],
    ['no such symbol', [6, 8, 0, 0, 0, 5, 0]],
    ['a list longer than its record', [7, 2, 0, 0, 0, 0xff, 0x7f, 0]],
    ['a list of 2^53 - 1', [12, 2, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
    ['a text longer than its record', [5, 4, 0, 0, 9, 65]],
    ['a text that is not UTF-8', [5, 4, 0, 0, 1, 0xff]],
    [
      'an as-of beyond 2^53',
      [13, 3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0],
    ],
    ['a number that is not finite', [11, 13, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x7f]],
  ])('with %s are corrupt', (_, record) => {
    expect(decodedOrCorrupt(Uint8Array.from(record))).toBe('corrupt');
  });

  it('end in whole records or in one kind of failure, whatever they are', () => {
    const random = fc.uint8Array({ maxLength: 200 });
    const framed = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 21 }), fc.uint8Array({ maxLength: 60 })))
      .map((records) =>
        Uint8Array.from(records.flatMap(([tag, rest]) => [rest.length + 1, tag, ...rest])),
      );
    fc.assert(
      fc.property(fc.oneof(random, framed), (made) => {
        const outcome = decodedOrCorrupt(made);
        if (outcome === 'corrupt') return;
        expect(outcome.end).toBeLessThanOrEqual(made.length);
        expect(itemsIn(outcome.events)).toBeLessThanOrEqual(made.length);
      }),
      { numRuns: 5000 },
    );
  });

  it('but a journal with altered bytes hold no more than their length', () => {
    const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }));
    const changes = fc.array(change, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(eventSequences, changes, (events, flips) => {
        const altered = encoded(events);
        for (const [at, mask] of flips) {
          if (altered.length > 0) altered[at % altered.length]! ^= mask;
        }
        const outcome = decodedOrCorrupt(altered);
        if (outcome !== 'corrupt') {
          expect(itemsIn(outcome.events)).toBeLessThanOrEqual(altered.length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/** Items of all lists in a value. */
function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((sum, member) => sum + itemsIn(member), own);
}

it('refuses an unknown tag', () => {
  expect(() => decoded(Uint8Array.of(3, 99, 0, 0))).toThrow(/unknown event/);
});
