/** A data set over tables: opened lazily, read once to know what it holds, and again for each tape. */

import { canonicalHash, excerpt, invalidInput } from '#values';
import type { FactSource } from '#contracts';
import { SymbolTable } from './bars/bar-batch.js';
import { barTimes } from './bars/bar-times.js';
import { calendarOf } from './calendar/calendar-of.js';
import { factKindOfTable, scanDataset, type DatasetScan } from './check/dataset-scan.js';
import type { FactTableAccess } from './check/fact-scan.js';
import { coverageOf, reportOf } from './check/report-of-scan.js';
import type { Dataset, OpenSourcesOptions } from './dataset.js';
import { DocumentIndex } from './documents/document-index.js';
import { knowledgeTimes } from './knowledge-time.js';
import type {
  BarTable,
  DatasetManifest,
  FactTable,
  FactTableKind,
} from './manifest/dataset-manifest.js';
import { describeDefect } from './rows/row-defect.js';
import { hashOfInput, type ByteInput } from './rows/byte-input.js';
import { barSources, type BarTableAccess } from './sources/bar-sources.js';
import { droppedRowSource } from './sources/dropped-row-source.js';
import { factTableSource } from './sources/fact-table-source.js';
import { sessionSources } from './sources/session-sources.js';
import type { TableLocation } from './tables/table-location.js';

export interface TableDatasetOptions {
  readonly manifest: DatasetManifest;
  readonly bars: readonly { readonly table: BarTable; readonly location: TableLocation }[];
  readonly facts: readonly {
    readonly holds: FactTableKind;
    readonly table: FactTable;
    readonly location: TableLocation;
  }[];
  /** Rows that a sort of bars holds in memory before it spills. */
  readonly rowBudget?: number;
  /** Files that the manifest does not speak of, for a warning. */
  readonly unlisted?: readonly string[];
  /** Lets go of what lies behind the tables. */
  dispose(): Promise<void>;
}

const rowBudgetOfBars = 250_000;
/** Rows with long texts weigh more. */
const rowBudgetOf = {
  news: 20_000,
  filings: 20_000,
  fundamentals: 2_000,
  dividends: 50_000,
  splits: 50_000,
};

/** A data set from its manifest and the places of its tables. Opens its files at once. */
export async function tableDataset(options: TableDatasetOptions): Promise<Dataset> {
  const { manifest } = options;
  const calendar = calendarOf(manifest.calendar);
  const times = knowledgeTimes(calendar, manifest.dateRule);
  const symbolTable = new SymbolTable(manifest.symbols);
  const documents = new DocumentIndex();
  const inputs = new Map<string, ByteInput>();
  const input = (location: TableLocation): ByteInput => {
    const known = inputs.get(location.name);
    if (known) return known;
    const opened = location.open();
    inputs.set(location.name, opened);
    return opened;
  };
  const zoned = <T extends FactTable | BarTable>(table: T): T => ({
    ...table,
    timestampZone: table.timestampZone ?? manifest.timeZone,
  });
  const currencyOf = (symbol: string): string =>
    (Object.hasOwn(manifest.currencies, symbol) ? manifest.currencies[symbol] : undefined) ??
    manifest.currency;
  const close = async (): Promise<void> => {
    documents.close();
    for (const opened of inputs.values()) opened.close();
    await options.dispose();
  };
  const accesses = (): { bars: BarTableAccess[]; facts: FactTableAccess[] } => ({
    bars: options.bars.map(({ table, location }) => ({
      table: zoned(table),
      location,
      input: input(location),
      symbols: symbolTable,
      times: barTimes(table, calendar, times),
    })),
    facts: options.facts.map(({ holds, table, location }) => ({
      holds,
      table: zoned(table),
      location,
      input: input(location),
      context: { times, calendar, currencyOf },
      documents,
    })),
  });
  let scanned: Promise<DatasetScan> | undefined;
  const rowBudget = options.rowBudget ?? rowBudgetOfBars;
  const scan = (): Promise<DatasetScan> =>
    (scanned ??= scanDataset({
      manifest,
      calendar,
      symbols: symbolTable,
      rowBudget,
      ...accesses(),
    }).then((found) => withUnlisted(found, options.unlisted ?? [])));
  const [firstBars] = options.bars;
  const daily = firstBars?.table.frequency !== 'intraday';
  try {
    accesses();
    const symbols = manifest.symbols ?? symbolsOf(await scan());
    return {
      name: manifest.name,
      manifest,
      symbols,
      calendar,
      sessionsPerYear: calendar.sessionsPerYear,
      priceBasis: firstBars?.table.priceBasis ?? 'raw',
      tradePrice: firstBars?.table.tradePrice ?? 'close',
      barFrequency: daily ? 'daily' : 'intraday',
      synthetic: manifest.synthetic,
      dateRule: manifest.dateRule,
      documents,
      currencyOf,
      coverage: async () => coverageOf(await scan(), symbols, daily),
      check: async () => reportOf(await scan(), manifest, symbols, daily),
      contentHash: () => Promise.resolve(contentHashOf(options, input)),
      openSources: async (wanted) =>
        sourcesOf(await scan(), symbols, wanted, { calendar, times, rowBudget }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Manifest and files as one hash: names of files and of the data set itself stay outside. */
function contentHashOf(
  options: TableDatasetOptions,
  input: (location: TableLocation) => ByteInput,
): string {
  const hashes = new Map<string, string>();
  const hashed = <T extends object>(table: T, location: TableLocation): T & { file: string } => {
    const known = hashes.get(location.name) ?? hashOfInput(input(location));
    hashes.set(location.name, known);
    return { ...table, file: known };
  };
  const { name: _name, ignore: _ignore, ...manifest } = options.manifest;
  return canonicalHash({
    ...manifest,
    bars: options.bars.map(({ table, location }) => hashed(table, location)),
    ...Object.fromEntries(
      options.facts.map(({ holds, table, location }) => [holds, hashed(table, location)]),
    ),
  });
}

function symbolsOf(scan: DatasetScan): string[] {
  const names = scan.histories.size > 0 ? scan.histories.keys() : namesInFacts(scan);
  return [...new Set(names)].sort();
}

function* namesInFacts(scan: DatasetScan): Generator<string> {
  for (const facts of scan.facts) yield* facts.countOf.keys();
}

function withUnlisted(scan: DatasetScan, files: readonly string[]): DatasetScan {
  for (const file of files) {
    scan.log.warning(file, 0, { what: 'the file is neither used nor ignored by dataset.yaml' });
  }
  return scan;
}

type SourceContext = Pick<Dataset, 'calendar'> & {
  readonly times: ReturnType<typeof knowledgeTimes>;
  readonly rowBudget: number;
};

function sourcesOf(
  scan: DatasetScan,
  known: readonly string[],
  { symbols, until, badRows }: OpenSourcesOptions,
  { calendar, times, rowBudget }: SourceContext,
): FactSource[] {
  requireSymbols(symbols, known);
  if (badRows === 'refuse') refuseDefects(scan);
  const lastSession = calendar.sessionOnOrBefore(until);
  const end = calendar.closeOf(lastSession);
  const instrumentOf = new Map(symbols.map((symbol, index) => [symbol, index]));
  const histories = symbols.flatMap((symbol) => scan.histories.get(symbol) ?? []);
  const firsts = histories.flatMap(({ firstSession }) => firstSession ?? []);
  const shared = { instrumentOf, until: end };
  const sourceCount = Math.max(1, histories.length);
  return [
    ...scan.bars.flatMap((bars) => barSources({ ...bars, ...shared, rowBudget, sourceCount })),
    ...scan.facts.map((facts) => {
      const { holds } = facts.access;
      const budget = Math.min(rowBudget, rowBudgetOf[holds]);
      return factTableSource({
        ...shared,
        scan: facts,
        kind: factKindOfTable[holds],
        rowBudget: budget,
      });
    }),
    ...(firsts.length === 0
      ? []
      : sessionSources(calendar, times, Math.min(...firsts), lastSession)),
    ...droppedSources(scan, shared),
  ];
}

function droppedSources(
  scan: DatasetScan,
  shared: { instrumentOf: ReadonlyMap<string, number>; until: number },
): FactSource[] {
  const files = [
    ...scan.bars.map(({ scan: { file, dropped } }) => ({ file, dropped })),
    ...scan.facts.map(({ access, dropped }) => ({ file: access.location.name, dropped })),
  ];
  return files.flatMap(({ file, dropped }, number) =>
    dropped.lines.size === 0
      ? []
      : [droppedRowSource({ ...shared, file, number, rows: dropped.sorted })],
  );
}

function requireSymbols(symbols: readonly string[], known: readonly string[]): void {
  const stranger = symbols.find((symbol) => !known.includes(symbol));
  if (stranger !== undefined) {
    throw invalidInput('the data set has no such symbol', {
      expected: `one of ${excerpt(known.join(', '), 200)}`,
      found: excerpt(stranger),
    });
  }
  const twice = symbols.find((symbol, index) => symbols.indexOf(symbol) !== index);
  if (twice !== undefined) throw invalidInput('a symbol is named twice', { found: excerpt(twice) });
}

function refuseDefects({ log }: DatasetScan): void {
  const [first] = log.errors;
  if (!first) return;
  const { severity: _severity, file, line, ...defect } = first;
  const count = log.counts
    .filter(({ severity }) => severity === 'error')
    .reduce((sum, one) => sum + one.count, 0);
  throw invalidInput(
    `the data set has ${count} error${count === 1 ? '' : 's'}: ${describeDefect(defect)}`,
    {
      where: `${file} line ${line}`,
    },
  );
}
