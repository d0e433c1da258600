/** All figures of a performance in one call, with the reasons for those that do not exist. */

import type { Drawdown, MetricName } from '#contracts/result/figures';
import { annualisedReturn } from '../figures/annualised-return.js';
import { annualisedVolatility } from '../figures/annualised-volatility.js';
import { calmar } from '../figures/calmar.js';
import { cumulativeReturn } from '../figures/cumulative-return.js';
import {
  figureOf,
  firstMarkNotPositive,
  noMark,
  withInterval,
  type Figure,
} from '../sample/figure.js';
import { intervals, type IntervalOptions } from '../bootstrap/intervals.js';
import { hitRate } from '../figures/hit-rate.js';
import { kurtosis } from '../distribution/kurtosis.js';
import { checkPerformance, type Performance } from '../sample/performance.js';
import { probabilisticSharpe } from '../distribution/probabilistic-sharpe.js';
import { profitFactor } from '../figures/profit-factor.js';
import { returnSampleOf, type ReturnSample } from '../sample/return-sample.js';
import { sharpe } from '../figures/sharpe.js';
import { sharpeStandardError } from '../distribution/sharpe-standard-error.js';
import { skewness } from '../distribution/skewness.js';
import { sortino } from '../figures/sortino.js';
import { turnover } from '../figures/turnover.js';

export interface Measurement {
  readonly figures: Readonly<Record<MetricName, Figure>>;
  /** Null where the maximum drawdown is. */
  readonly drawdown: Drawdown | null;
}

/** Measures a run. Throws `Invariant` when the performance contradicts itself. */
export function measure(performance: Performance): Measurement {
  checkPerformance(performance);
  const figures = {
    ...figuresOfMarks(performance),
    ...figuresOfReturns(performance),
    returns: figureOf(Math.max(0, performance.equity.length - 1)),
    trades: figureOf(performance.positionsOpened),
    fills: figureOf(performance.fills),
    fees: figureOf(performance.fees),
  };
  return { figures, drawdown: performance.drawdown };
}

/** The same, with the bootstrap intervals of return, Sharpe ratio and maximum drawdown. */
export function measureWithIntervals(
  performance: Performance,
  options: IntervalOptions,
): Measurement {
  const { figures, drawdown } = measure(performance);
  const drawn = intervals(performance, options);
  return {
    figures: {
      ...figures,
      cumulativeReturn: withInterval(figures.cumulativeReturn, drawn.cumulativeReturn),
      sharpe: withInterval(figures.sharpe, drawn.sharpe),
      maxDrawdown: withInterval(figures.maxDrawdown, drawn.maxDrawdown),
    },
    drawdown,
  };
}

function figuresOfMarks(performance: Performance) {
  const { equity, elapsedSessions, sessionsPerYear, timeInMarket, exposure } = performance;
  const cumulative = cumulativeReturn(performance);
  const annualized = annualisedReturn(cumulative, elapsedSessions, sessionsPerYear);
  const depth = depthOf(performance);
  return {
    cumulativeReturn: cumulative,
    annualisedReturn: annualized,
    calmar: calmar(annualized, depth),
    maxDrawdown: depth,
    turnover: turnover(performance),
    timeInMarket,
    exposure,
    hitRate: hitRate(performance),
    profitFactor: profitFactor(performance),
    finalEquity: equity.length === 0 ? noMark : figureOf(equity[equity.length - 1]!),
  };
}

function figuresOfReturns(performance: Performance) {
  const sample = returnSampleOf(performance);
  const of = (metric: (sample: ReturnSample) => Figure): Figure =>
    'value' in sample ? sample : metric(sample);
  return {
    annualisedVolatility: of(annualisedVolatility),
    sharpe: of(sharpe),
    sortino: of(sortino),
    skewness: of(skewness),
    kurtosis: of(kurtosis),
    probabilisticSharpe: of(probabilisticSharpe),
    sharpeStandardError: of(sharpeStandardError),
  };
}

function depthOf({ drawdown, equity }: Performance): Figure {
  if (drawdown !== null) return figureOf(drawdown.depth);
  return equity.length === 0 ? noMark : firstMarkNotPositive;
}
