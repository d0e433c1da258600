/** Answers graded by their moves, stage by stage, on a corpus whose gradings are known. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario } from '#backtest';
import { gradingStages } from '#judging/grading-stages';
import { writeJudging } from '#judging/judging-data';
import type { Result } from '#contracts/result/result';
import {
  corpusAnswer,
  corpusTask,
  drawnAnswer,
  scoreOfAnswer,
  type CorpusAnswer,
} from './moves-corpus.fixture.js';
import { textOfResult } from './golden-result.js';

const root = mkdtempSync(join(tmpdir(), 'tapefold-moves-'));
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

const tasks = Array.from({ length: 12 }, (_, at) => corpusTask(at));
const agents = ['first', 'second', 'perfect', 'inventor'];
const answers = new Map(
  agents.map((agent) => [
    agent,
    new Map(
      // The second leaves one task out.
      tasks.slice(agent === 'second' ? 1 : 0).map((task): [string, CorpusAnswer] => {
        if (agent === 'perfect') return [task.id, corpusAnswer(task, () => 'made', true)];
        if (agent === 'inventor') return [task.id, corpusAnswer(task, () => 'tainted', true)];
        return [task.id, drawnAnswer(task, agent)];
      }),
    ),
  ]),
);
const result = join(root, 'result');

beforeAll(async () => {
  mkdirSync(join(root, 'data'));
  written(
    'data/dataset.yaml',
    'name: corpus\ncalendar: 24/7\ncurrency: USD\ntasks: { file: t.jsonl, solutions: s.jsonl }\n',
  );
  // Texts of the line, or a folder of documents.
  const asked = tasks.map(({ id, instruction, inputs }, at) => {
    if (at % 2 === 0) return { id, instruction, inputs };
    for (const [name, text] of Object.entries(inputs)) {
      mkdirSync(dirname(join(root, 'data', id, name)), { recursive: true });
      written(`data/${id}/${name}`, text);
    }
    return { id, instruction, documents: id };
  });
  written('data/t.jsonl', lines(asked));
  written('data/s.jsonl', lines(tasks.map(({ id, rubric: solution }) => ({ id, solution }))));
  for (const [agent, own] of answers) {
    const said = [...own].map(([task, { text: answer }]) => ({ task, answer }));
    written(`${agent}.jsonl`, lines(said));
  }
  const scripts = agents.map((id) => ({ id, kind: 'script', file: `./${id}.jsonl` }));
  const scenario = { name: 'moves', data: './data', workflow: 'moves', agents: scripts };
  await run(written('moves.json', JSON.stringify(scenario)), result);
}, 60_000);

const literal = { kind: 'rule', rule: 'literal' };
const judgesFile = (name: string, ids: readonly string[], terms?: object): string =>
  written(
    `${name}.json`,
    JSON.stringify({
      seed: 3,
      ...(terms && { terms }),
      agents: ids.map((id) => ({ id, ...literal })),
    }),
  );

/** Runs all stages; the results in their order. */
async function graded(name: string, judges: string): Promise<Result[]> {
  const out = join(root, name);
  const results: Result[] = [];
  for (const write of gradingStages({ result, judges, out, fresh: false })) {
    const stage = await write();
    expect(stage.isFinished).toBe(false);
    results.push(await run(stage.scenario, stage.out));
  }
  return results;
}

const rowsOf = ({ sections }: Result, title: string) =>
  sections.find((one) => one.title === title)?.table?.rows ?? [];
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The figures of the only judge: means over the rows of configurations. */
function figuresOf(grading: Result) {
  const scores = rowsOf(grading, 'Scores').filter(([, judge]) => judge === 'all judges');
  const flags = rowsOf(grading, 'Coverage and hallucination');
  const meanOf = (rows: typeof scores, column: number) =>
    expect.closeTo(mean(rows.map((row) => row[column] as number)), 12);
  return {
    graded: 1,
    denseMean: meanOf(scores, 5),
    denseMeanPresent: meanOf(scores, 8),
    passAt1: meanOf(scores, 9),
    themeCoverage: meanOf(flags, 1),
    rawMoveCoverage: meanOf(flags, 2),
    validMoveCoverage: meanOf(flags, 3),
    taint: meanOf(flags, 4),
    hallucinationRate: meanOf(flags, 5),
    flaggedShare: meanOf(flags, 6),
  };
}

describe('a corpus with known moves', () => {
  it('is graded exactly by a judge that compares texts', async () => {
    const [grounding, grading] = await graded('literal', judgesFile('literal', ['rule']));
    const given = rowsOf(grading!, 'Attempts').map(([agent, task, , , score]) => [
      agent,
      task,
      score,
    ]);
    const expected = [...answers].flatMap(([agent, own]) =>
      [...own].map(([task, answer]) => [agent, task, scoreOfAnswer(answer)]),
    );
    expect(given).toHaveLength(47);
    expect(given).toEqual(expect.arrayContaining(expected));
    // What the seed draws has each score.
    expect(new Set(expected.map(([, , score]) => score))).toEqual(new Set([0, 1, 2, 3, 4]));

    const scores = new Map(
      rowsOf(grading!, 'Scores')
        .filter(([, judge]) => judge === 'all judges')
        .map((row) => [row[0], row]),
    );
    for (const [agent, own] of answers) {
      const all = [...own.values()].map(scoreOfAnswer);
      const row = scores.get(agent)!;
      expect(row.slice(2, 5)).toEqual([own.size, own.size, own.size]);
      // A task without an attempt counts 0, except in the mean of those present.
      expect(row[5]).toBeCloseTo((mean(all) * own.size) / 12, 12);
      expect(row[8]).toBeCloseTo(mean(all), 12);
      expect(row[9]).toBeCloseTo(all.filter((score) => score === 4).length / 12, 12);
    }
    expect(scores.get('perfect')!.slice(5, 13)).toEqual([4, 4, 4, 4, 1, 0, 1, 1]);

    const flags = new Map(
      rowsOf(grading!, 'Coverage and hallucination').map((row) => [row[0], row]),
    );
    expect(flags.get('perfect')!.slice(1)).toEqual([1, 1, 1, 0, 0, 0, 0]);
    // Everything it does is right, and rests on what it made up.
    expect(flags.get('inventor')!.slice(1, 6)).toEqual([0, 1, 0, 1, 1]);
    expect(valuesOf(grounding!.runs[0])['judged']).toBe(1);
    expect(valuesOf(grading!.runs[0])).toEqual(figuresOf(grading!));
  }, 60_000);
});

describe('several judges', () => {
  it('ground by themselves; what more than half flag taints, and their agreement is shown', async () => {
    // Flags everything it is shown, and credits nothing.
    written(
      'harsh.mjs',
      `export default { decide({ task: { inputs: { found, rubric } } }) {
        const flag = ({ text: quote, kind }) => ({ quote, kind, grounded: false });
        if (found) return { claims: JSON.parse(found).map(flag) };
        return rubric ? { hits: [] } : { synthesis: false };
      } };`,
    );
    const agents = [
      ...['one', 'two'].map((id) => ({ id, ...literal })),
      { id: 'harsh', kind: 'module', file: './harsh.mjs', stateless: true },
    ];
    const judges = written('several.json', JSON.stringify({ seed: 3, agents }));
    const [grounding, grading] = await graded('several', judges);
    expect(grounding!.runs.map((run) => valuesOf(run)['flaggedShare'])[2]).toBe(1);
    const scores = rowsOf(grading!, 'Scores');
    const dense = (agent: string, judge: string) =>
      scores.find((row) => row[0] === agent && row[1] === judge)?.[5];
    expect(
      ['one-moves-grading', 'harsh-moves-grading', 'all judges'].map((judge) =>
        dense('perfect', judge),
      ),
    ).toEqual([4, 0, expect.closeTo(8 / 3, 12)]);
    // One judge of three that flags everything taints nothing.
    const flags = new Map(
      rowsOf(grading!, 'Coverage and hallucination').map((row) => [row[0], row]),
    );
    expect(flags.get('perfect')!.slice(4, 7)).toEqual([0, 0, 0]);
    await expect(textOfResult(grounding!)).toMatchFileSnapshot('golden/moves-grounding.txt');
    await expect(textOfResult(grading!)).toMatchFileSnapshot('golden/moves-grading.txt');
    const agreement = rowsOf(grading!, 'Agreement of judges');
    expect(agreement.map(([of, units]) => [of, units])).toEqual([
      ['score', 47],
      ['synthesis', 47],
      [
        'moves',
        [...answers.values()]
          .flatMap((own) => [...own.values()])
          .flatMap(({ deeds }) => deeds.flat()).length,
      ],
    ]);
  }, 60_000);
});

describe('grading in stages', () => {
  it('counts uncited moves when claims are checked against all files', async () => {
    const [, grading] = await graded('all', judgesFile('all', ['rule'], { claims: 'all' }));
    const uncited = rowsOf(grading!, 'Coverage and hallucination').map((row) => row[7]);
    expect(uncited).toEqual([0, 0, 0, 0]);
    const expected = [...answers.get('first')!.values()].map((answer) =>
      scoreOfAnswer({
        ...answer,
        deeds: answer.deeds.map((moves) =>
          moves.map((deed) => (deed === 'uncited' ? 'made' : deed)),
        ),
      }),
    );
    const dense = rowsOf(grading!, 'Scores').find(([agent]) => agent === 'first')?.[5];
    expect(dense).toBeCloseTo(mean(expected), 12);
  }, 60_000);

  it('writes the same bytes again, and finds what is finished', async () => {
    const judges = judgesFile('again', ['rule']);
    const out = join(root, 'again');
    const files = { result, judges, out, fresh: false };
    const texts = [];
    for (let round = 0; round < 2; round++) {
      for (const write of gradingStages(files)) {
        const stage = await write();
        expect(stage.isFinished).toBe(round === 1);
        await run(stage.scenario, stage.out);
        texts.push(readFileSync(join(stage.out, 'data/tasks.jsonl'), 'utf8'));
      }
    }
    expect(texts.slice(2)).toEqual(texts.slice(0, 2));
    const other = judgesFile('other', ['rule', 'rule-2']);
    await expect(gradingStages({ ...files, judges: other })[0]!()).rejects.toThrow(
      /holds the judging of another result/,
    );
  }, 60_000);

  it('refuses what it cannot grade', async () => {
    const first = (over: object) =>
      gradingStages({
        result,
        judges: judgesFile('j', ['rule']),
        out: join(root, 'no'),
        fresh: false,
        ...over,
      })[0]!();
    const judges = judgesFile('wrong', ['rule'], { claims: 'some' });
    await expect(first({ judges })).rejects.toThrow(
      /wrong\.json: terms\.claims.*cited.*all.*some/s,
    );
    await expect(first({ data: 'synthetic-market' })).rejects.toThrow(/not the one that the run/);
    const file = judgesFile('plain', ['rule']);
    await expect(
      writeJudging({ result, judges: file, out: join(root, 'no'), fresh: false }),
    ).rejects.toThrow(/graded in stages/);
    // The result of a judging run is not judged again.
    const judged = join(root, 'literal');
    expect(() =>
      gradingStages({ result: judged, judges, out: join(root, 'no'), fresh: false }),
    ).toThrow(/expected a result of insights .*or moves or research; found moves-grading/);
    expect(existsSync(join(root, 'no'))).toBe(false);
  });
});
