/**
 * One pass over every file of a data set: collects what the check reports and what
 * the sources need.
 */

import {
  formatCivilDate,
  invalidInput,
  isFailure,
  type CivilDate,
  type TapefoldError,
} from '#values';
import type { Dividend, Split } from '#contracts';
import type { SymbolTable } from '../bars/bar-batch.js';
import type { FactDraft } from '../facts/fact-draft.js';
import { isTickKind, type DatasetManifest } from '../manifest/dataset-manifest.js';
import { hashedInput } from '../rows/byte-input.js';
import { openBarReader, openCheckedBars, type BarTableAccess } from './bar-sources.js';
import { scanBars, type BarScan, type BarScanOptions, type ParsedBars } from '../check/bar-scan.js';
import { scanTable, type FactTableAccess, type TableScan } from '../check/table-scan.js';
import { defectOfFailure, FindingLog } from '../findings/finding-log.js';
import type { SymbolExtent } from '../check/symbol-history.js';

/** The tables of a data set, open for all passes over them. */
export interface OpenTables {
  readonly bars: readonly BarTableAccess[];
  readonly facts: readonly FactTableAccess[];
  readonly symbols: SymbolTable;
}

interface DatasetScanOptions extends OpenTables {
  readonly manifest: DatasetManifest;
  /** Maximum rows that a sort holds in memory. */
  readonly rowBudget: number;
  /** Bars that another thread parsed from the same files. */
  readonly parsed?: ParsedBars | undefined;
  /** As in `BarScanOptions`. */
  readonly unpriced?: 'keep' | undefined;
}

export interface DatasetScan {
  readonly log: FindingLog;
  readonly bars: readonly ScannedBars[];
  /** In the order of their kinds. */
  readonly facts: readonly TableScan[];
  /** Histories of symbols that have bars. */
  readonly histories: ReadonlyMap<string, SymbolExtent>;
  /** SHA-256 of files whose bars were parsed and stored, by name: of the parsed bytes. */
  readonly hashes: ReadonlyMap<string, string>;
  /**
   * Files that are unreadable as a whole (no header, wrong columns): dropping rows does not help.
   */
  readonly unreadable: readonly TapefoldError[];
}

interface ScannedBars {
  readonly access: BarTableAccess;
  readonly scan: BarScan;
}

/** A corporate action and its location. */
interface Action {
  readonly file: string;
  readonly line: number;
  readonly payload: Dividend | Split;
}

/** Actions are read before bars, because a split explains a jump. */
export async function scanDataset(options: DatasetScanOptions): Promise<DatasetScan> {
  const { manifest, symbols } = options;
  const log = new FindingLog();
  const declared = manifest.symbols && new Set(manifest.symbols);
  const actions: Action[] = [];
  const facts: TableScan[] = [];
  const unreadable: TapefoldError[] = [];
  const attempt = async (file: string, read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch (error) {
      if (!isFailure(error, 'InvalidInput')) throw error;
      unreadable.push(error);
      const { line, defect } = defectOfFailure(error);
      log.error(file, line, defect);
    }
  };
  const { rowBudget, unpriced } = options;
  const scanFacts = async (access: FactTableAccess): Promise<void> => {
    const file = access.location.name;
    const onFact = ({ payload }: FactDraft, line: number): void => {
      const isAction = payload.kind === 'dividend' || payload.kind === 'split';
      if (isAction) actions.push({ file, line, payload });
    };
    await attempt(file, async () => {
      facts.push(await scanTable(access, { log, declared, rowBudget, onFact }));
    });
  };
  const ticks = options.facts.filter(({ holds }) => isTickKind(holds));
  for (const access of options.facts) if (!ticks.includes(access)) await scanFacts(access);
  const splitBetween = splitsBySymbol(actions);
  const paidBetween = dividendsBySymbol(actions);
  const hashes = new Map<string, string>();
  const bars: ScannedBars[] = [];
  const shared = { symbols, log, declared, splitBetween, paidBetween, rowBudget, unpriced };
  for (const [number, access] of options.bars.entries()) {
    const known = options.parsed?.bars[number];
    if (known) {
      bars.push({ access, scan: known });
      continue;
    }
    const { location, table, placesOf, store } = access;
    await attempt(location.name, async () => {
      const { scan, hash } = await scanFile(access, { ...shared, table, placesOf, store });
      bars.push({ access, scan });
      if (hash !== undefined) hashes.set(location.name, hash);
    });
  }
  for (const access of ticks) await scanFacts(access);
  const histories = historiesOf(bars.map(({ scan }) => scan));
  warnOfActions(actions, histories, log);
  return { log, bars, facts, histories, hashes, unreadable };
}

/** Hashes the bytes that it parses if the rows are stored. */
async function scanFile(
  access: BarTableAccess,
  options: Omit<BarScanOptions, 'reader' | 'size' | 'sortedReader'> & {
    readonly rowBudget: number;
  },
): Promise<{ scan: BarScan; hash: string | undefined }> {
  const { location, store } = access;
  const isHashed = store !== undefined && location.format !== 'database';
  const input = isHashed ? hashedInput(access.input) : undefined;
  const { rowBudget } = options;
  const reader = openBarReader({ ...access, input: input ?? access.input }, 'file');
  const scan = await scanBars({
    ...options,
    reader,
    // Offsets are useless in a file that must be decoded from its start.
    size: location.format === 'csv' && isUtf8(access.table) ? access.input.size : 0,
    sortedReader: (first) => {
      const { lines } = first.dropped;
      const wants = (symbol: number, line: number): boolean => symbol >= 0 && !lines.has(line);
      return openCheckedBars(access, first, { wants, rowBudget });
    },
  }).finally(() => reader.close());
  return { scan, hash: input?.digest() };
}

const isUtf8 = ({ encoding = 'utf-8' }: BarTableAccess['table']): boolean => encoding === 'utf-8';

function splitsBySymbol(
  actions: readonly Action[],
): (symbol: string, from: CivilDate, to: CivilDate) => boolean {
  const splits = actions.flatMap(({ payload }) => (payload.kind === 'split' ? payload : []));
  const bySymbol = Map.groupBy(splits, ({ symbol }) => symbol);
  return (symbol, from, to) =>
    (bySymbol.get(symbol) ?? []).some(({ effectiveDate: date }) => date > from && date <= to);
}

function dividendsBySymbol(
  actions: readonly Action[],
): (symbol: string, from: CivilDate, to: CivilDate) => number {
  const dividends = actions.flatMap(({ payload }) => (payload.kind === 'dividend' ? payload : []));
  const bySymbol = Map.groupBy(dividends, ({ symbol }) => symbol);
  return (symbol, from, to) =>
    (bySymbol.get(symbol) ?? [])
      .filter(({ exDate }) => exDate > from && exDate <= to)
      .reduce((sum, { amount }) => sum + amount, 0);
}

function historiesOf(scans: readonly BarScan[]): Map<string, SymbolExtent> {
  const histories = new Map<string, SymbolExtent>();
  for (const scan of scans) {
    for (const history of scan.histories.values()) {
      if (history.rows === 0) continue;
      if (histories.has(history.symbol)) {
        throw invalidInput('a symbol has bars in two files', {
          where: scan.file,
          expected: 'one file for each symbol; `tapefold data init` joins those of one',
          found: history.symbol,
        });
      }
      histories.set(history.symbol, history);
    }
  }
  return histories;
}

/** Actions after the last bar: announced ones, or a sign that prices are missing. */
function warnOfActions(
  actions: readonly Action[],
  histories: ReadonlyMap<string, SymbolExtent>,
  log: FindingLog,
): void {
  for (const { file, line, payload } of actions) {
    const { symbol } = payload;
    const date = payload.kind === 'split' ? payload.effectiveDate : payload.exDate;
    const last = histories.get(symbol)?.lastSession ?? null;
    if (last === null || date <= last) continue;
    log.warning(file, line, {
      what: 'the action lies beyond the last bar of its symbol',
      field: symbol,
      expected: `at most ${formatCivilDate(last)}`,
      found: formatCivilDate(date),
    });
  }
}
