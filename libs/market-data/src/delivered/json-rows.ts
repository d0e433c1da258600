/** The list of candles in a JSON document, in the forms in which exchanges and vendors answer. */

import { excerpt, invalidInput, printable } from '#values';

/** Candles without names: each is a list. */
interface Nameless {
  readonly form: 'lists';
  readonly rows: readonly (readonly unknown[])[];
}

/** Candles with the names of their members. */
interface Named {
  readonly form: 'names';
  readonly names: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
  /** What is left out; a sentence. */
  readonly note?: string;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Throws `InvalidInput` if the document has no list of candles, or several. */
export function jsonRows(document: unknown, where: string): Nameless | Named {
  if (isMembers(document)) {
    const known = pricesOf(document) ?? seriesByTime(document) ?? columnsOf(document);
    if (known !== undefined) return known;
  }
  const lists = listsOf(document, 0);
  const [rows] = lists;
  if (rows === undefined || lists.length > 1) {
    throw invalidInput(`the JSON has ${rows ? 'several lists' : 'no list'} of candles`, {
      where,
      expected: 'one list of objects or of lists',
      found: excerpt(document, 200),
    });
  }
  const isOfLists = Array.isArray(rows[0]);
  requireOneForm(rows, isOfLists, where);
  if (isOfLists) return { form: 'lists', rows: rows as readonly (readonly unknown[])[] };
  return namedRows(rows as readonly Members[]);
}

/** Throws `InvalidInput` unless all rows are lists, or all are objects. */
function requireOneForm(rows: readonly unknown[], isOfLists: boolean, where: string): void {
  for (const [index, row] of rows.entries()) {
    if (Array.isArray(row) !== isOfLists || isScalar(row)) {
      throw invalidInput('the candles of the JSON are of two forms', {
        where: `${where} row ${index + 1}`,
        expected: isOfLists ? 'a list, as the first' : 'an object, as the first',
        found: excerpt(row),
      });
    }
  }
}

/** How deep a list may be: Kraken and Polygon wrap it. */
const depthMax = 3;

/** Lists whose first value is an object or a list. */
function listsOf(value: unknown, depth: number): (readonly unknown[])[] {
  if (Array.isArray(value)) return isScalar(value[0]) ? [] : [value];
  if (!isMembers(value) || depth === depthMax) return [];
  return Object.values(value).flatMap((member) => listsOf(member, depth + 1));
}

function namedRows(rows: readonly Members[]): Named {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { form: 'names', names, rows: rows.map((row) => names.map((name) => row[name])) };
}

/**
 * CoinGecko: `{ "prices": [[ms, price], …] }`, beside lists of market capitalizations and volumes.
 */
function pricesOf({ prices, ...others }: Members): Named | undefined {
  if (!Array.isArray(prices)) return undefined;
  const isPairs = prices.every((row) => Array.isArray(row) && row.length === 2);
  if (!isPairs || prices.length === 0) return undefined;
  const left = Object.keys(others).map((name) => printable(name, 40));
  return {
    form: 'names',
    names: ['timestamp', 'close'],
    rows: prices as unknown[][],
    ...(left.length === 0 ? {} : { note: `prices are closes; not read: ${left.join(', ')}` }),
  };
}

/** Alpha Vantage: `{ "Time Series (Daily)": { "2024-01-02": { "1. open": "…" } } }`. */
function seriesByTime(document: Members): Named | undefined {
  const [series] = Object.entries(document)
    .filter(([name]) => name.includes('Time Series'))
    .map(([, value]) => value);
  if (!isMembers(series)) return undefined;
  const entries = Object.entries(series).filter(([, row]) => isMembers(row));
  if (entries.length === 0 || entries.length < Object.keys(series).length) return undefined;
  const rows = entries.map(([timestamp, row]): Members => {
    const members = Object.entries(row as Members).map(([name, value]): [string, unknown] => [
      name.replace(/^\d{1,2}[a-z]?\. /, ''),
      value,
    ]);
    return { timestamp, ...Object.fromEntries(members) };
  });
  return namedRows(rows);
}

/**
 * Columns beside each other, as charts take them:
 * `{ "t": […], "o": […], "h": […], "l": […], "c": […] }`.
 */
function columnsOf(document: Members): Named | undefined {
  const columns = Object.entries(document).filter((entry): entry is [string, unknown[]] => {
    const [, value] = entry;
    return Array.isArray(value) && value.length > 0 && value.every(isScalar);
  });
  const [first] = columns;
  if (first === undefined || columns.length < 5) return undefined;
  const length = first[1].length;
  if (columns.some(([, values]) => values.length !== length)) return undefined;
  const names = columns.map(([name]) => name);
  const rows = first[1].map((_, row) => columns.map(([, values]) => values[row]));
  return { form: 'names', names, rows };
}
