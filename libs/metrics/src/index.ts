/** Metrics of a run's marks: measures, bootstrap intervals, and comparison against a baseline. */

export type { Figure } from './figure.js';
export { intervals, type IntervalOptions, type Intervals } from './intervals.js';
export { measure, type Measurement } from './measure.js';
export { pairedDifference, type PairedDifference } from './paired-difference.js';
export type { Performance } from './performance.js';
