/** The report of a check of a recording: rates, lag, gaps, and unreadable frames. */

import { formatCivilDate, formatInstant, microsPerSecond, printable } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { CheckReport, RecordingReport, SymbolCoverage, SymbolGaps } from '#market-data';
import { FindingLog } from '#market-data/findings/finding-log';
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
  const { errors, warnings, counts: findings } = findingsOf(scan);
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
    counts: findings,
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

function findingsOf({ source, damage }: RecordingScan): FindingLog {
  const { counts, gaps, items } = source.fold;
  const { frames, unreadable, unmapped, clockSteps } = counts;
  const log = new FindingLog();
  if (damage !== null) log.error('frames', 0, damage);
  const warn = (what: string, found: string): void => log.warning('frames', 0, { what, found });
  for (const named of counts.named) warn('the feed sent something unexpected', named);
  if (unreadable > 0) warn('frames or items cannot be read', `${unreadable}`);
  if (unmapped > 0) warn('messages or elements have no mapping', `${unmapped}`);
  if (frames > unreadable && counts.items === 0) {
    warn('no frame has an item: the mappings may not match', `${frames} frames`);
  }
  if (gaps.lost > 0) warn('gaps are lost', lossWords(gaps));
  for (const gap of gaps.list().slice(0, gapsListed)) {
    warn('a gap is neither repaired nor lost yet', spanWords(gap.span, missingOf(gap)));
  }
  if (clockSteps > 0) warn('the clock of the machine was set', stepWords(counts));
  for (const symbol of items.halted) warn('trading of a symbol is halted', symbol);
  return log;
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
