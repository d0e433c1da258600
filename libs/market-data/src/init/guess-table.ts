/** Guesses the tables of `dataset.yaml` in a file from all of its rows. */

import { excerpt, invalidInput } from '#values';
import type { PriceBasis } from '#contracts';
import type { ByteInput } from '../rows/byte-input.js';
import { fieldNames } from '../rows/column-names.js';
import { headerLevels, isSideBySide } from '../rows/header-levels.js';
import { LineCursor } from '../rows/line-cursor.js';
import {
  csvHeader,
  decodedInput,
  jsonlRows,
  type CsvTable,
  type RawRow,
} from '../rows/text-rows.js';
import { describeDefect } from '../rows/row-defect.js';
import { hasOffset } from '../rows/zoned-time.js';
import { rowsOf, type TableLocation } from '../tables/table-location.js';
import { BasisRows } from './guess/basis-rows.js';
import { calendarsOfSymbols } from './guess/calendars-of-symbols.js';
import type { Declared } from './declared.js';
import { basisByName, openBasis } from './guess/basis-by-name.js';
import { hasClock, kindOf, type MappedColumns } from './guess/table-kind.js';
import type { DividendRow, SplitRow } from './guess/guess-basis.js';
import { isCoin } from './guess/guess-currency.js';
import { orderedReadings } from './guess/guess-dates.js';
import { guessStamps, usualStep, type StampedFile, type StampGuess } from './guess/guess-stamps.js';
import { sureSymbolOf, symbolOfName, unknownSymbol } from './guess/symbol-of-name.js';
import { positions, textShape, type TextShape } from './guess/text-shape.js';
import {
  BarLengths,
  databentoFixed,
  isDatabento,
  isChineseHeader,
  lotsOf,
} from './guess/vendor-columns.js';
import { symbolsOfHeader } from '../rows/wide-header.js';
import { requireDays } from './guess/written-actions.js';
import { RowSample } from './row-sample.js';
import { requireOneFrequency } from './two-frequencies.js';
import { namesZone } from '../manifest/date-format.js';

/** A key of the manifest, its value, and why; undefined values are omitted. */
export type Guess = readonly [key: string, value: unknown, why?: string | undefined];

export interface GuessedTable extends StampGuess {
  readonly holds: 'bars' | 'trades' | 'quotes';
  readonly keys: readonly Guess[];
  /** The symbols of its rows, each once. */
  readonly symbols: readonly string[];
  /** The calendars of its symbols that differ from that of the table. */
  readonly calendars: ReturnType<typeof calendarsOfSymbols>;
  readonly basis: PriceBasis;
  /** Whether its bars are days of UTC, as those of Databento. */
  readonly hasUtcDays: boolean;
  /** Whether nothing tells the price basis. */
  readonly isBasisOpen: boolean;
  /** Splits and dividends of raw closes that the file itself has. */
  readonly splits: readonly SplitRow[];
  readonly dividends: readonly DividendRow[];
}

/** Maximum number of rows to inspect. */
const rowsMax = 1_000_000;
/** Tickers that yfinance wrote side by side. */
const tickersMax = 1_024;
/**
 * The table of a file; several if yfinance wrote tickers side by side. Throws `InvalidInput` if
 * there are no prices or no times, or if two readings of them are equally plausible.
 */
export async function guessTables(
  location: TableLocation,
  declared: Declared = {},
): Promise<GuessedTable[]> {
  const input = location.open();
  try {
    const shape = location.format === 'csv' ? textShape(input) : { keys: {}, records: [] };
    const { names, isWide } = namesOf(shape, declared, location.name);
    const tables: GuessedTable[] = [];
    for (const name of names) {
      const mapped = isWide && name !== undefined ? { close: name } : undefined;
      const named = { ...declared, symbol: name };
      tables.push(await guessTable(location, input, { ...shape, mapped }, named));
    }
    return tables;
  } finally {
    input.close();
  }
}

/** The symbols of the tables of a file; of a wide one, each is also the column of its closes. */
function namesOf({ keys, records }: TextShape, declared: Declared, file: string) {
  const tickers = [...new Set(levelsOf(records)?.tickers)];
  const wide = keys.header === undefined ? symbolsOfHeader(records[0] ?? []) : [];
  requireFew([...tickers, ...wide], file);
  if (wide.length > 0) return { names: wide, isWide: true };
  if (tickers.length > 1) return { names: tickers, isWide: false };
  return { names: [declared.symbol ?? tickers[0] ?? sureSymbolOf(file)], isWide: false };
}

function levelsOf([first = [], second, third]: TextShape['records']) {
  return headerLevels(first, second, third);
}

/** Whether columns of other symbols stand beside those of this one. */
function isBesideOthers(levels: ReturnType<typeof levelsOf>, mapped: MappedColumns): boolean {
  return mapped !== undefined || (levels !== undefined && isSideBySide(levels));
}

/** Each ticker is a table, and each table is one pass over the file. */
function requireFew(tickers: readonly string[], file: string): void {
  if (tickers.length <= tickersMax) return;
  throw invalidInput('too many tickers side by side', {
    where: `${file} line 1`,
    expected: `at most ${tickersMax}, or rows with a column for the symbol`,
    found: `${tickers.length}`,
  });
}

interface Shape extends Pick<TextShape, 'keys'> {
  readonly placed: Readonly<Record<string, string>> | undefined;
  /** The column of a symbol beside others. */
  readonly mapped: MappedColumns;
  readonly names: readonly string[];
  readonly declared: Declared;
  /** That of rows without one; the name of the file if they have a column for it. */
  readonly symbol: string;
}

async function guessTable(
  location: TableLocation,
  input: ByteInput,
  { keys, records, mapped }: TextShape & Pick<Shape, 'mapped'>,
  declared: Declared,
): Promise<GuessedTable> {
  const placed = keys.header === false ? positions(records[0]) : undefined;
  const table = { ...keys, columns: placed ?? mapped, symbol: declared.symbol };
  const header = await headerOf(location, input, table);
  const clock = hasClock(keys, records);
  const kind = kindOf(location, header, { placed, mapped, hasClock: clock, records });
  requireSymbol(declared, kind.columns, location.name);
  const symbol = declared.symbol ?? symbolOfName(location.name);
  const levels = levelsOf(records);
  const isBeside = isBesideOthers(levels, mapped);
  // Another ticker has a bar then, and this one has none.
  const isEmpty = (row: RawRow): boolean => isBeside && isBlank(row, kind.columns);
  const firstRows: FirstRows = (use) =>
    eachRow(rowsOf(location, [], input, table, kind.fields), (row) => {
      if (!isEmpty(row)) use(row);
    });
  const lengths = new BarLengths(header);
  const sample = new RowSample(keys, declared.dates);
  const broken = await sampleRows(firstRows, kind.columns, { lengths, sample });
  if (sample.first === '') {
    if ((levels ?? mapped) !== undefined) throw noValues(location.name, symbol);
    throw noRows(location.name, broken);
  }
  const names = records[0] ?? header;
  const shape = { ...kind, keys, placed, mapped, names, declared, symbol };
  const days = lengths.days(location.name);
  const hasUtcDays = declared.hasUtcDays === true || lengths.haveUtcDays;
  const times = timesOf(location.name, sample, { ...shape, days, hasUtcDays });
  const rows = basisRows(location.name, sample, { ...shape, times, header });
  if (rows) await firstRows((row) => rows.add(row));
  const { basis, why, splits, dividends } = concludedBasis(location.name, shape, times, rows);
  requireDays(location.name, times.stamps.frequency, { splits, dividends });
  return {
    ...keysOf(sample, shape, { times, basis, why }),
    basis,
    hasUtcDays: hasUtcDays && times.stamps.frequency === 'daily',
    isBasisOpen: why === openBasis,
    splits,
    dividends,
  };
}

/** Whether a row has a time and no value. */
function isBlank({ fields, defect }: RawRow, columns: ReadonlyMap<string, string>): boolean {
  if (defect) return false;
  return [...columns].every(([field, name]) => field === 'timestamp' || fields[name] === '');
}

const noValues = (file: string, symbol: string): Error =>
  invalidInput('no row has a value of a symbol', {
    where: file,
    expected: 'a file without the columns of this symbol, which the vendor did not deliver',
    found: symbol,
  });

/** Passes the first rows of a table, as many as are inspected. */
type FirstRows = (use: (row: RawRow) => void) => Promise<void>;

/** Adds the sound rows to what is gathered; returns the first row that is not sound. */
async function sampleRows(
  firstRows: FirstRows,
  columns: ReadonlyMap<string, string>,
  { lengths, sample }: { readonly lengths: BarLengths; readonly sample: RowSample },
): Promise<RawRow | undefined> {
  let broken: RawRow | undefined;
  const valueOf = ({ fields }: RawRow, field: string): unknown => {
    const column = columns.get(field);
    // Pandas may leave a column without a name, which is none of a field.
    return column === undefined ? undefined : fields[column];
  };
  await firstRows((row) => {
    if (row.defect) {
      broken ??= row;
      return;
    }
    lengths.add(row.fields);
    sample.add((field) => valueOf(row, field));
  });
  return broken;
}

/** Passes the first rows of a file, as many as are inspected. */
async function eachRow(
  batches: AsyncIterable<readonly RawRow[]>,
  use: (row: RawRow) => void,
): Promise<void> {
  let rows = 0;
  for await (const batch of batches) {
    for (const row of batch) use(row);
    if ((rows += batch.length) > rowsMax) return;
  }
}

/** How a spreadsheet has changed the times, if it seems to have. */
function spoiled(time: string): string {
  if (/^[34]\d{4}(?:\.\d{1,12})?$/.test(time)) {
    return '; days as Excel counts them are none: format the column as a date, and save it again';
  }
  if (!/^\d(?:\.\d{1,15})?E\+?\d{1,2}$/i.test(time)) return '';
  return '; a spreadsheet has rounded this one: take the file as it was downloaded';
}

/** Why no row can be read: what is wrong with the first, if there is one. */
function noRows(file: string, broken: RawRow | undefined): Error {
  if (broken?.defect === undefined) {
    const expected = 'a row a bar below the header';
    return invalidInput('the file has no rows', { where: file, expected });
  }
  const { line, defect } = broken;
  return invalidInput(`no row can be read: ${describeDefect(defect)}`, {
    where: `${file} line ${line}`,
  });
}

type Times = ReturnType<typeof timesOf>;

/** The likeliest reading of the times, and what it reveals. */
function timesOf(
  file: string,
  { first, symbols, times }: RowSample,
  {
    placed,
    declared,
    names,
    symbol: tableSymbol,
    days,
    hasUtcDays,
  }: ReturnType<typeof kindOf> & Shape & Pick<StampedFile, 'days' | 'hasUtcDays'>,
) {
  const { calendar, timestampZone } = declared;
  const symbol = String(symbols[0] ?? tableSymbol);
  const isAlways = calendar === undefined ? isCoin(symbol) : calendar === '24/7';
  const [best, other] = orderedReadings(times, { file, first, symbols, isAlways });
  if (!best) {
    throw invalidInput('no row has a time that can be read', {
      where: `${file} line 2`,
      expected:
        declared.dates ?? `a date such as 2024-12-31, or a count since 1970${spoiled(first)}`,
      found: first,
    });
  }
  const isPlaced = hasOffset(first) || namesZone(first);
  const isClock = best.keys.epoch === undefined && !isPlaced;
  // HistData writes Eastern time without daylight saving.
  const histData = placed && /^\d{8} \d{6}/.test(first) ? '-05:00' : undefined;
  const zone = timestampZone ?? histData;
  const isChinese = isChineseHeader(names);
  const stampedFile = { file, isClock, symbol, calendar, zone, days, hasUtcDays, isChinese };
  requireOneFrequency(best.stamps, symbols, { file, step: usualStep(best.stamps, symbols) });
  const stamps = guessStamps(best.stamps, symbols, stampedFile);
  const also = other && `; ${Object.values(other.keys).join()} fits, with less regular rows`;
  return {
    keys: best.keys,
    stamps,
    calendars: calendarsOfSymbols(best.stamps, symbols, stamps, stampedFile),
    why: `times such as ${excerpt(first)}${also ?? ''}`,
  };
}

/**
 * Reads the columns that tell the price basis; undefined if there are none, or nothing
 * is left to tell.
 */
function basisRows(
  file: string,
  { numbers, unknown }: RowSample,
  {
    holds,
    columns,
    keys,
    times,
    header,
    declared,
    symbol,
  }: Shape &
    ReturnType<typeof kindOf> & { readonly times: Times; readonly header: readonly string[] },
): BasisRows | undefined {
  const names = fieldNames(header, ['split_factor', 'dividend']);
  const split = header[names.indexOf('split_factor')];
  const dividend = header[names.indexOf('dividend')];
  const adjusted = columns.get('adj_close');
  const isOpen = declared.priceBasis === undefined || declared.priceBasis === 'raw';
  const isTold = adjusted !== undefined || split !== undefined;
  if (holds !== 'bars' || times.stamps.frequency === 'intraday' || !isOpen || !isTold)
    return undefined;
  const timestamp = columns.get('timestamp') ?? '';
  const close = columns.get('close') ?? '';
  return new BasisRows({
    name: file,
    symbol,
    dialect: { ...keys, ...times.keys, ...numbers[0], unknown: [...unknown] },
    columns: { timestamp, close, symbol: columns.get('symbol'), adjusted, split, dividend },
    isDeclared: declared.priceBasis === 'raw',
  });
}

/** Throws `InvalidInput` if nothing but the name of the file could tell the symbol. */
function requireSymbol(
  { symbol }: Declared,
  columns: ReadonlyMap<string, string>,
  file: string,
): void {
  if (symbol === undefined && !columns.has('symbol')) throw unknownSymbol(file);
}

/** The price basis, why it is guessed, and the actions that raw closes reveal. */
function concludedBasis(
  file: string,
  shape: Parameters<typeof basisByName>[1],
  times: Times,
  rows: BasisRows | undefined,
) {
  const evidence = rows?.evidence;
  const [basis, why] = evidence?.conclude() ?? basisByName(file, shape, times.stamps.calendar);
  const isRaw = basis === 'raw' && evidence !== undefined;
  const splits = isRaw ? evidence.splits : [];
  const dividends = isRaw ? evidence.dividends : [];
  return { basis, why, splits, dividends };
}

/** Keys derived from the file's shape and its rows. */
function keysOf(
  sample: RowSample,
  kind: ReturnType<typeof kindOf> & Shape,
  { times, basis, why }: { readonly times: Times; basis: PriceBasis; why: string },
) {
  const { holds, columns, declared, symbol } = kind;
  const { stamps } = times;
  const isDaily = holds === 'bars' && stamps.frequency !== 'intraday';
  const stamp = isDaily ? 'date' : 'timestamp';
  const symbols = columns.has('symbol') ? [...new Set(sample.symbols.map(String))] : [symbol];
  const basisKeys: readonly Guess[] = [
    ['priceBasis', basis, why],
    ['closeOnly', kind.isCloseOnly || undefined, 'the columns: open, high and low are the close'],
  ];
  return {
    holds,
    ...stamps,
    calendars: times.calendars,
    symbols,
    keys: [
      ['symbol', columns.has('symbol') ? undefined : symbol, 'the file or its name, or --symbol'],
      ...textKeys(kind, stamp),
      ['dates', times.keys.dates, declared.dates === undefined ? times.why : '--dates'],
      ['epoch', times.keys.epoch, times.why],
      ...valueKeys(sample, kind.names, symbols),
      ['timestampZone', stamps.zone, declared.timestampZone ? '--timestamp-zone' : times.why],
      ...(holds === 'bars' ? [...spacingKeys(stamps, isDaily), ...basisKeys] : []),
      ['order', stamps.order === undefined ? undefined : [`${stamps.order}${stamp}`]],
    ] as Guess[],
  };
}

/** The keys on the form of a file's text. */
function textKeys({ keys, placed, mapped }: Shape, stamp: string): Guess[] {
  const places = Object.entries(placed ?? {}).map(([field, at]) => {
    return [field === 'timestamp' ? stamp : field, Number(at)];
  });
  return [
    ['encoding', keys.encoding, 'its first bytes'],
    ['delimiter', keys.delimiter, 'its first lines'],
    ['header', keys.header, 'the first line, which has a time'],
    ['columns', placed ? Object.fromEntries(places) : mapped, 'the first line'],
  ];
}

/** The keys on how numbers and missing values are written. */
function valueKeys(
  { unknown, numbers, isWhole }: RowSample,
  names: readonly string[],
  symbols: readonly string[],
): Guess[] {
  return [
    ...Object.entries(numbers[0] ?? {}).map(([key, value]): Guess => [key, value, 'its numbers']),
    ['scale', isDatabento(names) && isWhole ? 1e-9 : undefined, databentoFixed],
    ['lotSize', ...lotsOf(names, symbols)],
    ['unknown', unknown.size > 0 ? [...unknown] : undefined],
  ];
}

/** The keys on how far bars are apart, and what their times stand for. */
function spacingKeys(stamps: StampGuess, isDaily: boolean): Guess[] {
  const step = isDaily ? `${Math.round(stamps.days)} days` : 'minutes';
  return [
    ['frequency', stamps.frequency, `rows that are ${step} apart`],
    ['stamp', isDaily ? 'session' : timeStamp(stamps), stampReason(stamps)],
    ['barMinutes', isDaily ? undefined : Number((stamps.days * 1440).toPrecision(6))],
  ];
}

const timeStamp = ({ isEnd }: Times['stamps']): string => (isEnd === true ? 'end' : 'start');

const stampReason = ({ frequency, isEnd }: Times['stamps']): string =>
  isEnd === null && frequency === 'intraday'
    ? 'nothing: if they are ends, write end'
    : 'the times of its rows';

async function headerOf(location: TableLocation, input: ByteInput, table: CsvTable) {
  if (location.format === 'database') return (await location.database()).columns(location);
  if (location.format === 'jsonl') return Object.keys(jsonlRows(input).next().value?.fields ?? {});
  return csvHeader(new LineCursor(decodedInput(input, table)), location.name, table, []);
}
