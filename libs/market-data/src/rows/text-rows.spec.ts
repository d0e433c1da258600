/** Tests of lines, CSV and JSONL. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryInput } from './byte-input.js';
import { splitCsv } from './csv-record.js';
import { LineCursor } from './line-cursor.js';
import { csvRows, inBatches, jsonlRows, type RawRow } from './text-rows.js';

const input = (text: string | Uint8Array) =>
  memoryInput('file', typeof text === 'string' ? Buffer.from(text) : text);
const csv = (text: string | Uint8Array): RawRow[] => [...csvRows(input(text), [])];

describe('lines', () => {
  it('are the same whatever the block, with their places', () => {
    const line = fc.stringMatching(/^[a-z]{0,40}$/);
    const ends = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(line), ends, fc.integer({ min: 1, max: 64 }), (lines, end, block) => {
        const text = lines.map((one) => one + end).join('');
        const cursor = new LineCursor(input(text), undefined, block);
        const found: string[] = [];
        while (cursor.next()) {
          expect(cursor.line).toBe(found.length + 1);
          const read = cursor.bytes.toString('utf8', cursor.start, cursor.end);
          expect(text.slice(cursor.offset, cursor.offset + read.length)).toBe(read);
          found.push(read);
        }
        expect(found).toEqual(lines);
      }),
    );
  });

  it('skip a byte order mark and know whether the last has an end', () => {
    const cursor = new LineCursor(input('\ufeffab\ncd'));
    expect(cursor.next()).toBe(true);
    expect(cursor.bytes.toString('utf8', cursor.start, cursor.end)).toBe('ab');
    expect(cursor.next()).toBe(true);
    expect(cursor.ended).toBe(false);
    expect(cursor.next()).toBe(false);
  });
});

describe('carriage returns', () => {
  const read = (text: string): string[] => {
    const cursor = new LineCursor(input(text));
    const found: string[] = [];
    while (cursor.next()) found.push(cursor.bytes.toString('utf8', cursor.start, cursor.end));
    return found;
  };

  it.each([['a,b\rc,d\r'], ['\ra,b'], ['a\r\r']])('alone are no ends of lines: %j', (text) => {
    expect(() => csv(text)).toThrow('the lines end in CR alone');
  });

  it('before a line feed, or at the end of the only line, belong to the end of the line', () => {
    expect(read('a,b\r\n1,2\r\n')).toEqual(['a,b', '1,2']);
    expect(() => read('a,b\r')).not.toThrow();
  });
});

describe('batches', () => {
  const sizes = (rows: readonly { bytes: number }[]): number[] =>
    [...inBatches(rows, ({ bytes }) => bytes)].map((batch) => batch.length);

  it('end after 256 rows, and after a megabyte of lines', () => {
    const rows = (count: number, bytes: number) => Array.from({ length: count }, () => ({ bytes }));
    expect(sizes(rows(600, 10))).toEqual([256, 256, 88]);
    expect(sizes(rows(5, 1 << 19))).toEqual([2, 2, 1]);
    expect(sizes(rows(3, 64 << 20))).toEqual([1, 1, 1, 0]);
  });
});

describe('CSV', () => {
  it('brings back every field that was quoted by RFC 4180', () => {
    const quoted = (field: string): string =>
      /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
    const fields = fc.array(fc.stringMatching(/^[a-z", ]{0,8}$/), { minLength: 1 });
    fc.assert(
      fc.property(fields, (values) => {
        expect(splitCsv(values.map(quoted).join(','))).toEqual(values);
      }),
    );
  });

  it('reads fields with line ends, and counts lines on', () => {
    const rows = csv('a,b\n1,"x\ny"\n2,"p ""q"""\n\n3,\n');
    expect(rows.map(({ line, fields }) => [line, fields['a'], fields['b']])).toEqual([
      [2, '1', 'x\ny'],
      [4, '2', 'p "q"'],
      [6, '3', ''],
    ]);
  });

  it.each([
    ['too few fields', 'a,b\n1\n', 'the number of fields differs from the header'],
    ['too many fields', 'a,b\n1,2,3\n', 'the number of fields differs from the header'],
    ['a quote inside', 'a,b\n1,x"y\n', 'a quoted field has no end'],
    ['two quotes inside', 'a,b\n1,x"y"\n', 'a quote inside a field that is not quoted'],
    ['text behind a quote', 'a,b\n1,"x"y\n', 'text behind the closing quote of a field'],
    ['an open quote at the end', 'a,b\n1,"x', 'the last line has no end and is incomplete'],
    ['a cut last line', 'a,b\n1', 'the last line has no end and is incomplete'],
    [
      'bytes that are not UTF-8',
      Buffer.from([97, 44, 98, 10, 49, 44, 0xff, 10]),
      'the text is not UTF-8',
    ],
  ])('finds %s', (_name, text, what) => {
    const [row] = csv(text as string);
    expect(row?.line).toBe(2);
    expect(row?.defect?.what).toBe(what);
  });

  it.each([
    ['nothing', '', /the file is empty/],
    ['a column twice', 'a,a\n', /duplicate/],
  ])('refuses a header with %s', (_name, text, message) => {
    expect(() => csv(text)).toThrow(message);
  });

  it('names the columns that are not there', () => {
    expect(() => [...csvRows(input('a,b\n1,2\n'), ['a', 'c'])]).toThrow(
      /file line 1: .*c; found "a,b"/,
    );
  });

  it('says when the last line has no end but is complete', () => {
    const rows = csv('a\n1\n2');
    expect(rows.map(({ unended }) => unended)).toEqual([undefined, true]);
  });
});

describe('JSONL', () => {
  it('has a bound on the values and the depth of a line', () => {
    const wide = `{"a":[${'[],'.repeat(2_000_000)}0]}`;
    const deep = `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
    const [first, second, third] = jsonlRows(input(`${wide}\n${deep}\n{"a":1}\n`));
    const expected = 'at most 2000000';
    expect(first?.defect).toEqual({ what: 'the line has too many values', expected });
    expect(second?.defect?.what).toBe('the line is nested too deeply');
    expect(third?.fields).toEqual({ a: 1 });
  });

  it('gives objects with their places, and defects by line', () => {
    const text = '{"a":1}\n[1]\n{"a":\n\n{"a":2}';
    const rows = [...jsonlRows(input(text))];
    expect(rows.map(({ line, defect }) => [line, defect?.what])).toEqual([
      [1, undefined],
      [2, 'the line is not an object'],
      [3, 'the line is not JSON'],
      [5, undefined],
    ]);
    expect(text.slice(rows[3]?.offset)).toBe('{"a":2}');
    expect(rows[3]?.unended).toBe(true);
    expect(() => [...jsonlRows(input(''))]).toThrow(/empty/);
  });
});
