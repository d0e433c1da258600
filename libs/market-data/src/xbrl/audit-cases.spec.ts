/** Members of an audit case: what each takes, from its first character to its last. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { auditCaseSchema, readCaseLines } from './audit-cases.js';

const sound = {
  id: 'a 1',
  filing_name: '10k',
  ticker: 'AAA',
  issue_time: '20240131',
  concept_id: 'us-gaap:Assets',
  period: '2023-12-31',
};
const word = 'expected up to 60 characters without blanks and slashes';
const id = 'expected up to 200 characters, none of them ")"';
const time = 'expected YYYYMMDD';
const name = 'expected a qualified name';
const period = 'expected YYYY-MM-DD, YYYY-MM-DD to YYYY-MM-DD, FY2023 or Q3 2023';

it.each<[string, readonly string[]]>([
  ['id', ['x', 'x'.repeat(200), 'ü (']],
  ['filing_name', ['x'.repeat(60), '10-K.a']],
  ['ticker', ['x'.repeat(60), 'BRK.B']],
  ['issue_time', ['00000000']],
  ['concept_id', ['x'.repeat(300)]],
  [
    'period',
    [
      '2023-01-01 to 2023-12-31',
      '2023-01-01/2023-12-31',
      '2023-01-01  TO  2023-12-31',
      'FY2023',
      'FY 2023',
      'fy2023',
      'Q1 2023',
      'q42023',
    ],
  ],
])('takes as %s each of %j', (member, values) => {
  for (const value of values) {
    const found = { ...sound, [member]: value };
    expect(auditCaseSchema.parse(found)).toEqual(found);
  }
});

it.each<[string, string, readonly string[]]>([
  ['id', id, ['', 'x'.repeat(201), 'a)b', 'a)', 'a\nb', '\na']],
  ['filing_name', word, ['', 'x'.repeat(61), 'a b', 'a/b', 'a\\b', ' a', 'a ']],
  ['ticker', word, ['', 'x'.repeat(61), 'a b', 'a/b', 'a\\b', ' a', 'a ']],
  ['issue_time', time, ['', '2024013', '202401311', '2024-1-3', 'x20240131', '20240131x']],
  ['concept_id', name, ['', 'x'.repeat(301), 'a b', ' a', 'a ']],
  [
    'period',
    period,
    [
      '',
      'x2023-12-31',
      '2023-12-31x',
      '2023-1-1',
      '12023-12-31',
      '2023-12-311',
      '2023-01-01to2023-12-31',
      '2023-01-01 to',
      'FY  2023',
      'FY23',
      'FY20234',
      'Q0 2023',
      'Q5 2023',
      'Q1  2023',
      'xQ1 2023',
      'Q1 20231',
      'FY2023 to FY2024',
    ],
  ],
])('refuses as %s, with "%s", each of %j', (member, message, values) => {
  for (const value of values) {
    const issues = auditCaseSchema.safeParse({ ...sound, [member]: value }).error?.issues;
    expect(issues?.[0], value).toMatchObject({ message, path: [member] });
  }
});

it.each([
  ['2024-02-30', false],
  ['2023-02-29', false],
  ['2024-02-29', true],
  ['2024-13-01', false],
  ['2024-01-01 to 2024-04-31', false],
  ['2024-12-31 to 2024-01-01', false],
  ['2024-12-31/2024-01-01', false],
  ['2024-01-01 TO 2024-01-01', true],
  ['Q2 2024', true],
])('reads the days of period %s: %s', (asked, isFine) => {
  const { success, error } = auditCaseSchema.safeParse({ ...sound, period: asked });
  expect(success).toBe(isFine);
  if (!isFine) expect(error?.issues[0]?.message).toMatch(/^expected days that exist, and an end/);
});

it('bounds the length of a period', () => {
  const long = `2023-01-01${' '.repeat(40)}to 2023-12-31`;
  expect(auditCaseSchema.safeParse({ ...sound, period: long }).success).toBe(false);
  const longest = `2023-01-01${' '.repeat(37)}to 2023-12-31`;
  expect(longest).toHaveLength(60);
  expect(auditCaseSchema.safeParse({ ...sound, period: longest }).success).toBe(true);
});

it('are read line by line, without lines of white space alone, in either form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-cases-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const read = (text: string) => {
    writeFileSync(join(folder, 'c.jsonl'), text);
    return readCaseLines(join(folder, 'c.jsonl'), 'c.jsonl');
  };
  const json = JSON.stringify({ id: 'a' });
  const first = { where: 'c.jsonl line 1', fields: { id: 'a' } };
  expect(read(`\uFEFF${json}\r\n \t\n\n${json}\n`)).toEqual([
    first,
    null,
    null,
    { ...first, where: 'c.jsonl line 4' },
    null,
  ]);
  const defect = {
    what: 'the line is neither a case in JSON nor a sentence that asks for an audit',
  };
  expect(read(`${json}\nsecret\n[]\n`)).toEqual([
    first,
    { where: 'c.jsonl line 2', fields: {}, defect },
    { where: 'c.jsonl line 3', fields: {}, defect },
    null,
  ]);
  for (const empty of ['', '\n', ' \r\n\t\n']) {
    expect(() => read(empty)).toThrow('c.jsonl: the file is empty; expected one case per line');
  }
  for (const none of [folder, join(folder, 'none')]) {
    expect(() => readCaseLines(none, 'none')).toThrow('none: no such file of tasks');
  }
});
