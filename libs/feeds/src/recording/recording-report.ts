/** The report of a check of a recording: rates, lag, gaps, and unreadable frames. */

import { formatCivilDate, formatInstant, microsPerSecond, printable } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type {
  CheckReport,
  Finding,
  FindingCount,
  RecordingReport,
  SymbolCoverage,
  SymbolGaps,
} from '#market-data/findings/check-report';
import type { MissedSpan } from '../port/feed.js';
import type { FeedDescription } from '../port/feed-description.js';
import type { FoldCounts } from '../fold/fold-counts.js';
import { missingOf, type Gaps } from '../fold/gaps.js';
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

function numbersOf({ source: { fold } }: RecordingScan): RecordingReport {
  const { counts } = fold;
  const { firstAt, lastAt, items, itemsInSecondMax, unused, unfinished, reconciliations } = counts;
  const seconds = firstAt === null || lastAt === null ? 0 : (lastAt - firstAt) / microsPerSecond;
  return {
    ...fold.totals,
    from: firstAt === null ? null : formatInstant(firstAt),
    to: lastAt === null ? null : formatInstant(lastAt),
    isEnded: fold.isEnded,
    items,
    itemsPerSecond: seconds > 0 ? items / seconds : null,
    itemsInSecondMax,
    unused,
    unfinished,
    reconciliations,
    lagMs: { median: counts.lagQuantile(0.5), p99: counts.lagQuantile(0.99) },
  };
}

function warningsOf({ source }: RecordingScan): Finding[] {
  const { counts, gaps, items } = source.fold;
  const { frames, unreadable, unmapped, clockSteps } = counts;
  const warning = (what: string, found: string): Finding => ({
    severity: 'warning',
    file: 'frames',
    line: 0,
    what,
    found,
  });
  const warnings = (holds: boolean, what: string, found: string): Finding[] =>
    holds ? [warning(what, found)] : [];
  const hasNoItem = frames > unreadable && counts.items === 0;
  const open = gaps.list().slice(0, gapsListed);
  return [
    ...counts.named.map((named) => warning('the feed sent something unexpected', named)),
    ...warnings(unreadable > 0, 'frames or items cannot be read', `${unreadable}`),
    ...warnings(unmapped > 0, 'messages or elements have no mapping', `${unmapped}`),
    ...warnings(hasNoItem, 'no frame has an item: the mappings may not match', `${frames} frames`),
    ...warnings(gaps.lost > 0, 'gaps are lost', lossWords(gaps)),
    ...open.map((gap) =>
      warning('a gap is neither repaired nor lost yet', spanWords(gap.span, missingOf(gap))),
    ),
    ...warnings(clockSteps > 0, 'the clock of the machine was set', stepWords(counts)),
    ...items.halted.map((symbol) => warning('trading of a symbol is halted', symbol)),
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
