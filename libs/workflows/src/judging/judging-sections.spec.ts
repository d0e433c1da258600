/** The radar of judged dimensions, and scores against what was earned. */

import { expect, it } from 'vitest';
import { judgingSections, type JudgedRuns } from './judging-sections.js';
import { judgedSolution, type Judgment } from '../workflow/judgment.js';

const solutionOf = (
  agent: string,
  task: string,
  items: object[] = [],
  money: number | null = null,
) =>
  judgedSolution.parse({
    agent,
    run: `${agent}-insights`,
    task,
    words: 10,
    known: {},
    caps: {},
    money,
    items,
    isOwnRubric: false,
    gold: null,
  });

function judged(
  judgments: Record<string, Judgment>,
  items: object[] = [],
  money: Record<string, number> = {},
): JudgedRuns {
  const answers = new Map(Object.entries(judgments));
  const ids = Object.keys(judgments);
  const solutions = new Map(
    ids.map((id) => {
      const agent = id.slice(0, 1);
      return [id, solutionOf(agent, id, items, money[agent] ?? null)];
    }),
  );
  const run = {
    answers,
    solutions,
    asked: ids.map((id) => ({ id })),
    due: ids.length,
    traces: new Map(),
    terms: { of: 'insights', dimensions: [], most: 4 },
  };
  return new Map([
    ['first', run],
    ['second', { ...run, answers: new Map([['a1', { scores: { x: 1, y: 2, z: 3 } }]]) }],
  ]) as unknown as JudgedRuns;
}

it('has a series a configuration, of the means over all judges, up to the highest score', () => {
  const runs = judged({
    a1: { scores: { x: 3, y: 4, z: 0 } },
    a2: { scores: { x: 4, y: 4, z: 1 } },
    b1: { scores: { x: 1, y: 0 } },
  });
  const [scores] = judgingSections(runs);
  expect(scores!.radar).toEqual({
    axes: ['x', 'y', 'z'].map((title) => ({ title, max: 4 })),
    // Task a1 has means of 2, 3 and 1.5 over two judges.
    series: [
      { title: 'a', values: [3, 3.5, 1.25] },
      { title: 'b', values: [1, 0, null] },
    ],
  });
  const whole = scores!.table!.rows.filter((row) => row[1] === 'all judges');
  expect(whole.map((row) => row.slice(6))).toEqual(scores!.radar!.series.map((one) => one.values));
});

it('goes to 10 when dimensions are shares of a rubric, and to 8 configurations', () => {
  const items = ['x', 'y', 'z'].map((dimension) => {
    return { id: dimension, dimension, polarity: 'negative', text: 'is wrong' };
  });
  const judgment = { items: { x: false, y: true, z: false } };
  const ids = [...'abcdefghi'].map((agent) => [`${agent}1`, judgment] as const);
  const { axes, series } = judgingSections(judged(Object.fromEntries(ids), items))[0]!.radar!;
  expect([axes[0]!.max, series.length, series[1]!.values]).toEqual([10, 8, [10, 0, 10]]);
});

it('is left out when there are fewer than three dimensions', () => {
  expect(judgingSections(judged({ b1: { scores: { x: 1, y: 2 } } }))[0]).not.toHaveProperty(
    'radar',
  );
});

it.each<[string, Record<string, number>, unknown[]]>([
  ['no run earned anything', {}, []],
  ['one run earned something', { b: 0.05 }, [['b', 1, 0.05]]],
  [
    'each did, and the best score comes first',
    { a: 0.02, b: 0.05 },
    [
      ['a', 2.5, 0.02],
      ['b', 1, 0.05],
    ],
  ],
])('sets scores against money where %s', (_, money, rows) => {
  // Two judges give task a1 3 and 2.
  const runs = judged(
    { a1: { scores: { x: 3, y: 3 } }, b1: { scores: { x: 1, y: 1 } } },
    [],
    money,
  );
  const sections = judgingSections(runs).filter(({ title }) => title === 'Scores and money');
  expect(sections.flatMap(({ table }) => table!.rows)).toEqual(rows);
});

it('compares with people what both judged', () => {
  const runs = judged({ a1: { scores: { x: 3, z: 2 } }, a2: { scores: { x: 1, y: 4 } } });
  const gold: Record<string, Judgment> = {
    a1: { scores: { x: 3, y: 1 } },
    a2: { scores: { x: 1 } },
  };
  const { solutions } = [...runs.values()][0]!;
  for (const [id, solution] of solutions!) Object.assign(solution, { gold: gold[id] });
  const section = judgingSections(runs).find(({ title }) => title === 'Judges and people');
  // The first judge gave no y where people did; the second gave x and y once each.
  expect(section!.table!.rows.map((row) => row.slice(0, 3))).toEqual([
    ['first', 'x', 2],
    ['second', 'x', 1],
    ['second', 'y', 1],
  ]);
});

it('has these sections as a whole', async () => {
  const items = ['x', 'y', 'z'].map((dimension, at) => {
    const polarity = at === 1 ? 'positive' : 'negative';
    return { id: dimension, dimension, polarity, text: `is ${dimension}` };
  });
  const worlds = [
    judged({
      a1: { scores: { x: 3, y: 4, z: 0 } },
      a2: { scores: { x: 4, y: 4, z: 1 } },
      b1: { scores: { x: 1, y: 0 } },
    }),
    judged({ a1: { items: { x: false, y: true, z: false } }, b1: { items: { x: true } } }, items),
    judged({ a1: { scores: { x: 3 } }, b1: { scores: { x: 1 } } }, [], { a: 0.02, b: -0.5 }),
    judged({}),
  ];
  const text = worlds.map((runs) => JSON.stringify(judgingSections(runs), null, 1)).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('./golden-sections.txt');
});
