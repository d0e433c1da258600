/**
 * The tasks that judges and writers of rubrics get from a finished result, and every result, file
 * and choice of agents that is refused. `npx vitest run
 * libs/judging/src/judged-tasks.spec.ts --update` writes the files again.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFailure, sha256Hex } from '#values';
import { loadScenario, runScenario } from '#backtest';
import { resultFolder } from '#backtest/result/result-folder';
import { GrowingData, runOver } from '#backtest/run-folder/growing-data.fixture';
import { answersToJudge, inDrawnOrder } from './judged-answers.js';
import { hashOfFile, judgingTasks, keyOf, writeJudging } from './judging-data.js';
import { rubricTasks, writeRubrics, writeRubricTasks } from './rubric-data.js';

const root = mkdtempSync(join(tmpdir(), 'tapefold-judged-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const put = (name: string, text: string): string => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};
const jsonl = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const result = join(root, 'weekly');
const run = async (name: string, scenario: object, out: string): Promise<void> => {
  const loaded = loadScenario(put(name, JSON.stringify(scenario)));
  await runScenario(loaded, { codeVersion: 'test', jobs: 1, fresh: false, out });
};
const report = (date: string, text: string) => {
  return { date, symbol: 'ALDR', rating: 'BUY', report: text };
};

beforeAll(async () => {
  put('bare.jsonl', jsonl([report('2023-11-03', 'Buy it.'), report('2023-11-10', 'Keep.')]));
  put('late.jsonl', jsonl([report('2023-11-10', 'Wait.')]));
  await run(
    'weekly.yaml',
    {
      name: 'weekly',
      data: 'synthetic-market',
      workflow: 'insights',
      symbols: ['ALDR'],
      window: { from: '2023-11-01', to: '2023-11-20' },
      agents: [
        { id: 'rule', kind: 'rule', rule: 'reporter' },
        ...['bare', 'late'].map((id) => ({ id, kind: 'script', file: `./${id}.jsonl` })),
      ],
    },
    result,
  );
}, 60_000);

const told = async (get: () => unknown): Promise<string> => {
  try {
    const value = await get();
    const text = JSON.stringify(
      value,
      (_, one: unknown) =>
        typeof one === 'string' && one.length > 200 ? `${one.length} ${sha256Hex(one)}` : one,
      1,
    );
    return String(text).replaceAll(root, 'ROOT');
  } catch (error) {
    if (isFailure(error)) return `! ${error.code} ${error.message.replaceAll(root, 'ROOT')}`;
    throw error;
  }
};
const item = (id: string) => {
  return { id, dimension: 'facts', polarity: 'negative', text: `about ${id}` };
};

it('are these for judges, with and without rubrics and judgments of people', async () => {
  const { answers } = await answersToJudge(result, 1);
  const tasks = [...new Set(answers.map(({ task }) => task))].toSorted();
  const of = (from: string[]) =>
    tasks.map((task) => ({ task, from, items: [item('a'), item('b')] }));
  const rubrics = put('rubrics.jsonl', jsonl(of(['bare'])));
  const few = put('few.jsonl', jsonl(of(['late']).slice(1)));
  const ruled = { task: tasks[0], item: 'a', decision: 'drop', reason: 'no' };
  const review = put('review.jsonl', jsonl([ruled]));
  const gold = new Map([[keyOf(answers[0]!), { scores: { depth: 3 } }]]);
  const lines = [
    await told(() => answersToJudge(result, 1)),
    await told(() => judgingTasks({ result }, 2, () => undefined)),
    await told(() => judgingTasks({ result, rubrics }, 1, () => gold)),
    await told(() => judgingTasks({ result, rubrics, review }, 1, () => gold)),
    await told(() => judgingTasks({ result, rubrics: few }, 1, () => undefined)),
    hashOfFile(rubrics),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-tasks/judges.txt');
});

it('are bound to the judgments of people, which are read line by line', async () => {
  const { answers } = await answersToJudge(result, 0);
  const judges = put('judges.yaml', '{"agents":[{"id":"j","kind":"rule","rule":"literal"}]}');
  const { run: own, task } = answers[0]!;
  const dimension = 'reasoning_quality';
  const cases = [
    [],
    [{ run: own, task, scores: { [dimension]: 5 } }],
    [
      { run: own, task, scores: { [dimension]: 0 } },
      { run: own, task, items: { a: true } },
    ],
    [{ run: own, task }],
    [{ run: own, task, scores: { [dimension]: 5.5 } }],
    [{ run: own, task, scores: { [dimension]: -0.5 } }],
    [{ run: own, task, scores: { other: 1 } }],
    [{ run: own, task: 'other' }],
    [{ run: 'other', task }],
    [{ run: own, task, more: 1 }],
  ];
  const lines: string[] = [];
  for (const [at, judgments] of cases.entries()) {
    const gold = put('gold.jsonl', jsonl(judgments));
    const out = join(root, `judged-${at}`);
    const written = await told(() => writeJudging({ result, out, fresh: false, judges, gold }));
    const file = join(out, 'data', 'solutions.jsonl');
    const texts = written.startsWith('!') ? '' : `\n${readFileSync(file, 'utf8')}`;
    lines.push(`${JSON.stringify(judgments)}: ${written}${texts}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-tasks/people.txt');
});

it('are these for writers of rubrics, from two agents of different models', async () => {
  const choices = [
    ['rule', 'bare'],
    ['bare', 'late'],
    ['late', 'rule'],
    ['rule'],
    [],
    ['rule', 'rule'],
    ['rule', 'none'],
    ['none', 'rule'],
    ['rule', 'bare', 'late'],
  ];
  const lines: string[] = [];
  for (const from of choices) {
    lines.push(`${from.join()}: ${await told(() => rubricTasks({ result, from }, 3))}`);
  }
  const earlier = { result, from: ['rule', 'bare'], isWhole: true };
  lines.push(`as before: ${await told(() => rubricTasks(earlier, 3))}`);
  const model = { id: 'm', kind: 'llm', model: 'stub/model-1' };
  const writers = put(
    'writers.yaml',
    JSON.stringify({ seed: 4, agents: [model, { id: 'r', kind: 'rule', rule: 'literal' }] }),
  );
  const out = join(root, 'rubrics');
  const request = { result, out, fresh: false, from: ['rule', 'bare'], writers };
  lines.push(await told(() => writeRubricTasks(request)));
  lines.push(readFileSync(join(out, 'scenario.yaml'), 'utf8'));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-tasks/writers.txt');
});

it('become rubrics once they are answered, and a review that is kept', async () => {
  const tasks = ['a', 'b', 'c'].map((id) => ({
    id,
    instruction: 'Write.',
    inputs: { 'report-1': 'x' },
  }));
  const items = (texts: readonly string[]) =>
    texts.map((text) => ({
      dimension: text.includes('debt') ? 'structure' : 'content_accuracy',
      polarity: text.includes('not') ? 'negative' : 'positive',
      text,
      expected: text.includes('3 %') ? '3 %' : null,
    }));
  put('dataset.yaml', 'name: r\ncalendar: 24/7\ncurrency: USD\ntasks: { file: tasks.jsonl }\n');
  put('tasks.jsonl', jsonl(tasks));
  const drafts = (name: string, texts: readonly string[]) =>
    put(
      `${name}.jsonl`,
      jsonl([
        { task: 'b', answer: { items: items(texts) } },
        ...(name === 'w1' ? [{ task: 'a', answer: { items: items(['alone', 'not alone']) } }] : []),
      ]),
    );
  drafts('w1', ['revenue rose by 3 %', 'revenue did not rise by 3 %', 'margins fell']);
  drafts('w2', ['revenue rose by 3 %', 'margins fell', 'debt is high']);
  const out = join(root, 'merged');
  await run(
    'merged.yaml',
    {
      name: 'merged',
      data: '.',
      workflow: 'rubric-writing',
      terms: { of: 'insights' },
      agents: ['w1', 'w2'].map((id) => ({ id, kind: 'script', file: `./${id}.jsonl` })),
    },
    out,
  );
  const lines = [await told(() => writeRubrics(out, ['one', 'two']))];
  for (const name of ['rubrics.jsonl', 'review.jsonl']) {
    lines.push(readFileSync(join(out, name), 'utf8'));
  }
  writeFileSync(join(out, 'review.jsonl'), 'edited');
  lines.push(await told(() => writeRubrics(out, [])));
  lines.push(readFileSync(join(out, 'review.jsonl'), 'utf8'));
  expect(readdirSync(out)).toContain('rubrics.jsonl');
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-tasks/rubrics.txt');
});

it('are not made from other results', async () => {
  const data = new GrowingData(4);
  await runOver(data, 'out', { agents: [{ id: 'hold', kind: 'buy-and-hold' }], to: '2026-03-05' });
  const trading = join(data.directory, 'out');
  const lines = [
    await told(() => answersToJudge(join(root, 'none'), 1)),
    (await told(() => answersToJudge(trading, 1))).replaceAll(data.directory, 'DATA'),
  ];
  const { result: file } = resultFolder(result);
  const text = readFileSync(file);
  rmSync(file);
  lines.push(await told(() => answersToJudge(result, 1)));
  writeFileSync(file, text);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-tasks/refused.txt');
});

it('are in an order that the seed draws', () => {
  const drawn = (count: number, seed: number): string =>
    inDrawnOrder(
      Array.from({ length: count }, (_, at) => ({ at })),
      seed,
    )
      .map(({ at, id }) => `${at} ${id}`)
      .join();
  expect(
    [0, 1, 2, 3, 4, 5].map((seed) => drawn(2, seed)).filter((text) => text.startsWith('1')),
  ).not.toEqual([]);
  expect([drawn(0, 1), drawn(1, 1)]).toEqual(['', '0 answer-1']);
  expect(drawn(10, 5)).toBe(
    '8 answer-01,2 answer-02,7 answer-03,5 answer-04,4 answer-05,' +
      '9 answer-06,1 answer-07,0 answer-08,6 answer-09,3 answer-10',
  );
});
