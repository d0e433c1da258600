/** Writes the candles of a JSON document as CSV, with names for candles that have none. */

import { excerpt, invalidInput } from '#values';
import { hasMoreValues, parseJson } from '#values/parse-json';
import { boundedText } from '#files';
import { CsvLines } from './csv-lines.js';
import { jsonRows } from './json-rows.js';

interface WrittenCandles {
  /** What was taken without being told; a sentence. */
  readonly note?: string | undefined;
  /** Whether the declared columns were needed. */
  readonly isDeclared: boolean;
}

const bytesMax = 64 * 1024 * 1024;
const valuesMax = 10_000_000;
const columnsMax = 64;

const klines = ['opentime', 'open', 'high', 'low', 'close', 'volume'];
const klineMembers = 12;

/** As the errors name them. */
const forms = {
  ccxt: 'time,open,high,low,close,volume',
  Coinbase: 'time,low,high,open,close,volume',
};

/**
 * Writes the candles of the JSON file at `path` into a new file of CSV. `columns`: names of the
 * members of candles that are lists. Throws `InvalidInput` if these are needed and missing: from
 * values alone, an open is no close.
 */
export function writeCandles(
  path: string,
  target: string,
  where: string,
  columns: readonly string[] | undefined,
): WrittenCandles {
  const table = jsonRows(documentOf(path, where), where);
  if (table.form === 'names') {
    writeRows(target, where, table);
    return { note: table.note, isDeclared: false };
  }
  const { rows } = table;
  if (columns !== undefined) {
    requireMembers(rows, columns, where);
    writeRows(target, where, { names: columns, rows });
    return { isDeclared: true };
  }
  if (!areKlines(rows)) throw nameless(rows, where);
  writeRows(target, where, { names: klines, rows });
  return {
    note: 'taken as klines of Binance (open time, open, high, low, close, volume, close time)',
    isDeclared: false,
  };
}

/** Throws `InvalidInput` for names that no columns can have. */
export function columnsOfOption(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  const isPlain = names.every((name) => /^[A-Za-z_][\w ]{0,39}$/.test(name));
  if (isPlain && names.length <= columnsMax && new Set(names).size === names.length) return names;
  throw invalidInput('the option has an unknown value', {
    where: '--columns',
    expected: `different names in the order of the members, such as ${forms.ccxt}`,
    found: excerpt(text),
  });
}

function documentOf(path: string, where: string): unknown {
  const text = boundedText(path, where, bytesMax).replace(/^\ufeff/, '');
  if (hasMoreValues(text, valuesMax)) {
    const expected = `at most ${valuesMax}; as CSV it may have any number`;
    throw invalidInput('the JSON has too many values', { where, expected });
  }
  try {
    return parseJson(text);
  } catch (cause) {
    throw invalidInput('the JSON cannot be read', {
      where,
      expected: 'one whole document; download it again',
      found: excerpt((cause as Error).message, 200),
      cause,
    });
  }
}

/**
 * Whether each is a candle of Binance for certain: 12 members, and a close time that
 * ends its interval.
 */
function areKlines(rows: readonly (readonly unknown[])[]): boolean {
  return rows.every((row, index) => {
    const [open, , , , , , close] = row;
    if (row.length !== klineMembers || typeof open !== 'number' || typeof close !== 'number') {
      return false;
    }
    const next = rows[index + 1]?.[0];
    const isBeforeNext = next === undefined || (typeof next === 'number' && close < next);
    return close > open && (close + 1 - open) % 1000 === 0 && isBeforeNext;
  });
}

function nameless(rows: readonly (readonly unknown[])[], where: string): Error {
  const named = Object.entries(forms).map(([of, names]) => `--columns ${names} (${of})`);
  return invalidInput('the candles are lists whose members have no names', {
    where,
    expected: `${named.join(' or ')}: the vendor's page tells the order`,
    found: excerpt(rows[0], 120),
  });
}

function requireMembers(
  rows: readonly (readonly unknown[])[],
  columns: readonly string[],
  where: string,
): void {
  const short = rows.findIndex((row) => row.length < columns.length);
  if (short < 0) return;
  throw invalidInput('the candle has fewer members than --columns names', {
    where: `${where} row ${short + 1}`,
    expected: `${columns.length}`,
    found: `${rows[short]?.length}`,
  });
}

function writeRows(
  target: string,
  where: string,
  {
    names,
    rows,
  }: { readonly names: readonly string[]; readonly rows: Iterable<readonly unknown[]> },
): void {
  const lines = new CsvLines(target);
  try {
    lines.write(names);
    let row = 0;
    for (const values of rows) {
      row++;
      lines.write(names.map((name, at) => textOf(values[at], `${where} row ${row}, ${name}`)));
    }
  } finally {
    lines.close();
  }
}

/** Objects and lists inside of a candle are no values of a column. */
function textOf(value: unknown, where: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') {
    const expected = 'a text or a number';
    throw invalidInput('the member is no value', { where, expected, found: excerpt(value) });
  }
  return String(value);
}
