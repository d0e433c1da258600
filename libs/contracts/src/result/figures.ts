/** The figures of a run, by the names that its workflow gives them. Fractions, never percent. */

import { z } from 'zod';
import { intervalSchema } from './interval.js';

export const figureSchema = z.union([
  z.strictObject({
    value: z.number(),
    interval: intervalSchema.optional().describe('Omitted if it has none.'),
  }),
  z.strictObject({ value: z.null(), reason: z.string().describe('Why it is undefined.') }),
]);

export const figuresSchema = z.record(z.string(), figureSchema);

/** The deepest fall of the equity, as a positive fraction of the peak before it. */
export const drawdownSchema = z.strictObject({
  depth: z.number(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  recovered: z.string().nullable(),
});

/** The figures of every run that trades. */
export const metricNames = [
  'cumulativeReturn',
  'annualisedReturn',
  'annualisedVolatility',
  'sharpe',
  'sortino',
  'calmar',
  'maxDrawdown',
  'turnover',
  'timeInMarket',
  'exposure',
  'hitRate',
  'profitFactor',
  'skewness',
  'kurtosis',
  'probabilisticSharpe',
  'sharpeStandardError',
  'returns',
  'trades',
  'fills',
  'fees',
  'finalEquity',
] as const;
export type MetricName = (typeof metricNames)[number];

export type Figure = z.infer<typeof figureSchema>;
export type Figures = Readonly<Record<string, Figure>>;
export type Drawdown = z.infer<typeof drawdownSchema>;

/** The value of a figure; null if it is undefined, or a run has none of this name. */
export const valueOf = (figures: Figures, name: string): number | null =>
  Object.hasOwn(figures, name) ? figures[name]!.value : null;

/** The interval of a figure; null if it has none. */
export function intervalOf(figures: Figures, name: string) {
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined;
  return (figure !== undefined && 'interval' in figure && figure.interval) || null;
}
