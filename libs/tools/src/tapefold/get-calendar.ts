/** `get_calendar`: the sessions so far. */

import { z } from 'zod';
import { formatCivilDate, formatInstant } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { dateOrNull, dateText, isGiven, openRangeFields, rangeOf } from '../market/fields.js';
import { tool } from '../tool/tool.js';

/** Sessions listed if no range is given. */
const sessionsUsual = 20;

export const getCalendar = tool({
  name: 'get_calendar',
  title: 'Sessions of the exchange',
  description:
    'The calendar of the data set with the sessions from date_start to date_end (both inclusive), oldest first; ' +
    `without a range, the last ${sessionsUsual}. open and close are in UTC; early_close marks sessions that end ` +
    'early. Sessions that have not opened by the as-of do not appear. as_of is the time of the last known fact, ' +
    'session the one that opened last.',
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
