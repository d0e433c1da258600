/**
 * The environment on which the published servers were asked: prices and filings of the real data,
 * with what those lack (raw prices, volumes, news) made up.
 */

import { DuckDBInstance } from '@duckdb/node-api';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendRow, columnsText, type WrittenRow } from '#market-data/tables/parquet-file';

const pool = ['AAPL', 'ADBE', 'AMZN', 'GOOGL', 'META', 'MSFT', 'NVDA', 'TSLA'];
const tables = {
  filings: {
    id: 'BIGINT',
    symbol: 'VARCHAR',
    date: 'VARCHAR',
    mda_content: 'VARCHAR',
    risk_content: 'VARCHAR',
    document_type: 'VARCHAR',
  },
  news: { id: 'BIGINT', symbol: 'VARCHAR', date: 'VARCHAR', highlights: 'VARCHAR' },
  prices: {
    id: 'BIGINT',
    symbol: 'VARCHAR',
    date: 'VARCHAR',
    open: 'DOUBLE',
    high: 'DOUBLE',
    low: 'DOUBLE',
    close: 'DOUBLE',
    adj_close: 'DOUBLE',
    volume: 'BIGINT',
  },
} as const;

/** Writes the file from the folder of real data. */
export async function writePublishedEnvironment(path: string, data: string): Promise<void> {
  const rows = { prices: priceRows(data), news: newsRows(), filings: filingRows(data) };
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const [name, columns] of Object.entries(tables)) {
    await connection.run(`CREATE TABLE ${name} (${columnsText(columns)})`);
    const appender = await connection.createAppender(name);
    for (const [index, row] of rows[name as keyof typeof rows].entries()) {
      appendRow(appender, columns, { id: index + 1, ...row });
    }
    appender.closeSync();
  }
  connection.closeSync();
  instance.closeSync();
}

/** Exact ties go to the even digit, as Python rounds. */
function fourDecimals(value: number): number {
  const exact = value.toFixed(20);
  const cut = exact.indexOf('.') + 5;
  const down = exact.slice(0, cut);
  const isTie = /^50*$/.test(exact.slice(cut));
  return Number(isTie && Number(down.at(-1)) % 2 === 0 ? down : value.toFixed(4));
}

/** Before a dividend, raw prices are above the adjusted ones. */
function priceRows(data: string): WrittenRow[] {
  const found = new Map<string, { symbol: string; date: string; values: number[] }>();
  for (const folder of ['herculean-2026', 'herculean-2026-live']) {
    const [, ...lines] = linesOf(join(data, folder, 'prices_adjusted.csv'));
    for (const line of lines) {
      const [symbol = '', date = '', ...values] = line.split(',');
      const key = `${date} ${symbol}`;
      if (!pool.includes(symbol) || found.has(key)) continue;
      found.set(key, { symbol, date, values: values.slice(0, 4).map(Number) });
    }
  }
  // A leg that is missing on one day.
  found.delete('2026-02-10 TSLA');
  const keys = [...found.keys()].sort();
  return keys.map((key) => {
    const { symbol, date, values } = found.get(key)!;
    const factor = date < '2026-02-09' ? 1.0125 : 1;
    const raw = values.map((value) => fourDecimals(value * factor));
    const [open = NaN, high = NaN, low = NaN, close = NaN] = raw;
    const letters = Array.from(symbol).reduce((sum, one) => sum + one.charCodeAt(0), 0);
    const hash = (letters * 7919 + Number(date.replaceAll('-', '')) * 104729) % 9_000_000;
    const adj_close = values[3]!;
    return { symbol, date, open, high, low, close, adj_close, volume: 10_000_000 + hash };
  });
}

const texts = [
  'Analysts lifted targets after a strong quarter; shipments rose 12% and margins held.',
  'The court ruled on the tariff case. Management said “no change” to guidance — café naïve ' +
    '100%_done.',
  'Supply talks continue 🚀🚀 with partners in Asia; the union vote is due.',
  `Delivery numbers missed. ${'Long body with details of the week. '.repeat(90)}`,
];

/** Days from 0001-01-01 on, which is 1, up to 1970-01-01. */
const daysBefore1970 = 719_163;

function newsRows(): WrittenRow[] {
  const rows: WrittenRow[] = [];
  const day = 86_400_000;
  for (let time = Date.UTC(2025, 11, 1); time <= Date.UTC(2026, 3, 30); time += day) {
    const date = new Date(time).toISOString().slice(0, 10);
    for (const [index, symbol] of pool.entries()) {
      const drawn = ((time / day + daysBefore1970) * 31 + index * 17) % 7;
      if (drawn < 4) rows.push({ symbol, date, highlights: `${symbol} ${date}: ${texts[drawn]}` });
    }
  }
  const odd = { symbol: 'ADBE', date: '2026-01-14' };
  const second = 'Second item of one day: Tariff and tariff.';
  return [
    ...rows,
    { ...odd, highlights: '' },
    { ...odd, highlights: null },
    { symbol: 'MSFT', date: '2026-01-20', highlights: second },
  ];
}

/** Symbol, form and period of real sections, and the day on which they are filed here. */
const filed = [
  ['AAPL', '10-K', '2024-09-28', '2025-10-31'],
  ['AAPL', '10-Q', '2025-06-28', '2026-01-30'],
  ['TSLA', '10-K', '2024-12-31', '2026-01-29'],
  ['TSLA', '10-Q', '2025-06-30', '2025-10-23'],
  ['NVDA', '10-K', '2025-01-26', '2026-02-25'],
  ['NVDA', '10-Q', '2025-07-27', '2025-11-19'],
  ['META', '10-K', '2024-12-31', '2026-01-28'],
  ['GOOGL', '10-K', '2024-12-31', '2026-02-04'],
  ['AMZN', '10-K', '2024-12-31', '2026-02-06'],
  ['ADBE', '10-K', '2024-11-29', '2026-01-17'],
] as const;

interface Section {
  readonly symbol: string;
  readonly form: string;
  readonly period_of_report: string;
  readonly section: string;
  readonly text: string;
}

function filingRows(data: string): WrittenRow[] {
  const lines = linesOf(join(data, 'filings-text/sections.jsonl'));
  const sections = lines.map((line) => JSON.parse(line) as Section);
  const real = filed.map(([symbol, form, period, date]) => {
    const textOf = (name: string): string | null =>
      sections.findLast(
        (one) =>
          one.symbol === symbol &&
          one.form === form &&
          one.period_of_report === period &&
          one.section === name,
      )?.text ?? null;
    return filing(symbol, form, date, [textOf('mda'), textOf('risk')]);
  });
  return [
    ...real,
    filing('MSFT', '10-Q', '2026-01-28', ['Only management speaks. Ünïcödé 🚀 text.', null]),
    filing('MSFT', '10-K', '2025-07-30', [null, '']),
    filing('AAPL', '10-K/A', '2026-01-30', ['Amended text', 'Amended risk']),
  ];
}

const filing = (
  symbol: string,
  document_type: string,
  date: string,
  [mda_content, risk_content]: readonly [string | null, string | null],
): WrittenRow => ({ symbol, date, mda_content, risk_content, document_type });

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
