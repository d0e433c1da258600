/** One pass over every file of a data set: what the check reports and what the sources need to know. */

import {
  formatCivilDate,
  invalidInput,
  isFailure,
  type CivilDate,
  type TapefoldError,
} from '#values';
import { factKinds } from '#contracts';
import type { SymbolTable } from '../bars/bar-batch.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { FactDraft } from '../facts/fact-draft.js';
import type { DatasetManifest } from '../manifest/dataset-manifest.js';
import { openBarReader, type BarTableAccess } from '../sources/bar-sources.js';
import { scanBars, type BarScan } from './bar-scan.js';
import { scanFacts, type FactScan, type FactTableAccess } from './fact-scan.js';
import { defectOfFailure } from './defect-of-failure.js';
import { FindingLog } from './finding-log.js';
import type { SymbolHistory } from './symbol-history.js';

export interface DatasetScanOptions {
  readonly manifest: DatasetManifest;
  readonly calendar: SessionCalendar;
  readonly bars: readonly BarTableAccess[];
  readonly facts: readonly FactTableAccess[];
  readonly symbols: SymbolTable;
  /** Rows that a sort holds in memory. */
  readonly rowBudget: number;
}

export interface DatasetScan {
  readonly log: FindingLog;
  readonly bars: readonly { readonly access: BarTableAccess; readonly scan: BarScan }[];
  readonly facts: readonly FactScan[];
  /** Histories of symbols that have bars. */
  readonly histories: ReadonlyMap<string, SymbolHistory>;
  /** Files that cannot be read at all (no header, wrong columns): dropping rows does not mend them. */
  readonly unreadable: readonly TapefoldError[];
}

/** A corporate action and where it stands. */
interface Action {
  readonly file: string;
  readonly line: number;
  readonly symbol: string;
  readonly date: CivilDate;
  readonly split: boolean;
}

/** Actions are read before bars, because a split explains a jump. */
export async function scanDataset(options: DatasetScanOptions): Promise<DatasetScan> {
  const { manifest, calendar, symbols } = options;
  const log = new FindingLog();
  const declared = manifest.symbols && new Set(manifest.symbols);
  const actions: Action[] = [];
  const facts: FactScan[] = [];
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
  for (const access of options.facts) {
    const onFact = (draft: FactDraft, line: number): void => {
      const action = actionOf(draft, access.location.name, line);
      if (action) actions.push(action);
    };
    await attempt(access.location.name, async () => {
      facts.push(await scanFacts(access, { log, declared, onFact }));
    });
  }
  const splitBetween = splitsBySymbol(actions);
  const bars: { access: BarTableAccess; scan: BarScan }[] = [];
  for (const access of options.bars) {
    const { table, times, location, input } = access;
    const sortedReader = (dropped: ReadonlySet<number>) =>
      openBarReader(access, {
        byTime: (symbol, line) => symbol >= 0 && !dropped.has(line),
        rowBudget: options.rowBudget,
      });
    const size = location.format === 'csv' ? input.size : 0;
    const shared = { table, times, symbols, calendar, log, declared, splitBetween, sortedReader };
    await attempt(location.name, async () => {
      const reader = openBarReader(access, 'file');
      bars.push({ access, scan: await scanBars({ ...shared, reader, size }) });
    });
  }
  const histories = historiesOf(bars.map(({ scan }) => scan));
  warnOfActions(actions, histories, log);
  return { log, bars, facts, histories, unreadable };
}

function actionOf({ payload, symbols }: FactDraft, file: string, line: number): Action | undefined {
  const symbol = symbols[0] as string;
  if (payload.kind === 'split')
    return { file, line, symbol, date: payload.effectiveDate, split: true };
  if (payload.kind === 'dividend')
    return { file, line, symbol, date: payload.exDate, split: false };
  return undefined;
}

function splitsBySymbol(
  actions: readonly Action[],
): (symbol: string, from: CivilDate, to: CivilDate) => boolean {
  const dates = new Map<string, CivilDate[]>();
  for (const { symbol, date, split } of actions) {
    if (split) dates.set(symbol, [...(dates.get(symbol) ?? []), date]);
  }
  return (symbol, from, to) => (dates.get(symbol) ?? []).some((date) => date > from && date <= to);
}

function historiesOf(scans: readonly BarScan[]): Map<string, SymbolHistory> {
  const histories = new Map<string, SymbolHistory>();
  for (const scan of scans) {
    for (const history of scan.histories.values()) {
      if (history.rows === 0) continue;
      if (histories.has(history.symbol)) {
        throw invalidInput('a symbol has bars in two files', {
          where: scan.file,
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
  histories: ReadonlyMap<string, SymbolHistory>,
  log: FindingLog,
): void {
  for (const { file, line, symbol, date } of actions) {
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

/** Facts of each kind as the tape numbers them. */
export const factKindOfTable = {
  news: factKinds.news,
  filings: factKinds.filing,
  fundamentals: factKinds.fundamentals,
  dividends: factKinds.dividend,
  splits: factKinds.split,
} as const;
