/**
 * Periods of contexts: what their dates mean, and when two are equal (XBRL 2.1, 4.7.2 and 4.10).
 */

import { formatCivilDate, parseCivilDate, withoutEnd } from '#values';
import type { Period } from './instance.js';

/**
 * A point in time: midnight before `day` is 0 seconds of it. In UTC if a zone was written, else
 * without a zone.
 */
interface Moment {
  readonly day: number;
  readonly seconds: number;
  /** Digits of the second after the point, without trailing zeros. */
  readonly fraction: string;
  readonly zoned: boolean;
}

const written =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,20}))?)?(?:(Z)|([+-])(\d\d):(\d\d))?$/;
const secondsOfDay = 86_400;

/**
 * A date means the midnight at its beginning if it starts a duration, and the midnight at its end
 * if it is an instant or ends a duration. Undefined if the text is not a date.
 */
function momentOf(text: string, endsDay: boolean): Moment | undefined {
  const match = written.exec(text);
  const date = parseCivilDate(match?.[1] ?? '');
  if (match === null || date === undefined) return undefined;
  const fraction = withoutEnd(match[5] ?? '', '0');
  const inDay = secondsInDay(match, fraction);
  const offset = zoneOffset(match);
  if (inDay === undefined || offset === undefined) return undefined;
  const wholeDay = match[2] === undefined && endsDay ? secondsOfDay : 0;
  const total = date * secondsOfDay + inDay + wholeDay - offset;
  const day = Math.floor(total / secondsOfDay);
  const zoned = match[6] !== undefined || match[7] !== undefined;
  return { day, seconds: total - day * secondsOfDay, fraction, zoned };
}

/** Whole seconds since midnight, at most those of a day; undefined if no clock shows the time. */
function secondsInDay(match: RegExpExecArray, fraction: string): number | undefined {
  const hours = Number(match[2] ?? 0);
  const minutes = Number(match[3] ?? 0);
  const seconds = Number(match[4] ?? 0);
  if (minutes > 59 || seconds > 59) return undefined;
  const inDay = hours * 3600 + minutes * 60 + seconds;
  const isTooLate = inDay > secondsOfDay || (inDay === secondsOfDay && fraction !== '');
  return isTooLate ? undefined : inDay;
}

/** Seconds by which a written zone is ahead of UTC, 0 without one; undefined if there is none. */
function zoneOffset(match: RegExpExecArray): number | undefined {
  const hours = Number(match[8] ?? 0);
  const minutes = Number(match[9] ?? 0);
  if (hours > 14 || minutes > 59) return undefined;
  return (hours * 3600 + minutes * 60) * (match[7] === '-' ? -1 : 1);
}

/** A midnight is written as the date that it begins or ends, anything else with its time. */
function written8601(moment: Moment, endsDay: boolean): string {
  const zone = moment.zoned ? 'Z' : '';
  if (moment.seconds === 0 && moment.fraction === '') {
    return `${formatCivilDate(moment.day - (endsDay ? 1 : 0))}${zone}`;
  }
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const time = [moment.seconds / 3600, (moment.seconds / 60) % 60, moment.seconds % 60].map(two);
  const fraction = moment.fraction === '' ? '' : `.${moment.fraction}`;
  return `${formatCivilDate(moment.day)}T${time.join(':')}${fraction}${zone}`;
}

/**
 * The same text for equal periods and for no others (p-equal): `2020-05-02`,
 * `2019-04-28/2020-05-02`, `forever`, with times only for moments other than midnight. An instant
 * of 2020-05-02T24:00:00 or 2020-05-03T00:00:00 is `2020-05-02`.
 */
export function periodKey(period: Period): string {
  return keyOf(period) ?? writtenPeriod(period);
}

/** The fault of a period: a text that is not a date, or an end that is not after the start. */
export function periodFault(period: Period): string | undefined {
  if (period.kind === 'forever') return undefined;
  if (keyOf(period) === undefined) return 'dates as YYYY-MM-DD, with or without a time';
  if (period.kind === 'instant') return undefined;
  const start = momentOf(period.start, false);
  const end = momentOf(period.end, true);
  if (start === undefined || end === undefined || start.zoned !== end.zoned) return undefined;
  const later = end.day - start.day || end.seconds - start.seconds;
  const isAfter = later > 0 || (later === 0 && `${end.fraction}` > `${start.fraction}`);
  return isAfter ? undefined : 'an end after the start';
}

/** A period in the words of the file. */
export const writtenPeriod = (period: Period): string => {
  if (period.kind === 'forever') return 'forever';
  if (period.kind === 'instant') return period.instant;
  return `${period.start}/${period.end}`;
};

function keyOf(period: Period): string | undefined {
  if (period.kind === 'forever') return 'forever';
  if (period.kind === 'instant') {
    const instant = momentOf(period.instant, true);
    return instant && written8601(instant, true);
  }
  const start = momentOf(period.start, false);
  const end = momentOf(period.end, true);
  return start && end && `${written8601(start, false)}/${written8601(end, true)}`;
}
