/**
 * Tests of series in several files: what they become, rows that two of them have, and files that
 * are of no series.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../init/init-dataset.fixture.js';
import { initDataset } from '../init/init-dataset.js';
import { folder } from '../open/vendor-exports.fixture.js';

const header = 'Date,Open,High,Low,Close,Volume\n';
/** Rows of these days of a month of 2024: the open is the day. */
const rows = (month: string, days: readonly number[]): string =>
  days.map((day) => `2024-${month}-${String(day).padStart(2, '0')},${day},50,1,2,100\n`).join('');
const german = [
  'Datum;Eröffnung;Hoch;Tief;Schluss;Volumen',
  '25.11.2024;25,50;50;1;2;1.000',
  '26.11.2024;26,25;50;1;2;1.100',
  '29.11.2024;29,75;50;1;2;1.000\n',
].join('\n');
const hours = [14, 15, 16].map((hour) => `2024-11-25T${hour}:30:00Z,1,3,1,2\n`).join('');
const november = [25, 26, 27, 29];
const december = [2, 3, 4, 5];

/** The joined file and the notes. */
async function joined(files: Record<string, string>, name = 'A.csv') {
  const path = folder(files);
  const out = join(path, 'out');
  const paths = Object.keys(files).map((one) => join(path, one));
  const { notes } = await initDataset(paths, out);
  expect(readdirSync(out).sort()).toEqual([name, 'dataset.yaml'].sort());
  return {
    notes,
    text: readFileSync(join(out, name), 'utf8'),
    manifest: readFileSync(join(out, 'dataset.yaml'), 'utf8'),
  };
}

async function refusal(files: Record<string, string>): Promise<string> {
  const path = folder(files);
  const paths = Object.keys(files).map((one) => join(path, one));
  const error: unknown = await initDataset(paths, join(path, 'out')).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'InvalidInput' });
  expect(existsSync(join(path, 'out'))).toBe(false);
  return (error as Error).message;
}

describe('files of one symbol', () => {
  it('are one series by time, in whatever order and form they are given', async () => {
    const { text, notes, manifest } = await joined({
      'A-2024-12.csv': header + rows('12', december),
      'A-2024-11.txt': german,
    });
    expect(text).toBe(
      'date,open,high,low,close,volume\n' +
        '2024-11-25,25.5,50,1,2,1000\n2024-11-26,26.25,50,1,2,1100\n' +
        '2024-11-29,29.75,50,1,2,1000\n' +
        '2024-12-02,2,50,1,2,100\n2024-12-03,3,50,1,2,100\n2024-12-04,4,50,1,2,100\n' +
        '2024-12-05,5,50,1,2,100\n',
    );
    expect(notes).toEqual([
      'A.csv: 2 files are one series of 7 rows (A-2024-11.txt: 3, A-2024-12.csv: 4)',
    ]);
    expect(manifest).toContain(`# ${notes[0]}\n`);
    expect(manifest).toContain('order: [ date ]');
  });

  it('have rows once that two files have alike', async () => {
    const { text, notes } = await joined({
      'A-1.csv': header + rows('11', november) + rows('12', [2, 3]),
      'A-2.csv': header + rows('12', december),
    });
    expect(text.split('\n').slice(1, -1)).toHaveLength(8);
    expect(notes[1]).toBe('A.csv: 2 rows stood in two files alike, and are there once');
  });

  it('are refused with both places where a row of two files differs', async () => {
    const other = rows('12', december).replace('2024-12-03,3,50', '2024-12-03,3,51');
    const message = await refusal({
      'A-1.csv': header + rows('11', november) + rows('12', [2, 3]),
      'A-2.csv': header + other,
    });
    expect(message).toBe(
      'A-2.csv line 3, high: two files have different rows of A at 2024-12-03; ' +
        'expected 50, as in A-1.csv line 7; remove the row that is wrong; found 51',
    );
  });

  it('may count in ms until one month, and in µs from the next, also inside a file', async () => {
    const line = (ms: number, unit: string): string => `${ms}${unit},1,3,1,2,10\n`;
    const at = (day: number): number => Date.UTC(2024, 11, day);
    const days = [28, 29, 30, 31, 32, 33, 34, 35];
    const units = days.map((day) => line(at(day), day > 31 ? '000' : ''));
    const both = await joined(
      {
        'BTCUSDT-1d-2024-12.csv': units.slice(0, 4).join(''),
        'BTCUSDT-1d-2025-01.csv': units.slice(4).join(''),
      },
      'BTCUSDT.csv',
    );
    const times = both.text
      .split('\n')
      .slice(1, -1)
      .map((row) => row.split(',')[0]);
    expect(times).toEqual(days.map((day) => new Date(at(day)).toISOString().replace('.000', '')));
    const inside = await init({ 'BTCUSDT-1d.csv': units.join('') });
    expect(inside.manifest).toContain('epoch: digits');
    expect(inside.report.errors).toEqual([]);
    expect(inside.rows.map(([, day]) => day)).toEqual(
      days.map((day) => new Date(at(day)).toISOString().slice(0, 10)),
    );
    const one = await init({ 'BTCUSDT-1d.csv': units.slice(4).join('') });
    expect(one.manifest).toContain('epoch: us');
  });

  it('keep what newest-first files, adjusted closes and names of vendors tell', async () => {
    const head = 'Date,Open,High,Low,Close,Adj Close,Volume\n';
    const row = (date: string): string => `${date},1,3,1,2,1.9,10\n`;
    const { text, manifest } = await joined({
      'A-1.csv': head + ['2024-11-27', '2024-11-26', '2024-11-25'].map(row).join(''),
      'A-2.csv': head + ['2024-12-04', '2024-12-03', '2024-12-02'].map(row).join(''),
    });
    expect(text.split('\n')[1]).toBe('2024-12-04,1,3,1,2,1.9,10');
    expect(manifest).toContain('order: [ -date ]');
    expect(manifest).toContain('priceBasis: split-adjusted # guessed from the adjusted closes');
    const stooq = '<TICKER>,<PER>,<DATE>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\n';
    const line = (date: string): string => `A,D,${date},1,3,1,2,10\n`;
    const again = await joined({
      'a-1.txt': stooq + ['20241125', '20241126', '20241127'].map(line).join(''),
      'a-2.txt': stooq + ['20241202', '20241203', '20241204'].map(line).join(''),
    });
    expect(again.manifest).toContain('priceBasis: adjusted # guessed from the header');
  });

  it('have midnights and zones as their files have them', async () => {
    const intraday = (day: string, offset = ''): string =>
      ['09:30', '09:31', '09:32'].map((at) => `${day} ${at}:00${offset},1,3,1,2,10\n`).join('');
    const { text } = await joined({
      'A-1.csv': `Time,Open,High,Low,Close,Volume\n${intraday('2024-11-25', '-05:00')}`,
      'A-2.csv': `Time,Open,High,Low,Close,Volume\n${intraday('2024-11-26', '-05:00')}`,
    });
    expect(text).toContain('2024-11-25T14:30:00Z,1,3,1,2,10');
    const daily = (date: string): string => `${date} 00:00:00+01:00,1,3,1,2,10\n`;
    const midnight = await joined({
      'A-1.csv': header + ['2024-11-25', '2024-11-26', '2024-11-27'].map(daily).join(''),
      'A-2.csv': header + ['2024-12-02', '2024-12-03', '2024-12-04'].map(daily).join(''),
    });
    expect(midnight.text).toContain('2024-11-25 00:00:00+01:00,1,3');
  });

  it('have prices and volumes in their own units', async () => {
    const fixed = 'ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol\n';
    const line = (day: number): string =>
      `${Date.UTC(2024, 10, day)}000000,35,2,1,1500000000,3000000000,1000000000,2250000000,10,A\n`;
    const { text, manifest } = await joined({
      'x-1.csv': fixed + [25, 26, 27].map(line).join(''),
      'x-2.csv': fixed + [32, 33, 34].map(line).join(''),
    });
    expect(text.split('\n')[1]).toMatch(/,1.5,3,1,2.25,10$/);
    expect(manifest).not.toContain('scale');
  });

  it('may have several symbols each, of which rows of one time are not those of another', async () => {
    const of = (month: string, days: readonly number[]): string =>
      ['A', 'B']
        .map((symbol) => rows(month, days).replace(/^/gm, `${symbol},`).replace(/^.,$/gm, ''))
        .join('');
    const { text, notes } = await joined(
      {
        'x-1.csv': `Ticker,${header}${of('11', november)}`,
        'x-2.csv': `Ticker,${header}${of('12', december)}`,
      },
      'bars.csv',
    );
    expect(text.split('\n')[0]).toBe('symbol,date,open,high,low,close,volume');
    expect(notes[0]).toContain('2 files are one series of 16 rows');
  });

  it.each([
    [
      'rows of two frequencies',
      {
        'A-1h.csv': `Time,Open,High,Low,Close\n${hours}`,
        'A-1d.csv': header + rows('12', december),
      },
      'A-1d.csv: files of one symbol have rows of two frequencies; expected bars of 60 minutes, ' +
        'as in A-1h.csv; run each alone: --prices A-1d.csv; found daily bars',
    ],
    [
      'other columns',
      {
        'A-1.csv': header + rows('11', november),
        'A-2.csv': `Date,Open,High,Low,Close,Adj Close\n${rows('12', december)}`,
      },
      'A-2.csv: files of one symbol have different columns; expected close, high, low, open, ' +
        'as in A-1.csv',
    ],
    [
      'a row without a time',
      {
        'A-1.csv': header + rows('11', november),
        'A-2.csv': `${header}${rows('12', december)}n/a,1,3,1,2,10\n`,
      },
      'A-2.csv line 6: the row cannot be joined with those of other files of its symbol; ' +
        'expected a whole row with a time; correct or remove it; found no time in "n/a"',
    ],
    [
      'a row that is cut',
      {
        'A-1.csv': header + rows('11', november),
        'A-2.csv': `${header}2024-12-02,1,3\n${rows('12', [3, 4, 5])}`,
      },
      'A-2.csv line 2: the row cannot be joined with those of other files of its symbol',
    ],
  ])('with %s are refused', async (_, files, expected) => {
    expect(await refusal(files)).toContain(expected);
  });
});
