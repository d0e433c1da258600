/**
 * What a check warns of in bars that are sound by themselves: odd days, jumps, and rows that a
 * run would drop.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDataset } from '../open/open-dataset.js';

interface Given {
  readonly frequency?: 'daily' | 'intraday' | 'weekly';
  readonly calendar?: string;
  readonly splits?: readonly string[];
}

/** Errors and warnings of rows of times and closes, by their lines, which begin at 2. */
async function foundIn(
  rows: readonly (readonly [time: string, close: number])[],
  given: Given = {},
) {
  const { frequency = 'daily', calendar = 'XNYS', splits } = given;
  const folder = mkdtempSync(join(tmpdir(), 'bar-warnings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, ...lines: string[]): void =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const [column, stamp] = frequency === 'intraday' ? ['timestamp', 'start'] : ['date', 'session'];
  const prices = rows.map(([time, close]) => `AA,${time},${close},${close},${close},${close}`);
  write('p.csv', `symbol,${column},open,high,low,close`, ...prices);
  const basis = splits === undefined ? 'adjusted' : 'raw';
  write(
    'dataset.yaml',
    'name: set',
    `calendar: ${calendar}`,
    'timeZone: UTC',
    'currency: USD',
    'symbols: [AA]',
    'bars:',
    '  file: p.csv',
    `  frequency: ${frequency}`,
    `  stamp: ${stamp}`,
    `  priceBasis: ${basis}`,
    `  order: [symbol, ${column}]`,
    ...(frequency === 'intraday' ? ['  barMinutes: 1'] : []),
    ...(splits === undefined ? [] : ['splits: { file: s.csv }']),
  );
  if (splits) write('s.csv', 'symbol,execution_date,split_from,split_to', ...splits);
  const dataset = await openDataset(folder);
  onTestFinished(() => dataset.close());
  const { errors, warnings } = await dataset.check();
  const told = (all: typeof errors): string[] =>
    all.map(
      ({ line, what, found }) => `${line}: ${what}${found === undefined ? '' : `; ${found}`}`,
    );
  return { errors: told(errors), warnings: told(warnings) };
}

const noSession = 'the date of the row is not a session';

describe('a day without a session', () => {
  it('is named in daily bars, once before the next session', async () => {
    const days = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'];
    const rows = days.map((day) => [day, 10] as const);
    expect(await foundIn(rows)).toEqual({ errors: [], warnings: [`3: ${noSession}`] });
    expect(await foundIn(rows, { calendar: '24/7' })).toEqual({ errors: [], warnings: [] });
  });

  it.each<[what: string, days: string[], warnings: string[]]>([
    ['on a Saturday', ['2026-03-07T15:00:00Z', '2026-03-07T15:01:00Z'], [`3: ${noSession}`]],
    ['after the close of a session', ['2026-03-06T22:30:00Z'], []],
    ['before the open of a session', ['2026-03-09T10:00:00Z'], []],
  ])('is named in intraday bars %s', async (_, times, expected) => {
    const all = ['2026-03-06T15:00:00Z', ...times, '2026-03-09T15:00:00Z'];
    const { errors, warnings } = await foundIn(
      all.map((time) => [time, 10]),
      { frequency: 'intraday' },
    );
    expect(errors).toEqual([]);
    expect(warnings.filter((one) => one.includes('not a session'))).toEqual(expected);
  });
});

describe('a jump of the close', () => {
  const days = ['2026-03-04', '2026-03-05', '2026-03-06'] as const;
  const closes = (...prices: number[]) => prices.map((price, at) => [days[at]!, price] as const);
  const jumps = async (...given: Parameters<typeof foundIn>): Promise<string[]> =>
    (await foundIn(...given)).warnings.filter((one) => one.includes(' to '));

  it('is named with both closes, unless a split explains it', async () => {
    expect(await jumps(closes(100, 50, 51))).toEqual([expect.stringMatching(/^3: .*; 100 to 50$/)]);
    const splits = ['AA,2026-03-05,1,2'];
    expect(await jumps(closes(100, 50, 51), { splits })).toEqual([]);
    // A split of another day explains nothing.
    const later = ['AA,2026-03-06,1,2'];
    expect(await jumps(closes(100, 50, 51), { splits: later })).toHaveLength(1);
  });

  it('is none at the first row, or where the close hardly moves', async () => {
    expect(await jumps(closes(100, 101, 99))).toEqual([]);
    expect(await jumps(closes(100))).toEqual([]);
  });
});

describe('rows in the wrong place', () => {
  it.each<[string, string[], string]>([
    ['twice', ['2026-03-04', '2026-03-05', '2026-03-05'], '4: the row stands here twice'],
    [
      'before the one above',
      ['2026-03-04', '2026-03-06', '2026-03-05'],
      '4: the row is out of order',
    ],
  ])('are errors if they stand %s', async (_, days, error) => {
    const { errors } = await foundIn(days.map((day) => [day, 10]));
    expect(errors).toEqual([expect.stringMatching(`^${error}`)]);
  });

  it('are errors if they are of a week that has a bar', async () => {
    const weeks = ['2026-02-23', '2026-03-02', '2026-03-06', '2026-03-09'];
    const { errors } = await foundIn(
      weeks.map((day) => [day, 10]),
      { frequency: 'weekly' },
    );
    expect(errors).toEqual(['4: two rows are of one weekly bar; AA']);
  });
});
