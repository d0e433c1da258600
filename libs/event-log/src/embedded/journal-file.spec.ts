/**
 * The content of a journal file depends only on the events, not on batches, crashes or repetitions.
 */

import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JournalEvent, JournalEventOf } from '#contracts';
import { formatCivilDate, utcDateOf } from '#values';
import { sweepSize } from '#values/sweep-size.fixture';
import { compareWithJournal, createJournal, resumeJournal } from './journal-file.js';
import { readJournal } from './journal-reader.js';
import {
  journalFolder,
  sampleEvents,
  writeJournal,
  writtenJournal,
} from './journal-sample.fixture.js';

const newFile = journalFolder();
const corrupt = (parts: object): unknown =>
  expect.objectContaining({ code: 'CorruptJournal', ...parts });

/** A journal file with these bytes, resumed by running `events` over it again. */
function resumeWith(bytes: Uint8Array, events: readonly JournalEvent[]) {
  const path = newFile();
  writeFileSync(path, bytes);
  const { writer, ...found } = resumeJournal(path, { batchRecords: 3 });
  for (const event of events) writer.append(event);
  const summary = writer.close();
  const torn = `${path}.torn`;
  return {
    ...found,
    summary,
    bytes: new Uint8Array(readFileSync(path)),
    torn: existsSync(torn) ? new Uint8Array(readFileSync(torn)) : new Uint8Array(0),
  };
}

describe('a journal file', () => {
  it('of a small run has this hash', () => {
    // Pinned: the file format, the records and the chain. Changes only with the version
    // of the format.
    const { summary, bytes } = writtenJournal(newFile(), sampleEvents(6));
    expect(summary).toEqual({
      hash: 'e67aa397c2c2cdfbda3c035da7399e3950872fa6a68ab3f6ddfbdf9c7d040a74',
      records: 6,
      bytes: 582,
    });
    expect(bytes.length).toBe(summary.bytes);
  });

  it.each([1, 7, 1024, 4096, 65_536])('has the same bytes in batches of %i records', (batch) => {
    const events = sampleEvents(2500);
    const expected = writtenJournal(newFile(), events);
    const path = newFile();
    expect(writeJournal(path, events, batch)).toEqual(expected.summary);
    expect(readFileSync(path).equals(expected.bytes)).toBe(true);
  });

  it('has the same bytes whenever it was flushed', () => {
    const events = sampleEvents(1100);
    const expected = writtenJournal(newFile(), events);
    const path = newFile();
    const writer = createJournal(path);
    for (const [index, event] of events.entries()) {
      writer.append(event);
      if (index % 13 === 0 || index === 1023) writer.flush();
    }
    writer.flush();
    expect(writer.close()).toEqual(expected.summary);
    expect(readFileSync(path).equals(expected.bytes)).toBe(true);
  });

  it('is not created over another, or nowhere', () => {
    const path = newFile();
    createJournal(path);
    expect(() => createJournal(path)).toThrow(
      expect.objectContaining({ code: 'Conflict', where: path }),
    );
    expect(() => createJournal(`${path}/inside`)).toThrow(
      expect.objectContaining({ code: 'Unavailable' }),
    );
  });

  it('that could not be written says why, and gets nothing after what is missing', () => {
    const path = newFile();
    const full = newFile();
    const writer = createJournal(path, { batchRecords: 1 });
    renameSync(path, full);
    symlinkSync('/dev/full', path);
    const [event] = sampleEvents(1) as [JournalEvent];
    expect(() => writer.append(event)).toThrow(
      expect.objectContaining({ code: 'Unavailable', found: 'ENOSPC: no space left on device' }),
    );
    // There is space again, but part of the bytes may be in the file already.
    rmSync(path);
    renameSync(full, path);
    writer.abandon();
    expect(readFileSync(path)).toHaveLength(0);
  });

  it('ends with RunClosed and with nothing else', () => {
    const [opened, ...rest] = sampleEvents(3) as [JournalEvent, JournalEvent, JournalEvent];
    const open = createJournal(newFile());
    open.append(opened);
    expect(() => open.close()).toThrow(expect.objectContaining({ code: 'Invariant' }));
    for (const event of rest) open.append(event);
    expect(() => open.append(rest[1])).toThrow(expect.objectContaining({ code: 'Invariant' }));
  });
});

describe('a journal that was cut', () => {
  const events = sampleEvents(12);
  const whole = writtenJournal(newFile(), events);

  /** A prime step spreads the cuts over all positions within records of equal length. */
  const step = sweepSize(7, 1);

  it('at any byte is resumed to the same file, and what was torn is kept', () => {
    for (let length = 0; length <= whole.bytes.length; length += step) {
      const path = newFile();
      writeFileSync(path, whole.bytes.subarray(0, length));
      const { bytes: sound, tornBytes, records } = readJournal(path);
      const resumed = resumeWith(whole.bytes.subarray(0, length), events);
      expect(resumed).toMatchObject({ tornBytes, records, summary: whole.summary });
      expect(resumed.bytes).toEqual(whole.bytes);
      expect(resumed.torn).toEqual(whole.bytes.slice(sound, length));
    }
  });

  it.each([1023, 1024, 1025, 2048, 2049])(
    'around a seal, of %i records',
    (count) => {
      const many = sampleEvents(count);
      const { bytes, summary, records } = writtenJournal(newFile(), many);
      const ends = records.map(({ offset }) => offset);
      const cuts = [ends[1022], ends[1023], ends[1024], ends[2047], bytes.length].filter(
        (end) => end !== undefined,
      );
      for (const cut of cuts) {
        for (const length of [cut - 34, cut - 33, cut - 32, cut - 1, cut, cut + 1, cut + 40]) {
          const resumed = resumeWith(bytes.subarray(0, length), many);
          expect(resumed.summary).toEqual(summary);
          expect(resumed.bytes).toEqual(bytes);
        }
      }
    },
    60_000,
  );

  it('twice keeps both torn tails', () => {
    const path = newFile();
    writeFileSync(path, whole.bytes.subarray(0, 200));
    const first = resumeJournal(path);
    first.writer.abandon();
    const { bytes } = readJournal(path);
    appendFileSync(path, whole.bytes.subarray(bytes, bytes + 5));
    const second = resumeJournal(path);
    expect(second.tornBytes).toBe(5);
    const torn = readFileSync(`${path}.torn`);
    expect(torn).toEqual(
      Buffer.concat([whole.bytes.subarray(bytes, 200), whole.bytes.subarray(bytes, bytes + 5)]),
    );
  });

  it('is not resumed by another run: the failure names the first record that differs', () => {
    for (const differing of [1, 5, 9]) {
      const others = events.map((event, index) =>
        index === differing
          ? { type: 'DecisionMissing' as const, asOf: event.asOf, time: event.time }
          : event,
      );
      const cut = whole.bytes.subarray(0, whole.records[10]!.offset);
      expect(() => resumeWith(cut, others)).toThrow(
        corrupt({
          summary: expect.stringMatching(
            /^2025-03-03: the record (says|has) .*; the run now gives "decision: nothing"$|now says nothing$/,
          ) as unknown,
          where: expect.stringMatching(
            new RegExp(`: record ${differing + 1}, byte \\d+$`),
          ) as unknown,
        }),
      );
    }
  });

  it('after a prelude is resumed before it: its decision may come out otherwise', () => {
    const { asOf, time } = events[4]!;
    const place = { asOf, time };
    const digest = 'ab'.repeat(32);
    const preludes: JournalEvent[] = [
      { type: 'ToolsCalled', ...place, calls: 2, digest },
      { type: 'PriceDisputed', ...place, symbol: 'Ω', said: 1, price: 2 },
    ];
    const told = [...events.slice(0, 4), ...preludes, ...events.slice(4)];
    const { bytes, records } = writtenJournal(newFile(), told);
    const [before, within, behind] = [4, 5, 6].map((record) => records[record]!.offset);
    for (const cut of [within, within! + 1, behind, behind! + 1]) {
      const resumed = resumeWith(bytes.subarray(0, cut), events);
      expect(resumed).toMatchObject({ records: 4, tornBytes: cut! - before! });
      expect(resumed.torn).toEqual(bytes.slice(before, cut));
      expect(resumed.bytes).toEqual(whole.bytes);
    }
  });

  it('accepts another run after the end of the journal: the two are indistinguishable', () => {
    const cut = whole.bytes.subarray(0, whole.records[4]!.offset);
    const others = [...events.slice(0, 4), ...sampleEvents(20).slice(4)];
    expect(resumeWith(cut, others).bytes).toEqual(writtenJournal(newFile(), others).bytes);
  });
});

describe('a comparison', () => {
  const events = sampleEvents(1500);
  const path = newFile();
  const whole = writtenJournal(path, events);
  const compare = (run: readonly JournalEvent[]): unknown => {
    const writer = compareWithJournal(path, whole.bytes.length);
    for (const event of run) writer.append(event);
    return writer.close();
  };
  const recordOf = (number: number): unknown =>
    corrupt({ where: expect.stringContaining(`: record ${number}, byte `) as unknown });

  it('of the same run gives the same summary, and writes nothing', () => {
    expect(compare(events)).toEqual(whole.summary);
    expect(readFileSync(path).equals(whole.bytes)).toBe(true);
    expect(readFileSync(path).length).toBe(whole.summary.bytes);
  });

  it.each([1, 2, 700, 1023, 1024, 1025, 1499])('names record %i where it differs', (number) => {
    const altered = events.map((event, index) =>
      index + 1 === number
        ? { type: 'DecisionInvalid' as const, asOf: event.asOf, time: event.time, reason: '?' }
        : event,
    );
    expect(() => compare(altered)).toThrow(recordOf(number));
  });

  it('says first what differs, then where, then the bytes', () => {
    const flat: JournalEvent = {
      ...(events[699] as JournalEventOf<'DecisionMade'>),
      decision: { kind: 'target', positions: [{ symbol: 'Ω', position: 0 }] },
    };
    const altered = events.map((event, index) => (index === 699 ? flat : event));
    const day = formatCivilDate(utcDateOf(flat.time));
    expect(events[699]).toMatchObject({ decision: { positions: [{ position: 1 }] } });
    expect(() => compare(altered)).toThrow(
      new RegExp(
        `^${day}: the record says long Ω, the agent now says flat Ω; ${path}: record 700, byte ` +
          '\\d+: the run does not repeat its journal; expected bytes 02 00 .*; found bytes 00 00 ',
      ),
    );
  });

  it('names moments with the given function', () => {
    const writer = compareWithJournal(path, whole.bytes.length, { nameOf: () => 'session 7' });
    writer.append(events[0] as JournalEvent);
    writer.append({ ...(events[1] as JournalEvent), type: 'DecisionMissing' } as JournalEvent);
    expect(() => writer.flush()).toThrow(/^session 7: the record says /);
  });

  it('with a run that ends sooner names the record that it lacks', () => {
    const sooner = [...events.slice(0, 1200), sampleEvents(1201).at(-1) as JournalEvent];
    expect(() => compare(sooner)).toThrow(recordOf(1201));
  });

  it('with a longer run names where the journal ended', () => {
    expect(() => compare(sampleEvents(1600))).toThrow(recordOf(1500));
    const short = compareWithJournal(path, whole.records[99]!.offset);
    for (const event of events.slice(0, 99)) short.append(event);
    short.flush();
    short.append(events[99] as JournalEvent);
    expect(() => short.flush()).toThrow(
      corrupt({
        summary: expect.stringMatching(
          /^2025-03-0\d: the record ends here, the run goes on with "/,
        ) as unknown,
        found: 'more records',
        where: expect.stringContaining('record 100, byte ') as unknown,
      }),
    );
  });

  it('of a run that may end sooner is of the records that it has', () => {
    const compared = (options: object): unknown => {
      const writer = compareWithJournal(path, whole.bytes.length, options);
      for (const event of events.slice(0, 99)) writer.append(event);
      return writer.pause!();
    };
    const bytes = whole.records[99]!.offset;
    expect(compared({ isPrefix: true })).toMatchObject({ records: 99, bytes });
    expect(() => compared({})).toThrow(corrupt({ found: 'the end' }));
  });

  it('over fewer bytes than the journal has is refused at their end', () => {
    const short = compareWithJournal(path, whole.bytes.length + 5);
    for (const event of events) short.append(event);
    expect(() => short.close()).toThrow(corrupt({ found: 'the end' }));
  });

  it('that is given up writes nothing', () => {
    const writer = compareWithJournal(path, whole.bytes.length);
    writer.append(events[5] as JournalEvent);
    writer.abandon();
    expect(readFileSync(path).equals(whole.bytes)).toBe(true);
  });
});
