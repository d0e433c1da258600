/** When the New York Stock Exchange is closed or closes early: rules and single days, with sources. */

import { civilDate, parseCivilDate, weekdayOf, type CivilDate, type Weekday } from '#values';

/**
 * Sources: NYSE Rule 7.2 (holidays and their observance) and the exchange's yearly notices of holidays
 * and early closings; verified against the XNYS calendar of the Python package exchange_calendars and
 * the list of special closings in pandas_market_calendars. Interruptions during a day
 * (1994-02-11, 1996-01-08, 1997-10-27, 2005-06-01) and openings delayed by minutes are omitted, as in
 * exchange_calendars: a daily bar of such a day is known at the regular close.
 */
const singleClosures: Readonly<Record<string, string>> = {
  '1994-04-27': 'day of mourning for Richard Nixon',
  '2001-09-11': 'attacks of September 11',
  '2001-09-12': 'attacks of September 11',
  '2001-09-13': 'attacks of September 11',
  '2001-09-14': 'attacks of September 11',
  '2004-06-11': 'day of mourning for Ronald Reagan',
  '2007-01-02': 'day of mourning for Gerald Ford',
  '2012-10-29': 'Hurricane Sandy',
  '2012-10-30': 'Hurricane Sandy',
  '2018-12-05': 'day of mourning for George H. W. Bush',
  '2025-01-09': 'day of mourning for Jimmy Carter',
};

const [oneOClock, twoOClock] = [13 * 60, 14 * 60];

/** Early closings outside the rules, in minutes after midnight. */
const singleEarlyCloses: Readonly<Record<string, number>> = {
  '1990-12-24': twoOClock,
  '1991-12-24': twoOClock,
  '1992-12-24': twoOClock,
  '1992-11-27': twoOClock,
  '1997-12-26': oneOClock,
  '1999-12-31': oneOClock,
  '2003-12-26': oneOClock,
};

/** Dates of a year without a session, except weekends, with the reason. Valid from 1990. */
export function newYorkClosures(year: number): Map<CivilDate, string> {
  const closures = new Map<CivilDate, string>();
  const newYear = civilDate(year, 1, 1);
  // A New Year's Day on a Saturday is not moved: the Friday before belongs to the year's last accounts.
  if (weekdayOf(newYear) === 0) closures.set(newYear + 1, "New Year's Day");
  else if (weekdayOf(newYear) !== 6) closures.set(newYear, "New Year's Day");
  if (year >= 1998) closures.set(nth(year, 1, 1, 3), 'Martin Luther King Jr. Day');
  closures.set(nth(year, 2, 1, 3), "Washington's Birthday");
  closures.set(easterSunday(year) - 2, 'Good Friday');
  closures.set(lastMondayOfMay(year), 'Memorial Day');
  if (year >= 2022) closures.set(nearestWeekday(civilDate(year, 6, 19)), 'Juneteenth');
  closures.set(nearestWeekday(civilDate(year, 7, 4)), 'Independence Day');
  closures.set(nth(year, 9, 1, 1), 'Labor Day');
  closures.set(thanksgiving(year), 'Thanksgiving');
  closures.set(nearestWeekday(civilDate(year, 12, 25)), 'Christmas');
  for (const [date, reason] of datesOf(singleClosures, year)) closures.set(date, reason);
  return closures;
}

/** Early closings of a year in minutes after midnight, New York. Still includes weekends and holidays. */
export function newYorkEarlyCloses(year: number): Map<CivilDate, number> {
  const closes = new Map<CivilDate, number>();
  if (year >= 1993) {
    closes.set(thanksgiving(year) + 1, oneOClock);
    addOn(closes, civilDate(year, 12, 24), [1, 2, 3, 4]);
  }
  if (year >= 1995) addOn(closes, civilDate(year, 7, 3), year >= 2013 ? [1, 2, 3, 4] : [1, 2, 4]);
  // Before 2013, if Independence Day was a Thursday, the day after it was the short one (1996, 2002).
  if (year >= 1995 && year < 2013) addOn(closes, civilDate(year, 7, 5), [5]);
  for (const [date, minutes] of datesOf(singleEarlyCloses, year)) closes.set(date, minutes);
  return closes;
}

/** Easter Sunday of the Gregorian calendar: "Anonymous Gregorian algorithm" (J. Meeus, 1991, chapter 8). */
export function easterSunday(year: number): CivilDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const monthAndDay = h + l - 7 * m + 114;
  return civilDate(year, Math.floor(monthAndDay / 31), (monthAndDay % 31) + 1);
}

function addOn(
  closes: Map<CivilDate, number>,
  date: CivilDate,
  weekdays: readonly Weekday[],
): void {
  if (weekdays.includes(weekdayOf(date))) closes.set(date, oneOClock);
}

/** The `count`th `weekday` of a month. */
function nth(year: number, month: number, weekday: Weekday, count: number): CivilDate {
  const first = civilDate(year, month, 1);
  return first + ((7 + weekday - weekdayOf(first)) % 7) + 7 * (count - 1);
}

const thanksgiving = (year: number): CivilDate => nth(year, 11, 4, 4);

function lastMondayOfMay(year: number): CivilDate {
  const last = civilDate(year, 5, 31);
  return last - ((weekdayOf(last) + 6) % 7);
}

/** Saturday holidays are observed on Friday, Sunday holidays on Monday. */
function nearestWeekday(date: CivilDate): CivilDate {
  const weekday = weekdayOf(date);
  return weekday === 6 ? date - 1 : weekday === 0 ? date + 1 : date;
}

function datesOf<T>(table: Readonly<Record<string, T>>, year: number): [CivilDate, T][] {
  return Object.entries(table)
    .filter(([date]) => date.startsWith(`${year}-`))
    .map(([date, value]) => [parseCivilDate(date) as CivilDate, value]);
}
