/**
 * Weekly reports as tasks: one per symbol at the close of the last session of each ISO
 * week of a window.
 */

import { formatCivilDate, parseCivilDate, type CivilDate } from '#values';
import type { WeeklyReports } from '#contracts/scenario/weekly-reports';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import { endsOfWeeks } from '../calendar/periodic.js';
import { knowledgeTimeOfTask } from '../calendar/knowledge-time.js';
import type { TimedTask } from './task-file.js';

/** Source: HERCULEAN's template of a report. */
const form = `The answer is { rating, report }. rating is STRONG_BUY, BUY, HOLD, SELL or STRONG_SELL; report is
Markdown: a line "**Symbol:** … | **Model:** … | **Week Ending:** YYYY-MM-DD", a line "**Rating:** …",
and eight sections as "##" in this order: Executive Summary; Investment Rating & Thesis (with the rating
again); Weekly Price Performance & Technical Indicators; News & Catalysts; Earnings & Filings Update;
Sector & Relative Performance; Risk Factors; Recommendation, Outlook & Scenarios. The third has a table
of the columns Metric and Value with the numbers of get_weekly_metrics, in the rows Week Open, Week
Close, Weekly Return, 4-Week Return, 20-Day MA, Price vs 20-Day MA, Weekly Volatility, Distance from
52-Week High, 20-Day Support, 20-Day Resistance, Short-term Momentum, MACD Signal, RSI (14), Volume
Ratio (vs 20d avg), Chaikin Money Flow (20d), Sector Basket Return (1W), Relative Return (1W), Relative
Return (4W), Correlation (60D) and Beta (60D); a value that is null is N/A.`;

/**
 * In order of dates, and of the symbols within one; without an end they continue to the end
 * of the calendar.
 */
export function weeklyTasks(
  calendar: SessionCalendar,
  { window, symbols }: WeeklyReports,
): readonly TimedTask[] {
  const from = parseCivilDate(window.from) as CivilDate;
  const to = window.to === 'open' ? calendar.lastDate : (parseCivilDate(window.to) as CivilDate);
  return endsOfWeeks(calendar, from, to).flatMap((date) => {
    const knowledgeTime = knowledgeTimeOfTask(calendar.closeOf(date), null);
    const day = formatCivilDate(date);
    return symbols.map((symbol) => ({
      knowledgeTime,
      task: {
        kind: 'task' as const,
        id: `${symbol}-${day}`,
        instruction:
          `Write the weekly report on ${symbol} for the week that ` + `ends on ${day}.\n\n${form}`,
        inputs: [],
      },
    }));
  });
}
