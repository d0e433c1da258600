/** Tool calls, latency and tokens, and what reasoning gains for the time that it adds. */

import type { ReportSection } from '#contracts/result';
import { quantile } from '#metrics/percentile-interval';
import type { Comparison } from './comparison-sections.js';
import type { Answers } from './scored-answer.js';
import { bounds, resampled, sectionOf } from './section-of.js';

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const medianOf = (values: readonly number[]): number =>
  quantile(Float64Array.from(values).sort(), 0.5);
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Calls a question. That wrong answers take more of them does not make the calls their cause. */
export function callSection(configured: readonly Answers[]): ReportSection {
  const rows = configured.flatMap((answers) =>
    [...new Set(answers.flatMap(({ calls }) => Object.keys(calls)))].map((tool) => {
      const mean = (own: Answers): number => meanOf(own.map(({ calls }) => calls[tool] ?? 0));
      const means = [true, false].map((is) => mean(answers.filter(({ right }) => right === is)));
      const cells = [mean(answers), ...bounds(resampled(answers, mean)), ...means.map(finite)];
      return [answers[0]!.configuration.name, tool, ...cells];
    }),
  );
  const heads = 'Configuration|Tool|#Mean|#Low|#High|#Where right|#Where wrong';
  return sectionOf('Calls of each tool', heads, rows);
}

export function costSection(configured: readonly Answers[]): ReportSection {
  const rows = configured.map((answers) => {
    const cells = (['latencyMs', 'tokens'] as const).flatMap((cost) => {
      const values = answers.map((answer) => answer[cost]).filter((value) => value !== null);
      return [finite(medianOf(values)), ...bounds(resampled(values, medianOf))];
    });
    return [answers[0]!.configuration.name, ...cells];
  });
  const heads = 'Configuration|#Median latency, ms|#Low|#High|#Median tokens|#Low|#High';
  return sectionOf('Latency and tokens', heads, rows);
}

/** Percentage points over the ratio of median latencies less 1 (FinRetrieval, section 7.1); null where that adds none. */
export const gainPerOverhead = (points: number, ratio: number): number | null =>
  ratio > 1 ? finite(points / (ratio - 1)) : null;

type Pairs = Comparison['pairs'];
const ratioOf = (timed: Pairs): number =>
  medianOf(timed.map(([own]) => own.latencyMs!)) / medianOf(timed.map(([, one]) => one.latencyMs!));
const pointsOf = (pairs: Pairs): number =>
  meanOf(pairs.map(([own, rival]) => 100 * (Number(own.right) - Number(rival.right))));
const worthOf = (timed: Pairs): number => gainPerOverhead(pointsOf(timed), ratioOf(timed)) ?? NaN;

/** Where a resample adds no time, the gain for the time that is added may be anything and has no interval. */
export function overheadSection(comparisons: readonly Comparison[]): ReportSection {
  const rows = comparisons.flatMap(({ one, other, factor, pairs }) => {
    const timed = pairs.filter((pair) => pair.every(({ latencyMs }) => latencyMs !== null));
    if (factor !== 'reasoning' || timed.length === 0) return [];
    const ratio = [finite(ratioOf(timed)), ...bounds(resampled(timed, ratioOf))];
    const worth = [finite(worthOf(timed)), ...bounds(resampled(timed, worthOf))];
    return [[one.name, other.name, ...ratio, pointsOf(timed), ...worth]];
  });
  const heads = 'With|Without|#Ratio|#Low|#High|#Points gained|#Per overhead|#Low|#High';
  const text = 'Per overhead: the points gained over the ratio of median latencies less 1.';
  return sectionOf('What reasoning gains for its time', heads, rows, [text]);
}
