/** Metrics of a run's marks: measures, bootstrap intervals, and comparison against a baseline. */

export { intervals } from './bootstrap/intervals.js';
export { measure, measureWithIntervals, type Measurement } from './measure/measure.js';
export { pairedDifference } from './bootstrap/paired-difference.js';
export { MarkFigures } from './figures/mark-figures.js';
export type { Performance } from './sample/performance.js';
export { beta, correlation, returnsOf, zScore } from './pairs/co-movement.js';
export { engleGranger } from './pairs/engle-granger.js';
export { impossibilities, type PublishedFigures } from './reach/impossible.js';
export { growthOf, growthOfPair, reachOf, type Reach } from './reach/reach.js';
export { tradeStatistics, type ClosedTrade } from './measure/trade-statistics.js';
export { comparisonOf } from './repeats/comparison.js';
export type { AnswerRuns, ComparedAgent } from './repeats/compared-agent.js';
