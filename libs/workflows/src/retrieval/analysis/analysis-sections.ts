/** The analyses of scored answers as sections of a report. */

import type { ReportSection } from '#contracts/result';
import { levelDefault as level } from '#metrics/intervals';
import { quantile } from '#metrics/percentile-interval';
import { normalInterval, wilsonInterval } from '#metrics/proportions/share-intervals';
import { mcNemarExact, pooledZ } from '#metrics/proportions/share-tests';
import { overRuns } from '#metrics/repeats/over-runs';
import { invalidInput } from '#values';
import type { Answers, ScoredAnswer } from './answers-of-runs.js';
import {
  bounds,
  comparisonSections,
  comparisonsOf,
  finite,
  overheadSection,
  sectionOf,
  shareRight,
  type Row,
} from './comparison-sections.js';
import { errorClasses } from './trace-rules.js';

type Keys = readonly string[];
/** Title, columns of the keys, keys of the row that counts an answer (null for none), and what is counted in it. */
type Shares = readonly [
  string,
  string,
  (one: ScoredAnswer) => Keys | null,
  ((one: ScoredAnswer) => boolean)?,
];

const isRight = ({ right }: ScoredAnswer): boolean => right;
const isHit = ({ firstQuery }: ScoredAnswer): boolean => firstQuery === 'hit';
const months = 'unknown,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',');

const groups: readonly [string, string, (question: ScoredAnswer['question']) => Keys][] = [
  ['configuration', '', () => []],
  ['category', 'Category|', ({ category }) => [category]],
  ['region', 'Region|', ({ region }) => [region]],
  ['fiscal-year end', 'Ends in|', ({ fiscalYearEndMonth: at }) => [months[at ?? 0]!]],
  ['period type', 'Period|', ({ periodType }) => [periodType]],
];
const accuracies = groups.map(([name, head, keysOf]): Shares => {
  const keys = ({ question }: ScoredAnswer) => [question.data, ...keysOf(question)];
  return [`Accuracy by ${name}`, `Data|${head}`, keys, isRight];
});
const onQuery = (one: ScoredAnswer, keys: Keys) => (one.firstQuery === null ? null : keys);
const traced: readonly Shares[] = [
  ['Answers by class', 'Class|', ({ answerClass }) => [answerClass]],
  ['Gave up', '', () => [], ({ answerClass }) => answerClass === 'gave up'],
  ['First-query success', '', (one) => onQuery(one, []), isHit],
  [
    'Accuracy by first query',
    'First query|',
    (one) => onQuery(one, [isHit(one) ? 'hit' : 'missed']),
    isRight,
  ],
  [
    'First queries that missed',
    'Class|',
    (one) => (isHit(one) ? null : onQuery(one, [one.firstQuery!])),
  ],
  ['Errors by class', 'Class|', ({ error }) => (error === null ? null : [error])],
];

/** Intervals are at 95 %, and accuracy is split by kind of data. `InvalidInput` as in `byConfiguration`. */
export function analysisSections(answers: Answers): ReportSection[] {
  const configured = byConfiguration(answers);
  const comparisons = comparisonsOf(configured);
  const all = [
    ...accuracies.map((shares) => shareSection(configured, shares)),
    ...comparisonSections(comparisons),
    ...traced.map((shares) => shareSection(configured, shares)),
    callSection(configured),
    costSection(configured),
    overheadSection(comparisons),
  ];
  const sections = all.filter(({ table }) => (table?.rows.length ?? 0) > 0);
  const synthetic = answers.filter(({ question }) => question.data === 'synthetic').length;
  if (synthetic === 0) return sections;
  const note = `${synthetic} of ${answers.length} answers are to questions on synthetic data.`;
  return sections.map((section) => ({ ...section, text: [...section.text, note] }));
}

/** In the order of their first answers. `InvalidInput` where a question is answered twice, or an error has no class. */
function byConfiguration(answers: Answers): Answers[] {
  const seen = new Set<string>();
  for (const { configuration, question, right, error } of answers) {
    const where = `${configuration.name}, question ${question.id}`;
    if (seen.has(where)) throw invalidInput('a question that is answered twice', { where });
    seen.add(where);
    if (right ? error === null : errorClasses.includes(String(error))) continue;
    const expected = right ? 'null for a right answer' : errorClasses.join(', ');
    throw invalidInput('an unknown class of error', { where, expected, found: String(error) });
  }
  return [...Map.groupBy(answers, ({ configuration }) => configuration.name).values()];
}

/** Without anything to count, a row says how large it is in its configuration. Empty where all keys are unknown. */
function shareSection(
  configured: readonly Answers[],
  [title, heads, keysOf, isCounted]: Shares,
): ReportSection {
  const rows = configured.flatMap((answers) => {
    const own = answers.filter((one) => keysOf(one) !== null);
    return [...Map.groupBy(own, (one) => keysOf(one)!.join('|')).values()].map((group) => {
      const [some, all] = isCounted ? [group.filter(isCounted), group] : [group, own];
      const share = { count: some.length, of: all.length };
      const intervals = [wilsonInterval(share), normalInterval(share)].flatMap(bounds);
      const cells = [share.count, share.of, share.count / share.of, ...intervals];
      return [answers[0]!.configuration.name, ...keysOf(group[0]!)!, ...cells];
    });
  });
  const isKnown = rows.some(([, ...cells]) => !cells.includes('unknown'));
  const figures = '#Count|#Of|%Share|%Low|%High|%Low, normal|%High, normal';
  const text = heads.includes('Region') ? configured.flatMap(regionGap) : [];
  return sectionOf(title, `Configuration|${heads}${figures}`, isKnown ? rows : [], text);
}

/** The regions have different questions: there is no paired test. */
function regionGap(answers: Answers): string[] {
  const within = (region: string) =>
    shareRight(answers.filter(({ question }) => question.region === region));
  const [one, other] = [within('US'), within('non-US')];
  const test = one.of * other.of > 0 ? pooledZ(one, other) : null;
  if (test === null) return [];
  const points = ((one.count / one.of - other.count / other.of) * 100).toFixed(1);
  const [z, p] = [test.z.toFixed(2), test.p.toPrecision(2)];
  return [`${answers[0]!.configuration.name}: US less non-US ${points} points, z ${z}, p ${p}.`];
}

/** Calls a question. That wrong answers take more of them does not make the calls their cause. */
function callSection(configured: readonly Answers[]): ReportSection {
  const rows = configured.flatMap((answers) => {
    const tools = new Set(answers.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
    return [...tools].map((name) => {
      const [all, right, wrong] = [
        answers,
        answers.filter(isRight),
        answers.filter((one) => !one.right),
      ].map((own) =>
        overRuns(
          own.map(({ calls }) => calls.filter(({ tool }) => tool === name).length),
          level,
        ),
      );
      const cells = [all!.mean, ...bounds(all!.overRuns), finite(right!.mean), finite(wrong!.mean)];
      return [answers[0]!.configuration.name, name, ...cells];
    });
  });
  const heads = 'Configuration|Tool|#Mean|#Low|#High|#Where right|#Where wrong';
  return sectionOf('Calls of each tool', heads, rows);
}

function costSection(configured: readonly Answers[]): ReportSection {
  const rows = configured.flatMap((answers) => {
    const [latencies, tokens] = (['latencyMs', 'tokens'] as const).map((cost) =>
      answers.map((answer) => answer[cost]).filter((value) => value !== null),
    );
    if (latencies!.length === 0) return [];
    return [[answers[0]!.configuration.name, ...medianCells(latencies!), ...medianCells(tokens!)]];
  });
  const heads = 'Configuration|#Median latency, ms|#Low|#High|#Median tokens|#Low|#High';
  return sectionOf('Latency and tokens', heads, rows);
}

/** Bounds are order statistics of the sign test (Conover, "Practical Nonparametric Statistics", 1999, section 3.2). */
function medianCells(values: readonly number[]): Row {
  const sorted = new Float64Array(values).sort();
  let at = Math.floor((sorted.length - 1) / 2);
  while (at >= 0 && mcNemarExact(at, sorted.length - at) > 1 - level) at--;
  const interval = at < 0 ? [null, null] : [sorted[at]!, sorted.at(-1 - at)!];
  return [finite(quantile(sorted, 0.5)), ...interval];
}
