/** The tool set `report_generation_mcp`, with `list_peers` and `get_weekly_metrics`. */

import { z } from 'zod';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { MarketView } from '#market-view';
import { type CivilDate, formatCivilDate, invalidInput, requireCivilDate } from '#values';
import { lastRow, pricedRows } from '../market/daily-rows.js';
import { dateField, symbolField } from '../market/fields.js';
import { dateOfAsOf } from '../market/trading-dates.js';
import { listNews } from '../texts/news.js';
import { conventions, tool, type ToolSet } from '../tool/tool.js';
import { tradingTools } from '../trading/trading-tools.js';
import { type WeeklyMetrics, weeklyMetricsSchema } from './weekly-metrics-schema.js';
import { basketDays, type MetricsForm, weeklyMetrics } from './weekly-metrics.js';

const technology = 'Information Technology';
const communication = 'Communication Services';
const consumer = 'Consumer Discretionary';

/** HERCULEAN's map, with sectors by GICS. */
const defaults = new Map<string, readonly [sector: string, ...peers: string[]]>([
  ['AAPL', [technology, 'MSFT', 'GOOGL', 'META']],
  ['ADBE', [technology, 'MSFT']],
  ['AMZN', [consumer, 'GOOGL', 'META', 'MSFT']],
  ['GOOGL', [communication, 'META', 'AMZN', 'MSFT']],
  ['META', [communication, 'GOOGL', 'AMZN']],
  ['MSFT', [technology, 'GOOGL', 'AMZN', 'AAPL']],
  ['NVDA', [technology, 'MSFT', 'GOOGL', 'META', 'AMZN', 'AAPL']],
  ['TSLA', [consumer, 'AAPL', 'AMZN', 'META', 'GOOGL', 'MSFT', 'NVDA']],
]);

/** Sector, null if unknown, and peers. Throws `InvalidInput` for an unknown symbol. */
export function peersOf(view: MarketView, symbol: string) {
  const own = view.peers(symbol);
  const [sector = null, ...peers] = own === null ? (defaults.get(symbol) ?? []) : [null, ...own];
  return { symbol, sector, peers };
}

const listPeers = tool({
  name: 'list_peers',
  title: 'Peers of a symbol',
  description:
    'Peers of a symbol, by the map of the data set, else by that of HERCULEAN; an empty list ' +
    'where it has none. Those with prices are the basket of get_weekly_metrics. sector is null ' +
    'where the map is that of the data set.',
  input: z.strictObject({ symbol: symbolField }),
  output: z.strictObject({
    symbol: z.string(),
    sector: z.string().nullable(),
    peers: z.array(z.string()),
  }),
  call: ({ symbol }, { view }) => peersOf(view, symbol),
});

/** Calendar days that contain 260 sessions, even with trading halts of many weeks. */
const historyDays = 600;

const getWeeklyMetrics = tool({
  name: 'get_weekly_metrics',
  title: 'Metrics of a report week',
  description:
    'The numbers of the report week from the Monday of the ISO week of target_date to ' +
    'target_date, from at most the last 260 daily rows. A target_date without a session counts ' +
    'as the session before; one that is not known yet is an error. Prices and ratios have 4 ' +
    'decimals; members in _pct and weekly_volatility are percentages with 2, as have rsi_14 and ' +
    'volume_ratio. What ' +
    'the data does not suffice for is null. week_close is adj_close; averages are on adj_close, ' +
    'seeded at the first of the rows. weekly_volatility: sample deviation of the daily returns ' +
    'inside the week times √5. macd_signal: neutral where line and signal are within the larger ' +
    'of 0.001 and 0.0001 of the line; bullish above, bearish below; strengthening where the ' +
    'histogram moved away from zero. The sector is the equally weighted basket of the peers ' +
    '(list_peers) over 100 calendar days; without peers that have prices its five values are ' +
    'null.',
  input: z.strictObject({
    symbol: symbolField,
    target_date: dateField('Last day of the report week.'),
  }),
  output: z.strictObject({ symbol: z.string(), ...weeklyMetricsSchema.shape }),
  call: ({ symbol, target_date: asked }, { view }) => {
    const where = 'target_date';
    const target = sessionFor(view, symbol, { date: requireCivilDate(asked, where), where });
    return { symbol, ...metricsOfWeek(view, symbol, target) };
  },
});

/**
 * Metrics of the report week that ends with the session `target`. Fails as `weeklyMetrics` does.
 */
export function metricsOfWeek(
  view: MarketView,
  symbol: string,
  target: CivilDate,
  form?: MetricsForm,
): WeeklyMetrics {
  const rowsOf = (one: string, days: number) =>
    pricedRows(view, one, { from: target - days, to: target });
  const peers = peersOf(view, symbol).peers.filter((peer) => view.symbols.includes(peer));
  const rowsOfPeers = new Map(peers.map((peer) => [peer, rowsOf(peer, basketDays)]));
  return weeklyMetrics(rowsOf(symbol, historyDays), rowsOfPeers, target, form);
}

/**
 * The last session on or before `date`. Throws `InvalidInput` with `where` if it is open, or no
 * price is known.
 */
export function sessionFor(
  view: MarketView,
  symbol: string,
  { date, where }: { readonly date: CivilDate; readonly where: string },
): CivilDate {
  const calendar = calendarOf(view.calendar);
  const refused = { where, found: formatCivilDate(date) };
  if (lastRow(view, symbol, date) === null) throw invalidInput('no price up to this date', refused);
  const session = calendar.sessionOnOrBefore(Math.min(date, calendar.lastDate));
  if (calendar.closeOf(session) <= view.time) return session;
  throw invalidInput('the session lies after the as-of: it is not known yet', {
    ...refused,
    expected: `a session that has closed by ${formatCivilDate(dateOfAsOf(view))}`,
  });
}

const readers = tradingTools.tools.filter(({ reads }) => reads);

export const reportGenerationTools: ToolSet = {
  name: 'report_generation_mcp',
  title: 'Market insights tools',
  instructions:
    'Prices, indicators, news, filings and weekly metrics for one report a week and symbol with ' +
    `a rating: STRONG_BUY, BUY, HOLD, SELL or STRONG_SELL. ${conventions} All evaluation is at ` +
    'adj_close.',
  tools: [
    ...readers.map((one) => (one.name === 'list_news' ? listNews(600) : one)),
    listPeers,
    getWeeklyMetrics,
  ],
};
