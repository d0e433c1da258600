/**
 * What judges see of authors, which quotations and citations count, and what of their judgments
 * is told apart.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadModels } from '#llm/provider/models';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { caseFolder } from './case-run.fixture.js';
import {
  documentsToJudge,
  judged,
  reportsToJudge,
  rowsOf,
  runTasks,
} from './judged-case.fixture.js';

/** Models of a case, served by its scripted server. */
async function modelsIn(folder: string, ...server: string[]) {
  const served = spawn(process.execPath, server, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void served.kill());
  const isSilent = server[0] === 'server.mjs';
  await Promise.race([
    once(served.stdout, 'data'),
    new Promise((done) => setTimeout(done, isSilent ? 1000 : 20_000)),
  ]);
  const models = await loadModels(join(folder, 'models.yaml'), {});
  return {
    openModels: ({ store }: { store: ConstructorParameters<typeof ModelGateway>[0]['store'] }) =>
      new ModelGateway({ mode: 'record', models, store }),
  } as Parameters<typeof runTasks>[2];
}

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the author of an answer', () => {
  it('is in no text of ours, and a report that names it is marked, with its words as they are', async () => {
    const folder = caseFolder('2026-11/blind-judge');
    const models = await modelsIn(folder, 'stub2.mjs', '4396', join(folder, 'stub.jsonl'));
    const result = join(folder, 'o');
    await runTasks(join(folder, 'insights.yaml'), result, models);
    const graded = await judged(folder, result);
    const data = join(`${result}-judged`, 'data');
    const [{ instruction, inputs }] = linesOf(join(data, 'tasks.jsonl'));
    const author = /gpt.?9.?large|blue ?fox/i;
    expect(inputs.evidence).toContain('search_news');
    expect(inputs.evidence).not.toMatch(author);
    expect([instruction, inputs.metrics, inputs.rules].join('\n')).not.toMatch(author);
    const [header, , , , text] = inputs.report.split('\n');
    expect(header).toContain('**Model:** withheld |');
    expect(text).toContain('Written by GPT-9-Large. Written by GPT 9 Large.');
    const [{ solution }] = linesOf(join(data, 'solutions.jsonl'));
    expect(solution.namesAuthor).toEqual({ otherModels: false });
    // There is no other model to compare it with.
    expect(rowsOf(graded, 'Left out of comparisons')).toEqual([]);
    expect(rowsOf(graded, 'Scores')).toHaveLength(2);
  });

  it('changes no score by its name', async () => {
    const folder = caseFolder('2026-11/name-changes-score');
    for (const agent of ['expert', 'peer']) {
      const result = join(folder, `o-${agent}`);
      await runTasks(join(folder, `${agent}.yaml`), result);
      const { runs } = await judged(folder, result, { judges: 'literal.yaml' });
      expect(valuesOf(runs[0]), agent).toMatchObject({ denseMean: 4, validMoveCoverage: 0.75 });
      const solutions = linesOf(join(`${result}-judged`, 'data/solutions.jsonl'));
      expect(solutions.filter(({ solution }) => 'namesAuthor' in solution)).toEqual([]);
    }
  });
});

describe('a judgment', () => {
  it('quotes what looks alike, and what readers do not see', async () => {
    const folder = caseFolder('2026-11/judge-quotations');
    const result = join(folder, 'out');
    await runTasks(join(folder, 's.yaml'), result);
    const { runs } = await judged(folder, result);
    expect(runs[0]?.coverage).toMatchObject({ due: 54, answered: 54 });
    expect(valuesOf(runs[0])).toMatchObject({ graded: 1 });
  });

  it('of an answer with half a character is given, and the half is counted', async () => {
    const folder = caseFolder('2026-11/judge-lone-surrogate');
    const result = join(folder, 'out');
    await runTasks(join(folder, 's.yaml'), result);
    const graded = await judged(folder, result);
    expect(valuesOf(graded.runs[0])['graded']).toBe(1);
    expect(rowsOf(graded, 'Replaced characters')).toMatchObject([
      [expect.any(String), expect.any(String), expect.any(String), 1],
    ]);
  });

  it('without reading the answer is told apart', async () => {
    const { folder, result } = await reportsToJudge('judge-unread');
    const models = await modelsIn(folder, 'server.mjs');
    const graded = await judged(folder, result, { models });
    expect(rowsOf(graded, 'Judgments without reading')).toEqual([['blind-judging', 16, 16]]);
  }, 120_000);

  it('is compared with those of all people', async () => {
    const { folder, result } = await reportsToJudge('judge-two-raters');
    const both = await judged(folder, result, { gold: 'gold.jsonl' });
    const kappaIn = (rows: ReturnType<typeof rowsOf>) =>
      rows.find(([judge, of]) => judge === 'len-judging' && of === 'evidence_fidelity');
    const [, , pairs, kappa] = kappaIn(rowsOf(both, 'Judges and people'))!;
    expect(pairs).toBe(6);
    expect(kappa).toBeCloseTo(1 - 16 / 19.25, 10);
    const one = await judged(folder, result, { gold: 'gold-last.jsonl' });
    expect(kappaIn(rowsOf(one, 'Judges and people'))?.[3]).toBeCloseTo(0, 10);
  });

  it.each([
    ['same-id.jsonl', /same-id\.jsonl:1: items.*an id that no other item/],
    ['overall.jsonl', /overall\.jsonl:1: items.*a name other than overall, judged/],
    ['judged.jsonl', /judged\.jsonl:1: items.*a name other than overall, judged/],
  ])('by the rubrics of %s is refused', async (rubrics, refused) => {
    const { folder, result } = await reportsToJudge('judge-rubric-names');
    await expect(judged(folder, result, { rubrics })).rejects.toThrow(refused);
  });

  it('correlates with length by an exact p', async () => {
    const folder = caseFolder('2026-11/rho-p-zero');
    const result = join(folder, 'weekly');
    await runTasks(join(folder, 'weekly.yaml'), result);
    const [row] = rowsOf(await judged(folder, result), 'Judges');
    expect(Math.abs(row!.at(-2) as number)).toBe(1);
    expect(row!.at(-1)).toBeCloseTo(0.1, 10);
  });
});

describe('documents', () => {
  it('cite files in any spelling, with pages and lines, and thoughts earn nothing', async () => {
    const { folder, result } = await documentsToJudge('moves-citations');
    const graded = await judged(folder, result);
    const scores = rowsOf(graded, 'Scores').filter(([, judge]) => judge === 'all judges');
    const coverage = new Map(
      rowsOf(graded, 'Coverage and hallucination').map((row) => [row[0], row]),
    );
    const found = scores.map(([agent, , , , , dense]) => {
      const [, , , valid, , , flagged] = coverage.get(agent!)!;
      return [agent, dense, valid, flagged];
    });
    const right = (agent: string) => [agent, 4, 0.75, 0];
    expect(found).toEqual([
      right('asis'),
      right('asterisks'),
      right('en-dash'),
      ['footnotes', 0, 0, 0],
      right('hyphen-2011'),
      right('italics'),
      right('line'),
      ['none', 0, 0, 1],
      ['numbered', 0, 0, 0],
      right('page'),
      right('stem-page'),
      ['thoughts', 0, 0, null],
    ]);
  });

  it('have the same words whatever is around them', async () => {
    const { run } = await documentsToJudge('research-outer-fence');
    for (const one of run.runs) {
      const { agent } = one;
      expect(valuesOf(one), agent).toMatchObject({ words: 11, wordsPerSubtitle: 3 });
    }
    expect(run.runs).toHaveLength(8);
  });
});
