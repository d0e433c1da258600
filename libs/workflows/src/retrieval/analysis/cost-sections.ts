/** Tool calls, latency and tokens, and what reasoning gains for the time that it adds. */

import type { Interval, ReportSection } from '#contracts/result';
import { levelDefault as level } from '#metrics/intervals';
import { percentileInterval, quantile } from '#metrics/percentile-interval';
import { mcNemarExact } from '#metrics/proportions/share-tests';
import { overRuns } from '#metrics/repeats/over-runs';
import { seededRandom } from '#values';
import type { Comparison } from './comparison-sections.js';
import type { Answers } from './scored-answer.js';
import { bounds, sectionOf } from './section-of.js';

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const medianOf = (values: readonly number[]): number =>
  quantile(new Float64Array(values).sort(), 0.5);
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Calls a question. That wrong answers take more of them does not make the calls their cause. */
export function callSection(configured: readonly Answers[]): ReportSection {
  const rows = configured.flatMap((answers) =>
    [...new Set(answers.flatMap(({ calls }) => Object.keys(calls)))].map((tool) => {
      const made = (own: Answers): number[] => own.map(({ calls }) => calls[tool] ?? 0);
      const { mean, overRuns: interval } = overRuns(made(answers), level);
      const parts = [true, false].map((is) => answers.filter(({ right }) => right === is));
      const cells = [mean, ...bounds(interval), ...parts.map((part) => finite(meanOf(made(part))))];
      return [answers[0]!.configuration.name, tool, ...cells];
    }),
  );
  const heads = 'Configuration|Tool|#Mean|#Low|#High|#Where right|#Where wrong';
  return sectionOf('Calls of each tool', heads, rows);
}

export function costSection(configured: readonly Answers[]): ReportSection {
  const timed = configured.filter((own) => own.some(({ latencyMs }) => latencyMs !== null));
  const rows = timed.map((answers) => {
    const cells = (['latencyMs', 'tokens'] as const).flatMap((cost) => {
      const values = answers.map((answer) => answer[cost]).filter((value) => value !== null);
      return [finite(medianOf(values)), ...bounds(medianInterval(values))];
    });
    return [answers[0]!.configuration.name, ...cells];
  });
  const heads = 'Configuration|#Median latency, ms|#Low|#High|#Median tokens|#Low|#High';
  return sectionOf('Latency and tokens', heads, rows);
}

/** Between the order statistics of the sign test (Conover, "Practical Nonparametric Statistics", 1999, section 3.2). */
function medianInterval(values: readonly number[]): Interval | null {
  const sorted = new Float64Array(values).sort();
  let at = Math.floor((sorted.length - 1) / 2);
  while (at >= 0 && mcNemarExact(at, sorted.length - at) > 1 - level) at--;
  return at < 0 ? null : { low: sorted[at]!, high: sorted.at(-1 - at)!, level };
}

/** Percentage points over the ratio of median latencies less 1 (FinRetrieval, section 7.1); null where it adds none. */
export const gainPerOverhead = (points: number, ratio: number): number | null =>
  ratio > 1 ? finite(points / (ratio - 1)) : null;

function overheadOf(pairs: Comparison['pairs']): number[] {
  const [slow, fast] = [0, 1].map((at) => medianOf(pairs.map((pair) => pair[at]!.latencyMs!)));
  const points = meanOf(pairs.map(([own, rival]) => 100 * (+own.right - +rival.right)));
  return [slow! / fast!, points, gainPerOverhead(points, slow! / fast!) ?? NaN];
}

/** Resamples the questions; where a resample adds no time, the gain for the time added has no interval. */
export function overheadSection(comparisons: readonly Comparison[]): ReportSection {
  const rows = comparisons.flatMap(({ one, other, factor, pairs }) => {
    const timed = pairs.filter((pair) => pair.every(({ latencyMs }) => latencyMs !== null));
    if (factor !== 'reasoning' || timed.length === 0) return [];
    const random = seededRandom('retrieval');
    const drawn = Array.from({ length: 1000 }, () =>
      overheadOf(timed.map(() => timed[random.below(timed.length)]!)),
    );
    const cells = overheadOf(timed).flatMap((figure, at) => {
      const figures = Float64Array.from(drawn, (own) => own[at]!);
      return [finite(figure), ...bounds(percentileInterval(figures, level))];
    });
    return [[one.name, other.name, ...cells]];
  });
  const heads = 'With|Without|#Ratio|#Low|#High|#Points|#Low|#High|#Per overhead|#Low|#High';
  const text = 'Per overhead: the points gained over the ratio of median latencies less 1.';
  return sectionOf('What reasoning gains for its time', heads, rows, [text]);
}
