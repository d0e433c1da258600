/** Numbers, texts and frames as bytes: handmade cases and round trips. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';

const hex = (write: (writer: ByteWriter) => void): string => {
  const writer = new ByteWriter();
  write(writer);
  return Buffer.from(writer.slice()).toString('hex');
};
const reader = (bytes: string): ByteReader => new ByteReader(Buffer.from(bytes, 'hex'));
const corrupt = expect.objectContaining({ code: 'CorruptJournal' }) as unknown;

describe('a whole number', () => {
  // LEB128: seven bits per byte, low bits first, the high bit set if more follow.
  it.each([
    [0, '00'],
    [1, '01'],
    [127, '7f'],
    [128, '8001'],
    [300, 'ac02'],
    [16_383, 'ff7f'],
    [16_384, '808001'],
    [2 ** 31 - 1, 'ffffffff07'],
    [2 ** 31, '8080808008'],
    [2 ** 32, '8080808010'],
    [2 ** 53 - 1, 'ffffffffffffff0f'],
  ])('%i is %s', (value, bytes) => {
    expect(hex((writer) => writer.uint(value))).toBe(bytes);
    expect(reader(bytes).uint()).toBe(value);
  });

  it('comes back, whatever it is', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat({ max: 52 }), (value, shift) => {
        const smaller = Math.floor(value / 2 ** shift);
        expect(reader(hex((writer) => writer.uint(smaller))).uint()).toBe(smaller);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([-1, 0.5, 127.5, 128.5, NaN, Infinity, 2 ** 53])('is not %d', (value) => {
    expect(() => hex((writer) => writer.uint(value))).toThrow(
      expect.objectContaining({ code: 'Invariant' }),
    );
  });

  it.each(['8000', 'ff8000', 'ffffffffffffff1f', '80808080808080808001', '80', ''])(
    'is not read from %j',
    (bytes) => {
      expect(() => reader(bytes).uint()).toThrow(corrupt);
    },
  );
});

describe('a text', () => {
  it.each([
    ['', '00'],
    ['é', '02c3a9'],
    ['\ufeffa', '04efbbbf61'],
    ['\u0000', '0100'],
  ])('%j is %s', (text, bytes) => {
    expect(hex((writer) => writer.text(text))).toBe(bytes);
    expect(reader(bytes).text()).toBe(text);
  });

  it.each(['01ff', '02c3', '03eda080', '0261'])('is not read from %s', (bytes) => {
    expect(() => reader(bytes).text()).toThrow(corrupt);
  });
});

describe('a double', () => {
  it.each([
    [1, '000000000000f03f'],
    [-0, '0000000000000080'],
    [Number.MAX_VALUE, 'ffffffffffffef7f'],
  ])('%d is %s', (value, bytes) => {
    expect(hex((writer) => writer.double(value))).toBe(bytes);
    expect(reader(bytes).double()).toBe(value);
  });
});

describe('a frame', () => {
  it.each([0, 1, 127, 128, 16_383, 16_384, 70_000])(
    'of %i bytes is its length and them',
    (size) => {
      const body = Uint8Array.from({ length: size }, (_, index) => index % 251);
      const writer = new ByteWriter(0);
      writer.text('before');
      const from = writer.length;
      writer.byte(0);
      writer.append(body);
      writer.closeFrame(from);
      writer.byte(7);
      const back = new ByteReader(writer.slice());
      expect(back.text()).toBe('before');
      expect(back.raw()).toEqual(body);
      expect(back.byte()).toBe(7);
      expect(back.remaining).toBe(0);
    },
  );
});

describe('a writer', () => {
  it('keeps what it wrote while it grows, and forgets it when it is cleared', () => {
    const writer = new ByteWriter(1);
    for (let value = 0; value < 1000; value++) writer.uint(value);
    const kept = writer.slice();
    const back = new ByteReader(kept);
    for (let value = 0; value < 1000; value++) expect(back.uint()).toBe(value);
    writer.clear();
    writer.byte(9);
    expect([...writer.slice()]).toEqual([9]);
    expect(kept[0]).toBe(0);
  });
});

describe('a reader', () => {
  it('stops at its end, although the memory continues', () => {
    const bytes = Uint8Array.of(1, 65, 66, 67, 68, 69, 70, 71, 72);
    expect(new ByteReader(bytes, 0, 2).text()).toBe('A');
    expect(() => new ByteReader(bytes, 0, 1).text()).toThrow(corrupt);
    expect(() => new ByteReader(bytes, 2, 8).double()).toThrow(corrupt);
    expect(() => new ByteReader(bytes, 9).byte()).toThrow(
      expect.objectContaining({ where: 'byte 9', expected: '1 more bytes', found: '0' }),
    );
  });
});
