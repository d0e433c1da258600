/**
 * Fields by their documented names: unknown values, defects that say what would fit, and texts in
 * other encodings.
 */

import { describe, expect, it } from 'vitest';
import type { FactTable } from '../manifest/dataset-manifest.js';
import { memoryInput } from './byte-input.js';
import { RowDefect } from './row-defect.js';
import { rowFields } from './row-fields.js';
import { decodedInput } from './text-rows.js';

const read = (fields: Record<string, unknown>, table: Partial<FactTable> = {}) =>
  rowFields(fields, { file: 'a.csv', ...table } as FactTable);
const defectOf = (get: () => unknown): unknown => {
  try {
    return get();
  } catch (error) {
    return error instanceof RowDefect ? error.defect : error;
  }
};

describe('a field', () => {
  it.each<[string, unknown]>([
    ['empty', ''],
    ['null', null],
    ['missing', undefined],
  ])('that is %s is unknown', (_, value) => {
    const fields = read({ price: value });
    expect([fields.optionalText('price'), fields.optionalNumber('price')]).toEqual([null, null]);
    expect([fields.optionalDate('price'), fields.optionalInstant('price')]).toEqual([null, null]);
    expect(defectOf(() => fields.text('price'))).toMatchObject({ field: 'price' });
  });

  it('is found by the name that the file has for it', () => {
    const fields = read({ Kurs: '3', price: '4' }, { columns: { price: 'Kurs' } });
    expect(fields.optionalNumber('price')).toBe(3);
    expect(read({}).optionalText('constructor')).toBeNull();
  });

  it('that is no date or time says which was expected, and which would fit', () => {
    const fields = read({ date: '31/12/2025', timestamp: 'noon', price: 'much' });
    expect(defectOf(() => fields.optionalDate('date'))).toMatchObject({
      field: 'date',
      found: '"31/12/2025"',
      expected: expect.stringMatching(/^YYYY-MM-DD \(.*would fit\)$/),
    });
    expect(defectOf(() => fields.optionalInstant('timestamp'))).toMatchObject({
      field: 'timestamp',
      expected: 'YYYY-MM-DD',
      found: '"noon"',
    });
    const noNumber = defectOf(() => fields.optionalNumber('price'));
    expect(noNumber).toMatchObject({ field: 'price', found: '"much"' });
    expect(noNumber).not.toHaveProperty('expected');
  });
});

describe('a text in another encoding', () => {
  const text = 'symbol,note\nAA,Zürich €\n';
  const decoded = (
    bytes: Uint8Array,
    encoding: 'utf-16le' | 'utf-16be' | 'windows-1252',
  ): string => {
    const input = decodedInput(memoryInput('a.csv', bytes), { encoding });
    expect(input.size).toBe(Infinity);
    // In parts that do not end where characters do.
    const parts: Buffer[] = [];
    for (let position = 0; ;) {
      const part = Buffer.alloc(5);
      const count = input.read(part, position);
      if (count === 0) return Buffer.concat(parts).toString('utf8');
      parts.push(part.subarray(0, count));
      position += count;
    }
  };
  const little = Buffer.from(text, 'utf16le');

  it('is read as UTF-8', () => {
    expect(decoded(little, 'utf-16le')).toBe(text);
    expect(decoded(Buffer.from(little).swap16(), 'utf-16be')).toBe(text);
    const ansi = Buffer.from(text.replace('€', '\u0080'), 'latin1');
    expect(decoded(ansi, 'windows-1252')).toBe(text);
  });

  it('is refused where it is broken', () => {
    const broken = [little.subarray(0, -1), Buffer.from([0x41, 0, 0, 0xd8, 0x42, 0])];
    for (const bytes of broken) {
      expect(() => decoded(bytes, 'utf-16le')).toThrow(
        'a.csv: the text cannot be decoded; expected utf-16le',
      );
    }
  });

  it('is the input itself if it is UTF-8', () => {
    const input = memoryInput('a.csv', Buffer.from(text));
    expect(decodedInput(input, {})).toBe(input);
    expect(decodedInput(input, { encoding: 'utf-8' })).toBe(input);
  });
});
