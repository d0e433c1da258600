/**
 * The rows of a report's table of metrics: labels, the metrics that they show, and how
 * a cell is read.
 */

import type { WeeklyMetrics } from '#tools';
import { weeklyMetricsSchema } from '#tools/insights/weekly-metrics-schema';

const { price_vs_ma20, momentum_short, macd_signal, rsi_class } = weeklyMetricsSchema.shape;

interface MetricRow {
  readonly key: keyof WeeklyMetrics;
  readonly label: string;
  /** Dollars, percent, a plain number, or one of these words. */
  readonly unit: '$' | '%' | '' | readonly string[];
  /** Context is compared only where a report shows it. */
  readonly isContext?: boolean;
}

/** The order of the template. */
export const metricRows = [
  { key: 'week_open', label: 'Week Open', unit: '$' },
  { key: 'week_close', label: 'Week Close', unit: '$' },
  { key: 'weekly_return_pct', label: 'Weekly Return', unit: '%' },
  { key: 'return_4week_pct', label: '4-Week Return', unit: '%' },
  { key: 'ma_20day', label: '20-Day MA', unit: '$' },
  { key: 'price_vs_ma20', label: 'Price vs 20-Day MA', unit: price_vs_ma20.unwrap().options },
  { key: 'weekly_volatility', label: 'Weekly Volatility', unit: '%' },
  { key: 'dist_from_52w_high_pct', label: 'Distance from 52-Week High', unit: '%' },
  { key: 'support_20d', label: '20-Day Support', unit: '$', isContext: true },
  { key: 'resistance_20d', label: '20-Day Resistance', unit: '$', isContext: true },
  { key: 'momentum_short', label: 'Short-term Momentum', unit: momentum_short.unwrap().options },
  { key: 'macd_signal', label: 'MACD Signal', unit: macd_signal.unwrap().options },
  { key: 'rsi_14', label: 'RSI (14)', unit: '' },
  { key: 'volume_ratio', label: 'Volume Ratio (vs 20d avg)', unit: '', isContext: true },
  { key: 'cmf_20day', label: 'Chaikin Money Flow (20d)', unit: '', isContext: true },
  { key: 'sector_basket_return_1w_pct', label: 'Sector Basket Return (1W)', unit: '%' },
  { key: 'relative_return_1w_pct', label: 'Relative Return (1W)', unit: '%' },
  { key: 'relative_return_4w_pct', label: 'Relative Return (4W)', unit: '%' },
  { key: 'correlation_60d', label: 'Correlation (60D)', unit: '' },
  { key: 'beta_60d', label: 'Beta (60D)', unit: '' },
] as const satisfies readonly MetricRow[];

/** Part of the cell of the RSI, as `62.31 (neutral)`; a report without it is complete. */
export const rsiClassRow = {
  key: 'rsi_class',
  label: 'RSI (14)',
  unit: rsi_class.unwrap().options,
  isContext: true,
} as const satisfies MetricRow;

export type ReportMetric = (typeof metricRows)[number] | typeof rsiClassRow;
export type MetricKey = ReportMetric['key'];

/** Case, punctuation, and the unit of a number of days or weeks do not distinguish labels. */
const bare = (label: string): string =>
  label
    .toLowerCase()
    .replace('moving average', 'ma')
    .replace(/(\d)[ -]?(?:days?|weeks?|d|w)(?![a-z])/g, '$1')
    .replace(/[^a-z0-9]/g, '');

const rowsByLabel = new Map(
  metricRows.flatMap((row) => {
    // Without what is in parentheses the two relative returns are one.
    const short = row.label.replace(/ \((?!\dW).*$/, '');
    return [row.label, short].map((label) => [bare(label), row] as const);
  }),
);

/** The row of a label; undefined for any other text. */
export const metricRowOf = (label: string): (typeof metricRows)[number] | undefined =>
  label.length > 80 ? undefined : rowsByLabel.get(bare(label));
