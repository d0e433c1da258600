/** The members of weekly metrics. */

import { z } from 'zod';
import { dateText } from '../market/fields.js';

const price = z.number();
const figure = z.number().nullable();
const macd = z.strictObject({ line: price, signal: price, hist: price });

export const weeklyMetricsSchema = z.strictObject({
  week_start: dateText,
  week_end: dateText,
  week_trading_days: z.int(),
  week_open: price,
  week_close: price,
  week_high: price,
  week_low: price,
  weekly_return_pct: figure,
  return_4week_pct: figure,
  weekly_volatility: figure,
  dist_from_52w_high_pct: figure,
  dist_from_52w_low_pct: figure,
  ma_5day: figure,
  ma_20day: figure,
  ma_60day: figure,
  price_vs_ma20: z.enum(['above', 'below']).nullable(),
  momentum_short: z.enum(['up', 'down', 'neutral']).nullable(),
  macd_signal: z
    .enum([
      'neutral',
      'bullish_strengthening',
      'bullish_weakening',
      'bearish_strengthening',
      'bearish_weakening',
    ] as const)
    .nullable(),
  macd_values: macd.nullable(),
  rsi_14: figure,
  rsi_class: z.enum(['overbought', 'oversold', 'neutral']).nullable(),
  sector_basket_return_1w_pct: figure,
  relative_return_1w_pct: figure,
  relative_return_4w_pct: figure,
  correlation_60d: figure,
  beta_60d: figure,
  benchmark_basket: z.array(z.string()),
  support_20d: figure,
  resistance_20d: figure,
  volume_ratio: figure,
  cmf_20day: figure,
});

export type WeeklyMetrics = z.output<typeof weeklyMetricsSchema>;
