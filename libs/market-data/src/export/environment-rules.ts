/** What becomes of a data set in a HERCULEAN environment file, as rules that the file itself states. */

import type { CivilDate, Instant } from '#values';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import { midnightDate } from '../knowledge-time.js';

/** Stored in the file and shown by the command: a file made under other rules is not rolled forward. */
export const environmentRules = {
  symbols: 'GOOG is GOOGL: Alphabet files its reports under GOOG',
  'share classes': 'bars of GOOG are left out where GOOGL has bars of its own',
  amendments: '10-K/A and 10-Q/A are left out',
  forms: '10-K and 10-Q alone, of these the sections mda and risk',
  prices: 'adj_close is the close where the data set has none; vwap is left out',
  volume: 'whole shares, rounded',
  news:
    'one row a symbol and day: the texts of its items, in order, with a blank line between; an item that came behind ' +
    'the close of a session has the next date',
  filings: 'at the day on which EDGAR accepted them, New York; else at the filing date',
  'other facts': 'fundamentals, dividends, splits, trades and quotes have no table here',
} as const;

/** The symbol that a HERCULEAN file has for one of a data set. */
export const environmentSymbol = (symbol: string): string => (symbol === 'GOOG' ? 'GOOGL' : symbol);

/** Why a filing is not in the file; undefined for one that is. */
export function leftOutFiling(form: string): string | undefined {
  if (form === '10-K' || form === '10-Q') return undefined;
  return form === '10-K/A' || form === '10-Q/A' ? 'amended filings' : 'filings of other forms';
}

/**
 * The date of a news item. A HERCULEAN file counts what has a date as known at that day's close: an item that came
 * later takes the next date, so that nobody reads it too early.
 */
export function dateOfNews(
  calendar: SessionCalendar,
  publishedAt: Instant,
  knownAt: Instant,
): CivilDate {
  const dated = midnightDate(publishedAt);
  if (dated !== undefined) return dated;
  const date = calendar.dateOf(knownAt);
  return calendar.isSession(date) && knownAt > calendar.closeOf(date) ? date + 1 : date;
}
