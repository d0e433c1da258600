/**
 * Members of one message: what each kind accepts, up to its bounds, and the words that
 * refuse the rest.
 */

import { describe, expect, it } from 'vitest';
import { parseExpression } from '../port/message-expression.js';
import { MessageFields } from './message-fields.js';

/** The fields of a message that has one member, `m`. */
const fieldsOf = (m: unknown, unit: 's' | 'ms' | 'us' | 'ns' = 'ms'): MessageFields =>
  new MessageFields(new Map([['m', [{ path: parseExpression('m') }]]]), unit, { m }, { m });

const read =
  (by: (fields: MessageFields) => unknown) =>
  (value: unknown): unknown => {
    try {
      return by(fieldsOf(value));
    } catch (error) {
      return (error as Error).message;
    }
  };

const refused = (expected: string, found: string): string =>
  `m: m cannot be read; expected ${expected}; found ${found}`;

describe('texts', () => {
  const expected = 'at most 2 texts of 3 characters';

  it.each<[unknown, unknown]>([
    [null, []],
    ['abc', ['abc']],
    [[], []],
    [
      ['abc', 'd'],
      ['abc', 'd'],
    ],
    ['abcd', refused(expected, '"abcd"')],
    [['a', 'abcd'], refused(expected, '["a","abcd"]')],
    [['a', 'b', 'c'], refused(expected, '["a","b","c"]')],
    [7, refused(expected, '7')],
    [['a', 7], refused(expected, '["a",7]')],
    // Something else that has a length is no text.
    [['a', ['b']], refused(expected, '["a",["b"]]')],
    [['a', null], refused(expected, '["a",null]')],
  ])('of %j are %j', (value, texts) => {
    expect(read((fields) => fields.texts('m', 2, 3))(value)).toEqual(texts);
  });
});

describe.each<[string, (fields: MessageFields) => unknown, [unknown, unknown][]]>([
  [
    'text',
    (fields) => fields.text('m', 3),
    [
      ['abc', 'abc'],
      [12, '12'],
      ['abcd', refused('at most 3 characters', '"abcd"')],
      [1.5, refused('a text', '1.5')],
      [true, refused('a text', 'true')],
      ['', refused('a text', 'nothing')],
    ],
  ],
  [
    'price',
    (fields) => fields.price('m'),
    [
      [0.01, 0.01],
      ['10.5', 10.5],
      [0, refused('a number above 0', '0')],
      ['x', refused('a number above 0', '"x"')],
      [null, refused('a number above 0', 'nothing')],
    ],
  ],
  [
    'size',
    (fields) => fields.size('m'),
    [
      [0, 0],
      [-1, refused('a number of 0 or more', '-1')],
      [null, refused('a number of 0 or more', 'nothing')],
    ],
  ],
  [
    'optional whole number',
    (fields) => fields.optionalWhole('m'),
    [
      [0, 0],
      [2 ** 53 - 1, 2 ** 53 - 1],
      [null, null],
      [2 ** 53, refused('a whole number below 2^53', '9007199254740992')],
      [1.5, refused('a whole number below 2^53', '1.5')],
      [-1, refused('a whole number below 2^53', '-1')],
    ],
  ],
  [
    'optional number',
    (fields) => fields.optionalNumber('m'),
    [
      [-1.5, -1.5],
      ['-1.5', -1.5],
      [true, refused('a number', 'true')],
    ],
  ],
  [
    'truth',
    (fields) => fields.truth('m'),
    [
      [true, true],
      ['true', true],
      ['false', false],
      [null, null],
      ['yes', refused('true or false', '"yes"')],
      [1, refused('true or false', '1')],
    ],
  ],
  [
    'time',
    (fields) => fields.instant('m'),
    [
      [0, 0],
      [1.5, 1500],
      ['1.5', 1500],
      ['1970-01-01T00:00:01Z', 1_000_000],
      [7_258_118_399_999, 7_258_118_399_999_000],
      [7_258_118_400_000, refused('a time: ISO 8601, or a number of ms', '7258118400000')],
      [-1, refused('a time: ISO 8601, or a number of ms', '-1')],
      ['noon', refused('a time: ISO 8601, or a number of ms', '"noon"')],
      [null, refused('a time', 'nothing')],
    ],
  ],
  [
    'date',
    (fields) => fields.date('m'),
    [
      ['1970-01-02', 1],
      ['1970-01-02T23:59:59Z', 1],
      [86_400_000, 1],
      [86_399_999, 0],
      [null, refused('a date', 'nothing')],
    ],
  ],
])('%s', (_, by, rows) => {
  it.each(rows)('%j is %j', (value, expected) => {
    expect(read(by)(value)).toEqual(expected);
  });
});

it.each<['s' | 'ms' | 'us' | 'ns', unknown, number]>([
  ['s', 2, 2_000_000],
  ['ms', 2, 2000],
  ['us', 2, 2],
  ['ns', 2000, 2],
  // What is below a microsecond rounds up.
  ['ns', 2001, 3],
  ['ns', '2000', 2],
  ['ns', '2001', 3],
  ['ns', '2001.5', 3],
])('a time in %s: %j is %i microseconds', (unit, value, instant) => {
  expect(fieldsOf(value, unit).instant('m')).toBe(instant);
});
