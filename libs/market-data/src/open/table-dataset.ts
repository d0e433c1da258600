/**
 * A data set over tables: scanned once, on demand, for its contents, and read again for each tape.
 */

import { canonicalHash, excerpt, invalidInput, printable } from '#values';
import { SymbolTable } from '../bars/bar-batch.js';
import { barTimes } from '../bars/bar-times.js';
import { Markets, type Market } from '../calendar/markets.js';
import type { ParsedBars } from '../check/bar-scan.js';
import { scanDataset, type DatasetScan, type OpenTables } from '../sources/dataset-scan.js';
import type { FileWarning } from '../findings/check-report.js';
import { barFindingsOf, coverageOf, reportOf } from '../sources/report-of-scan.js';
import type { WeeklyReports } from '#contracts/scenario/weekly-reports';
import type { Dataset, OpenSourcesOptions } from '../dataset/dataset.js';
import { DocumentIndex } from '../documents/document-index.js';
import {
  isTickKind,
  type BarTable,
  type DatasetManifest,
  type FactTable,
} from '../manifest/dataset-manifest.js';
import type { BarTableAccess } from '../sources/bar-sources.js';
import { ColumnStore } from '../bars/column-store.js';
import { hashOfInput, type ByteInput } from '../rows/byte-input.js';
import { tapeSources } from '../sources/tape-sources.js';
import type { LocatedTable, LocatedTables, TableLocation } from '../tables/table-location.js';
import { datasetTasks, noTasks, withTasks } from './dataset-tasks.js';
import type { DatasetTasks, TaskFiles } from './dataset-tasks.js';
import type { TimedTask } from '../tasks/task-file.js';
import { weeklyTasks } from '../tasks/weekly-reports.js';

export interface ReadingOptions {
  /** Rows that a sort of bars holds in memory before it spills. */
  readonly rowBudget?: number;
  /**
   * Keeps parsed bars for the tapes; if omitted, each tape parses again. Closed with the data set.
   */
  readonly store?: ColumnStore | undefined;
  /** Bars that another thread parsed from this data set. */
  readonly parsed?: ParsedBars | undefined;
  /**
   * `keep`: rows whose trade price is not known are read, for readers that do not trade. Otherwise
   * they are errors.
   */
  readonly unpriced?: 'keep' | undefined;
}

interface TableDatasetOptions extends LocatedTables, ReadingOptions {
  readonly manifest: DatasetManifest;
  readonly tasks?: TaskFiles | null;
  /** Warnings of the check that do not concern table rows. */
  readonly warnings?: readonly FileWarning[];
  /** Closes the inputs of the tables. */
  dispose(): Promise<void>;
}

const rowBudgetOfBars = 100_000;

/** What the bars of a data set declare of their prices; all of them declare the same. */
function pricesOf([bars]: TableDatasetOptions['bars']) {
  if (bars === undefined) {
    return { priceBasis: 'raw', tradePrice: 'close', adjusted: undefined } as const;
  }
  const { priceBasis, tradePrice, adjusted } = bars.table;
  // If trades use the vendor's numbers, reads use them as well.
  const read = tradePrice === 'adjClose' ? ('vendor' as const) : adjusted;
  return { priceBasis, tradePrice, adjusted: read };
}

/** A data set from its manifest and the locations of its tables. Opens its files immediately. */
export async function tableDataset(options: TableDatasetOptions): Promise<Dataset> {
  const { manifest } = options;
  const rowBudget = options.rowBudget ?? rowBudgetOfBars;
  const { parsed, unpriced } = options;
  const store = parsed ? new ColumnStore({ path: parsed.path }) : options.store;
  const tables = openTables({ ...options, store });
  let scanned: Promise<DatasetScan> | undefined;
  const scan = (): Promise<DatasetScan> =>
    (scanned ??= scanDataset({ manifest, ...tables, rowBudget, parsed, unpriced }).then((found) =>
      withWarnings(found, options.warnings ?? []),
    ));
  const { markets, documents, work } = tables;
  const { calendar } = markets.main;
  const checked = async (solutions: boolean): Promise<DatasetScan> =>
    options.tasks ? withTasks(await scan(), options.tasks, work, { solutions }) : scan();
  const daily = isDaily(options);
  const tasks = (reports?: WeeklyReports): readonly TimedTask[] =>
    reports === undefined ? work.tasks() : weeklyTasks(calendar, reports);
  const tasksOf = ({ tasks: wanted = false, until }: OpenSourcesOptions) => {
    if (typeof wanted === 'object') {
      // Without an end, reports are due as far as the data extends: the tape cannot reach
      // the last of them.
      const end = wanted.window.to === 'open' ? calendar.closeOf(until) : Infinity;
      const due = tasks(wanted).filter(({ knowledgeTime }) => knowledgeTime <= end);
      return { file: 'weekly reports', tasks: due };
    }
    return wanted && options.tasks ? { file: options.tasks.location.name, tasks: tasks() } : null;
  };
  try {
    const symbols = manifest.symbols ?? symbolsOf(await scan());
    requireKnownPeers(manifest, symbols);
    requireKnownCalendars(manifest, symbols);
    const context = { calendar, dateRule: manifest.dateRule, rowBudget };
    return {
      name: manifest.name,
      manifest,
      symbols,
      calendar,
      sessionsPerYear: calendar.sessionsPerYear,
      ...pricesOf(options.bars),
      ...(tables.bars.some(({ table }) => table.closeOnly) && { closeOnly: true as const }),
      barFrequency: daily ? 'daily' : 'intraday',
      barMinutes: async () => (daily ? {} : barMinutesOf(await scan())),
      synthetic: manifest.synthetic,
      dateRule: manifest.dateRule,
      documents,
      currencyOf: (symbol) => currencyOf(manifest, symbol),
      calendarOf: (symbol) => markets.of(symbol).calendar,
      coverage: async () => coverageOf(await scan(), symbols, daily),
      barFindings: async () => barFindingsOf(await scan(), symbols),
      check: async ({ solutions = false } = {}) =>
        reportOf(await checked(solutions), manifest, symbols, daily),
      contentHash: async () =>
        contentHashOf(options, store ? (await scan()).hashes : new Map(), tables),
      openSources: async (wanted) =>
        tapeSources(await scan(), symbols, wanted, { ...context, tasks: tasksOf(wanted) }),
      parsed: async () => parsedBars(await scan(), tables.symbols.names, store),
      tasks,
      solutions: work.solutions,
      close: tables.close,
      release: options.dispose,
    };
  } catch (error) {
    await tables.close();
    throw error;
  }
}

interface OpenDataset extends OpenTables {
  readonly markets: Markets;
  readonly documents: DocumentIndex;
  readonly work: DatasetTasks;
  input(location: TableLocation): ByteInput;
  close(): Promise<void>;
}

/** Opens each file once, for all passes over it; on a failure it closes those already open. */
function openTables(options: TableDatasetOptions): OpenDataset {
  const { manifest } = options;
  const markets = new Markets(manifest, options.bars[0]?.table.frequency);
  const symbols = new SymbolTable(options.parsed?.symbols ?? manifest.symbols);
  const documents = new DocumentIndex();
  const inputs = new Map<string, ByteInput>();
  const input = (location: TableLocation): ByteInput => {
    const known = inputs.get(location.name);
    if (known) return known;
    const opened = location.open();
    inputs.set(location.name, opened);
    return opened;
  };
  const closeInputs = (): void => {
    documents.close();
    for (const opened of inputs.values()) opened.close();
  };
  const opened = <L extends LocatedTable<FactTable>>(located: L) => {
    const timestampZone = located.table.timestampZone ?? manifest.timeZone;
    const table: L['table'] = { ...located.table, timestampZone };
    return { ...located, table, input: input(located.location) };
  };
  const tickTimes = onceFor((market) => ({
    ...barTimes({ frequency: 'intraday', stamp: 'end' }, market.calendar, market.times),
    knowledgeTime: market.times.tick,
  }));
  const context = {
    timesOf: (symbol: string | undefined) =>
      (symbol === undefined ? markets.main : markets.of(symbol)).times,
    calendarOf: (symbol: string) => markets.of(symbol).calendar,
    tickTimesOf: (symbol: string) => tickTimes(markets.of(symbol)),
    currencyOf: (symbol: string) => currencyOf(manifest, symbol),
  };
  try {
    const bars = options.bars.map((one) => ({
      ...opened(one),
      symbols,
      ...placesOf(one.table, markets, symbols),
      store: options.store,
    }));
    const facts = options.facts.map((one) => ({ ...opened(one), context, documents }));
    const work = options.tasks
      ? datasetTasks(options.tasks, input(options.tasks.location), documents)
      : noTasks;
    const close = (): Promise<void> => {
      closeInputs();
      options.store?.close();
      return options.dispose();
    };
    return { markets, documents, symbols, bars, facts, work, input, close };
  } catch (error) {
    closeInputs();
    throw error;
  }
}

/** Where bars of a table are in time, by symbol, and in which days. */
function placesOf(
  table: BarTable,
  markets: Markets,
  symbols: SymbolTable,
): Pick<BarTableAccess, 'placesOf' | 'calendar' | 'calendarOf'> {
  const place = onceFor(({ calendar, times, weekStart }) => ({
    calendar,
    times: barTimes({ ...table, weekStart }, calendar, times),
  }));
  const main = place(markets.main);
  if (!markets.areSeveral) return { placesOf: () => main, calendar: markets.main.days };
  const marketOf = (symbol: number): Market => markets.of(symbols.names[symbol] ?? '');
  return {
    placesOf: (symbol) => place(marketOf(symbol)),
    calendar: markets.main.days,
    calendarOf: (symbol) => marketOf(symbol).days,
  };
}

/** What is made of a market, once for each. */
function onceFor<T>(make: (market: Market) => T): (market: Market) => T {
  const made = new Map<Market, T>();
  return (market) => {
    const known = made.get(market);
    if (known !== undefined) return known;
    const one = make(market);
    made.set(market, one);
    return one;
  };
}

function currencyOf({ currencies, currency }: DatasetManifest, symbol: string): string {
  return (Object.hasOwn(currencies, symbol) ? currencies[symbol] : undefined) ?? currency;
}

/**
 * Manifest and files as one hash: it excludes names and places of files and of the data set itself.
 * Solutions count only where the file of tasks has their hashes. A file with stored bars uses the
 * hash of the bytes that were parsed.
 */
function contentHashOf(
  options: TableDatasetOptions,
  parsed: ReadonlyMap<string, string>,
  { input, work }: OpenDataset,
): string {
  const hashes = new Map(parsed);
  const hashed = <T extends object>({ table, location }: LocatedTable<T>) => {
    const known = hashes.get(location.name) ?? hashOfInput(input(location));
    hashes.set(location.name, known);
    return { ...table, file: known };
  };
  const { name: _name, ignore: _ignore, tasks: _tasks, ...described } = options.manifest;
  const { places: _places, ...manifest } = described;
  const { tasks } = options;
  const facts = [...Map.groupBy(options.facts, ({ holds }) => holds)].map(([holds, those]) => {
    const tables = those.map(hashed);
    return [holds, isTickKind(holds) ? tables : tables[0]];
  });
  const documents = work.documentsHash();
  return canonicalHash({
    ...manifest,
    bars: options.bars.map(hashed),
    ...Object.fromEntries(facts),
    ...(tasks && {
      tasks: hashed({ table: { knownAt: tasks.knownAt }, location: tasks.location }),
    }),
    ...(documents !== undefined && { documents }),
  });
}

function parsedBars(
  { bars, unreadable }: DatasetScan,
  symbols: readonly string[],
  store: ColumnStore | undefined,
): ParsedBars | undefined {
  if (unreadable.length > 0) return undefined;
  return { symbols, bars: bars.map(({ scan }) => scan), path: store?.path };
}

/** Throws `InvalidInput` for a symbol, with peers or among them, that the data set lacks. */
function requireKnownPeers({ peers }: DatasetManifest, symbols: readonly string[]): void {
  const known = new Set(symbols);
  for (const [symbol, named] of Object.entries(peers)) {
    const missing = [symbol, ...named].find((one) => !known.has(one));
    if (missing === undefined) continue;
    throw invalidInput('peers name a symbol that the data set does not have', {
      where: `dataset.yaml: peers.${symbol}`,
      expected: `one of ${printable(symbols.join(', '), 200)}`,
      found: excerpt(missing),
    });
  }
}

/** Throws `InvalidInput` for a symbol with a calendar that the data set lacks. */
function requireKnownCalendars(
  { calendars = {} }: DatasetManifest,
  known: readonly string[],
): void {
  const stranger = Object.keys(calendars).find((symbol) => !known.includes(symbol));
  if (stranger === undefined) return;
  throw invalidInput('calendars name a symbol that the data set does not have', {
    where: 'dataset.yaml: calendars',
    expected: `one of ${printable(known.join(', '), 200)}`,
    found: excerpt(stranger),
  });
}

/** Symbols with prices; if there are none, those of the other facts. */
function symbolsOf(scan: DatasetScan): string[] {
  const priced = [
    ...scan.histories.keys(),
    ...scan.facts.flatMap(({ access, extents }) =>
      isTickKind(access.holds) ? [...extents.keys()] : [],
    ),
  ];
  const names =
    priced.length > 0 ? priced : scan.facts.flatMap(({ extents }) => [...extents.keys()]);
  return [...new Set(names)].sort();
}

/** Whether no bar is shorter than a session; without bars, trades and quotes decide. */
function isDaily({ bars: [first], facts }: LocatedTables): boolean {
  if (first !== undefined) return first.table.frequency !== 'intraday';
  return !facts.some(({ holds }) => isTickKind(holds));
}

/** Declared lengths of bars, by the symbols of their files. */
function barMinutesOf({ bars }: DatasetScan): Readonly<Record<string, number>> {
  const lengths = bars.flatMap(({ access, scan }) => {
    const { barMinutes } = access.table;
    if (barMinutes === undefined) return [];
    return [...scan.histories.values()].map(({ symbol }) => [symbol, barMinutes] as const);
  });
  return Object.fromEntries(lengths);
}

function withWarnings(scan: DatasetScan, warnings: readonly FileWarning[]): DatasetScan {
  for (const { file, ...defect } of warnings) scan.log.warning(file, 0, defect);
  return scan;
}
