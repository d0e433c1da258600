/**
 * Writes the splits and dividends that price files have in their columns as tables of their own.
 */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCivilDate, invalidInput } from '#values';
import type { DividendRow, SplitRow } from './guess-basis.js';

/** A table of bars with the splits and dividends of its rows. */
interface ActionTable {
  readonly splits: readonly SplitRow[];
  readonly dividends: readonly DividendRow[];
}

export interface WrittenActions {
  readonly holds: 'splits' | 'dividends';
  readonly file: string;
}

/**
 * Throws `InvalidInput` for actions in rows of weeks or months: those have the date of the row,
 * whatever day of it the action took effect on, and a bar of old and new shares cannot be traded
 * without that day.
 */
export function requireDays(file: string, frequency: string, table: ActionTable): void {
  if (frequency !== 'weekly' && frequency !== 'monthly') return;
  const [split] = table.splits;
  const [dividend] = table.dividends;
  const action = split ?? dividend;
  if (action === undefined) return;
  const withoutDividends =
    split === undefined ? ', or --price-basis split-adjusted, without dividends' : '';
  throw invalidInput(`the actions of ${frequency} bars have no day`, {
    where: file,
    expected:
      'daily bars, or a data set whose splits and dividends are tables with ' +
      `dates${withoutDividends}`,
    found:
      `a ${split === undefined ? 'dividend' : 'split'} in the row of ` +
      `${formatCivilDate(action.date)}`,
  });
}

/**
 * Writes `splits.csv` and `dividends.csv` into the folder, under another name if a
 * price file has it.
 */
export function writeActions(folder: string, tables: readonly ActionTable[]): WrittenActions[] {
  const splits = tables.flatMap((table) =>
    table.splits.map(({ symbol, date, from, to }) => [symbol, formatCivilDate(date), from, to]),
  );
  const dividends = tables.flatMap((table) =>
    table.dividends.map(({ symbol, date, amount }) => [symbol, formatCivilDate(date), amount]),
  );
  const all = [
    ['splits', 'symbol,execution_date,split_from,split_to', splits],
    ['dividends', 'symbol,ex_dividend_date,cash_amount', dividends],
  ] as const;
  return all.flatMap(([holds, header, rows]) => {
    if (rows.length === 0) return [];
    const file = freeName(folder, holds);
    const lines = rows.map((row) => row.map((value) => csvField(value)).join());
    writeFileSync(join(folder, file), [header, ...lines, ''].join('\n'));
    return [{ holds, file }];
  });
}

function freeName(folder: string, name: string): string {
  let file = `${name}.csv`;
  for (let count = 1; existsSync(join(folder, file)); count++) file = `${name}-${count}.csv`;
  return file;
}

function csvField(value: string | number): string {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
