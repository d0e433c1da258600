/**
 * The schema of `dataset.yaml`: what a data set declares about its files before any
 * of them is read.
 */

import { z } from 'zod';
import { dateRules, priceBases, type CalendarName } from '#contracts';
import {
  baseCalendarSchema,
  dayStartSchema,
  listedCalendarSchema,
  weekdayNames,
  type BaseCalendarName,
} from '#contracts/facts/calendar-name';
import { titlePattern } from '#contracts/facts/own-calendars';
import { isZone } from '#values/zones/zone-clock';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { knownAtExpected, parseKnownAt } from '../tasks/known-at.js';
import { originSchema, placesSchema } from './dataset-origin.js';
import { dateFormat, epochKeys } from './date-format.js';

const delimiters = { comma: ',', tab: '\t', semicolon: ';', pipe: '|' } as const;

/**
 * What prices in this unit are divided by: dividing by a power of ten rounds once. Undefined
 * for other units.
 */
export function scaleDivisor(unit: number): number | undefined {
  const digits = Math.round(-Math.log10(unit));
  const isPower = digits >= 1 && digits <= 15 && Number(`1e-${digits}`) === unit;
  return isPower ? Number(`1e${digits}`) : undefined;
}

/** All optional and without defaults: data sets that omit them keep their content hash. */
const dialectKeys = {
  delimiter: z.enum(['comma', 'tab', 'semicolon', 'pipe', ',', '\t', ';', '|']).optional(),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'gbk']).optional(),
  /** `false`: the first line is a row, and `columns` are positions from 1. */
  header: z.boolean().optional(),
  decimal: z.enum(['.', ',']).optional(),
  thousands: z.enum([',', '.', "'", ' ']).optional(),
  /** Whether numbers may carry a currency sign, `K`, `M`, `B`, `T` or `%`. */
  units: z.boolean().optional(),
  /** The unit of prices, a power of ten: they count it, as fixed-point numbers do. */
  scale: z
    .number()
    .refine((unit) => scaleDivisor(unit) !== undefined, {
      message: 'expected a power of ten from 1e-15 to 0.1, such as 1e-9',
    })
    .optional(),
  /** Shares in a lot, if volumes and sizes count lots. */
  lotSize: z.int().min(2).max(1_000_000).optional(),
  dates: z
    .string()
    .max(40)
    .refine((name) => dateFormat(name) !== undefined, {
      message: 'expected YYYY, MM (or Mon) and DD with separators, such as DD.MM.YYYY',
    })
    .optional(),
  epoch: z.enum(epochKeys).optional(),
  /** Texts that mean an unknown value, besides an empty one. */
  unknown: z.array(z.string().max(40)).max(20).optional(),
};

const dialectSchema = z.object(dialectKeys);
export type DialectKeys = Readonly<z.infer<typeof dialectSchema>>;

/** The character between two fields. */
export const delimiterOf = ({ delimiter = ',' }: DialectKeys): string =>
  delimiters[delimiter as keyof typeof delimiters] ?? delimiter;

const symbol = z.string().min(1).max(32);
const currency = z.string().min(1).max(16);
const column = z.string().min(1).max(200);
const order = z.array(column).min(1).max(8).optional();

/** A file of the data set itself: hostile manifests name `../../secrets` or absolute paths. */
const file = z
  .string()
  .min(1)
  .max(1000)
  .refine((path) => !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..'), {
    message: 'expected a path inside the folder of the data set',
  });
const format = z.enum(['csv', 'jsonl', 'parquet']).optional();

/**
 * Zone of clock times without an offset: UTC, one of the tz database with its clock changes, or
 * a fixed offset.
 */
export const zoneSchema = z
  .string()
  .max(40)
  .refine(isZone, 'expected UTC, a zone of the tz database such as Europe/Berlin, or ±HH:MM');

/** A column by its name, or by its position from 1 if the file has no header. */
const namedColumn = z.union([column, z.int().min(1).max(1000).transform(String)]);

const columnsOf = <const T extends readonly string[]>(names: T) =>
  z.partialRecord(z.enum(names), namedColumn).optional();

/** The fields of each kind of table, and their column names unless `columns` maps them. */
export const tableFields = {
  bars: [
    'symbol',
    'date',
    'timestamp',
    'time',
    'open',
    'high',
    'low',
    'close',
    'adj_close',
    'volume',
    'vwap',
  ],
  news: ['id', 'symbol', 'symbols', 'published_at', 'title', 'summary', 'source', 'url', 'body'],
  filings: [
    'symbol',
    'form',
    'filed_at',
    'accepted_at',
    'period_of_report',
    'accession_no',
    'section',
    'text',
  ],
  fundamentals: [
    'symbol',
    'form',
    'fiscal_year',
    'fiscal_period',
    'period_start',
    'period_end',
    'filing_date',
    'accepted_at',
    'accession_no',
    'statements',
  ],
  dividends: [
    'symbol',
    'ex_dividend_date',
    'declaration_date',
    'record_date',
    'pay_date',
    'cash_amount',
    'currency',
    'dividend_type',
  ],
  splits: ['symbol', 'execution_date', 'split_from', 'split_to'],
  trades: ['symbol', 'timestamp', 'time', 'price', 'size', 'id'],
  quotes: ['symbol', 'timestamp', 'time', 'bid', 'ask', 'bid_size', 'ask_size'],
} as const;

const tableOf = <const T extends readonly string[]>(names: T) =>
  z.strictObject({
    file,
    format,
    order,
    columns: columnsOf(names),
    timestampZone: zoneSchema.optional(),
    ...dialectKeys,
  });

const barsSchema = tableOf(tableFields.bars)
  .extend({
    frequency: z.enum(['daily', 'weekly', 'monthly', 'intraday']),
    /** `session`: a date; `start` and `end`: an instant of the bar. */
    stamp: z.enum(['session', 'start', 'end']),
    barMinutes: z.number().positive().max(1440).optional(),
    priceBasis: z.enum(priceBases),
    tradePrice: z.enum(['close', 'adjClose']).default('close'),
    /** The file has closes alone: open, high and low are the close, and results say so. */
    closeOnly: z.literal(true).optional(),
    /** `vendor`: adj_close is used as the vendor computed it, and not rebased at the as-of. */
    adjusted: z.literal('vendor').optional(),
    /** The symbol of a file without a symbol column. */
    symbol: symbol.optional(),
  })
  .refine((bars) => (bars.frequency !== 'intraday') === (bars.stamp === 'session'), {
    path: ['stamp'],
    message: 'expected session for daily, weekly and monthly bars, start or end for intraday bars',
  })
  .refine((bars) => bars.stamp !== 'start' || bars.barMinutes !== undefined, {
    path: ['stamp'],
    message: 'bars stamped at their start need barMinutes',
  });

/** One file or a list of them: often there is one per day. */
const ticksOf = <const T extends readonly string[]>(names: T) => {
  /** `symbol`: that of a file without a symbol column. */
  const table = tableOf(names).extend({ symbol: symbol.optional() });
  return z.union([table, z.array(table).min(1).max(10_000)]).optional();
};

/**
 * The tasks, and separately their solutions: the tape contains the tasks and never the solutions.
 */
const tasksSchema = z.strictObject({
  file,
  /** When tasks without a time of their own are known; if omitted, before everything else. */
  knownAt: z
    .string()
    .refine((text) => parseKnownAt(text) !== undefined, `expected ${knownAtExpected}`)
    .optional(),
  solutions: file.optional(),
});

/** The sessions of one's own calendar in a file of the data set. */
const ownCalendarSchema = z.strictObject({
  file,
  /** The clock of its dates, and of times without an offset. */
  zone: zoneSchema.optional(),
  /** As scenarios name it; the name of the file if omitted. */
  name: z.string().regex(titlePattern, 'expected at most 40 letters, digits, _ and -').optional(),
  /** For annualization; the mean of its whole years if omitted. */
  sessionsPerYear: z.int().min(1).max(366).optional(),
});
export type OwnCalendar = z.infer<typeof ownCalendarSchema>;

const manifestShape = z.strictObject({
  name: z.string().min(1).max(200),
  calendar: z.union([baseCalendarSchema, ownCalendarSchema]),
  /**
   * Where days of 24/7 and 24/5 begin if not at 00:00 UTC and 17:00 New York: `16:00`,
   * `00:00 America/New_York`.
   */
  dayStart: dayStartSchema.optional(),
  /** The day on which weekly bars begin, if not on Monday. */
  weekStart: z.enum(weekdayNames).optional(),
  timeZone: zoneSchema.default('UTC'),
  currency,
  currencies: z.record(symbol, currency).default({}),
  /**
   * Has symbols whose market has other sessions than `calendar`. No default: others keep
   * their content hash.
   */
  calendars: z.record(symbol, z.union([listedCalendarSchema, ownCalendarSchema])).optional(),
  dateRule: z.enum(dateRules).default('session-close'),
  synthetic: z.boolean().default(false),
  bars: z.union([barsSchema, z.array(barsSchema).min(1).max(10_000)]).optional(),
  news: tableOf(tableFields.news).optional(),
  filings: tableOf(tableFields.filings).optional(),
  fundamentals: tableOf(tableFields.fundamentals).optional(),
  dividends: tableOf(tableFields.dividends).optional(),
  splits: tableOf(tableFields.splits).optional(),
  trades: ticksOf(tableFields.trades),
  quotes: ticksOf(tableFields.quotes),
  tasks: tasksSchema.optional(),
  /** Only for data that follows from a finished result. */
  origin: originSchema.optional(),
  places: placesSchema.optional(),
  ignore: z.array(z.string().min(1)).default([]),
  symbols: z.array(symbol).min(1).max(65_000).optional(),
  peers: z.record(symbol, z.array(symbol)).default({}),
});

export const datasetManifestSchema = manifestShape
  .refine((manifest) => agree(barTables(manifest)), {
    path: ['bars'],
    message: 'all bar files of a data set share frequency, priceBasis, tradePrice and adjusted',
  })
  .refine(({ calendar, dayStart }) => dayStart === undefined || isListed(calendar, '24/'), {
    path: ['dayStart'],
    message: 'sessions of an exchange have their own hours: dayStart is for 24/7 and 24/5',
  })
  .refine(
    (manifest) =>
      manifest.weekStart === undefined ||
      (hasOwnWeeks(manifest) && barTables(manifest)[0]?.frequency === 'weekly'),
    {
      path: ['weekStart'],
      message:
        'weekStart is for weekly bars of 24/7 or of a calendar of your own; of an exchange it ' +
        'may be Sunday',
    },
  )
  .refine((manifest) => !filesOfTables(manifest).includes(manifest.tasks?.solutions), {
    path: ['tasks', 'solutions'],
    message: 'expected a separate file: files read for a tape are not secret',
  });

const isListed = (calendar: DescribedManifest['calendar'], start: string): boolean =>
  typeof calendar === 'string' && calendar.startsWith(start);

/**
 * Whether weeks of this calendar may begin on the day that is declared: an exchange closes on
 * Friday or Saturday.
 */
const hasOwnWeeks = ({
  calendar,
  weekStart,
}: Pick<DescribedManifest, 'calendar' | 'weekStart'>): boolean =>
  typeof calendar !== 'string' ||
  calendar === '24/7' ||
  (weekStart === 'Sunday' && calendar !== '24/5');

/** As its author wrote it: calendars of their own are files. */
export type DescribedManifest = z.infer<typeof manifestShape>;
/** As a data set is read: all calendars have names. */
export type DatasetManifest = Omit<DescribedManifest, 'calendar' | 'calendars'> & {
  readonly calendar: BaseCalendarName;
  readonly calendars?: Readonly<Record<string, CalendarName>> | undefined;
};
/** What the tables of both have in common. */
type ManifestTables = Omit<DescribedManifest, 'calendar' | 'calendars'>;
export type BarTable = z.infer<typeof barsSchema>;
export type TimestampZone = z.infer<typeof zoneSchema>;
const factTableKinds = ['news', 'filings', 'fundamentals', 'dividends', 'splits'] as const;
const tickTableKinds = ['trades', 'quotes'] as const;
/** The tables besides bars. */
export const tableKinds = [...factTableKinds, ...tickTableKinds] as const;
export type TableKind = (typeof tableKinds)[number];
/** Whether a table holds trades or quotes: the manifest may have several of them. */
export const isTickKind = (kind: TableKind): kind is (typeof tickTableKinds)[number] =>
  kind === 'trades' || kind === 'quotes';

/**
 * A table besides bars; `columns` maps a field to its name in the file, `symbol` is that of a file
 * of trades or quotes without a symbol column.
 */
export type FactTable = Readonly<z.infer<ReturnType<typeof tableOf<readonly string[]>>>> & {
  readonly symbol?: string | undefined;
};

/** The bar files, whether the manifest has one or a list. */
export function barTables(manifest: ManifestTables): readonly BarTable[] {
  return asList(manifest.bars);
}

export interface KindOfTable<K, T> {
  readonly holds: K;
  readonly table: T;
}

/** The other tables in the order of their kinds, whether the manifest has one or a list. */
export function factTables(manifest: ManifestTables): readonly KindOfTable<TableKind, FactTable>[] {
  return tableKinds.flatMap((holds) => {
    const tables: FactTable | FactTable[] | undefined = manifest[holds];
    return asList(tables).map((table) => ({ holds, table }));
  });
}

/** The files of all tables and of tasks: everything read for a tape, so all but solutions. */
export function filesOfTables(manifest: ManifestTables): readonly (string | undefined)[] {
  const tables = factTables(manifest).map(({ table }) => table);
  return [...barTables(manifest), ...tables, ...asList(manifest.tasks)].map((one) => one.file);
}

function asList<T>(value: T | T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  return [value];
}

function agree(tables: readonly BarTable[]): boolean {
  const [first] = tables;
  return tables.every(
    (table) =>
      table.frequency === first?.frequency &&
      table.priceBasis === first.priceBasis &&
      table.tradePrice === first.tradePrice &&
      table.adjusted === first.adjusted,
  );
}

/**
 * Parses and validates a manifest. `where` names the file in messages. Unknown keys, wrong types
 * and contradictions throw `InvalidInput` with the line number.
 */
export function parseManifest(text: string, where: string): DescribedManifest {
  return parseYaml(text, where, datasetManifestSchema);
}
