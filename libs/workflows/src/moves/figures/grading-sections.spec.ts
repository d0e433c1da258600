/**
 * The sections on graded moves, of judges, configurations, categories and effort that are
 * counted by hand.
 */

import { expect, it } from 'vitest';
import type { ReportSection } from '#contracts/result/result';
import type { GradedSolution, GradingJudgment } from '../judgments/grading.js';
import type { GradingRun } from './attempts.js';
import { gradingSections } from './grading-sections.js';

const report =
  'Growth slows. [a.txt]\n\nMargins hold. [a.txt]\n\nGrowth outweighs margins. [a.txt]';
const citations = [...report.matchAll(/\[a\.txt\]/g)].map(({ index: from }) => ({
  from,
  to: from + 7,
}));
const themes = [
  { id: 't1', title: 'Growth', moves: ['a', 'b'].map((id) => ({ id, text: `move ${id}` })) },
  { id: 't2', title: 'Margins', moves: [{ id: 'a', text: 'margins' }] },
];

interface Given {
  readonly agent: string;
  readonly task: string;
  readonly attempt?: number;
  readonly category?: string;
  /** Model calls and tool calls. */
  readonly effort?: readonly [steps: number | null, calls: number | null];
  readonly flagged?: readonly string[];
  /** By judge: how many of the three moves it finds, and whether there is a synthesis. */
  readonly found: Readonly<Record<string, readonly [moves: number, synthesis: boolean]>>;
}

const hitsOf = (count: number) =>
  [
    { theme: 't1', move: 'a', quote: 'Growth slows', tainted: false },
    { theme: 't2', move: 'a', quote: 'Margins hold', tainted: count === 2 },
    { theme: 't1', move: 'b', quote: 'Growth outweighs margins', tainted: false },
  ].slice(0, count);

function solutionsOf(given: Given, answer: string): [string, GradedSolution][] {
  const { agent, task, attempt = 0, category, effort = [null, null], flagged = [] } = given;
  const [steps, calls] = effort;
  const shared = {
    answer,
    agent,
    run: `${agent}-moves`,
    task,
    attempt,
    steps,
    calls,
    answered: { attempts: 2, tasks: 2 },
    rubric: { themes, ...(category && { category }) },
  };
  const coverage = {
    ...shared,
    asks: 'coverage' as const,
    report,
    citations,
    grounded: { claims: 4, flagged: [...flagged], groundings: 1 },
  };
  return [
    [`${answer}-coverage`, coverage],
    [`${answer}-synthesis`, { ...shared, asks: 'synthesis' as const }],
  ];
}

function runsOf(all: readonly Given[]): ReadonlyMap<string, GradingRun> {
  const judges = [...new Set(all.flatMap(({ found }) => Object.keys(found)))];
  const solutions = all.flatMap((one, at) => solutionsOf(one, `answer-${at}`));
  return new Map(
    judges.map((judge): [string, GradingRun] => {
      const answers = new Map<string, GradingJudgment>();
      for (const [at, { found, agent }] of all.entries()) {
        const given = found[judge];
        if (given === undefined) continue;
        const [moves, synthesis] = given;
        const beyond = agent === 'deep' && judge === 'one' ? ['Growth outweighs margins.'] : [];
        answers.set(`answer-${at}-coverage`, { hits: hitsOf(moves), beyond });
        answers.set(`answer-${at}-synthesis`, { synthesis });
      }
      const terms = { of: 'moves', tasks: 3, claims: 'cited' as const };
      return [judge, { answers, solutions: new Map(solutions), terms } as unknown as GradingRun];
    }),
  );
}

const textOf = (sections: readonly ReportSection[]): string =>
  sections
    .flatMap(({ title, text, table, ...pictures }) => [
      `# ${title}`,
      ...text,
      table?.columns.map(({ title: head }) => head).join(' | ') ?? '',
      ...(table?.rows ?? []).map((row) => JSON.stringify(row)),
      ...Object.entries(pictures).map(([name, picture]) => `${name}: ${JSON.stringify(picture)}`),
    ])
    .join('\n');

const all: readonly Given[] = [
  {
    agent: 'deep',
    task: 'one',
    category: 'Risk',
    effort: [8, 24],
    found: { one: [3, true], two: [3, true] },
  },
  {
    agent: 'deep',
    task: 'two',
    category: 'Growth',
    effort: [6, 12],
    flagged: ['Margins hold'],
    found: { one: [2, false], two: [1, false] },
  },
  {
    agent: 'deep',
    task: 'two',
    attempt: 1,
    category: 'Growth',
    effort: [9, 18],
    found: { one: [3, true] },
  },
  {
    agent: 'quick',
    task: 'one',
    category: 'Risk',
    effort: [2, 3],
    found: { one: [1, false], two: [2, true] },
  },
  {
    agent: 'quick',
    task: 'two',
    effort: [3, 3],
    flagged: ['Growth slows'],
    found: { one: [1, false], two: [0, false] },
  },
];

it('of two judges and two configurations are these', async () => {
  await expect(`${textOf(gradingSections(runsOf(all)))}\n`).toMatchFileSnapshot(
    './golden-graded.txt',
  );
});

it('without categories, effort and passages beyond the rubric have no section of them', () => {
  const plain = all.map(({ category: _, effort: __, ...one }) => ({ ...one, agent: 'quick' }));
  const titles = (given: readonly Given[]): string[] =>
    gradingSections(runsOf(given)).map(({ title }) => title);
  const shared = ['Agreement of judges', 'Moves that no answer makes', 'Attempts'];
  expect(titles(plain)).toEqual(expect.arrayContaining(shared));
  const more = ['Categories', 'Effort', 'Effort and score', 'Scores by steps', 'Beyond the rubric'];
  expect(titles(plain).filter((title) => more.includes(title))).toEqual([]);
  expect(titles(all).filter((title) => more.includes(title))).toEqual(more);
});

it('name the moves that no answer makes', () => {
  const found = all.map((one) => ({ ...one, found: { one: [1, false] as const } }));
  expect(textOf(gradingSections(runsOf(found)))).toContain('move b');
  expect(gradingSections(runsOf([]))).toEqual([]);
});
