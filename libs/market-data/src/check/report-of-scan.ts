/** The report of a check, from what a pass over the files found. */

import { formatCivilDate, formatInstant } from '#values';
import type { DatasetManifest, FactTableKind } from '../manifest/dataset-manifest.js';
import type {
  BarFindings,
  CheckReport,
  FileReport,
  SymbolCoverage,
  SymbolGaps,
} from './check-report.js';
import type { DatasetScan } from './dataset-scan.js';

/** Rows and extent of each symbol, in the order given. */
export function coverageOf(
  scan: DatasetScan,
  symbols: readonly string[],
  daily: boolean,
): SymbolCoverage[] {
  const count = (holds: FactTableKind, symbol: string): number =>
    scan.facts
      .filter((facts) => facts.access.holds === holds)
      .reduce((sum, facts) => sum + (facts.countOf.get(symbol) ?? 0), 0);
  return symbols.map((symbol) => {
    const history = scan.histories.get(symbol);
    const spell = daily ? formatCivilDate : formatInstant;
    const hasBars = history !== undefined && history.rows > 0;
    return {
      symbol,
      bars: history?.rows ?? 0,
      firstBar: hasBars ? spell(history.firstStamp) : null,
      lastBar: hasBars ? spell(history.lastStamp) : null,
      firstSession: history?.firstSession ?? null,
      lastSession: history?.lastSession ?? null,
      news: count('news', symbol),
      filings: count('filings', symbol),
      fundamentals: count('fundamentals', symbol),
      dividends: count('dividends', symbol),
      splits: count('splits', symbol),
    };
  });
}

/** Findings about the bars of each symbol that has some, in the order given. */
export function barFindingsOf(scan: DatasetScan, symbols: readonly string[]): BarFindings[] {
  return symbols.flatMap((symbol): BarFindings[] => {
    const history = scan.histories.get(symbol);
    if (history === undefined) return [];
    const { firstSession, lastSession, missingRanges, odd } = history;
    if (firstSession === null || lastSession === null) return [];
    return [{ symbol, firstSession, lastSession, missing: missingRanges, odd }];
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
    files: filesOf(scan),
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

function filesOf(scan: DatasetScan): FileReport[] {
  return [
    ...scan.bars.map(({ access, scan: { file, rows } }) => ({
      file,
      holds: 'bars' as const,
      rows,
      bytes: access.location.format === 'database' ? 0 : access.input.size,
    })),
    ...scan.facts.map(({ access, rows }) => ({
      file: access.location.name,
      holds: access.holds,
      rows,
      bytes: access.location.format === 'database' ? 0 : access.input.size,
    })),
  ];
}
