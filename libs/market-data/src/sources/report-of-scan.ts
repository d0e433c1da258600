/** Builds the report of a check from the findings of a pass over the files. */

import { formatCivilDate, formatInstant, microsPerSecond, type CivilDate } from '#values';
import type { BarScan } from '../check/bar-scan.js';
import type { BarSpans } from '../check/bar-spans.js';
import { tableKinds } from '../manifest/dataset-manifest.js';
import type {
  BarTable,
  DatasetManifest,
  DialectKeys,
  TableKind,
} from '../manifest/dataset-manifest.js';
import type {
  BarFindings,
  BarTimesReport,
  CheckReport,
  FileReport,
  SymbolCoverage,
  SymbolGaps,
  RowCounts,
} from '../findings/check-report.js';
import type { DatasetScan } from './dataset-scan.js';

/** Rows and extent of each symbol, in the order given. */
export function coverageOf(
  scan: DatasetScan,
  symbols: readonly string[],
  daily: boolean,
): SymbolCoverage[] {
  return symbols.map((symbol) => {
    const history = scan.histories.get(symbol);
    const spell = daily ? formatCivilDate : formatInstant;
    const { firstSession, lastSession } = sessionsOf(scan, symbol);
    const hasBars = history !== undefined && history.rows > 0;
    return {
      symbol,
      bars: history?.rows ?? 0,
      firstBar: hasBars ? spell(history.firstStamp) : null,
      lastBar: hasBars ? spell(history.lastStamp) : null,
      firstSession,
      lastSession,
      ...countsOf(scan, symbol),
    };
  });
}

/** In the order of the kinds. */
function countsOf({ facts }: DatasetScan, symbol: string): RowCounts {
  const sums = Object.fromEntries(tableKinds.map((kind) => [kind, 0])) as Record<TableKind, number>;
  for (const { access, extents } of facts) sums[access.holds] += extents.get(symbol)?.rows ?? 0;
  return sums;
}

/** First and last session in which the symbol has a bar, a trade or a quote. */
export function sessionsOf(
  { histories, facts }: DatasetScan,
  symbol: string,
): { readonly firstSession: CivilDate | null; readonly lastSession: CivilDate | null } {
  const extents = [histories.get(symbol), ...facts.map(({ extents }) => extents.get(symbol))];
  const firsts = extents.flatMap((extent) => extent?.firstSession ?? []);
  const lasts = extents.flatMap((extent) => extent?.lastSession ?? []);
  return {
    firstSession: firsts.length === 0 ? null : Math.min(...firsts),
    lastSession: lasts.length === 0 ? null : Math.max(...lasts),
  };
}

/** Findings about the bars of each symbol that has prices, in the order given. */
export function barFindingsOf(scan: DatasetScan, symbols: readonly string[]): BarFindings[] {
  return symbols.flatMap((symbol): BarFindings[] => {
    const history = scan.histories.get(symbol);
    const { firstSession, lastSession } = history ?? sessionsOf(scan, symbol);
    if (firstSession === null || lastSession === null) return [];
    const { missingRanges: missing, odd } = history ?? { missingRanges: [], odd: [] };
    return [{ symbol, firstSession, lastSession, missing, odd }];
  });
}

export function reportOf(
  scan: DatasetScan,
  manifest: DatasetManifest,
  symbols: readonly string[],
  daily: boolean,
): CheckReport {
  const { log } = scan;
  return {
    dataset: manifest.name,
    synthetic: manifest.synthetic,
    files: filesOf(scan, manifest.calendars !== undefined),
    coverage: coverageOf(scan, symbols, daily),
    gaps: symbols.flatMap((symbol): SymbolGaps[] => {
      const history = scan.histories.get(symbol);
      if (!history || history.missingCount + history.intradayGaps === 0) return [];
      return [
        {
          symbol,
          missingSessions: history.missing.map(formatCivilDate),
          missingSessionCount: history.missingCount,
          intradayGaps: history.intradayGaps,
        },
      ];
    }),
    errors: log.errors,
    warnings: log.warnings,
    counts: log.counts,
  };
}

function filesOf(scan: DatasetScan, areSeveral: boolean): FileReport[] {
  const tables = [
    ...scan.bars.map(({ access, scan: scanned }) => {
      return { access, holds: 'bars' as const, rows: scanned.rows, scanned };
    }),
    ...scan.facts.map(({ access, rows }) => ({ access, holds: access.holds, rows, scanned: null })),
  ];
  return tables.map(({ access: { table, location, input }, holds, rows, scanned }) => ({
    file: location.name,
    holds,
    rows,
    bytes: location.format === 'database' ? 0 : input.size,
    ...valuesOf(table),
    ...(scanned === null ? {} : timedBy(scanned, areSeveral)),
  }));
}

/** How the values of a table are read, if its manifest declares it. */
function valuesOf(table: DialectKeys & Pick<BarTable, 'closeOnly'>): Pick<FileReport, 'values'> {
  const { closeOnly, scale, lotSize } = table;
  const values = {
    ...(closeOnly !== undefined && { closeOnly }),
    ...(scale !== undefined && { scale }),
    ...(lotSize !== undefined && { lotSize }),
  };
  return Object.keys(values).length === 0 ? {} : { values };
}

/** If a file has several calendars, `times` are those of its first row. */
function timedBy(
  { spans, histories }: Pick<BarScan, 'spans' | 'histories'>,
  areSeveral: boolean,
): Partial<FileReport> {
  const [first] = spans;
  if (first === undefined) return {};
  const nameOf = (symbol: number): string => histories.get(symbol)?.symbol ?? '';
  const ofCalendars = spans.map((one) => {
    return { calendar: one.calendar, symbols: one.symbols.map(nameOf), ...timesOf(one) };
  });
  return { times: timesOf(first), ...(areSeveral ? { calendars: ofCalendars } : {}) };
}

const timesOf = ({ from, to, cut }: BarSpans): BarTimesReport => ({
  // Weeks whose days touch open a microsecond after the close before.
  from: from === undefined ? null : formatInstant(from - (from % microsPerSecond)),
  to: formatInstant(to),
  endWithSession: cut,
});
