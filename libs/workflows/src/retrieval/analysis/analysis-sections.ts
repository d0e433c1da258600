/** The analyses of scored answers as sections of a report. */

import type { ReportSection } from '#contracts/result/result';
import { levelDefault as level } from '#metrics/bootstrap/intervals';
import { percentileInterval, quantile } from '#metrics/bootstrap/percentile-interval';
import * as shares from '#metrics/proportions/shares';
import { overRuns } from '#metrics/repeats/over-runs';
import { invariant, seededRandom } from '#values';
import { bounds, tableSection, type Rows } from '../../workflow/report-section.js';
import type { Answers, ScoredAnswer } from './trace-rules.js';

type Section = Parameters<typeof tableSection>;
type Labels = ReturnType<typeof labelsOf>;
type Label = keyof Labels;
type Comparison = ReturnType<typeof comparisonsOf>[number];

const months = 'unknown,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',');
const arms = ['none', 'web', 'tools', 'tools+web'];
const factors = ['arm', 'reasoning', 'switches', 'model'] as const;
const shareHeads = '#Count|#Of|%Share|%Low|%High|%Low, normal|%High, normal';
/** Shares of right answers count an undecided one as wrong. */
const accuracyHeads = `${shareHeads}|#Undecided|%At most`;
const callHeads = 'Configuration|Tool|#Mean|#Low|#High|#Where right|#Where wrong';
const costHeads = 'Configuration|#Median latency, ms|#Low|#High|#Median tokens|#Low|#High';
const pairHeads =
  'One|Other|%One right|%Other right|%Difference|%Low|%High' +
  '|#Questions|#Only one|#Only other|#z, unpaired|#p of z|#p, McNemar|#p, Holm|#p, ' +
  'undecided right|Agree';
const overheadHeads = 'With|Without|#Ratio|#Low|#High|#Points|#Low|#High|#Per overhead|#Low|#High';
const overheadText = 'Per overhead: the points gained over the ratio of median latencies less 1.';

/** Null where a label does not apply to the answer. */
function labelsOf({ question, right, isUndecided, answerClass, error, firstQuery }: ScoredAnswer) {
  return {
    ...question,
    right,
    isUndecided,
    answerClass,
    error,
    yearEnd: months[question.fiscalYearEndMonth ?? 0],
    gaveUp: answerClass === 'gave up',
    isHit: firstQuery && firstQuery === 'hit',
    query: firstQuery && (firstQuery === 'hit' ? 'hit' : 'missed'),
    miss: firstQuery === 'hit' ? null : firstQuery,
  };
}

/**
 * Intervals are at 95%. `Invariant` where a question is answered twice, or a wrong answer has no
 * class of error.
 */
export function analysisSections(answers: Answers): ReportSection[] {
  const asked = answers.map((one) => `${one.configuration.name}|${one.question.id}`);
  invariant(new Set(asked).size === asked.length, 'a question that is answered twice');
  const areClassed = answers.every(({ right, error }) => right === (error === null));
  invariant(areClassed, 'an unknown class of error, or one that is not null for a right answer');
  const configured = Map.groupBy(answers, ({ configuration }) => configuration.name);
  const comparisons = comparisonsOf([...configured.values()]);
  const rowsBy = (rowsOf: (group: Answers) => Rows): Rows =>
    [...configured].flatMap(([name, group]) => rowsOf(group).map((row) => [name, ...row]));
  const labeled = [...configured].map(([name, group]) => [name, group.map(labelsOf)] as const);
  const table = (title: string, head: string, keys: Label[], counted?: Label): Section => {
    const rows = labeled.flatMap(([name, all]) =>
      shareRows(all, keys, counted).map((row) => [name, ...row]),
    );
    const isKnown = rows.some((row) => row[2] !== 'unknown');
    const heads = counted === 'right' ? accuracyHeads : shareHeads;
    return [title, `Configuration|${head}${heads}`, isKnown ? rows : []];
  };
  const gaps = [...configured.values()].flatMap(regionGap);
  const sections: Section[] = [
    table('Accuracy by configuration', 'Data|', ['data'], 'right'),
    table('Accuracy by category', 'Data|Category|', ['data', 'category'], 'right'),
    [...table('Accuracy by region', 'Data|Region|', ['data', 'region'], 'right'), ...gaps],
    table('Accuracy by fiscal-year end', 'Data|Ends in|', ['data', 'yearEnd'], 'right'),
    table('Accuracy by period type', 'Data|Period|', ['data', 'periodType'], 'right'),
    ...comparisonSections(comparisons),
    table('Answers by class', 'Class|', ['answerClass']),
    table('Gave up', '', [], 'gaveUp'),
    table('First-query success', '', [], 'isHit'),
    table('Accuracy by first query', 'First query|', ['query'], 'right'),
    table('First queries that missed', 'Class|', ['miss']),
    table('Errors by class', 'Class|', ['error']),
    ['Calls of each tool', callHeads, rowsBy(callRows)],
    ['Latency and tokens', costHeads, rowsBy(costRows)],
    ['What reasoning gains for its time', overheadHeads, overheadRows(comparisons), overheadText],
  ];
  const synthetic = answers.filter(({ question }) => question.data === 'synthetic').length;
  const note = `${synthetic} of ${answers.length} answers are to questions on synthetic data.`;
  const notes = synthetic === 0 ? [] : [note];
  const shown = sections.filter(([, , rows]) => rows.length > 0);
  return shown.map((section) => tableSection(...section, ...notes));
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const shareRight = (answers: Answers) => {
  return { count: answers.filter(({ right }) => right).length, of: answers.length };
};

/**
 * How often a group has the label `counted`; without one, how large it is among the answers
 * that have a group.
 */
function shareRows(all: readonly Labels[], keys: readonly Label[], counted?: Label): Rows {
  const needed = counted ? [...keys, counted] : keys;
  const labeled = all.filter((one) => needed.every((key) => one[key] !== null));
  const groups = Map.groupBy(labeled, (one) => keys.map((key) => one[key]).join('|'));
  return [...groups.values()].map((group) => {
    const [some, all] = counted ? [group.filter((one) => one[counted]), group] : [group, labeled];
    const count = some.length;
    const of = all.length;
    const both = [shares.wilsonInterval({ count, of }), shares.normalInterval({ count, of })];
    const names = keys.map((key) => String(group[0]![key]));
    const cells = [...names, count, of, count / of, ...both.flatMap(bounds)];
    if (counted !== 'right') return cells;
    const undecided = group.filter(({ isUndecided }) => isUndecided).length;
    return [...cells, undecided, (count + undecided) / of];
  });
}

/** The regions have different questions, so a paired test does not apply. */
function regionGap(answers: Answers): string[] {
  const within = (region: string) =>
    shareRight(answers.filter(({ question }) => question.region === region));
  const inside = within('US');
  const outside = within('non-US');
  const test = inside.of * outside.of > 0 ? shares.pooledZ(inside, outside) : null;
  if (test === null) return [];
  const points = ((inside.count / inside.of - outside.count / outside.of) * 100).toFixed(1);
  const z = test.z.toFixed(2);
  const p = test.p.toPrecision(2);
  return [`${answers[0]!.configuration.name}: US less non-US ${points} points, z ${z}, p ${p}.`];
}

/** Calls a question. That wrong answers take more of them does not make the calls their cause. */
function callRows(answers: Answers): Rows {
  const byRight = Map.groupBy(answers, ({ right }) => right);
  const groups = [answers, byRight.get(true) ?? [], byRight.get(false) ?? []];
  const tools = new Set(answers.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
  return [...tools].map((name) => {
    const made = ({ calls }: ScoredAnswer) => calls.filter(({ tool }) => tool === name).length;
    const [all, right, wrong] = groups.map((group) => overRuns(group.map(made), level));
    return [name, all!.mean, ...bounds(all!.overRuns), finite(right!.mean), finite(wrong!.mean)];
  });
}

function costRows(answers: Answers): Rows {
  const cells = (['latencyMs', 'tokens'] as const).flatMap((cost) => {
    const known = answers.map((answer) => answer[cost]).filter((value) => value !== null);
    const sorted = new Float64Array(known).sort();
    return [finite(quantile(sorted, 0.5)), ...bounds(shares.medianInterval(sorted))];
  });
  return cells[0] === null ? [] : [cells];
}

/**
 * All pairs of configurations that differ in at most one of arm, reasoning, switches and model.
 * Switches are compared with none, of the same agent alone; models with models. First comes the one
 * with more of what differs.
 */
function comparisonsOf(configured: readonly Answers[]) {
  const rank = ([first]: Answers): number => {
    const { arm, reasoning, switches } = first!.configuration;
    return 4 * arms.indexOf(arm) + 2 * Number(reasoning) + Number(switches !== '');
  };
  const ordered = configured.toSorted((a, b) => rank(b) - rank(a));
  return ordered.flatMap((answers, at) =>
    ordered.slice(at + 1).flatMap((rivals) => {
      const one = answers[0]!.configuration;
      const other = rivals[0]!.configuration;
      const [factor = 'setting', ...more] = factors.filter((name) => one[name] !== other[name]);
      const isSameAgent = other.switches === '' && one.settings === other.settings;
      const isComparable =
        factor === 'model' ? one.hasModel && other.hasModel : factor !== 'switches' || isSameAgent;
      if (more.length > 0 || one.repeat !== other.repeat || !isComparable) return [];
      const answerTo = new Map(answers.map((answer) => [answer.question.id, answer]));
      const both = rivals.filter(({ question }) => answerTo.has(question.id));
      const pairs = both.map((rival) => [answerTo.get(rival.question.id)!, rival] as const);
      return pairs.length === 0 ? [] : [{ one, other, factor, pairs }];
    }),
  );
}

/** A section for each factor by which any two differ. */
function comparisonSections(comparisons: readonly Comparison[]): Section[] {
  const tests = comparisons.map(({ one, other, factor, pairs }) => {
    const of = pairs.length;
    const [first, second] = [0, 1].map((at) => shareRight(pairs.map((pair) => pair[at]!)));
    const onlyOne = pairs.filter(([answer, against]) => answer.right && !against.right).length;
    const onlyOther = onlyOne - first!.count + second!.count;
    const completed = completedTest(pairs);
    const accuracy = [first!.count / of, second!.count / of, (first!.count - second!.count) / of];
    const interval = bounds(shares.pairedInterval(onlyOne, onlyOther, of));
    const test = shares.pooledZ(first!, second!);
    const p = shares.mcNemarExact(onlyOne, onlyOther);
    const counts = [of, onlyOne, onlyOther, test?.z ?? null, test?.p ?? null, p];
    const cells = [one.name, other.name, ...accuracy, ...interval, ...counts];
    const shown = factor === 'switches' ? [one.switches, ...cells] : cells;
    return { factor, p, completed, cells: shown };
  });
  const adjusted = shares.holm(tests.map(({ p }) => p));
  const completed = shares.holm(tests.map((test) => test.completed));
  const text =
    `Holm's correction is over all ${tests.length} pairs of this report. z takes samples for ` +
    'independent. Undecided answers count as wrong, and as right in the last test; Agree: both ' +
    'tests find the same at 5%.';
  return [...Map.groupBy(tests.keys(), (at) => tests[at]!.factor)].map(([factor, places]) => {
    const rows = places.map((at) => {
      const isAgreed = adjusted[at]! < 0.05 === completed[at]! < 0.05;
      return [...tests[at]!.cells, adjusted[at]!, completed[at]!, isAgreed ? 'yes' : 'no'];
    });
    return factor === 'switches'
      ? ['What each switch is worth', `Switches|${pairHeads}`, rows, text]
      : [`Pairs that differ in ${factor}`, pairHeads, rows, text];
  });
}

/** The p of McNemar's test with every undecided answer right. */
function completedTest(pairs: Comparison['pairs']): number {
  const isRight = ({ right, isUndecided }: ScoredAnswer): boolean => right || isUndecided;
  const onlyOne = pairs.filter(([one, other]) => isRight(one) && !isRight(other)).length;
  const onlyOther = pairs.filter(([one, other]) => !isRight(one) && isRight(other)).length;
  return shares.mcNemarExact(onlyOne, onlyOther);
}

/**
 * Percentage points over the ratio of median latencies less 1 (FinRetrieval, section 7.1); null
 * where it adds none.
 */
export const gainPerOverhead = (points: number, ratio: number): number | null =>
  ratio > 1 ? points / (ratio - 1) : null;

/**
 * Resamples the questions; where a resample adds no time, the gain for the time added
 * has no interval.
 */
function overheadRows(comparisons: readonly Comparison[]): Rows {
  return comparisons.flatMap(({ one, other, factor, pairs }) => {
    const timed = pairs.filter((pair) => pair.every(({ latencyMs }) => latencyMs !== null));
    if (factor !== 'reasoning' || timed.length === 0) return [];
    const figuresOf = (drawn: typeof timed): number[] => {
      const [slow, fast] = [0, 1].map((at) =>
        quantile(Float64Array.from(drawn, (pair) => pair[at]!.latencyMs!).sort(), 0.5),
      );
      const gained = drawn.reduce((sum, [own, rival]) => sum + +own.right - +rival.right, 0);
      const ratio = slow! / fast!;
      const points = (100 * gained) / drawn.length;
      return [ratio, points, gainPerOverhead(points, ratio) ?? NaN];
    };
    const random = seededRandom('retrieval');
    const redrawn = () => figuresOf(timed.map(() => timed[random.below(timed.length)]!));
    const resamples = Array.from({ length: 1000 }, redrawn);
    const cells = figuresOf(timed).flatMap((figure, at) => {
      const figures = Float64Array.from(resamples, (own) => own[at]!);
      return [finite(figure), ...bounds(percentileInterval(figures, level))];
    });
    return [[one.name, other.name, ...cells]];
  });
}
