/** Joins files that have rows of the same symbols, such as one a month, into one file each. */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { invalidInput, type Instant } from '#values';
import type { TableLocation } from '../tables/table-location.js';
import { CsvLines } from './csv-lines.js';
import { joinedFields, joinedRows, partOf, type JoinedField, type Part } from './joined-rows.js';
import { fileOfTable, type SeriesTable, type TableKey } from './series-table.js';
import { overlapsOf, SeenRows, type Extent, type Overlaps } from './overlapping-rows.js';

interface JoinOptions<T> {
  /** Where the files are, and where a joined file is written. */
  readonly folder: string;
  readonly locate: (file: string) => TableLocation;
  /** The tables of a joined file; `group` are those that were joined. */
  readonly guess: (
    file: string,
    symbol: string | undefined,
    group: readonly T[],
  ) => Promise<readonly T[]>;
}

export interface JoinedTables<T> {
  readonly tables: readonly T[];
  /** What was joined, in sentences. */
  readonly notes: readonly string[];
}

/** Files named in a sentence. */
const filesShown = 5;

/**
 * The tables, with those of bars that share symbols replaced by one, in whose file rows that two
 * files have are there once. Throws `InvalidInput` with both places if such rows differ, and if
 * files cannot be of one series.
 */
export async function joinFiles<T extends SeriesTable>(
  tables: readonly T[],
  { folder, locate, guess }: JoinOptions<T>,
): Promise<JoinedTables<T>> {
  const result: T[] = [];
  const notes: string[] = [];
  const used = new Set<string>();
  const joined = new Set<string>();
  for (const group of groupsOf(tables)) {
    const [first] = group;
    if (first === undefined || group.length === 1) {
      result.push(...group);
      for (const one of group) used.add(fileOfTable(one));
      continue;
    }
    const parts = group.map((one) => partOf(one, locate(fileOfTable(one))));
    const { file, note } = await writeJoined(folder, parts);
    notes.push(...note);
    for (const part of parts) joined.add(part.file);
    const symbols = new Set(group.flatMap((one) => one.symbols));
    const [symbol] = symbols.size === 1 ? symbols : [];
    const again = await guess(file, symbol, group);
    result.push(...again.map((one) => withKeysOf(one, group)));
  }
  for (const file of joined) if (!used.has(file)) rmSync(join(folder, file));
  return { tables: result, notes };
}

/**
 * Tables of bars by the symbols that they share, in the order of the first of each;
 * all others alone.
 */
function groupsOf<T extends SeriesTable>(tables: readonly T[]): T[][] {
  const groups = new Set<T[]>();
  const ofSymbol = new Map<string, T[]>();
  for (const table of tables) {
    const symbols = table.holds === 'bars' ? table.symbols : [];
    const sharing = new Set<T[]>();
    for (const symbol of symbols) {
      const known = ofSymbol.get(symbol);
      if (known !== undefined) sharing.add(known);
    }
    const [group = [], ...others] = sharing;
    groups.add(group);
    for (const other of others) {
      group.push(...other);
      groups.delete(other);
      for (const symbol of other.flatMap((one) => one.symbols)) ofSymbol.set(symbol, group);
    }
    group.push(table);
    for (const symbol of symbols) ofSymbol.set(symbol, group);
  }
  return [...groups];
}

async function writeJoined(
  folder: string,
  parts: readonly Part[],
): Promise<{ file: string; note: string[] }> {
  requireOneSeries(parts);
  const extents: Extent[] = [];
  for (const part of parts) extents.push(await extentOf(part));
  requireOneLength(extents);
  const overlaps = overlapsOf(extents);
  const isNewestFirst =
    extents.some(({ last, first }) => last < first) &&
    extents.every(({ last, first }) => last <= first);
  const ordered = isNewestFirst ? [...overlaps.extents].reverse() : overlaps.extents;
  const symbols = new Set(parts.flatMap(({ guessed }) => guessed.symbols));
  const file = freeName(folder, symbols.size === 1 ? [...symbols].join('') : 'bars');
  const { rows, twice } = await write(join(folder, file), ordered, { ...overlaps, symbols });
  const named = ordered
    .slice(0, filesShown)
    .map(({ part, rows: count }) => `${part.file}: ${count}`);
  const more = ordered.length > filesShown ? [`and ${ordered.length - filesShown} more`] : [];
  const count = `${ordered.length} files are one series of ${rows} rows`;
  const note = [`${file}: ${count} (${[...named, ...more].join(', ')})`];
  if (twice > 0) note.push(`${file}: ${twice} rows stood in two files alike, and are there once`);
  const cut = extents.filter(({ isUnended }) => isUnended).map(({ part }) => part.file);
  // The check of the data set cannot see it any more.
  for (const one of cut) note.push(`${one}: the last line has no end: the file may have been cut`);
  return { file, note };
}

async function extentOf(part: Part): Promise<Extent> {
  const fields = new Set<JoinedField>();
  let first: Instant = NaN;
  let last: Instant = NaN;
  let from = Infinity;
  let to = -Infinity;
  let rows = 0;
  let isUnended = false;
  for await (const row of joinedRows(part)) {
    if (rows === 0) {
      first = row.at;
      for (const field of joinedFields) if (row.values[field] !== undefined) fields.add(field);
    }
    rows++;
    last = row.at;
    from = Math.min(from, row.at);
    to = Math.max(to, row.at);
    isUnended ||= row.unended;
  }
  return { part, fields, first, last, from, to, rows, isUnended };
}

/** Files of one series have the same columns of prices, and clock times of the same zone. */
function requireOneSeries(parts: readonly Part[]): void {
  const [first] = parts;
  const other = parts.find(
    ({ guessed, table }) =>
      guessed.frequency !== first?.guessed.frequency ||
      table.timestampZone !== first.table.timestampZone,
  );
  if (first === undefined || other === undefined) return;
  const isZone = other.guessed.frequency === first.guessed.frequency;
  if (!isZone) throw twoLengths(first, other);
  throw invalidInput('files of one symbol have clock times of different zones', {
    where: other.file,
    expected:
      `${first.table.timestampZone ?? 'UTC'}, as in ${first.file}; declare it with ` +
      '--timestamp-zone',
    found: other.table.timestampZone ?? 'UTC',
  });
}

/** Rows for each symbol from which a step is the length of the bars. */
const rowsMin = 3;

function requireOneLength(extents: readonly Extent[]): void {
  const sure = extents.filter(({ part, rows }) => rows >= rowsMin * part.guessed.symbols.length);
  const [first] = sure;
  const lengthOf = ({ part }: Extent): number =>
    part.guessed.frequency === 'intraday' ? part.guessed.days : 0;
  const other = sure.find((one) => first && lengthOf(one) !== lengthOf(first));
  if (first && other) throw twoLengths(first.part, other.part);
  const ofPrices = ({ fields }: Extent): JoinedField[] =>
    [...fields].filter((field) => field !== 'volume' && field !== 'vwap').sort();
  const [model] = extents;
  const unlike = extents.find(
    (extent) => model && !isDeepStrictEqual(ofPrices(extent), ofPrices(model)),
  );
  if (model === undefined || unlike === undefined) return;
  throw invalidInput('files of one symbol have different columns', {
    where: unlike.part.file,
    expected: `${ofPrices(model).join(', ')}, as in ${model.part.file}; use a data set for each`,
    found: ofPrices(unlike).join(', '),
  });
}

const twoLengths = (first: Part, other: Part): Error =>
  invalidInput('files of one symbol have rows of two frequencies', {
    where: other.file,
    expected: `${lengthWords(first)}, as in ${first.file}; run each alone: --prices ${other.file}`,
    found: lengthWords(other),
  });

function lengthWords({ guessed: { frequency, days } }: Part): string {
  return frequency === 'intraday'
    ? `bars of ${Number((days * 1440).toPrecision(6))} minutes`
    : `${frequency} bars`;
}

async function write(
  path: string,
  extents: readonly Extent[],
  { zones, symbols }: Overlaps & { readonly symbols: ReadonlySet<string> },
): Promise<{ rows: number; twice: number }> {
  const isOne = symbols.size === 1;
  const isIntraday = extents[0]?.part.guessed.frequency === 'intraday';
  const present = joinedFields.filter((field) => extents.some(({ fields }) => fields.has(field)));
  const seen = new SeenRows(zones);
  const lines = new CsvLines(path);
  let rows = 0;
  try {
    const symbolColumn = isOne ? [] : ['symbol'];
    lines.write([...symbolColumn, isIntraday ? 'timestamp' : 'date', ...present]);
    for (const { part } of extents) {
      for await (const row of joinedRows(part)) {
        if (seen.has(part.file, row)) continue;
        rows++;
        const values = present.map((field) => row.values[field] ?? '');
        lines.write([...(isOne ? [] : [row.symbol]), row.time, ...values]);
      }
    }
  } finally {
    lines.close();
  }
  return { rows, twice: seen.twice };
}

function freeName(folder: string, name: string): string {
  const stem = name.replace(/[^\w.-]/g, '-').replace(/^\.+/, '') || 'bars';
  let file = `${stem}.csv`;
  for (let count = 1; existsSync(join(folder, file)); count++) file = `${stem}-${count}.csv`;
  return file;
}

/** Keys that a joined file has of itself: its rows are in one form. */
const ownKeys = new Set(
  (
    'file format symbol encoding delimiter header columns dates epoch decimal thousands units ' +
    'unknown scale lotSize timestampZone frequency stamp barMinutes priceBasis order'
  ).split(' '),
);

/**
 * A joined table with what only its files tell: other keys, and the price basis that a vendor's
 * header gives, unless the rows themselves tell it.
 */
function withKeysOf<T extends SeriesTable>(table: T, group: readonly T[]): T {
  const first = group.find(({ isBasisOpen }) => !isBasisOpen) ?? group[0]!;
  const others = first.keys.filter(([key, value]) => !ownKeys.has(key) && value !== undefined);
  const isTold = table.splits.length > 0 || table.basis === first.basis;
  const basisKey = first.keys.find(([key]) => key === 'priceBasis');
  const keys = table.keys.map((guess): TableKey => {
    return guess[0] === 'priceBasis' && !isTold && basisKey ? basisKey : guess;
  });
  const added = others.filter(([key]) => !keys.some(([own]) => own === key));
  if (isTold) return { ...table, keys: [...keys, ...added] };
  return {
    ...table,
    basis: first.basis,
    isBasisOpen: first.isBasisOpen,
    keys: [...keys, ...added],
  };
}
