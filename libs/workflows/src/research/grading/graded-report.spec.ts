/**
 * What one judge returned for a report, as values: means need every part, and what was not asked
 * stays unknown.
 */

import { describe, expect, it } from 'vitest';
import type { Asked } from '../../workflow/judgment.js';
import {
  argumentsInput,
  gradedReports,
  gradingDefect,
  type GradedSolution,
  type GradingJudgment,
} from './graded-report.js';

const tree = {
  text: 'Rates fall.',
  kind: 'argument' as const,
  children: [
    { text: 'Prices are stable.', kind: 'evidence' as const, children: [] },
    { text: 'Nobody wrote this.', kind: 'evidence' as const, children: [] },
  ],
};
const report = {
  text: 'Rates fall. Prices are stable.',
  words: 5,
  subtitles: 1,
  wordsPerSubtitle: 50,
  figures: 0,
  tree,
  treeOf: 'first judge',
};
const judged = [
  'articulationProfessionalism',
  'articulationCoherence',
  'analysisFrameworkQuality',
  'logicConsistency',
  'viewpointClarity',
] as const;
type Asks = GradedSolution['asks'];

interface GivenReport {
  readonly answer?: string;
  readonly report?: GradedSolution['report'];
  readonly judgments: readonly (readonly [Asks, GradingJudgment | undefined])[];
}

/** The values of one judge; the report is with the last of the tasks about an answer. */
function graded(...given: readonly GivenReport[]) {
  const answers = new Map<string, GradingJudgment>();
  const solutions = new Map<string, GradedSolution>();
  for (const { answer = 'an answer', judgments, report: own } of given) {
    for (const [at, [asks, judgment]] of judgments.entries()) {
      const task = `${answer}-${asks}`;
      const isLast = at === judgments.length - 1;
      const who = { agent: 'author', run: 'author-run', task: 'rates', attempt: 1 };
      const withReport = isLast && own !== undefined ? { report: own } : {};
      solutions.set(task, { ...who, answer, asks, ...withReport });
      if (judgment !== undefined) answers.set(task, judgment);
    }
  }
  const terms = { of: 'research' };
  return gradedReports('judge', { answers, solutions, terms, measured: new Map(), due: 1 });
}

const scores = judged.map((asks): [Asks, GradingJudgment] => [asks, { score: 80 }]);

describe('a report that a judge has graded', () => {
  it('has its scores, those of its tree, and their mean', () => {
    const [one, ...others] = graded({ judgments: scores, report });
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      judge: 'judge',
      answer: 'an answer',
      agent: 'author',
      task: 'rates',
      attempt: 1,
      report,
      judged: Object.fromEntries(judged.map((name) => [name, 80])),
    });
    // Without figures they count 0; two nodes are found: width 1, depth 1 of 2 levels, half
    // of it evidence.
    const byRule = { analysisWidth: 0, analysisDepth: 12, informationDensity: 15 };
    const final = (5 * 80 + 0 + 0 + 12 + 15 + 30) / 10;
    expect(one!.values).toMatchObject({ visualLinguisticSynergy: 0, paragraphRichness: 30, final });
    expect(one!.values).toMatchObject(byRule);
    // With its root at depth 0 the tree is too flat to count.
    expect(one!.values).toMatchObject({ depthAt0: 0, finalAt0: (5 * 80 + 15 + 30) / 10 });
    expect(one!.values).toMatchObject({ nodes: 2, evidence: 1, width: 1, deepest: 1, dropped: 1 });
    expect(one!.values).toMatchObject({ words: 5, subtitles: 1, wordsPerSubtitle: 50, figures: 0 });
  });

  it('has no mean where a dimension is missing: the judge did not answer, or its tree is unknown', () => {
    const [first, ...rest] = scores;
    const unanswered = graded({ judgments: [[first![0], undefined], ...rest], report });
    expect(unanswered[0]!.judged).not.toHaveProperty(first![0]);
    expect(unanswered[0]!.values).toMatchObject({ final: null, finalAt0: null });
    const { tree: _, ...treeless } = report;
    const [one] = graded({ judgments: scores, report: treeless });
    expect(one!.found).toBeUndefined();
    expect(one!.values).toMatchObject({ final: null, paragraphRichness: 30 });
    expect(one!.values).not.toHaveProperty('analysisWidth');
    expect(one!.values).not.toHaveProperty('nodes');
    const [judgedFigures] = graded({ judgments: scores, report: { ...report, figures: 2 } });
    expect(judgedFigures!.values).not.toHaveProperty('visualLinguisticSynergy');
    expect(judgedFigures!.values.final).toBeNull();
  });

  it('has the share of its arguments that are supported, if that was asked and answered', () => {
    const supported = { n1: true, n2: false, n3: false, n4: true, n5: true };
    const [one] = graded({ judgments: [['support', { supported }], ...scores], report });
    expect(one!.supported).toEqual(supported);
    expect(one!.values.supported).toBe(0.6);
    expect(one!.judged).not.toHaveProperty('support');
    const [unanswered] = graded({ judgments: [['support', undefined], ...scores], report });
    expect([unanswered!.supported, unanswered!.values.supported]).toEqual([undefined, undefined]);
    const [unasked] = graded({ judgments: scores, report });
    expect([unasked!.supported, unasked!.values.supported]).toEqual([undefined, undefined]);
  });

  it('is one for each answer, and none for an answer whose tasks have no report', () => {
    const reports = graded(
      { answer: 'with', judgments: scores, report },
      { answer: 'without', judgments: scores },
      { answer: 'other', judgments: [['logicConsistency', { score: 10 }]], report },
    );
    expect(reports.map(({ answer, judged: own }) => [answer, own.logicConsistency])).toEqual([
      ['with', 80],
      ['other', 10],
    ]);
    const unsolved = { terms: { of: 'research' }, measured: new Map(), due: 0 };
    expect(gradedReports('judge', { answers: new Map(), solutions: null, ...unsolved })).toEqual(
      [],
    );
  });
});

describe('a judgment', () => {
  /** A task with texts by name; only the texts of the view are read. */
  const asked = (texts: Record<string, string>) =>
    ({
      task: { inputs: Object.keys(texts).map((name) => ({ name, document: { sha256: name } })) },
      view: { document: (name: string) => texts[name] },
    }) as unknown as Asked;
  const ofScore = asked({ report: 'a report' });
  const ofTree = asked({ report: 'a report', [argumentsInput]: '["n1","n2"]' });

  it.each<[string, GradingJudgment, Asked, string | undefined]>([
    ['a score', { score: 0 }, ofScore, undefined],
    ['no score', {}, ofScore, 'answer.score: expected a value; found nothing'],
    [
      'support in place of a score',
      { supported: {} },
      ofScore,
      'answer.supported: expected nothing; found a value',
    ],
    ['all of the arguments', { supported: { n1: true, n2: false } }, ofTree, undefined],
    ['no support', {}, ofTree, 'answer.supported: expected a value; found nothing'],
    [
      'a score beside support',
      { score: 1, supported: { n1: true, n2: true } },
      ofTree,
      'answer.score: expected nothing; found a value',
    ],
    [
      'an argument less',
      { supported: { n1: true } },
      ofTree,
      'answer.supported.n2: expected a value; found nothing',
    ],
    [
      'an argument more',
      { supported: { n1: true, n2: true, n9: true } },
      ofTree,
      'answer.supported: expected 2 arguments; found 3',
    ],
  ])('of %s is taken, or refused with what is missing', (_, judgment, of, defect) => {
    expect(gradingDefect(judgment, of)).toBe(defect);
  });
});
