/**
 * Creates a data set from downloaded files: copies, and a `dataset.yaml` that explains its entries.
 */

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { conflict, invalidInput } from '#values';
import type { CalendarName, PriceBasis } from '#contracts';
import { calendarNameOf, type CalendarStarts } from '#contracts/facts/calendar-name';
import { columnsOfOption } from '../delivered/json-candles.js';
import { joinFiles } from '../delivered/join-files.js';
import { deliverInto } from '../delivered/delivery.js';
import { fileOfTable } from '../delivered/series-table.js';
import { parseManifest } from '../manifest/dataset-manifest.js';
import { manifestName } from '../open/open-dataset.js';
import { folderFiles, lazyDatabase, locate } from '../tables/dataset-files.js';
import type { TableLocation } from '../tables/table-location.js';
import { currenciesOf } from './guess/guess-currency.js';
import { declaredOf, type Declared, type DeclaredTexts } from './declared.js';
import { guessTables, type Guess, type GuessedTable } from './guess-table.js';
import { writeActions, type WrittenActions } from './guess/written-actions.js';

/** Options in place of guesses hold for all files. */
export interface InitOptions extends DeclaredTexts {
  /** Name of the data set; defaults to that of the folder. */
  readonly name?: string;
}

const known = /\.(csv|txt|tsv|jsonl|ndjson|parquet)$/i;

/** What was done with the files, besides copying them: sentences for the user. */
export interface InitReport {
  readonly notes: readonly string[];
}

/**
 * Copies the files, those of folders and the members of archives into a new folder (`Conflict` if
 * it exists) and writes its manifest, atomically. The caller checks it: a guess may be wrong.
 * Throws `InvalidInput` with the file, and what was expected in it.
 */
export async function initDataset(
  paths: readonly string[],
  folder: string,
  { name = basename(folder), ...texts }: InitOptions = {},
): Promise<InitReport> {
  const out = resolve(folder);
  const declared = declaredOf(texts);
  if (existsSync(out)) throw conflict('the directory already exists', { where: folder });
  const partial = `${out}.partial-${process.pid}`;
  const parquet = lazyDatabase(null, name);
  try {
    mkdirSync(partial, { recursive: true });
    const delivery = await deliverInto(partial, paths, columnsOfOption(declared.columns));
    const locateFile = (file: string): TableLocation => {
      const format = known.test(file) ? undefined : ('csv' as const);
      return locate(folderFiles(partial), { file, format }, parquet.open);
    };
    const guess = async (file: string, own: Declared): Promise<GuessedTable[]> => {
      const guessed = await guessTables(locateFile(file), own);
      const keys: Guess[] = [
        ['file', file],
        ...(known.test(file) ? [] : [['format', 'csv'] as const]),
      ];
      return guessed.map((one) => ({ ...one, keys: [...keys, ...one.keys] }));
    };
    const delivered: GuessedTable[] = [];
    for (const { file } of delivery.files) delivered.push(...(await guess(file, declared)));
    // Files with different bases are named as they were delivered.
    basisOf(delivered);
    const { tables, notes: joined } = await joinFiles(delivered, {
      folder: partial,
      locate: locateFile,
      // The times of a joined file are in one form.
      guess: (file, symbol, group) => {
        const hasUtcDays = group.some((one) => one.hasUtcDays);
        const times = { dates: undefined, timestampZone: undefined, hasUtcDays };
        return guess(file, { ...declared, ...times, symbol });
      },
    });
    const notes = [...delivery.notes, ...joined];
    const actions = basisOf(tables) === 'raw' ? writeActions(partial, tables) : [];
    const manifest = manifestOf(tables, actions, { name, calendar: declared.calendar, notes });
    parseManifest(manifest, manifestName);
    writeFileSync(join(partial, manifestName), manifest);
    renameSync(partial, out);
    return { notes };
  } finally {
    await parquet.close();
    rmSync(partial, { recursive: true, force: true });
  }
}

function manifestOf(
  tables: readonly GuessedTable[],
  actions: readonly WrittenActions[],
  {
    name,
    calendar,
    notes,
  }: InitReport & { readonly name: string; readonly calendar?: string | undefined },
): string {
  const main = calendar ?? tables[0]!.calendar;
  const mainTables =
    calendar === undefined ? tables.filter((table) => table.calendar === main) : tables;
  const why = calendar ? '--calendar' : calendarReason(mainTables);
  const exceptional = calendar === undefined ? ownCalendars(tables) : {};
  const { currency, isTold, exceptions } = currenciesOf(
    tables.flatMap(({ symbols }) => symbols),
    chineseOf(tables),
  );
  const lines = [
    line('', ['name', name]),
    line('', ['calendar', main, why]),
    ...Object.entries(startsOf(mainTables)).map((guess) => line('', [...guess, 'its times'])),
    line('', [
      'currency',
      currency,
      isTold ? currencyReason(currency) : 'nothing: the files do not tell',
    ]),
  ];
  if (Object.keys(exceptional).length > 0) {
    lines.splice(2, 0, line('', ['calendars', exceptional, 'the times of these symbols']));
  }
  if (Object.keys(exceptions).length > 0) {
    lines.push(line('', ['currencies', exceptions, 'the pairs']));
  }
  lines.push(...tableLines(tables));
  for (const { holds, file } of actions) {
    lines.push(line('', [holds, { file }, `${holds} in the price files`]));
  }
  const comments = notes.map((note) => `# ${note}`);
  return ['# Written by tapefold data init: edit what is wrong.', ...comments, ...lines, ''].join(
    '\n',
  );
}

/** Symbols whose rows are of sessions in Shanghai. */
/** The tables of each kind, with the keys that are known. */
function tableLines(tables: readonly GuessedTable[]): string[] {
  const basis = basisOf(tables);
  const lines: string[] = [];
  for (const holds of ['bars', 'quotes', 'trades'] as const) {
    const tablesOfKind = tables.filter((table) => table.holds === holds);
    if (tablesOfKind.length > 0) lines.push(`${holds}:`);
    for (const { keys } of tablesOfKind) {
      const knownKeys = keys.filter(([, value]) => value !== undefined);
      for (const [index, [key, value, reason]] of knownKeys.entries()) {
        const guess: Guess = [key, key === 'priceBasis' ? basis : value, reason];
        lines.push(line(index === 0 ? '  - ' : '    ', guess));
      }
    }
  }
  return lines;
}

function chineseOf(tables: readonly GuessedTable[]): ReadonlySet<string> {
  const chinese = tables.flatMap(({ symbols, calendar, calendars }) =>
    symbols.filter((symbol) => (calendars.get(symbol) ?? calendar) === 'XSHG'),
  );
  return new Set(chinese);
}

const currencyReason = (currency: string): string =>
  currency === 'CNY' ? 'the codes of the shares' : 'the pair';

function calendarReason(tables: readonly GuessedTable[]): string {
  if (tables.every(({ hasUtcDays }) => hasUtcDays)) {
    return 'the header, which is that of Databento: its days are those of UTC';
  }
  const fit = Math.floor(100 * Math.min(...tables.map((table) => table.fit)));
  const isChinese = tables.every(({ calendar }) => calendar === 'XSHG');
  return `times, ${fit}% of which are of sessions in ${isChinese ? 'Shanghai' : 'New York'}`;
}

/** The calendars of symbols whose times fit another than that of the first file. */
function ownCalendars(tables: readonly GuessedTable[]): Readonly<Record<string, CalendarName>> {
  const names = new Map<string, CalendarName>();
  let main: CalendarName | undefined;
  for (const [calendar, grouped] of Map.groupBy(tables, (table) => table.calendar)) {
    const { dayStart, weekStart } = startsOf(grouped);
    const weeks = weekStart === undefined ? calendar : (`${calendar} weekly` as const);
    const name = calendarNameOf({ calendar: weeks, dayStart, weekStart });
    main ??= name;
    // The first of several files of a symbol decides.
    for (const { symbols, calendars } of grouped) {
      for (const symbol of symbols) {
        if (!names.has(symbol)) names.set(symbol, calendars.get(symbol) ?? name);
      }
    }
  }
  return Object.fromEntries([...names].filter(([, name]) => name !== main));
}

/**
 * Days and weeks of the files of one calendar begin where those of the first do. Throws
 * `InvalidInput` if not.
 */
function startsOf(tables: readonly GuessedTable[]): CalendarStarts {
  const timed = tables.filter(
    ({ holds, frequency }) => holds === 'bars' && frequency !== 'intraday',
  );
  const [first] = timed;
  const other = timed.find(({ starts }) => !isDeepStrictEqual(starts, first?.starts));
  if (first && other) {
    throw invalidInput('days of the files begin at different times', {
      where: fileOfTable(other),
      expected:
        `${startWords(first)}, as in ${fileOfTable(first)}; use a ` + 'data set for each, or hours',
      found: startWords(other),
    });
  }
  return first?.starts ?? {};
}

const startWords = ({ starts: { dayStart, weekStart } }: GuessedTable): string =>
  [dayStart === undefined ? 'those of the calendar' : `from ${dayStart}`, weekStart ?? []]
    .flat()
    .join(', ');

/**
 * All bars of a data set have one basis: the one that uses the most future information.
 * Throws `InvalidInput` if some files have closes that jump at splits, and others closes
 * that are adjusted.
 */
function basisOf(tables: readonly GuessedTable[]): PriceBasis | undefined {
  const bars = tables.filter(({ holds }) => holds === 'bars');
  const split = bars.find(({ splits }) => splits.length > 0);
  const other = bars.find((one) => one.basis !== 'raw' && !one.isBasisOpen);
  if (split && other) {
    throw invalidInput('the files have different price bases', {
      where: fileOfTable(other),
      expected: `raw, as in ${fileOfTable(split)}; use a data set for each, or --price-basis raw`,
      found: other.basis,
    });
  }
  if (split) return 'raw';
  return (['adjusted', 'split-adjusted', 'raw'] as const).find((one) =>
    bars.some(({ basis }) => basis === one),
  );
}

function line(indent: string, [key, value, why]: Guess): string {
  const text = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  return `${indent}${key}: ${text}${why === undefined ? '' : ` # guessed from ${why}`}`;
}
