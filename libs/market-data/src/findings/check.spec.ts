/** Tests of the check: one defect at a time, with its file and line. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatInstant, parseCivilDate, type CivilDate } from '#values';
import { factKinds } from '#contracts';
import { openDataset } from '../open/open-dataset.js';
import type { CheckReport, Finding } from './check-report.js';

const root = mkdtempSync(join(tmpdir(), 'check-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

const head = 'name: x\ncalendar: XNYS\ncurrency: USD\n';
const barsLine = 'bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw';
const ordered = `${head}${barsLine}, order: [symbol, date] }\nsymbols: [A, B]\n`;
const undeclared = `${head}${barsLine} }\n`;
const header = 'symbol,date,open,high,low,close,volume,vwap\n';

function folder(files: Record<string, string | Uint8Array>): string {
  const path = join(root, `set-${folders++}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

async function check(files: Record<string, string | Uint8Array>): Promise<CheckReport> {
  const dataset = await openDataset(folder(files));
  const report = await dataset.check();
  await dataset.close();
  return report;
}

const told = (findings: readonly Finding[]): string[] =>
  findings.map(({ file, line, field, what }) => `${file}:${line} ${field ?? '-'} ${what}`);
const barsWith = (text: string, manifest = ordered): Record<string, string> => ({
  'dataset.yaml': manifest,
  'p.csv': header + text,
});

describe('a check of bars', () => {
  it('finds nothing in a sound file, whose sessions are all there', async () => {
    const report = await check(
      barsWith('A,2025-03-03,1,2,1,2,5,1.5\nA,2025-03-04,1,2,1,2,,\nB,2025-03-03,1,2,1,2,0,1\n'),
    );
    expect(report).toMatchObject({ errors: [], warnings: [], gaps: [], counts: [] });
    const first = { from: '2025-03-03T14:30:00Z', to: '2025-03-03T21:00:00Z', endWithSession: 0 };
    expect(report.files).toEqual([
      { file: 'p.csv', holds: 'bars', rows: 3, bytes: 119, times: first },
    ]);
    expect(
      report.coverage.map(({ symbol, bars, firstBar, lastBar }) => [
        symbol,
        bars,
        firstBar,
        lastBar,
      ]),
    ).toEqual([
      ['A', 2, '2025-03-03', '2025-03-04'],
      ['B', 1, '2025-03-03', '2025-03-03'],
    ]);
  });

  const first = 'A,2025-03-03,1,2,1,2,5,1.5\n';
  it.each([
    ['OHLC out of order', 'A,2025-03-04,1,2,1.5,2,5,\n', 'low low is above open or close'],
    ['NaN', 'A,2025-03-04,NaN,2,1,2,5,\n', 'open the value is not a number'],
    ['a price of zero', 'A,2025-03-04,0,2,0,2,5,\n', 'open the price is impossible'],
    ['a negative volume', 'A,2025-03-04,1,2,1,2,-5,\n', 'volume the volume is impossible'],
    ['a row twice', first, '- the row stands here twice: same symbol and time'],
    ['disorder', 'A,2025-02-28,1,2,1,2,5,\n', '- the row is out of order'],
    [
      'an unknown symbol',
      'Z,2025-03-04,1,2,1,2,5,\n',
      'symbol the symbol is not one of the data set',
    ],
    ['an invalid day', 'A,2025-02-30,1,2,1,2,5,\n', 'date the value is not a date'],
    ['no symbol', ',2025-03-04,1,2,1,2,5,\n', 'symbol a value is missing'],
    [
      'a field too few',
      'A,2025-03-04,1,2,1,2,5\n',
      '- the number of fields differs from the header',
    ],
    ['a line that is cut', 'A,2025-03-04,1,2', '- the last line has no end and is incomplete'],
    [
      'a date beyond the calendar',
      'A,2050-03-04,1,2,1,2,5,\n',
      '- the row lies beyond the calendar',
    ],
  ])('finds %s', async (_name, row, expected) => {
    const report = await check(barsWith(first + row));
    expect(told(report.errors)).toEqual([`p.csv:3 ${expected}`]);
  });

  it('finds bytes that are not text in a column that it does not read', async () => {
    const text = Buffer.from(
      `symbol,date,open,high,low,close,note\nA,2025-03-03,1,2,1,2,\xff\n`,
      'latin1',
    );
    const report = await check({ 'dataset.yaml': ordered, 'p.csv': text });
    expect(told(report.errors)).toEqual(['p.csv:2 - the text is not UTF-8']);
  });

  it('finds duplicate rows in an unsorted file', async () => {
    const text =
      'B,2025-03-04,1,2,1,2,5,\nA,2025-03-04,1,2,1,2,5,\n' +
      'A,2025-03-03,1,2,1,2,5,\nA,2025-03-04,1,3,1,2,5,\n';
    const report = await check(barsWith(text, undeclared));
    expect(told(report.errors)).toEqual([
      'p.csv:5 - the row stands here twice: same symbol and time',
    ]);
    expect(report.coverage.map(({ bars }) => bars)).toEqual([2, 1]);
  });

  it('warns of gaps, jumps, odd prices and days, and of a file that may be cut', async () => {
    const text =
      'A,2025-03-03,1,2,1,2,5,2.5\nA,2025-03-05,1,2,1,1,5,\nA,2025-03-08,1,2,1,2,5,\n' +
      'B,1969-12-31,1,2,1,2,5,\nB,2025-03-03,1,2,1,2,5,';
    const report = await check(barsWith(text));
    expect(report.errors).toEqual([]);
    expect(told(report.warnings)).toEqual([
      'p.csv:2 vwap vwap is outside low and high',
      'p.csv:3 close the close jumps by more than 40%',
      'p.csv:3 A sessions are missing before the row',
      'p.csv:4 - the date of the row is not a session',
      'p.csv:4 close the close jumps by more than 40%',
      'p.csv:4 A sessions are missing before the row',
      'p.csv:5 - the row lies before the calendar begins and is left out',
      'p.csv:6 - the last line has no end: the file may have been cut',
    ]);
    expect(report.gaps).toEqual([
      {
        symbol: 'A',
        missingSessions: ['2025-03-04', '2025-03-06', '2025-03-07'],
        missingSessionCount: 3,
        intradayGaps: 0,
      },
    ]);
  });

  it('places warnings about bars in their sessions, whatever their number', async () => {
    const text =
      'A,2025-03-03,1,2,1,2,5,2.5\nA,2025-03-06,1,2,1,1,5,\nA,2025-03-08,1,2,1,2,5,\n' +
      'B,2025-03-04,1,2,1,2,5,\n';
    const dataset = await openDataset(folder(barsWith(text)));
    const findings = await dataset.barFindings();
    await dataset.close();
    const date = (day: number): CivilDate => parseCivilDate(`2025-03-0${day}`) as CivilDate;
    // The row of a Saturday belongs to Monday's session.
    const monday = date(9) + 1;
    expect(findings).toEqual([
      {
        symbol: 'A',
        firstSession: date(3),
        lastSession: monday,
        missing: [
          { from: date(4), to: date(5) },
          { from: date(7), to: date(9) },
        ],
        odd: [
          { what: 'vwap is outside low and high', session: date(3), count: 1 },
          { what: 'the close jumps by more than 40%', session: date(6), count: 1 },
          { what: 'the date of the row is not a session', session: monday, count: 1 },
          { what: 'the close jumps by more than 40%', session: monday, count: 1 },
        ],
      },
      { symbol: 'B', firstSession: date(4), lastSession: date(4), missing: [], odd: [] },
    ]);
  });

  it('knows that a split explains a jump', async () => {
    const files = barsWith('A,2025-03-03,8,8,8,8,5,\nA,2025-03-04,2,2,2,2,5,\n');
    const splits = 'symbol,execution_date,split_from,split_to\nA,2025-03-04,1,4\n';
    const manifest = `${ordered}splits: { file: s.csv }\n`;
    const report = await check({ ...files, 'dataset.yaml': manifest, 's.csv': splits });
    expect(report.warnings).toEqual([]);
  });

  it('counts gaps inside sessions of intraday bars', async () => {
    const manifest =
      'name: x\ncalendar: 24/7\ncurrency: USD\n' +
      'bars: { file: p.csv, symbol: X, frequency: intraday, stamp: end, barMinutes: 1, ' +
      'priceBasis: raw }\n';
    const minutes = ['00:01', '00:02', '00:04', '00:07'];
    const rows = minutes.map((minute) => `2022-01-01 ${minute},1,1,1,1\n`).join('');
    const files = {
      'dataset.yaml': manifest,
      'p.csv': `timestamp,open,high,low,close\n${rows}2022-01-02 00:01,1,1,1,1\n`,
    };
    const report = await check(files);
    const dataset = await openDataset(folder(files));
    const [found] = await dataset.barFindings();
    await dataset.close();
    const session = parseCivilDate('2022-01-01');
    expect(found?.odd).toEqual([{ what: 'bars are missing inside sessions', session, count: 2 }]);
    expect(report.gaps.map(({ intradayGaps }) => intradayGaps)).toEqual([2]);
    expect(told(report.warnings)).toEqual(['p.csv:4 X bars are missing inside sessions']);
  });

  it('lists a thousand findings of a kind and counts the others', async () => {
    const rows = Array.from({ length: 1500 }, () => 'A,2025-03-03,1,2,1,2,-5,\n').join('');
    const report = await check(barsWith(rows));
    expect(report.errors).toHaveLength(1000);
    expect(report.counts).toEqual([
      { severity: 'error', what: 'the volume is impossible', count: 1500, listed: 1000 },
    ]);
  });

  it('says what a file without rows is', async () => {
    expect(told((await check(barsWith(''))).errors)).toEqual(['p.csv:0 - the file has no rows']);
  });

  it.each([
    ['an empty file', '', 'p.csv:0 - the file is empty'],
    ['a wrong header', 'symbol,day,open,high,low,close\n', 'p.csv:1 - the header lacks a column'],
  ])('reports %s, which no dropping of rows mends', async (_name, text, expected) => {
    const dataset = await openDataset(folder({ 'dataset.yaml': ordered, 'p.csv': text }));
    expect(told((await dataset.check()).errors)).toEqual([expected]);
    const wanted = { symbols: ['A'], until: 20_000, badRows: 'drop' } as const;
    await expect(dataset.openSources(wanted)).rejects.toMatchObject({ code: 'InvalidInput' });
    await dataset.close();
  });
});

describe('a check of the other tables', () => {
  const bars = barsWith('A,2025-03-03,1,2,1,2,5,\n');
  const manifest =
    `${ordered}news: { file: n.jsonl, order: [published_at, id] }\ndividends: { file: d.csv }\n` +
    'filings: { file: f.jsonl }\nignore: [old.csv]\n';
  const dividends = (rows: string): string =>
    `symbol,ex_dividend_date,declaration_date,cash_amount\n${rows}`;
  const sound = {
    ...bars,
    'dataset.yaml': manifest,
    'n.jsonl': '{"id":"1","symbols":["A"],"published_at":"2025-03-03T12:00:00Z","title":"t"}\n',
    'd.csv': dividends('A,2025-03-03,2025-03-01,1\n'),
    'f.jsonl': '{"symbol":"A","form":"10-K","filed_at":"2025-03-03"}\n',
  };

  it('finds nothing in sound ones', async () => {
    expect(await check(sound)).toMatchObject({ errors: [], warnings: [] });
  });

  const item = '{"id":"1","symbols":["A"],"published_at":"2025-03-03T12:00:00Z"}\n';
  it.each([
    ['no id', 'n.jsonl', '{"published_at":"2025-03-03"}\n', '1 id a value is missing'],
    [
      'no time',
      'n.jsonl',
      '{"id":"1","published_at":"yesterday"}\n',
      '1 published_at the value is not a date and time',
    ],
    ['an item twice', 'n.jsonl', item + item, '2 - the row stands here twice'],
    [
      'disorder',
      'n.jsonl',
      `${item}{"id":"0","symbols":["A"],"published_at":"2025-03-03T12:00:00Z"}\n`,
      '2 - the row is out of order',
    ],
    [
      'an unknown symbol',
      'n.jsonl',
      item.replace('A', 'Q'),
      '1 symbol the symbol is not one of the data set',
    ],
    ['broken JSON', 'n.jsonl', '{"id":\n', '1 - the line is not JSON'],
    ['a cut line', 'n.jsonl', `${item}{"id":"2`, '2 - the last line has no end and is incomplete'],
    ['no symbol', 'd.csv', dividends(',2025-03-03,,1\n'), '2 symbol a value is missing'],
    [
      'an amount of nothing',
      'd.csv',
      dividends('A,2025-03-03,2025-03-01,0\n'),
      '2 cash_amount the value is impossible',
    ],
    [
      'a dividend twice',
      'd.csv',
      dividends('A,2025-03-03,2025-03-01,1\nA,2025-03-03,2025-03-01,1\n'),
      '3 - the row stands here twice',
    ],
    [
      'a section without a text',
      'f.jsonl',
      '{"symbol":"A","form":"10-K","filed_at":"2025-03-03","section":"mda"}\n',
      '1 text a value is missing',
    ],
  ])('finds %s', async (_name, file, text, expected) => {
    const report = await check({ ...sound, [file]: text });
    expect(told(report.errors)).toEqual([`${file}:${expected}`]);
  });

  it('warns of what is odd', async () => {
    const report = await check({
      ...sound,
      'n.jsonl':
        '{"id":"1","symbols":["A"],"published_at":"2025-03-03T12:00:00Z","title":"Itâ€™s"}\n',
      'd.csv': dividends('A,2025-02-03,,1\nA,2025-02-04,2025-02-05,1\nA,2025-03-10,2025-03-01,1\n'),
      'f.jsonl': '{"symbol":"A","form":"10-K","filed_at":null}\n',
      'old.csv': 'x\n',
      'new.csv': 'x\n',
    });
    expect(report.errors).toEqual([]);
    expect(told(report.warnings)).toEqual([
      'n.jsonl:1 title the text was decoded wrongly on its way (mojibake)',
      'f.jsonl:1 - no date states when the row was known: it is never released',
      'd.csv:2 declaration_date the declaration date is missing',
      'd.csv:3 declaration_date the dividend was declared after its ex date',
      'd.csv:4 A the action lies beyond the last bar of its symbol',
      'new.csv:0 - the file is neither used nor ignored by dataset.yaml',
    ]);
  });
});

describe('rows with defects', () => {
  const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
  const text =
    'A,2025-03-03,1,2,1,2,5,\nA,2025-03-04,1,2,1,NaN,5,\n' +
    'A,garbled,1,2,1,2,5,\nA,2025-03-05,1,2,1,2,5,\nB,2025-03-03,0,2,1,2,5,\n';

  it('make a run refuse the data set', async () => {
    const dataset = await openDataset(folder(barsWith(text)));
    const wanted = { symbols: ['A'], until: date('2025-03-05') };
    await expect(dataset.openSources({ ...wanted, badRows: 'refuse' })).rejects.toThrow(
      'p.csv line 3: the data set has 3 errors: close: the value is not a number; found "NaN"',
    );
    await dataset.close();
  });

  /** Time, kind and payload of bars and dropped rows up to a date. */
  async function droppedUntil(until: string): Promise<[string, number, unknown][]> {
    const dataset = await openDataset(folder(barsWith(text)));
    const sources = await dataset.openSources({
      symbols: ['A'],
      until: date(until),
      badRows: 'drop',
    });
    const found: [string, number, unknown][] = [];
    for (const source of sources) {
      for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
        for (let row = 0; row < chunk.count; row++) {
          const kind = chunk.kind[row] as number;
          if (kind !== factKinds.bar && kind !== factKinds.rowDropped) continue;
          const time = formatInstant(chunk.knowledgeTime[row] as number);
          found.push([time, kind, chunk.payload[row]]);
        }
      }
      source.close();
    }
    await dataset.close();
    return found;
  }

  it('can be dropped, and are then on the tape at their knowledge time', async () => {
    const found = await droppedUntil('2025-03-05');
    const dropped = (line: number, reason: string): unknown => ({
      kind: 'rowDropped',
      file: 'p.csv',
      line,
      reason,
    });
    expect(found).toEqual([
      ['2025-03-03T21:00:00Z', factKinds.bar, undefined],
      ['2025-03-05T21:00:00Z', factKinds.bar, undefined],
      // Its own date is unreadable: it takes the time of the row before it.
      ['2025-03-03T21:00:00Z', factKinds.rowDropped, dropped(4, 'date: the value is not a date')],
      [
        '2025-03-04T21:00:00Z',
        factKinds.rowDropped,
        dropped(3, 'close: the value is not a number'),
      ],
    ]);
  });

  it('are dropped up to the end of the tape', async () => {
    const kinds = (await droppedUntil('2025-03-03')).map(([time, kind]) => [time, kind]);
    expect(kinds).toEqual([
      ['2025-03-03T21:00:00Z', factKinds.bar],
      ['2025-03-03T21:00:00Z', factKinds.rowDropped],
    ]);
  });
});
