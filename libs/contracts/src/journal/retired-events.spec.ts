/** A journal written by an earlier version of an event is read in today's form. */

import { expect, it } from 'vitest';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { JournalCodec } from './journal-codec.js';
import { double, struct } from './record-layout.js';
import type { RetiredEvent } from './retired-events.js';

/** As if marks had once held nothing but equity and cash. */
const earlierMark: RetiredEvent = {
  tag: 99,
  name: 'MarkTaken',
  version: 0,
  layout: struct({ equity: double, cash: double }),
  upcast: (members) => {
    const { equity, cash } = members as { equity: number; cash: number };
    return { session: 0, equity, cash, gross: equity - cash, net: equity - cash, stale: [] };
  },
};

/** Length, tag 99, as-of +3, time +2 s, equity 12.5, cash 10. */
function earlierRecord(): ByteReader {
  const writer = new ByteWriter();
  writer.byte(0);
  writer.byte(99);
  writer.uint(3);
  writer.uint(4);
  writer.double(12.5);
  writer.double(10);
  writer.closeFrame(0);
  return new ByteReader(writer.slice());
}

it('reads an earlier form through its upcaster', () => {
  expect(new JournalCodec([earlierMark]).decode(earlierRecord())).toEqual({
    type: 'MarkTaken',
    asOf: 3,
    time: 2_000_000,
    session: 0,
    equity: 12.5,
    cash: 10,
    gross: 2.5,
    net: 2.5,
    stale: [],
  });
});

it('refuses a tag that nobody knows', () => {
  expect(() => new JournalCodec().decode(earlierRecord())).toThrow(/unknown event/);
});

it('lets no tag stand for two forms', () => {
  expect(() => new JournalCodec([{ ...earlierMark, tag: 14 }])).toThrow(/never used again/);
});
