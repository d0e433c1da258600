/** Which of several date formats a file means: the one that gives rows as regular as bars are. */

import {
  excerpt,
  invalidInput,
  isWeekend,
  utcDateOf,
  weekdayOf,
  yearMonthDay,
  type CivilDate,
  type Instant,
} from '#values';
import type { DialectKeys } from '../../manifest/dataset-manifest.js';

/** One way to read all times of a file; clock times are read as UTC. */
export interface Reading {
  readonly keys: DialectKeys;
  readonly stamps: readonly Instant[];
}

/** A reading this close to the best one is as plausible. */
const closeness = 0.9;
/**
 * Days between rows of a frequency: the range and the average. Daily rows skip
 * weekends and holidays.
 */
const spacings = [
  { name: 'daily', daysMin: 0, daysMax: 5, average: 1.4 },
  { name: 'weekly', daysMin: 6, daysMax: 9, average: 7 },
  { name: 'monthly', daysMin: 25, daysMax: 35, average: 365.25 / 12 },
  { name: 'quarterly', daysMin: 85, daysMax: 95, average: 365.25 / 4 },
  { name: 'yearly', daysMin: 360, daysMax: 370, average: 365.25 },
] as const;

interface File {
  readonly file: string;
  /** The first time, as the file writes it. */
  readonly first: string;
  /** The symbol of each row. */
  readonly symbols: readonly unknown[];
  /** Whether the market trades on weekends. */
  readonly isAlways: boolean;
}

/**
 * The readings that differ, the likeliest first. Throws `InvalidInput` if another is as plausible
 * as the first: 01/02/2024, 01/03/2024 are days in January or the first days of two months.
 */
export function orderedReadings<T extends Reading>(readings: readonly T[], file: File): T[] {
  const [first] = readings;
  const different = readings.filter(
    ({ stamps }, index) => index === 0 || stamps.some((at, row) => at !== first?.stamps[row]),
  );
  if (different.length < 2) return different;
  const scored = different
    .map((reading) => ({ reading, score: plausibility(reading.stamps, file) }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  if (best && second && second.score >= closeness * best.score) {
    const formats = scored.map(({ reading }) => Object.entries(reading.keys)[0]?.join(': ') ?? '');
    throw invalidInput('the dates can be read in two ways, and the rows do not tell which', {
      where: file.file,
      expected: `${formats.filter(Boolean).join(' or ')}, declared with --dates`,
      found: `dates such as ${excerpt(file.first)}`,
    });
  }
  return scored.map(({ reading }) => reading);
}

/**
 * From 0 to 1: how completely the dates fill the days, weeks or months that they span, and on days
 * that bars have.
 */
function plausibility(stamps: readonly Instant[], file: File): number {
  const dates: CivilDate[] = [];
  const steps: number[] = [];
  const last = new Map<unknown, CivilDate>();
  for (const [row, at] of stamps.entries()) {
    const date = utcDateOf(at);
    const before = last.get(file.symbols[row]);
    last.set(file.symbols[row], date);
    if (date === before) continue;
    dates.push(date);
    if (before !== undefined) steps.push(Math.abs(date - before));
  }
  const spacing = commonSpacing(steps);
  // Several rows of most dates are intraday: these have rows on each day.
  const isIntraday = stamps.length > 1.5 * dates.length;
  if (spacing === undefined || (isIntraday && spacing.name !== 'daily')) return 0;
  const travel = steps.reduce((sum, step) => sum + step, 0);
  const filled = travel === 0 ? 1 : Math.min(1, (steps.length * spacing.average) / travel);
  return filled * usualShare(dates, spacing.name, file.isAlways);
}

/**
 * The frequency of most steps; daily if there is none. Undefined if most steps are of no frequency.
 */
function commonSpacing(steps: readonly number[]) {
  const counts = spacings.map(
    ({ daysMin, daysMax }) => steps.filter((days) => days >= daysMin && days <= daysMax).length,
  );
  const most = Math.max(...counts);
  return 2 * most < steps.length ? undefined : spacings[counts.indexOf(most)];
}

/** The share of the dates that bars of the frequency are usually stamped with. */
function usualShare(
  dates: readonly CivilDate[],
  frequency: (typeof spacings)[number]['name'],
  isAlways: boolean,
): number {
  if (frequency === 'weekly') return 1;
  const isTraded = (date: CivilDate): boolean => isAlways || !isWeekend(date);
  const isUsual = frequency === 'daily' ? isTraded : isMonthEdge;
  return dates.filter(isUsual).length / dates.length;
}

/**
 * Whether the date is the first or last of a month, or its first or last weekday; New
 * Year is a holiday.
 */
function isMonthEdge(date: CivilDate): boolean {
  const { day } = yearMonthDay(date);
  if (day === 1 || yearMonthDay(date + 1).day === 1) return true;
  const weekday = weekdayOf(date);
  if (weekday === 1 && day <= 3) return true;
  if (weekday === 5 && yearMonthDay(date + 3).day <= 2) return true;
  return day === 2 && yearMonthDay(date).month === 1;
}
