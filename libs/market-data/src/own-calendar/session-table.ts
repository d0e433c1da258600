/** Sessions as the line of a table, from which calendars are made. */

import {
  formatCivilDate,
  invalidInput,
  weekdayOf,
  yearMonthDay,
  civilDate,
  type CivilDate,
} from '#values';
import { nameOfTable, ownTableMax, type OwnCalendarName } from '#contracts/facts/own-calendars';
import type { ZoneName } from '#values/zones/zone-clock';
import { clockText } from '../calendar/clock-text.js';
import type { OwnSession } from './read-sessions.js';

interface TableOptions {
  /** For messages. */
  readonly file: string;
  readonly title: string;
  readonly zone: ZoneName;
  readonly sessionsPerYear?: number | undefined;
}

/**
 * The line of a calendar and its name. The hours that most sessions have are its regular
 * ones. Throws `InvalidInput` if its sessions a year are neither stated nor found, and if the
 * line is too long.
 */
export function sessionTable(
  sessions: readonly OwnSession[],
  { file, title, zone, sessionsPerYear }: TableOptions,
): { readonly name: OwnCalendarName; readonly table: string } {
  const dates = sessions.map(({ date }) => date);
  const first = dates[0] as CivilDate;
  const last = dates.at(-1) as CivilDate;
  const weekdays = new Set(dates.map(weekdayNumber));
  const byHours = Map.groupBy(sessions, hoursText);
  // The first of those that are equally common, whatever the order of the engine.
  const [regular = ''] = [...byHours.entries()].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )[0] ?? [''];
  byHours.delete(regular);
  const others = [...byHours].map(
    ([hours, those]) => `${hours} ${stepsOf(those.map(({ date }) => date))}`,
  );
  const table = [
    title,
    zone,
    `${formatCivilDate(first)}..${formatCivilDate(last)}`,
    sessionsPerYear ?? meanOfYears(dates, file),
    [...weekdays].sort().join(''),
    regular,
    stepsOf(daysOff(dates, weekdays)),
    others.join(','),
  ].join('|');
  if (table.length <= ownTableMax) return { name: nameOfTable(table), table };
  throw invalidInput('the calendar is too large: nearly every session has hours of its own', {
    where: file,
    expected: `at most ${ownTableMax} characters as a table`,
    found: `${table.length}`,
  });
}

/** 1 is Monday, 7 Sunday. */
const weekdayNumber = (date: CivilDate): number => weekdayOf(date) || 7;

const hoursText = ({ minutes }: OwnSession): string =>
  minutes.map((one) => (one < 0 ? `-${clockText(-one)}` : clockText(one))).join(' ');

/** Dates without a session, on weekdays that have sessions. */
function daysOff(dates: readonly CivilDate[], weekdays: ReadonlySet<number>): CivilDate[] {
  const sessions = new Set(dates);
  const off: CivilDate[] = [];
  for (let date = dates[0] as CivilDate; date < (dates.at(-1) as CivilDate); date++) {
    if (!sessions.has(date) && weekdays.has(weekdayNumber(date))) off.push(date);
  }
  return off;
}

/** Ascending dates, each as its distance from the one before, in base 36. */
function stepsOf(dates: readonly CivilDate[]): string {
  return dates
    .map((date, at) => (date - (at > 0 ? (dates[at - 1] as number) : 0)).toString(36))
    .join(' ');
}

/**
 * A year is whole if it has a session in its first seven days and one in its last seven, or lies
 * between others.
 */
const edge = 7;

/** The sessions of the whole years, as their rounded mean. */
function meanOfYears(dates: readonly CivilDate[], file: string): number {
  const first = dates[0] as CivilDate;
  const last = dates.at(-1) as CivilDate;
  const isWhole = (year: number): boolean =>
    first < civilDate(year, 1, 1) + edge && last >= civilDate(year + 1, 1, 1) - edge;
  const counts = [...Map.groupBy(dates, (date) => yearMonthDay(date).year)]
    .filter(([year]) => isWhole(year))
    .map(([, those]) => those.length);
  if (counts.length > 0) {
    return Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length);
  }
  throw invalidInput('the sessions of a year are not known: the calendar has no whole year', {
    where: file,
    expected: 'sessionsPerYear beside the file in dataset.yaml',
    found: `${formatCivilDate(first)} to ${formatCivilDate(last)}`,
  });
}
