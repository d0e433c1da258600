/** Clock changes by rule: how a zone of the tz database goes on after its last listed change. */

import { civilDate, weekdayOf, type CivilDate } from '../civil-date.js';
import { invariant } from '../failure.js';
import { microsPerHour, microsPerSecond, startOfUtcDay, type Instant } from '../instant.js';

/** A clock change, and the microseconds by which clocks are ahead of UTC from it on. */
interface Change {
  readonly at: Instant;
  readonly offset: number;
}

const name = '(?:[A-Za-z]+|<[^>]+>)';
const time = '[+-]?[0-9]+(?::[0-9]+){0,2}';
const change = `(?:M[0-9.]+|J[0-9]+|[0-9]+)(?:/${time})?`;
const rulePattern = new RegExp(`^${name}(${time})(?:${name}(${time})?,(${change}),(${change}))?$`);

/**
 * The changes of `first` to `last`, both inclusive, in order, by a rule in the form of the
 * environment variable TZ (POSIX 1003.1, 8.3), as in `EST5EDT,M3.2.0,M11.1.0`; none if it has no
 * daylight time.
 */
export function changesByRule(rule: string, first: number, last: number): readonly Change[] {
  const parts = rulePattern.exec(rule);
  invariant(parts !== null, `${rule} is a rule of clock changes`);
  const [, west = '', daylightWest, begin, end] = parts;
  if (begin === undefined || end === undefined) return [];
  const standard = -microsOf(west);
  const daylight = daylightWest === undefined ? standard + microsPerHour : -microsOf(daylightWest);
  const changes: Change[] = [];
  for (let year = first; year <= last; year++) {
    changes.push({ at: clockOf(begin, year) - standard, offset: daylight });
    changes.push({ at: clockOf(end, year) - daylight, offset: standard });
  }
  return changes.toSorted((one, other) => one.at - other.at);
}

/** `5`, `-3:30`, `+2:00:00`. */
function microsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  const micros = ((hours * 60 + minutes) * 60 + seconds) * microsPerSecond;
  return text.startsWith('-') ? -micros : micros;
}

/**
 * The clock reading of a change: `M3.2.0` (second Sunday of March) or `J60` (day 60 without leap
 * days), at 02:00.
 */
function clockOf(text: string, year: number): number {
  const [day = '', clock = '2'] = text.split('/');
  return startOfUtcDay(dayOf(day, year)) + microsOf(clock);
}

function dayOf(text: string, year: number): CivilDate {
  if (text.startsWith('J')) {
    const number = Number(text.slice(1));
    // February 29 does not count.
    return number <= 59 ? civilDate(year, 1, 1) + number - 1 : civilDate(year, 3, 1) + number - 60;
  }
  if (!text.startsWith('M')) return civilDate(year, 1, 1) + Number(text);
  const [month = 1, week = 1, weekday = 0] = text.slice(1).split('.').map(Number);
  const monthStart = civilDate(year, month, 1);
  const nextMonth = month === 12 ? civilDate(year + 1, 1, 1) : civilDate(year, month + 1, 1);
  const firstOne = monthStart + ((7 + weekday - weekdayOf(monthStart)) % 7);
  const wanted = firstOne + 7 * (week - 1);
  // Week 5 is the last one.
  return wanted < nextMonth ? wanted : wanted - 7;
}
