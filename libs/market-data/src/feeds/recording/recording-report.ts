/** What a check says of a recording: rates, lag, gaps, and what was unreadable. */

import { formatCivilDate, formatInstant, microsPerSecond, printable } from '#values';
import { calendarOf } from '../../calendar/calendar-of.js';
import type {
  CheckReport,
  Finding,
  FindingCount,
  RecordingReport,
  SymbolCoverage,
  SymbolGaps,
} from '../../check/check-report.js';
import type { MissedSpan } from '../feed.js';
import type { FeedDescription } from '../feed-description.js';
import type { FoldCounts } from './fold-counts.js';
import { missingOf, type Gaps } from './gaps.js';
import type { RecordingScan } from './recording-scan.js';

const sessionsListed = 1000;
const gapsListed = 100;

export function recordingReport(
  scan: RecordingScan,
  description: FeedDescription,
  coverage: readonly SymbolCoverage[],
): CheckReport {
  const { counts } = scan.source.fold;
  const warnings = warningsOf(scan);
  const errors = scan.damage === null ? [] : [scan.damage];
  return {
    dataset: description.name,
    synthetic: false,
    files: [
      { file: 'frames', holds: 'frames', rows: counts.frames, bytes: scan.source.reader.bytes },
    ],
    coverage,
    gaps: gapsOf(scan, description),
    errors,
    warnings,
    counts: [...countsOf('error', errors), ...countsOf('warning', warnings)],
    recording: numbersOf(scan),
  };
}

function numbersOf({ source, facts }: RecordingScan): RecordingReport {
  const { fold } = source;
  const { counts, gaps } = fold;
  const { firstAt, lastAt } = counts;
  const seconds = firstAt === null || lastAt === null ? 0 : (lastAt - firstAt) / microsPerSecond;
  const { frames, items, duplicates, late, corrections, unreadable, unused, reconnects } = counts;
  return {
    from: firstAt === null ? null : formatInstant(firstAt),
    to: lastAt === null ? null : formatInstant(lastAt),
    isEnded: fold.isEnded,
    frames,
    items,
    facts,
    itemsPerSecond: seconds > 0 ? items / seconds : null,
    itemsInSecondMax: counts.itemsInSecondMax,
    duplicates,
    late,
    corrections,
    unreadable,
    unused,
    unfinished: counts.unfinished,
    unmapped: counts.unmapped,
    reconnects,
    gapsRepaired: gaps.repaired,
    gapsLost: gaps.lost,
    gapsOpen: gaps.openCount,
    reconciliations: counts.reconciliations,
    reconciled: counts.reconciled,
    lagMs: { median: counts.lagQuantile(0.5), p99: counts.lagQuantile(0.99) },
    clockOffsetMs: counts.clockOffsetMs,
  };
}

function warningsOf({ source }: RecordingScan): Finding[] {
  const { counts, gaps } = source.fold;
  const warning = (what: string, found: string): Finding => ({
    severity: 'warning',
    file: 'frames',
    line: 0,
    what,
    found,
  });
  const open = gaps.list().slice(0, gapsListed);
  return [
    ...counts.named.map((named) => warning('the feed sent something unexpected', named)),
    ...(counts.unreadable > 0
      ? [warning('frames or items cannot be read', String(counts.unreadable))]
      : []),
    ...(counts.unmapped > 0
      ? [warning('messages or elements have no mapping', String(counts.unmapped))]
      : []),
    ...(counts.frames > counts.unreadable && counts.items === 0
      ? [warning('no frame has an item: the mappings may not match', `${counts.frames} frames`)]
      : []),
    ...(gaps.firstLost === undefined ? [] : [warning('gaps are lost', lossWords(gaps))]),
    ...open.map((gap) =>
      warning('a gap is neither repaired nor lost yet', spanWords(gap.span, missingOf(gap))),
    ),
    ...(counts.clockSteps > 0
      ? [warning('the clock of the machine was set', stepWords(counts))]
      : []),
    ...source.fold.items.halted.map((symbol) => warning('trading of a symbol is halted', symbol)),
    ...(source.reader.tornBytes > 0
      ? [warning('the last frame is unfinished', `${source.reader.tornBytes} bytes`)]
      : []),
  ];
}

/** `2, the first of all symbols, … to …, 10 missing: the file was cut`. */
function lossWords({ lost, firstLost }: Gaps): string {
  if (firstLost === undefined) return String(lost);
  const { missing, reason } = firstLost;
  return `${lost}, the first of ${spanWords(firstLost, missing)}: ${printable(reason, 500)}`;
}

function spanWords({ symbol, from, to }: MissedSpan, missing: number | null): string {
  const numbers = missing === null ? '' : `, ${missing} missing`;
  return `${symbol ?? 'all symbols'}, ${formatInstant(from)} to ${formatInstant(to)}${numbers}`;
}

const stepWords = ({ clockSteps, firstStepMs }: FoldCounts): string =>
  `${clockSteps}, the first by ${Math.round(firstStepMs / 1000)} s`;

function countsOf(severity: Finding['severity'], findings: readonly Finding[]): FindingCount[] {
  const kinds = new Map<string, number>();
  for (const { what } of findings) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  return [...kinds].map(([what, count]) => ({ severity, what, count, listed: count }));
}

function gapsOf(
  { symbols }: RecordingScan,
  { calendar, symbols: names }: FeedDescription,
): SymbolGaps[] {
  const sessions = calendarOf(calendar);
  return symbols.map(({ missing }, at) => {
    const dates = missing.flatMap(({ from, to }) => sessions.sessionsBetween(from, to));
    return {
      symbol: names[at] as string,
      missingSessions: dates.slice(0, sessionsListed).map(formatCivilDate),
      missingSessionCount: dates.length,
      intradayGaps: 0,
    };
  });
}
