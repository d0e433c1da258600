/** Data sets of seeded bars: a folder with one CSV file and its `dataset.yaml`. */

import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { calendarOf } from '#market-data';
import { formatCivilDate, formatInstant, requireCivilDate } from '#values';
import { barTimes, seededColumns, type Walk } from './seeded-bars.js';

const blockRows = 10_000;
const firstDay = '2014-01-02';
/** Ten years have 2516 sessions. */
const lastDay = '2023-12-29';

/** What a job runs on. */
export interface BarSet {
  /** The bars, with the close in the last column. */
  readonly file: string;
  readonly symbols: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** One symbol's minute bars: timestamp (the bar's end), open, high, low and close. */
export function writeMinuteSet(folder: string, seed: number, rows: number): BarSet {
  const time = barTimes(rows);
  const stamps = { length: rows, at: (row: number) => formatInstant(time[row] as number) };
  const file = writeSet(
    folder,
    '24/7',
    'symbol: S0, frequency: intraday, stamp: end, barMinutes: 1',
  );
  writeRows(file, 'timestamp,open,high,low,close\n', (write) => {
    writeBars(write, stamps, seededColumns(seed, rows));
  });
  const dateOf = (row: number) => stamps.at(row).slice(0, 10);
  // The last bar belongs to the day on which it starts, which is when the one before it ends.
  return { file, symbols: ['S0'], from: dateOf(0), to: dateOf(rows - 2) };
}

/**
 * Daily bars of many symbols from 2014 on, at most ten years: symbol, date, open, high,
 * low and close.
 */
export function writeDailySet(
  folder: string,
  seed: number,
  count: number,
  sessions: number,
): BarSet {
  const days = calendarOf('XNYS')
    .sessionsBetween(requireCivilDate(firstDay, 'bench'), requireCivilDate(lastDay, 'bench'))
    .slice(0, sessions)
    .map(formatCivilDate);
  const symbols = Array.from({ length: count }, (_, n) => `S${String(n).padStart(3, '0')}`);
  const file = writeSet(folder, 'XNYS', 'frequency: daily, stamp: session, order: [symbol, date]');
  writeRows(file, 'symbol,date,open,high,low,close\n', (write) => {
    for (const [number, symbol] of symbols.entries()) {
      const stamps = { length: days.length, at: (row: number) => `${symbol},${days[row]}` };
      writeBars(write, stamps, seededColumns(seed + number, days.length));
    }
  });
  return { file, symbols, from: firstDay, to: days.at(-1) as string };
}

type Write = (text: string) => void;

function writeSet(folder: string, calendar: string, keys: string): string {
  const bars = `bars: { file: bars.csv, priceBasis: raw, ${keys} }`;
  const lines = [
    'name: seeded',
    `calendar: '${calendar}'`,
    'currency: USD',
    'synthetic: true',
    bars,
  ];
  writeFileSync(join(folder, 'dataset.yaml'), `${lines.join('\n')}\n`);
  return join(folder, 'bars.csv');
}

function writeRows(path: string, head: string, rows: (write: Write) => void): void {
  const file = openSync(path, 'wx');
  try {
    writeSync(file, head);
    rows((lines) => writeSync(file, lines));
  } finally {
    closeSync(file);
  }
}

/**
 * Eight decimals, as of crypto-currencies: with few of them the two means of a job are often equal,
 * which the running sums of a raw loop do not see.
 */
function writeBars(
  write: Write,
  stamps: { readonly length: number; readonly at: (row: number) => string },
  { open, high, low, close }: Walk,
): void {
  for (let from = 0; from < stamps.length; from += blockRows) {
    const lines: string[] = [];
    for (let row = from; row < Math.min(stamps.length, from + blockRows); row++) {
      const prices = [open, high, low, close].map((column) => (column[row] as number).toFixed(8));
      lines.push(`${stamps.at(row)},${prices.join(',')}\n`);
    }
    write(lines.join(''));
  }
}
