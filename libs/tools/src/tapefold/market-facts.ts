/** Tools for the calendar, corporate actions and the numbers of filings, as known at the as-of. */

import { z } from 'zod';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { type CivilDate, formatCivilDate, formatInstant } from '#values';
import {
  dateOrNull,
  dateText,
  isGiven,
  openRangeFields,
  rangeOf,
  symbolField,
} from '../market/fields.js';
import type { DateRange } from '../market/trading-dates.js';
import { tool } from '../tool/tool.js';

/** Sessions listed if no range is given. */
const sessionsUsual = 20;

export const getCalendar = tool({
  name: 'get_calendar',
  title: 'Sessions of the exchange',
  description:
    'The calendar of the data set with the sessions from date_start to date_end (both ' +
    `inclusive), oldest first; without a range, the last ${sessionsUsual}. open and close are in ` +
    'UTC; early_close marks sessions that end early. Sessions that have not opened by the as-of ' +
    'do not appear. as_of is the time of the last known fact, session the one that opened last.',
  input: z.strictObject(openRangeFields),
  output: z.strictObject({
    calendar: z.string(),
    sessions_per_year: z.int(),
    as_of: z.string().describe('UTC.'),
    session: dateText.nullable(),
    sessions: z.array(
      z.strictObject({
        date: dateText,
        open: z.string(),
        close: z.string(),
        early_close: z.boolean(),
      }),
    ),
  }),
  call: (args, { view }) => {
    const { from, to } = rangeOf(args);
    const calendar = calendarOf(view.calendar);
    const last = view.session ?? -Infinity;
    const isOpen = !isGiven(args.date_start) && !isGiven(args.date_end);
    const first = isOpen ? last - 3 * sessionsUsual : from;
    const sessions = calendar.sessionsBetween(
      Math.max(first, calendar.firstDate),
      Math.min(to, last),
    );
    return {
      calendar: calendar.name,
      sessions_per_year: calendar.sessionsPerYear,
      as_of: formatInstant(view.time),
      session: dateOrNull(view.session),
      sessions: sessions.slice(isOpen ? -sessionsUsual : 0).map((session) => ({
        date: formatCivilDate(session),
        open: formatInstant(calendar.openOf(session)),
        close: formatInstant(calendar.closeOf(session)),
        early_close: calendar.isEarlyClose(session),
      })),
    };
  },
});

/** Actions with their dates inside the range, oldest first. */
function byDate<T>(actions: readonly T[], dateOf: (action: T) => CivilDate, range: DateRange): T[] {
  return actions
    .filter((one) => dateOf(one) >= range.from && dateOf(one) <= range.to)
    .sort((one, other) => dateOf(one) - dateOf(other));
}

export const getCorporateActions = tool({
  name: 'get_corporate_actions',
  title: 'Dividends and splits of a symbol',
  description:
    'Cash dividends (by ex date) and splits (by effective date) of one symbol that are known at ' +
    'the as-of, oldest first; date_start and date_end (inclusive, both optional) bound the ex or ' +
    'effective date. A dividend is known from the close of the day it was declared on, else from ' +
    'the open of its ex date, so an ex date can lie after the as-of. amount is per share of that ' +
    'time, in currency; a split gives `to` new shares for `from` old ones.',
  input: z.strictObject({ symbol: symbolField, ...openRangeFields }),
  output: z.strictObject({
    dividends: z.array(
      z.strictObject({
        symbol: z.string(),
        ex_date: dateText,
        declared_date: dateText.nullable(),
        record_date: dateText.nullable(),
        pay_date: dateText.nullable(),
        amount: z.number(),
        currency: z.string(),
        type: z.string(),
      }),
    ),
    splits: z.array(
      z.strictObject({
        symbol: z.string(),
        effective_date: dateText,
        from: z.number(),
        to: z.number(),
      }),
    ),
  }),
  call: ({ symbol, ...dates }, { view }) => {
    const range = rangeOf(dates);
    const dividends = byDate(view.dividends(symbol), (one) => one.exDate, range);
    const splits = byDate(view.splits(symbol), (one) => one.effectiveDate, range);
    return {
      dividends: dividends.map((dividend) => ({
        symbol,
        ex_date: formatCivilDate(dividend.exDate),
        declared_date: dateOrNull(dividend.declaredDate),
        record_date: dateOrNull(dividend.recordDate),
        pay_date: dateOrNull(dividend.payDate),
        amount: dividend.amount,
        currency: dividend.currency,
        type: dividend.type,
      })),
      splits: splits.map((one) => ({
        symbol,
        effective_date: formatCivilDate(one.effectiveDate),
        from: one.from,
        to: one.to,
      })),
    };
  },
});

const countMax = 40;
const statement = z.record(
  z.string(),
  z.strictObject({ value: z.number(), unit: z.string(), label: z.string() }),
);

export const getFundamentals = tool({
  name: 'get_fundamentals',
  title: 'Numbers of filings of a symbol',
  description:
    'Financial statements of one symbol, one entry a filing, newest first, with the numbers as ' +
    'filed then (restated ones come with the later filing). statements maps statement → tag → ' +
    '{value, unit, label}; values are in units, not thousands. Only what was filed by the as-of. ' +
    'form keeps one form (10-K or 10-Q), statement one statement; count is how many entries to ' +
    `give, default 1, at most ${countMax}.`,
  input: z.strictObject({
    symbol: symbolField,
    form: z.string().min(1).max(32).nullish().describe('For example 10-K.'),
    statement: z
      .string()
      .min(1)
      .max(100)
      .nullish()
      .describe('Name of one statement, as in a result.'),
    count: z.int().min(1).max(countMax).default(1).describe('Entries to give; default 1.'),
  }),
  output: z.array(
    z.strictObject({
      symbol: z.string(),
      form: z.string(),
      fiscal_year: z.int().nullable(),
      fiscal_period: z.string().nullable(),
      period_start: dateText.nullable(),
      period_end: dateText,
      filed_date: dateText,
      statements: z.record(z.string(), statement),
    }),
  ),
  call: ({ symbol, form, statement: only, count }, { view }) =>
    view
      .fundamentals(symbol)
      .filter((one) => !isGiven(form) || one.form === form)
      .slice(-count)
      .reverse()
      .map((report) => ({
        symbol,
        form: report.form,
        fiscal_year: report.fiscalYear,
        fiscal_period: report.fiscalPeriod,
        period_start: dateOrNull(report.periodStart),
        period_end: formatCivilDate(report.periodEnd),
        filed_date: formatCivilDate(report.filedDate),
        statements: Object.fromEntries(
          Object.entries(report.statements).filter(([name]) => !isGiven(only) || name === only),
        ),
      })),
});
