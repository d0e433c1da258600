/** `get_forward_returns`: what a symbol did after a report. */

import { z } from 'zod';
import { formatCivilDate, invalidInput, requireCivilDate } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { dailyRows } from '../market/daily-rows.js';
import { dateField, dateText, rounded, symbolField } from '../market/fields.js';
import { tool } from '../tool.js';
import { sessionFor } from './get-weekly-metrics.js';

const closeSchema = z.strictObject({ date: dateText, close: z.number(), return_pct: z.number() });

export const getForwardReturns = tool({
  name: 'get_forward_returns',
  title: 'Returns after a report',
  description:
    'Return of a symbol from its adj_close on report_date to that of so many trading days later, in percent with 2 ' +
    'decimals, for each of the horizons: horizons["5d"] is {date, close, return_pct}, or null where its session has ' +
    'not closed by the as-of. A trading day is a session in which the symbol has a price. A report_date without a ' +
    'session counts as the session before: base_date. For judging ratings, never the quality of a report: its author ' +
    'could not know this.',
  input: z.strictObject({
    symbol: symbolField,
    report_date: dateField('Date of the report.'),
    horizons: z
      .array(z.int().min(1).max(1000))
      .min(1)
      .max(20)
      .default([1, 5, 20])
      .describe('Trading days, for example [1, 5, 20], which is the default.'),
  }),
  output: z.strictObject({
    symbol: z.string(),
    report_date: dateText,
    base_date: dateText,
    base_close: z.number(),
    horizons: z.record(z.string(), closeSchema.nullable()),
    available_horizons: z.array(z.string()),
  }),
  call: ({ symbol, report_date, horizons }, { view }) => {
    const where = 'report_date';
    const session = sessionFor(view, symbol, { date: requireCivilDate(report_date, where), where });
    const calendar = calendarOf(view.calendar);
    // Of intraday bars the last row can be that of a session which is not over.
    const rows = dailyRows(view, symbol, { from: session, to: Infinity }).filter(
      ({ date }) => calendar.closeOf(date) <= view.time,
    );
    const [base] = rows;
    if (base?.date !== session) {
      const expected = `a session with a price of ${symbol}`;
      throw invalidInput('no price', { where, expected, found: formatCivilDate(session) });
    }
    const found = horizons.map((days) => {
      const row = rows[days];
      if (row === undefined) return [`${days}d`, null] as const;
      const { date, adjClose: close } = row;
      const return_pct = rounded(100 * (close / base.adjClose - 1), 2);
      return [`${days}d`, { date: formatCivilDate(date), close, return_pct }] as const;
    });
    return {
      ...{ symbol, report_date, base_date: formatCivilDate(session), base_close: base.adjClose },
      horizons: Object.fromEntries(found),
      available_horizons: found.flatMap(([name, value]) => (value === null ? [] : [name])),
    };
  },
});
