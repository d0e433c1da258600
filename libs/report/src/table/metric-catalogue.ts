/** Names, formats and explanations of a run's figures in the report. */

import type { Interval, MetricName, RunResult } from '#contracts/result/result';
import { formatFigure, type FigureKind } from '../words/figure-format.js';

export interface MetricEntry {
  readonly name: MetricName;
  readonly label: string;
  readonly kind: FigureKind;
  readonly meaning: string;
}

/** Every figure of the result, in reading order: outcome, risk, means. */
export const metricCatalogue: readonly MetricEntry[] = [
  entry('cumulativeReturn', 'Return', 'signed-percent', 'Final equity over the start, minus one.'),
  entry(
    'annualisedReturn',
    'Return, annualised',
    'signed-percent',
    'The constant yearly return that compounds to the return.',
  ),
  entry('finalEquity', 'Final equity', 'money', 'Cash plus marked positions at the last mark.'),
  entry(
    'annualisedVolatility',
    'Volatility, annualised',
    'percent',
    'Standard deviation of the returns, scaled to a year.',
  ),
  entry(
    'sharpe',
    'Sharpe ratio',
    'ratio',
    'Mean return over its standard deviation, scaled to a year; risk-free rate 0.',
  ),
  entry(
    'sharpeStandardError',
    'Standard error of the Sharpe',
    'ratio',
    'How far the Sharpe ratio would stray in other samples of this length.',
  ),
  entry(
    'probabilisticSharpe',
    'Probabilistic Sharpe ratio',
    'percent',
    'Probability that the true Sharpe ratio is above zero, given length, skewness and kurtosis.',
  ),
  entry(
    'sortino',
    'Sortino ratio',
    'ratio',
    'Mean return over its downside deviation, scaled to a year.',
  ),
  entry('calmar', 'Calmar ratio', 'ratio', 'Annualised return over the maximum drawdown.'),
  entry(
    'maxDrawdown',
    'Maximum drawdown',
    'percent',
    'Deepest loss from a peak of the equity, as a positive share of that peak.',
  ),
  entry(
    'timeInMarket',
    'Time in market',
    'percent',
    'Share of the marks at which a position was held.',
  ),
  entry(
    'exposure',
    'Exposure, mean',
    'percent',
    'Mean of the gross position value over equity at the marks.',
  ),
  entry('turnover', 'Turnover', 'ratio', 'Sum of the absolute changes of position weight.'),
  entry(
    'hitRate',
    'Hit rate',
    'percent',
    'Share of the closed round trips that made money, after fees.',
  ),
  entry(
    'profitFactor',
    'Profit factor',
    'ratio',
    'Profits of the winning round trips over the losses of the losing ones.',
  ),
  entry(
    'skewness',
    'Skewness',
    'ratio',
    'Third standardised moment of the returns; negative for a long tail of losses.',
  ),
  entry(
    'kurtosis',
    'Kurtosis',
    'ratio',
    'Fourth standardised moment of the returns; 3 for a normal distribution, more for rare, large moves.',
  ),
  entry('returns', 'Returns', 'count', 'Number of returns, one less than the marks.'),
  entry('trades', 'Trades', 'count', 'Positions opened, the ones still open included.'),
  entry('fills', 'Fills', 'count', 'Times that shares changed hands.'),
  entry('fees', 'Fees', 'money', 'Sum of the fees paid.'),
];

/** A figure as text; null when it is undefined. */
export function metricText(run: RunResult, { name, kind }: MetricEntry): string | null {
  const value = run.metrics[name];
  return value === null ? null : formatFigure(value, kind);
}

/** Why a figure is null. */
export function reasonFor(
  { undefinedBecause }: Pick<RunResult, 'undefinedBecause'>,
  name: string,
): string {
  const reason = Object.hasOwn(undefinedBecause, name) ? undefinedBecause[name] : undefined;
  return reason ?? 'no reason was recorded';
}

/** The figure's interval, if the result has one. */
export function intervalOf(run: RunResult, name: MetricName): Interval | null {
  if (name === 'cumulativeReturn' || name === 'sharpe' || name === 'maxDrawdown') {
    return run.intervals[name];
  }
  return null;
}

/** `−2.10% to +8.40%`. */
export function intervalText({ low, high }: Interval, kind: FigureKind): string {
  return `${formatFigure(low, kind)} to ${formatFigure(high, kind)}`;
}

/** `95% interval`, or the level that these runs state; `interval` if they differ. */
export function intervalTitle(runs: readonly RunResult[]): string {
  const levels = new Set(
    runs.flatMap(({ intervals }) =>
      Object.values(intervals).flatMap((interval) => (interval ? [interval.level] : [])),
    ),
  );
  const [level] = levels;
  return levels.size === 1 && level !== undefined
    ? `${Number((level * 100).toPrecision(6))}% interval`
    : 'interval';
}

export function metricEntry(name: MetricName): MetricEntry {
  return metricCatalogue.find((candidate) => candidate.name === name) as MetricEntry;
}

function entry(name: MetricName, label: string, kind: FigureKind, meaning: string): MetricEntry {
  return { name, label, kind, meaning };
}
