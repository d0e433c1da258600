/** Every byte of a journal is covered: altered, cut and added bytes are found and located. */

import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#values';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import type { JournalEvent } from '#contracts';
import { blockRecords } from '../log/journal.js';
import { journalMagic, sealBytes } from './journal-chain.js';
import { readJournal, type JournalScan } from './journal-reader.js';
import {
  journalFolder,
  sampleEvents,
  writeJournal,
  writtenJournal,
} from './journal-sample.fixture.js';

const newFile = journalFolder();

/** The result of reading these bytes: a scan, or the message of the one failure that is allowed. */
function read(bytes: Uint8Array, path = newFile()): JournalScan | string {
  writeFileSync(path, bytes);
  try {
    return readJournal(path);
  } catch (error) {
    if (isFailure(error, 'CorruptJournal')) return error.message;
    throw error;
  }
}

const place = /block (\d+), records from (\d+), bytes (\d+) to (\d+)/;

describe('a journal', () => {
  it.each([2, 3, 1023, 1024, 1025, 2047, 2048, 2049, 3000])(
    'of %i records is read back',
    (count) => {
      const events = sampleEvents(count);
      const path = newFile();
      const { hash, records, bytes } = writeJournal(path, events);
      const found: JournalEvent[] = [];
      const scan = readJournal(path, ({ event, seq }) => {
        expect(seq).toBe(found.length + 1);
        found.push(event);
      });
      expect(found).toEqual(events);
      expect(scan).toEqual({ complete: true, records, bytes, tornBytes: 0, hash });
      const seals = Math.ceil(count / blockRecords);
      expect(bytes).toBeGreaterThan(journalMagic.length + seals * sealBytes + count * 5);
    },
  );

  it('is closed once it is read, also when it is bad', () => {
    const { bytes } = writtenJournal(newFile(), sampleEvents(3));
    const bad = bytes.with(journalMagic.length + 5, 255);
    /** The lowest free descriptor. */
    const free = (): number => {
      const descriptor = openSync('.', 'r');
      closeSync(descriptor);
      return descriptor;
    };
    const before = free();
    for (let time = 0; time < 20; time++) expect(read(bytes)).toMatchObject({ complete: true });
    for (let time = 0; time < 20; time++) expect(read(bad)).toMatch(place);
    expect(free()).toBeLessThan(before + 20);
  });

  it('has the hash of its blocks, each over the one before', () => {
    const { bytes, summary, records } = writtenJournal(newFile(), sampleEvents(1100));
    const start = records[0]!.offset;
    const second = records[1024]!.offset;
    const sha = (...parts: Uint8Array[]): Uint8Array =>
      createHash('sha256').update(Buffer.concat(parts)).digest();
    const first = sha(sha(bytes.subarray(0, start)), bytes.subarray(start, second - sealBytes));
    expect(bytes[second - sealBytes]).toBe(0);
    expect(Buffer.from(bytes.subarray(second - 32, second)).equals(first)).toBe(true);
    const last = sha(first, bytes.subarray(second, bytes.length - sealBytes));
    expect(summary.hash).toBe(Buffer.from(last).toString('hex'));
  });

  it('is read over the borders of the chunks that the file is read in', () => {
    const sizes = [0, 100_000, 1 << 20, (1 << 20) - 40, 3 << 20, 77_777, 1, (1 << 20) + 1];
    const events = sampleEvents(sizes.length + 2).map((event, index) => {
      const { asOf, time } = event;
      const size = sizes[index - 1];
      if (size === undefined) return event;
      return { type: 'DecisionFailed' as const, asOf, time, reason: 'x'.repeat(size) };
    });
    const { bytes, summary, records } = writtenJournal(newFile(), events);
    expect(records.map(({ event }) => event)).toEqual(events);
    const cut = records[5]!.offset + 2_000_000;
    const scan = { complete: false, records: 5, bytes: records[5]!.offset, tornBytes: 2_000_000 };
    expect(read(bytes.slice(0, cut))).toEqual({ ...scan, hash: null });
    const altered = bytes.slice();
    altered[cut] = 0x79;
    expect(read(altered)).toMatch(/block 1, records from 1, bytes 19 to \d+: .*its hash differs/);
    expect(summary.records).toBe(10);
  });

  it('is read with every alignment of small records to a chunk', () => {
    for (let shift = 0; shift < 40; shift += sweepSize(3, 1)) {
      const [opened, ...rest] = sampleEvents(300) as [JournalEvent, ...JournalEvent[]];
      const filler = { type: 'DecisionFailed' as const, asOf: 0, time: 0 };
      const reason = 'x'.repeat((1 << 20) - 3000 - shift);
      const events = [opened, { ...filler, reason }, ...rest];
      const path = newFile();
      const { hash } = writeJournal(path, events);
      expect(readJournal(path)).toMatchObject({ complete: true, records: 301, hash });
    }
  });
});

describe('an altered journal', () => {
  it('is found at every byte and bit of it', () => {
    const masks = [1, 2, 4, 8, 16, 32, 64, 128, 255];
    const step = sweepSize(masks.length, 1);
    const { bytes } = writtenJournal(newFile(), sampleEvents(18));
    const path = newFile();
    const unnoticed: string[] = [];
    for (let at = 0; at < bytes.length; at++) {
      // In the small sweep, each byte gets one of its masks, in rotation.
      for (const mask of masks.filter((_, index) => index % step === at % step)) {
        const altered = bytes.slice();
        altered[at]! ^= mask;
        const found = read(altered, path);
        const named =
          typeof found === 'string'
            ? found.startsWith(path) && /bytes \d+ to \d+/.test(found)
            : !found.complete && found.bytes <= at && found.tornBytes > 0;
        if (!named) unnoticed.push(`byte ${at}, mask ${mask}: ${JSON.stringify(found)}`);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  it('is refused with the block that contains the byte', () => {
    const { bytes, records } = writtenJournal(newFile(), sampleEvents(2500));
    const path = newFile();
    const ends = [records[1024]!.offset, records[2048]!.offset, bytes.length];
    const near = ends.flatMap((end) => [end - 34, end - 33, end - 32, end - 1, end]);
    const places = fc.oneof(
      fc.constantFrom(...near).filter((at) => at < bytes.length),
      fc.integer({ min: journalMagic.length, max: bytes.length - 1 }),
    );
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const altered = bytes.slice();
        altered[at]! ^= mask;
        const found = read(altered, path);
        const block = ends.findIndex((end) => at < end);
        if (typeof found !== 'string') {
          // A larger value as a record's length: the record looks torn there.
          expect(found).toMatchObject({ complete: false });
          expect(found.bytes).toBeLessThanOrEqual(at);
          return;
        }
        const [, number, first, from] = (place.exec(found) ?? []).map(Number);
        expect([number, first]).toEqual([block + 1, block * blockRecords + 1]);
        expect(from).toBe(block === 0 ? journalMagic.length : ends[block - 1]);
      }),
      runsOfSweep(sweepSize(100, 400)),
    );
  });

  it.each([
    ['a zero byte', Uint8Array.of(0)],
    ['any byte', Uint8Array.of(77)],
    ['a record', Uint8Array.of(3, 3, 0, 0)],
    ['the length of a record', Uint8Array.of(100)],
    ['what might be a seal', new Uint8Array(sealBytes)],
  ])('with %s after its end is refused', (_, added) => {
    for (const count of [30, 1024]) {
      const { bytes } = writtenJournal(newFile(), sampleEvents(count));
      expect(read(Buffer.concat([bytes, added]))).toMatch(place);
    }
  });

  it('with a seal when none is due is refused, though the seal is right', () => {
    const { bytes, records, summary } = writtenJournal(newFile(), sampleEvents(1030));
    const sealAfter = (hash: Uint8Array, ...parts: Uint8Array[]): Uint8Array => {
      const sha = createHash('sha256').update(hash);
      for (const part of parts) sha.update(part);
      return Buffer.concat([Uint8Array.of(0), sha.digest()]);
    };
    const magicHash = createHash('sha256').update(journalMagic).digest();
    const endHash = Buffer.from(summary.hash, 'hex');
    const start = records[0]!.offset;
    const third = records[2]!.offset;
    const made = {
      'behind the end': [bytes, sealAfter(endHash)],
      'before the first record': [
        bytes.subarray(0, start),
        sealAfter(magicHash),
        bytes.subarray(start),
      ],
      'within a block': [
        bytes.subarray(0, third),
        sealAfter(magicHash, bytes.subarray(start, third)),
        bytes.subarray(third),
      ],
    };
    for (const parts of Object.values(made)) {
      expect(read(Buffer.concat(parts))).toMatch(/unexpected seal/);
    }
  });

  it('without the seal of a full block is refused', () => {
    const { bytes, records } = writtenJournal(newFile(), sampleEvents(1500));
    const second = records[1024]!.offset;
    const without = Buffer.concat([bytes.subarray(0, second - sealBytes), bytes.subarray(second)]);
    expect(read(without)).toMatch(/block 1, records from 1, .*seal of the block is missing/);
  });

  it('is anything that starts otherwise', () => {
    const texts = ['x', 'TAPEFOLD JOURNAL 2\n', '\u0000'.repeat(100), '{"type":"RunOpened"}\n'];
    for (const text of texts) {
      expect(read(Buffer.from(text))).toMatch(/not a journal of a known format/);
    }
  });
});

describe('a cut journal', () => {
  it('at any byte says how much of it is whole', () => {
    const { bytes, records, summary } = writtenJournal(newFile(), sampleEvents(20));
    const path = newFile();
    const starts = records.map(({ offset }) => offset);
    // Cuts that leave nothing torn: after the first line, each record, and the seal.
    const whole = [0, ...starts, bytes.length - sealBytes];
    for (let length = 0; length < bytes.length; length++) {
      const end = whole.findLast((bound) => bound <= length) as number;
      expect(read(bytes.subarray(0, length), path)).toEqual({
        complete: false,
        records: Math.max(0, whole.indexOf(end) - 1),
        bytes: end,
        tornBytes: length - end,
        hash: null,
      });
    }
    expect(read(bytes, path)).toMatchObject({ complete: true, tornBytes: 0, hash: summary.hash });
  });

  it('after a sealed block has the hash of that block', () => {
    const { bytes, records } = writtenJournal(newFile(), sampleEvents(1500));
    const second = records[1024]!.offset;
    const hash = Buffer.from(bytes.subarray(second - 32, second)).toString('hex');
    const scan = { complete: false, records: 1024, tornBytes: 0 };
    expect(read(bytes.subarray(0, second))).toEqual({ ...scan, bytes: second, hash });
    const unsealed = { ...scan, bytes: second - sealBytes, hash: null };
    expect(read(bytes.subarray(0, second - sealBytes))).toEqual(unsealed);
    expect(read(bytes.subarray(0, second - 1))).toEqual({ ...unsealed, tornBytes: 32 });
  });
});
