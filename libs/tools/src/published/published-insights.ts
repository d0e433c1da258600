/** `report_generation_mcp` as HERCULEAN publishes it: its nine tools alone. */

import { formatCivilDate, invalidInput } from '#values';
import type { MarketView } from '#market-view';
import { metricsOfWeek } from '../insights/report-generation-tools.js';
import type { MetricsForm } from '../insights/weekly-metrics.js';
import type { WeeklyMetrics } from '../insights/weekly-metrics-schema.js';
import { rowOn } from '../market/daily-rows.js';
import { conventions, type Tool, type ToolSet } from '../tool/tool.js';
import { exponentialStrengthIndex } from './pandas-indicators.js';
import { date, isoDate, readDate, someObject, symbol } from './published-fields.js';
import { publishedTool } from './published-tool.js';
import { publishedReaders } from './published-trading.js';

const megaCap = 'Mega-Cap Tech';

/** The published map, with its labels of sectors. */
const published = new Map<string, readonly [sector: string, ...peers: string[]]>([
  ['AAPL', [megaCap, 'MSFT', 'GOOGL', 'META']],
  ['ADBE', ['Software / SaaS', 'MSFT']],
  ['AMZN', [megaCap, 'GOOGL', 'META', 'MSFT']],
  ['GOOGL', [megaCap, 'META', 'AMZN', 'MSFT']],
  ['META', [megaCap, 'GOOGL', 'AMZN']],
  ['MSFT', [megaCap, 'GOOGL', 'AMZN', 'AAPL']],
  ['NVDA', [`${megaCap} / Semiconductors`, 'MSFT', 'GOOGL', 'META', 'AMZN', 'AAPL']],
  ['TSLA', [`${megaCap} / EV`, 'AAPL', 'AMZN', 'META', 'GOOGL', 'MSFT', 'NVDA']],
]);

/** Peers by the map of the data set, which may be another market, else by the published one. */
const listPeers = publishedTool({
  name: 'list_peers',
  description: 'Peers and sector: {symbol, sector, peers}.',
  input: { symbol },
  output: someObject,
  call: ({ symbol: asked }, { view }) => {
    const own = view.peers(asked);
    const [sector = null, ...peers] = own === null ? (published.get(asked) ?? []) : [null, ...own];
    return { symbol: asked, sector, peers };
  },
});

const publishedForm: MetricsForm = {
  strengthIndex: exponentialStrengthIndex,
  windowMin: 1,
  onSharedDates: true,
};

type Metric = keyof WeeklyMetrics;

/** Metrics in the order of the published server; `week_start` and `week_end` are not among them. */
const metricsOfReport: readonly Metric[] = [
  'week_open',
  'week_close',
  'weekly_return_pct',
  'return_4week_pct',
  'ma_20day',
  'price_vs_ma20',
  'weekly_volatility',
  'dist_from_52w_high_pct',
  'momentum_short',
  'macd_signal',
  'rsi_14',
  'sector_basket_return_1w_pct',
  'relative_return_1w_pct',
  'relative_return_4w_pct',
  'correlation_60d',
  'beta_60d',
  'support_20d',
  'resistance_20d',
  'volume_ratio',
  'cmf_20day',
  'week_high',
  'week_low',
  'ma_5day',
  'ma_60day',
  'dist_from_52w_low_pct',
  'macd_values',
  'rsi_class',
  'week_trading_days',
  'benchmark_basket',
];

/** The same in the order of the evaluation server. */
export const metricsOfVerification: readonly Metric[] = [
  'week_open',
  'week_close',
  'week_high',
  'week_low',
  'weekly_return_pct',
  'return_4week_pct',
  'ma_5day',
  'ma_20day',
  'ma_60day',
  'price_vs_ma20',
  'weekly_volatility',
  'momentum_short',
  'macd_signal',
  'rsi_14',
  'volume_ratio',
  'cmf_20day',
  'support_20d',
  'resistance_20d',
  'dist_from_52w_high_pct',
  'dist_from_52w_low_pct',
  'sector_basket_return_1w_pct',
  'relative_return_1w_pct',
  'relative_return_4w_pct',
  'correlation_60d',
  'beta_60d',
  'benchmark_basket',
  'macd_values',
  'rsi_class',
  'week_trading_days',
];

/**
 * The metrics of a week that ends with a trading day of the symbol, in this order; throws
 * `InvalidInput` for any other day.
 */
export function publishedMetrics(
  view: MarketView,
  asked: string,
  { text, where, order }: Readonly<{ text: string; where: string; order: readonly Metric[] }>,
): object {
  const target = readDate(text, where, isoDate);
  if (rowOn(view, asked, target) === null) {
    const found = formatCivilDate(target);
    throw invalidInput('no price of this day is known', { where, found });
  }
  const metrics = metricsOfWeek(view, asked, target, publishedForm);
  return Object.fromEntries(order.map((name) => [name, metrics[name]]));
}

const getWeeklyMetrics = publishedTool({
  name: 'get_weekly_metrics',
  description:
    'All numbers of the report week that ends on target_date, a trading day: the 16 of the ' +
    'report, and support_20d, resistance_20d, volume_ratio, cmf_20day and others. _pct are ' +
    'percentages; null where the data do not suffice.',
  input: { symbol, target_date: date },
  output: someObject,
  call: ({ symbol: asked, target_date: text }, { view }) =>
    publishedMetrics(view, asked, { text, where: 'target_date', order: metricsOfReport }),
});

const tools: readonly Tool[] = [...publishedReaders(600), getWeeklyMetrics, listPeers];

export const publishedInsights: ToolSet = {
  name: 'report_generation_mcp',
  title: 'report_generation_mcp',
  instructions: conventions,
  tools,
};
