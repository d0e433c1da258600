/**
 * Signals: what to hold or to order, by session and symbol, in the columns of a table that another
 * program wrote.
 */

import { excerpt, invalidInput, requireCivilDate, type CivilDate } from '#values';
import type { Action } from '#contracts';
import { requireAction, requireSymbol } from '../script/script.js';

/**
 * One row, of one of the three forms. `symbol` is undefined in a table without that column: the
 * run's only one.
 */
export type SignalRow = {
  readonly date: CivilDate;
  readonly symbol: string | undefined;
  /** The row in its file, as `line 3`. */
  readonly place: string;
  /** File and row, for error texts. */
  readonly where: string;
} & Signal;

export type Signal =
  | { readonly form: 'action'; readonly action: Action }
  /** Share of equity, negative for short. */
  | { readonly form: 'weight'; readonly weight: number }
  /**
   * An order: to buy so many shares, to sell them if negative, nothing if 0; prices in the currency
   * of the symbol.
   */
  | {
      readonly form: 'shares';
      readonly shares: number;
      readonly stop?: number;
      readonly limit?: number;
    };

/**
 * The fields of a row by the names of the columns, and where the row is: in its file, and
 * with the file.
 */
export interface FieldsOfRow {
  readonly place: string;
  readonly where: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const forms = ['action', 'weight', 'shares'] as const;
const prices = ['stop', 'limit'] as const;
const aliases: Readonly<Record<string, string>> = { session: 'date', ticker: 'symbol' };
/** As pandas writes the index of days: with or without a clock at midnight. */
const dayPattern = /^(\d{4}-\d{2}-\d{2})(?:[ T]00:00:00(?:\.0{1,9})?)?$/;
const expectedColumns = 'date, symbol, and one of action, weight and shares (with stop and limit)';

type Columns = Readonly<Record<string, string>>;

/**
 * Reads rows by the names of their columns, in any order and case: `date` (the index of a data
 * frame may have no name), `symbol`, and one of `action`, `weight` and `shares`; `stop` and `limit`
 * only beside shares. Other columns are not signals and refused. A row whose signal is empty is
 * none: the session has no decision. `InvalidInput` names the row.
 */
export function signalRows(
  header: readonly string[],
  rows: Iterable<FieldsOfRow>,
  file: string,
): SignalRow[] {
  const columns = columnsOf(header, file);
  const form = formOf(columns, header, file);
  const read: SignalRow[] = [];
  for (const { place, where, fields } of rows) {
    const field = (name: string): string => textOf(fields[columns[name] ?? '']);
    if (field(form) === '') continue;
    const isNamed = columns['symbol'] !== undefined;
    read.push({
      date: dateIn(field('date'), where),
      symbol: isNamed ? requireSymbol(field('symbol'), where) : undefined,
      place,
      where,
      ...signalIn(form, field, where),
    });
  }
  return read;
}

/** The column of each name that is known. */
function columnsOf(header: readonly string[], file: string): Columns {
  const columns: Record<string, string> = {};
  for (const [at, written] of header.entries()) {
    const lower = written.trim().toLowerCase();
    // An index that counts rows is no column.
    if (/^unnamed: 0$|^index$/.test(lower) || (lower === '' && isDated(header))) continue;
    const name = lower === '' && at === 0 ? 'date' : (aliases[lower] ?? lower);
    const isKnown = ['date', 'symbol', ...forms, ...prices].includes(name);
    if (!isKnown || columns[name] !== undefined) {
      const what = isKnown ? 'the column is there twice' : 'no column of signals';
      throw invalidInput(what, {
        where: `${file}:1`,
        expected: expectedColumns,
        found: excerpt(written),
      });
    }
    columns[name] = written;
  }
  return columns;
}

const isDated = (header: readonly string[]): boolean =>
  header.some((name) => /^(?:date|session)$/i.test(name.trim()));

function formOf(columns: Columns, header: readonly string[], file: string): Signal['form'] {
  const [form, ...others] = forms.filter((name) => columns[name] !== undefined);
  const hasPrices = prices.some((name) => columns[name] !== undefined);
  const isWhole = columns['date'] !== undefined && form !== undefined && others.length === 0;
  if (isWhole && (form === 'shares' || !hasPrices)) return form;
  throw invalidInput('wrong header of a script', {
    where: `${file}:1`,
    expected: expectedColumns,
    found: header.length === 0 ? 'an empty file' : excerpt(header.join(',')),
  });
}

/** What an empty cell is in CSV, Parquet and a data frame. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const text = String(value).trim();
  return /^(?:nan|nat|none|null|<na>)$/i.test(text) ? '' : text;
}

function dateIn(text: string, where: string): CivilDate {
  const [, day = text] = dayPattern.exec(text) ?? [];
  return requireCivilDate(day, where);
}

function signalIn(form: Signal['form'], field: (name: string) => string, where: string): Signal {
  const text = field(form);
  if (form === 'action') return { form, action: requireAction(text, where) };
  const value = numberIn(text, `${where}: ${form}`);
  if (form === 'weight') {
    if (Math.abs(value) <= 1) return { form, weight: value };
    const expected = 'a share of equity from -1 to 1';
    throw invalidInput('not a weight', { where: `${where}: weight`, expected, found: text });
  }
  const given = prices
    .filter((name) => field(name) !== '')
    .map((name) => [name, priceIn(field(name), `${where}: ${name}`)] as const);
  return { form, shares: value, ...Object.fromEntries(given) };
}

function numberIn(text: string, where: string): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw invalidInput('not a number', { where, expected: 'a decimal number', found: excerpt(text) });
}

function priceIn(text: string, where: string): number {
  const value = numberIn(text, where);
  if (value > 0) return value;
  throw invalidInput('not a price', { where, expected: 'a number above 0', found: text });
}
