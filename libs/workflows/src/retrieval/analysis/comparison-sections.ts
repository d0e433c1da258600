/** Configurations compared pair by pair, on the questions that both were asked. */

import type { Interval, ReportSection } from '#contracts/result';
import { levelDefault as level } from '#metrics/intervals';
import { percentileInterval, quantile } from '#metrics/percentile-interval';
import { pairedInterval, type Share } from '#metrics/proportions/share-intervals';
import { holm, mcNemarExact, pooledZ } from '#metrics/proportions/share-tests';
import { seededRandom } from '#values';
import type { Answers } from './answers-of-runs.js';

export type Row = NonNullable<ReportSection['table']>['rows'][number];

/** `heads` are titles of columns between bars: `#` comes before one of numbers, `%` before one of fractions. */
export function sectionOf(title: string, heads: string, rows: Row[], text: string[] = []) {
  const columns = heads.split('|').map((head) => {
    const format = ({ '#': 'number', '%': 'percent' } as const)[head[0] as '#' | '%'] ?? 'text';
    return { title: head.replace(/^[#%]/, ''), format };
  });
  return { title, text, table: { columns, rows } } satisfies ReportSection;
}

export const bounds = (interval: Interval | null): Row =>
  interval === null ? [null, null] : [interval.low, interval.high];

export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

export function shareRight(answers: Answers): Share {
  return { count: answers.filter(({ right }) => right).length, of: answers.length };
}

const arms = ['none', 'web', 'tools', 'tools+web'];
const factors = ['arm', 'reasoning', 'switches', 'model'] as const;

type Comparison = ReturnType<typeof comparisonsOf>[number];

/**
 * All pairs of configurations that differ in no more than one of arm, reasoning, switches and model; switches are
 * compared with none, of the same agent alone. First comes the one with more tools, reasoning, or more switches.
 */
export function comparisonsOf(configured: readonly Answers[]) {
  const rank = ([first]: Answers): number => {
    const { arm, reasoning, switches } = first!.configuration;
    return 4 * arms.indexOf(arm) + 2 * Number(reasoning) + Number(switches !== '');
  };
  const ordered = configured.toSorted((a, b) => rank(b) - rank(a));
  return ordered.flatMap((answers, at) => {
    const one = answers[0]!.configuration;
    const byQuestion = new Map(answers.map((answer) => [answer.question.id, answer]));
    return ordered.slice(at + 1).flatMap((rivals) => {
      const other = rivals[0]!.configuration;
      const [factor, ...more] = factors.filter((name) => one[name] !== other[name]);
      if (more.length > 0 || one.repeat !== other.repeat) return [];
      const isSameAgent = other.switches === '' && one.settings === other.settings;
      if (factor === 'switches' && !isSameAgent) return [];
      const pairs = rivals.flatMap((rival) => {
        const own = byQuestion.get(rival.question.id);
        return own === undefined ? [] : [[own, rival] as const];
      });
      return pairs.length === 0 ? [] : [{ one, other, factor: factor ?? 'setting', pairs }];
    });
  });
}

const heads =
  'One|Other|%One right|%Other right|%Difference|%Low|%High' +
  '|#Questions|#Only one|#Only other|#z, unpaired|#p of z|#p, McNemar|#p, Holm';

/** A section for each factor by which any two differ. */
export function comparisonSections(comparisons: readonly Comparison[]): ReportSection[] {
  const tests = comparisons.map(({ one, other, factor, pairs }) => {
    const of = pairs.length;
    const [own, rival] = [0, 1].map((at) => shareRight(pairs.map((pair) => pair[at]!)));
    const onlyOne = pairs.filter(([answer, against]) => answer.right && !against.right).length;
    const onlyOther = onlyOne - own!.count + rival!.count;
    const shares = [own!.count / of, rival!.count / of, (own!.count - rival!.count) / of];
    const interval = bounds(pairedInterval(onlyOne, onlyOther, of));
    const { z, p } = pooledZ(own!, rival!) ?? { z: null, p: null };
    const exact = mcNemarExact(onlyOne, onlyOther);
    const names = [...(factor === 'switches' ? [one.switches] : []), one.name, other.name];
    return { factor, exact, row: [...names, ...shares, ...interval, of, onlyOne, onlyOther, z, p] };
  });
  const adjusted = holm(tests.map(({ exact }) => exact));
  const rows = tests.map((test, at) => ({
    ...test,
    row: [...test.row, test.exact, adjusted[at]!],
  }));
  const text = `Holm's correction is over all ${rows.length} pairs of this report. z takes samples for independent.`;
  return [...Map.groupBy(rows, ({ factor }) => factor)].map(([factor, own]) => {
    const [title, first] =
      factor === 'switches'
        ? ['What each switch is worth', 'Switches|']
        : [`Pairs that differ in ${factor}`, ''];
    return sectionOf(
      title,
      first + heads,
      own.map(({ row }) => row),
      [text],
    );
  });
}

/** Percentage points over the ratio of median latencies less 1 (FinRetrieval, section 7.1); null where it adds none. */
export const gainPerOverhead = (points: number, ratio: number): number | null =>
  ratio > 1 ? points / (ratio - 1) : null;

function overheadOf(pairs: Comparison['pairs']): number[] {
  const [slow, fast] = [0, 1].map((at) => {
    const latencies = Float64Array.from(pairs, (pair) => pair[at]!.latencyMs!);
    return quantile(latencies.sort(), 0.5);
  });
  const gained = pairs.reduce((sum, [own, rival]) => sum + 100 * (+own.right - +rival.right), 0);
  const [ratio, points] = [slow! / fast!, gained / pairs.length];
  return [ratio, points, gainPerOverhead(points, ratio) ?? NaN];
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
  const columns = 'With|Without|#Ratio|#Low|#High|#Points|#Low|#High|#Per overhead|#Low|#High';
  const text = 'Per overhead: the points gained over the ratio of median latencies less 1.';
  return sectionOf('What reasoning gains for its time', columns, rows, [text]);
}
