/** Tests of the byte parsers: they agree with the text parsers, or defer to them. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant } from '#values';
import type { TimestampZone } from '../manifest/dataset-manifest.js';
import { parseDate, parseNumber, parseZonedInstant } from '../rows/zoned-time.js';
import { FieldCursor } from './byte-fields.js';

function at(text: string, zone: TimestampZone = 'UTC'): FieldCursor {
  const cursor = new FieldCursor(zone);
  cursor.bytes = Buffer.from(`${text},next`);
  cursor.at = 0;
  cursor.end = cursor.bytes.length;
  return cursor;
}

describe('numbers from bytes', () => {
  it('are those of Number wherever the fast parser answers', () => {
    const digits = fc.stringMatching(/^\d{0,12}(\.\d{0,12})?$/);
    fc.assert(
      fc.property(digits, (text) => {
        const value = at(text).number();
        expect(Number.isNaN(value) || value === parseNumber(text)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('are answered for every price with up to 15 digits', () => {
    const price = fc.tuple(
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.stringMatching(/^\d{1,6}$/),
    );
    fc.assert(
      fc.property(price, ([whole, decimals]) => {
        const text = `${whole}.${decimals}`;
        const cursor = at(text);
        expect(cursor.number()).toBe(Number(text));
        expect(cursor.at).toBe(text.length);
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['', '.', '-1', '1e3', 'NaN', '1.2.3', ' 1', '0x10', '1234567890123456', '1 '])(
    'leave %j to the text parser',
    (text) => expect(at(text).number()).toBeNaN(),
  );

  it.each([
    ['-1.5', -1.5],
    ['+2', 2],
    ['1e-3', 0.001],
    ['0.1234567890123456789', 0.12345678901234568],
    ['9007199254740993', 9007199254740992],
  ])('%s is %d by the text parser', (text, value) => expect(parseNumber(text)).toBe(value));

  it.each(['NaN', 'Infinity', '1e999', '0x10', '1_000', '', ' ', '1,5', '--1'])(
    '%j is no number',
    (text) => expect(parseNumber(text)).toBeUndefined(),
  );
});

describe('dates from bytes', () => {
  it('are those of the text parser', () => {
    const text = fc.stringMatching(/^(19|20|21|22)\d\d-[01]\d-[0-3]\d$/);
    fc.assert(
      fc.property(text, (date) => {
        expect(at(date).date()).toBe(parseDate(date) ?? NaN);
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['2025-02-29', '2025-13-01', '2025-1-01', '2025-01-01T', '20250101', '1899-12-31', ''])(
    '%j is invalid',
    (text) => expect(at(text).date()).toBeNaN(),
  );
});

describe('instants from bytes', () => {
  it('are those of the text parser, wherever the fast parser answers', () => {
    const text = fc.stringMatching(
      /^20[0-3]\d-[01]\d-[0-3]\d[ T][0-2]\d:[0-5]\d(:[0-5]\d(\.\d{1,7})?)?(Z|[+-][01]\d:[0-5]\d)?$/,
    );
    const zone = fc.constantFrom<TimestampZone>('UTC', 'America/New_York', '+09:00', '-03:30');
    fc.assert(
      fc.property(text, zone, (time, where) => {
        const value = at(time, where).instant();
        const expected = parseZonedInstant(time, where);
        const left = /\.\d{7}/.test(time) || expected === undefined;
        expect(Number.isNaN(value) ? left : value === expected).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['2021-12-31 23:01:00.000000', 'UTC', '2021-12-31T23:01:00Z'],
    ['2012-02-01 00:01:00+00:00', 'America/New_York', '2012-02-01T00:01:00Z'],
    ['2025-07-01T09:30', 'America/New_York', '2025-07-01T13:30:00Z'],
    ['2025-01-02 09:30:00', 'America/New_York', '2025-01-02T14:30:00Z'],
    ['2025-01-02 09:30:00', '+05:30', '2025-01-02T04:00:00Z'],
    ['2025-01-02 09:30:00.25', '-03:30', '2025-01-02T13:00:00.250Z'],
  ] as const)('%s in %s is %s', (text, zone, expected) => {
    expect(formatInstant(at(text, zone).instant())).toBe(expected);
  });

  it('round up what is finer than a microsecond, and know the short offset of databases', () => {
    const text = (value: string): string =>
      formatInstant(parseZonedInstant(value, 'UTC') as number);
    expect(text('2025-01-02T09:30:00.0000001Z')).toBe('2025-01-02T09:30:00.000001Z');
    expect(text('2025-01-02 09:30:00+02')).toBe('2025-01-02T07:30:00Z');
  });
});
