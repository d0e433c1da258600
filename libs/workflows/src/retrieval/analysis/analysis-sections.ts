/** The analyses of scored answers as sections of a report. */

import type { ReportSection } from '#contracts/result';
import { pooledZ } from '#metrics/proportions/share-tests';
import { comparisonSections, comparisonsOf, shareRight } from './comparison-sections.js';
import { callSection, costSection, overheadSection } from './cost-sections.js';
import { byConfiguration, type Answers, type ScoredAnswer } from './scored-answer.js';
import { shareSection } from './section-of.js';

/** Intervals are at 95 %, and accuracy is split by kind of data. `InvalidInput` as in `byConfiguration`. */
export function analysisSections(answers: Answers): ReportSection[] {
  const configured = byConfiguration(answers);
  const comparisons = comparisonsOf(configured);
  const all = [
    ...accuracySections(configured),
    ...comparisonSections(comparisons),
    ...traceSections(configured.flat()),
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

const isHit = ({ firstQueryHit }: ScoredAnswer): boolean => firstQueryHit === true;
const months = 'unknown,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',');
const groups: readonly [string, string, (question: ScoredAnswer['question']) => string[]][] = [
  ['configuration', '', () => []],
  ['category', 'Category|', ({ category }) => [category]],
  ['region', 'Region|', ({ region }) => [region]],
  ['fiscal-year end', 'Ends in|', ({ fiscalYearEndMonth: at }) => [months[at ?? 0]!]],
  ['period type', 'Period|', ({ periodType }) => [periodType]],
];

function accuracySections(configured: readonly Answers[]): ReportSection[] {
  const isKnown = ([, , groupOf]: (typeof groups)[number]): boolean =>
    configured.flat().some(({ question }) => groupOf(question).every((key) => key !== 'unknown'));
  return groups.filter(isKnown).map(([name, head, groupOf]) => {
    const text = name === 'region' ? configured.flatMap(regionGap) : [];
    const words = [`Accuracy by ${name}`, `Data|${head}`, ...text] as const;
    const keysOf = ({ question }: ScoredAnswer) => [question.data, ...groupOf(question)];
    return shareSection(words, configured.flat(), keysOf, 'right');
  });
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

function traceSections(answers: Answers): ReportSection[] {
  const queried = answers.filter(({ firstQueryHit }) => firstQueryHit !== null);
  const missed = queried.filter((one) => !isHit(one));
  const wrong = answers.filter(({ right }) => !right);
  const hitOf = (one: ScoredAnswer) => [isHit(one) ? 'hit' : 'missed'];
  const failure = ({ firstFailure }: ScoredAnswer) => [firstFailure ?? 'not replayed'];
  return [
    shareSection(['Answers by class', 'Class|'], answers, (one) => [one.answerClass]),
    shareSection(['Gave up', ''], answers, () => [], 'gaveUp'),
    shareSection(['First-query success', ''], queried, () => [], 'firstQueryHit'),
    shareSection(['Accuracy by first query', 'First query|'], queried, hitOf, 'right'),
    shareSection(['First queries that missed', 'Class|'], missed, failure),
    shareSection(['Errors by class', 'Class|'], wrong, (one) => [one.error!]),
  ];
}
