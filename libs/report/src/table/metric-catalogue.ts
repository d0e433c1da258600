/** Names, formats and explanations of a run's figures in the report. */

import { intervalOf, type MetricName, valueOf } from '#contracts/result/figures';
import type { Interval } from '#contracts/result/interval';
import type { Coverage, RunResult } from '#contracts/result/result';
import type { Figure } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import type { RunView } from '../input/run-view.js';
import { answeredShare, answeredShareMin } from '../words/run-words.js';
import { formatFigure, type FigureKind } from '../words/figure-format.js';

/** Every figure of the result, in reading order: outcome, risk, means. */
export const metricCatalogue: readonly (readonly [MetricName, string, FigureKind])[] = [
  ['cumulativeReturn', 'Return', 'signed-percent'],
  ['annualisedReturn', 'Return, annualized', 'signed-percent'],
  ['finalEquity', 'Final equity', 'money'],
  ['annualisedVolatility', 'Volatility, annualized', 'percent'],
  ['sharpe', 'Sharpe ratio', 'ratio'],
  ['sharpeStandardError', 'Standard error of the Sharpe', 'ratio'],
  ['probabilisticSharpe', 'Probabilistic Sharpe ratio', 'percent'],
  ['sortino', 'Sortino ratio', 'ratio'],
  ['calmar', 'Calmar ratio', 'ratio'],
  ['maxDrawdown', 'Maximum drawdown', 'percent'],
  ['timeInMarket', 'Time in market', 'percent'],
  ['exposure', 'Exposure, mean', 'percent'],
  ['turnover', 'Turnover', 'ratio'],
  ['hitRate', 'Hit rate', 'percent'],
  ['profitFactor', 'Profit factor', 'ratio'],
  ['skewness', 'Skewness', 'ratio'],
  ['kurtosis', 'Kurtosis', 'ratio'],
  ['returns', 'Returns', 'count'],
  ['trades', 'Trades', 'count'],
  ['fills', 'Fills', 'count'],
  ['fees', 'Fees', 'money'],
];

export const metricMeanings: Readonly<Record<MetricName, string>> = {
  cumulativeReturn: 'Final equity over the start, minus one.',
  annualisedReturn: 'The constant yearly return that compounds to the return.',
  finalEquity: 'Cash plus marked positions at the last mark.',
  annualisedVolatility: 'Standard deviation of the returns, scaled to a year.',
  sharpe: 'Mean return over its standard deviation, scaled to a year; risk-free rate 0.',
  sharpeStandardError: 'How far the Sharpe ratio would stray in other samples of this length.',
  probabilisticSharpe:
    'Probability that the true Sharpe ratio is above zero, given length, skewness and kurtosis.',
  sortino: 'Mean return over its downside deviation, scaled to a year.',
  calmar: 'Annualized return over the maximum drawdown.',
  maxDrawdown: 'Deepest loss from a peak of the equity, as a positive share of that peak.',
  timeInMarket: 'Share of the marks at which a position was held.',
  exposure: 'Mean of the gross position value over equity at the marks.',
  turnover: 'Sum of the absolute changes of position weight.',
  hitRate: 'Share of the closed round trips that made money, after fees.',
  profitFactor: 'Profits of the winning round trips over the losses of the losing ones.',
  skewness: 'Third standardized moment of the returns; negative for a long tail of losses.',
  kurtosis:
    'Fourth standardized moment of the returns; 3 for a normal distribution, more for rare, ' +
    'large moves.',
  returns: 'Number of returns, one less than the marks.',
  trades: 'Positions opened, the ones still open included.',
  fills: 'Times that shares changed hands.',
  fees: 'Sum of the fees paid.',
};

const metricKind = (name: MetricName): FigureKind =>
  metricCatalogue.find(([candidate]) => candidate === name)![2];

/** A figure as text; null when it is undefined. */
export const metricText = ({ figures }: RunResult, name: MetricName): string | null =>
  metricValueText(valueOf(figures, name), name);

/** The same for a value from elsewhere. */
export const metricValueText = (value: number | null, name: MetricName): string | null =>
  value === null ? null : formatFigure(value, metricKind(name));

/** Why a figure is null. */
export function reasonFor({ figures }: Pick<RunResult, 'figures'>, name: string): string {
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined;
  return figure?.value === null ? figure.reason : 'no reason was recorded';
}

/** `−2.10% to +8.40%`; null without an interval. */
const intervalText = (interval: Interval | null, kind: FigureKind): string | null =>
  interval && `${formatFigure(interval.low, kind)} to ${formatFigure(interval.high, kind)}`;

/** `95% interval`, or the level that these runs state; `interval` if they differ. */
export function intervalTitle(runs: readonly RunResult[]): string {
  const found = runs.flatMap(({ figures }) => Object.values(figures));
  const levels = new Set(
    found.flatMap((one) => (one.value !== null && one.interval ? [one.interval.level] : [])),
  );
  const [level] = levels;
  return levels.size === 1 && level !== undefined
    ? `${Number((level * 100).toPrecision(6))}% interval`
    : 'interval';
}

/** One of the catalogue's figures, with its interval if the result has one. */
export function metricFigure(run: RunResult, name: MetricName): Figure {
  const kind = metricKind(name);
  const below = intervalText(intervalOf(run.figures, name), kind);
  return { value: valueOf(run.figures, name), kind, reason: reasonFor(run, name), below };
}

/** Mean return above the baseline, a year. */
export function differenceFigure(
  { againstBaseline }: RunResult,
  baseline?: RunView['baseline'],
): Figure {
  const { difference, interval } = againstBaseline ?? { difference: null, interval: null };
  const reason = baseline ? 'this is the baseline' : 'there is nothing to compare with';
  const kind = 'signed-percent';
  return { value: difference, kind, reason, below: intervalText(interval, kind) };
}

/**
 * Share of decisions that were answered, with a sign if it is low. `write` gives the text for the
 * share; `reason` explains a missing one; `below` is a second line.
 */
export function coverageFigure(
  run: { readonly coverage: Coverage },
  write: (share: number) => string,
  reason: string,
  below: string | null = null,
): Figure {
  const value = answeredShare(run);
  const figure = { value, kind: 'percent', reason } as const;
  if (value === null) return figure;
  const isLow = value < answeredShareMin;
  const sign = isLow && markup`<span class="warning-sign" aria-hidden="true">⚠ </span>`;
  const words = isLow && markup`<span class="unseen"> (low)</span>`;
  const text: Html = markup`${sign}${write(value)}${words}`;
  return { ...figure, text, below };
}
