/**
 * Reports graded in two stages: trees that a judge extracts, then dimensions, from the answers to
 * the last report.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario } from '#backtest';
import { gradingStages } from '#judging/grading-stages';
import type { Result } from '#contracts/result/result';
import { shapeOf } from '#workflows/research/terms/logic-tree';
import { ruleMetrics } from '#workflows/research/terms/rule-metrics';
import { measuresOf } from '#workflows/research/text/report-measures';
import { treePair } from '#workflows/research/tree/template-writer';
import { textOfResult } from './golden-result.js';

const root = mkdtempSync(join(tmpdir(), 'tapefold-research-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const written = (name: string, text: string): string => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};
const lines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function run(path: string, out: string): Promise<Result> {
  const outcome = await runScenario(loadScenario(path), {
    out,
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
  });
  if (outcome.kind !== 'finished') throw new Error(`the run ended as ${outcome.kind}`);
  return outcome.result as Result;
}

const tasks = Array.from({ length: 6 }, (_, at) => `question-${at}`);
const chart = '\n\n```vega-lite\n{"mark": "bar"}\n```\n';
const pairOf = (agent: string, at: number) => {
  const { report, tree } = treePair(2, 3 * at);
  // The expert draws; the tree does not change.
  return { tree, report: agent === 'expert' ? report + chart : report };
};
const agents = ['expert', 'writer'];
const pairs = agents.flatMap((agent) =>
  tasks.map((task, at) => ({ agent, task, ...pairOf(agent, at) })),
);
const result = join(root, 'result');

beforeAll(async () => {
  mkdirSync(join(root, 'data'));
  written(
    'data/dataset.yaml',
    'name: corpus\ncalendar: 24/7\ncurrency: USD\ntasks: { file: t.jsonl, solutions: s.jsonl }\n',
  );
  written('data/t.jsonl', lines(tasks.map((id) => ({ id, instruction: `Write on ${id}.` }))));
  const truths = pairs.filter(({ agent }) => agent === 'writer');
  written('data/s.jsonl', lines(truths.map(({ task: id, tree }) => ({ id, solution: { tree } }))));
  for (const agent of agents) {
    const own = pairs.filter((one) => one.agent === agent);
    written(`${agent}.jsonl`, lines(own.map(({ task, report: answer }) => ({ task, answer }))));
  }
  const scripts = agents.map((id) => ({ id, kind: 'script', file: `./${id}.jsonl` }));
  const scenario = { name: 'research', data: './data', workflow: 'research', agents: scripts };
  await run(written('research.json', JSON.stringify(scenario)), result);
}, 60_000);

/**
 * A judge that is a module: knows the trees, and scores by who drew a figure. `broken`: faulty
 * output instead.
 */
function moduleJudge(name: string, broken = ''): object {
  const trees = pairs.map(({ report, tree }) => [report.slice(0, 60), tree]);
  const file = written(
    `${name}.mjs`,
    `const trees = new Map(${JSON.stringify(trees)});
export default {
  decide({ task: { id, instruction, inputs } }) {
    ${broken}
    if (instruction.startsWith('Extract')) {
      const tree = trees.get(inputs.report.slice(0, 60));
      const invented = { text: 'Nothing of the kind', kind: 'evidence', children: [] };
      return { tree: { ...tree, children: [...tree.children, invented] } };
    }
    if ('arguments' in inputs) {
      const ids = JSON.parse(inputs.arguments);
      return { supported: Object.fromEntries(ids.map((one) => [one, one !== 'n1'])) };
    }
    return { score: 'figure-1' in inputs ? 90 : inputs.report.includes('[figure 1') ? 80 : 60 };
  },
};
`,
  );
  return { id: name, kind: 'module', file, stateless: true, trusted: true };
}

/** Runs all stages; the results in their order. */
async function graded(name: string, judges: readonly object[]): Promise<Result[]> {
  const file = written(`${name}.json`, JSON.stringify({ seed: 3, agents: judges }));
  const out = join(root, name);
  const results: Result[] = [];
  for (const write of gradingStages({ result, judges: file, out, fresh: false })) {
    const stage = await write();
    expect(stage.isFinished).toBe(false);
    results.push(await run(stage.scenario, stage.out));
  }
  return results;
}

const sectionOf = ({ sections }: Result, title: string) =>
  sections.find((one) => one.title === title)!;
const rowsOf = (of: Result, title: string) => sectionOf(of, title)?.table?.rows ?? [];
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** By hand: judged dimensions of the module, and rules on the true trees. */
function expectedOf(agent: string, rootDepth: 0 | 1 = 1) {
  const own = pairs.filter((one) => one.agent === agent);
  const rules = own.map(({ report, tree }) =>
    ruleMetrics(tree, measuresOf(report).wordsPerSubtitle, rootDepth),
  );
  const judged = agent === 'expert' ? [90, 80, 80, 80, 80, 80] : [0, 60, 60, 60, 60, 60];
  const finals = rules.map((rule) => mean([...judged, ...Object.values(rule)]));
  return { rules, judged, final: mean(finals), finals };
}

describe('reports with known trees', () => {
  it('are graded exactly: trees, dimensions, final scores and differences to the expert', async () => {
    const [tree, grading] = await graded('exact', [moduleJudge('known')]);
    await expect(textOfResult(tree!)).toMatchFileSnapshot('golden/research-tree.txt');
    await expect(textOfResult(grading!)).toMatchFileSnapshot('golden/research-grading.txt');
    expect(rowsOf(tree!, 'Extracted trees')[0]!.slice(6)).toEqual([12, 0, 0]);
    expect(valuesOf(tree!.runs[0]!)).toMatchObject({ extracted: 1, similarity: 1 });
    const [alike] = rowsOf(grading!, 'Tree similarity');
    expect(alike!.slice(0, 7)).toEqual(['trees that count', 'all', 12, 1, 1, 1, 1]);
    for (const agent of agents) {
      const [judge, all] = rowsOf(grading!, 'Dimensions').filter((row) => row[0] === agent);
      const { final, judged, rules } = expectedOf(agent);
      expect(judge!.slice(0, 4)).toEqual([agent, 'known-research-grading', 6, 6]);
      expect(all![4]).toBeCloseTo(final, 10);
      expect(all!.slice(7, 13)).toEqual(judged);
      const names = [
        'analysisWidth',
        'analysisDepth',
        'informationDensity',
        'paragraphRichness',
      ] as const;
      names.forEach((name, at) =>
        expect(all![13 + at]).toBeCloseTo(mean(rules.map((rule) => rule[name])), 10),
      );
      const depths = rowsOf(grading!, 'Depth of the root').find((row) => row[0] === agent)!;
      expect(depths[2]).toBeCloseTo(expectedOf(agent, 0).final, 10);
      expect(depths[4]).toBeCloseTo(final, 10);
    }
    const [difference] = rowsOf(grading!, 'Against the expert');
    expect(difference!.slice(0, 3)).toEqual(['writer', 'Final', 6]);
    expect(difference![3]).toBeCloseTo(expectedOf('writer').final - expectedOf('expert').final, 10);
    expect(sectionOf(grading!, 'Dimensions').radar!.axes).toHaveLength(10);
    expect(valuesOf(grading!.runs[0]!)).toMatchObject({ judged: 1, graded: 1 });

    const { logicTrees = [] } = sectionOf(grading!, 'Logic trees');
    expect(logicTrees).toHaveLength(12);
    for (const { title, report, nodes } of logicTrees) {
      const pair = pairs.find(({ agent, task }) => title.startsWith(`${agent}, ${task},`))!;
      expect(nodes).toHaveLength(shapeOf(pair.tree).nodes);
      expect(report.slice(nodes[0]!.from, nodes[0]!.to)).toBe(pair.tree.text);
      expect(nodes[0]!.supported).toBe(false);
      expect(nodes[1]!.supported).toBe(true);
    }
  }, 60_000);

  it('are read by the rule for template reports, which judges nothing', async () => {
    const rule = { id: 'rule', kind: 'rule', rule: 'outline' };
    const [tree, grading] = await graded('rule', [rule]);
    expect(valuesOf(tree!.runs[0]!)).toMatchObject({ extracted: 1, dropped: 0, similarity: 1 });
    expect(valuesOf(grading!.runs[0]!)).toMatchObject({ judged: 0, graded: 0, final: null });
    const width = mean(expectedOf('writer').rules.map(({ analysisWidth }) => analysisWidth));
    const [, all] = rowsOf(grading!, 'Dimensions').filter((row) => row[0] === 'writer');
    expect([all![4], all![8]]).toEqual([null, null]);
    expect(all![13]).toBeCloseTo(width, 10);
  }, 60_000);

  it('lose coverage when a judge fails, and keep their scores', async () => {
    const broken = `
    const at = Number(id.slice(7, 9));
    const kinds = ['\`\`\`json\\n{"score": 100}\\n\`\`\`', 'A fine report.', '', { score: 101 },
      { score: 100, supported: {} }, { supported: { n1: true } }, { tree: 'none' },
      { tree: { text: 'Ignore the rules', kind: 'argument', children: [] } }, [], null];
    if (at % 2 === 0) return kinds[(at / 2) % kinds.length];`;
    const [tree, grading] = await graded('failing', [moduleJudge('failing', broken)]);
    await expect(textOfResult(grading!)).toMatchFileSnapshot('golden/research-failing.txt');
    expect(valuesOf(tree!.runs[0]!)).toMatchObject({ extracted: 0.5, similarity: 1 });
    const { judged, graded: share } = valuesOf(grading!.runs[0]) as Record<string, number | null>;
    expect(share).toBe(0.5);
    // Six reports of twelve are judged; without a tree, its support is not asked for.
    expect(judged).toBeGreaterThan(0.5);
    expect(judged).toBeLessThan(0.58);
    for (const agent of agents) {
      const [row] = rowsOf(grading!, 'Dimensions').filter(([one]) => one === agent);
      const { finals, judged: scores } = expectedOf(agent);
      expect(row!.slice(8, 13)).toEqual(scores.slice(1));
      expect(row![4]).toBeGreaterThanOrEqual(Math.min(...finals));
      expect(row![4]).toBeLessThanOrEqual(Math.max(...finals));
    }
  }, 60_000);
});
