/** Answers that code leaves undecided, decided by judges and people, and by nobody else. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { file, folder, tapefold } from './command-line.fixture.js';
import type { Result } from '#contracts/result/result';

const lines = (all: readonly object[]): string =>
  all.map((one) => `${JSON.stringify(one)}\n`).join('');
const words = {
  right: 'Net income was $1.5 billion.',
  wrong: 'Net income was $1.7 billion.',
  open: 'Net income, in gnarled frobnications, was $1.5 billion.',
  other: 'Net income was $1.5 billion, give a quibble or a squabble.',
};
const ids = Object.keys(words) as (keyof typeof words)[];
const expected = { value: 1_500_000_000, unit: 'USD', precision: 10_000_000 };
const question = 'What was the net income of Acme?';

async function done(...args: readonly string[]): Promise<string> {
  const ended = await tapefold(...args);
  expect(ended.code, ended.err).toBe(0);
  return ended.out;
}

/** A scenario of a script that answers these questions. */
function asked(home: string): string {
  const data = join(home, 'data');
  mkdirSync(data);
  file(
    data,
    'dataset.yaml',
    'name: questions\ncalendar: 24/7\ncurrency: USD\n' +
      'tasks: { file: tasks.jsonl, solutions: solutions.jsonl }\n',
  );
  file(data, 'tasks.jsonl', lines(ids.map((id) => ({ id, instruction: question }))));
  file(
    data,
    'solutions.jsonl',
    lines(ids.map((id) => ({ id, solution: { ...expected, question } }))),
  );
  file(home, 'answers.jsonl', lines(ids.map((id) => ({ task: id, answer: words[id] }))));
  return file(
    home,
    'scenario.yaml',
    'name: asked\ndata: ./data\nworkflow: retrieval\nagents:\n' +
      '  - { id: reader, kind: script, file: answers.jsonl }\n',
  );
}

it('puts what code leaves open before judges, and counts their verdicts', async () => {
  const home = folder();
  const scenario = asked(home);
  const result = join(home, 'result');
  await done('run', scenario, '--out', result);
  file(
    home,
    'judge.mjs',
    `export default {
      decide({ task }) {
        const { answer, expected } = task.inputs;
        const { value } = JSON.parse(expected.text ?? expected);
        return { right: String(answer.text ?? answer).includes('quibble'), why: 'of ' + value };
      },
    };`,
  );
  file(
    home,
    'person.jsonl',
    lines(
      ['answer-1', 'answer-2', 'answer-3', 'answer-4'].map((task) => {
        return { task, answer: { right: false, why: 'it commits to nothing' } };
      }),
    ),
  );
  const judges = file(
    home,
    'judges.yaml',
    'agents:\n  - { id: machine, kind: module, file: judge.mjs, stateless: true }\n' +
      '  - { id: desk, kind: script, file: person.jsonl }\n',
  );
  const judged = join(home, 'judged');
  await done('judge', result, '--with', judges, '--out', judged);
  const { sections } = JSON.parse(readFileSync(join(judged, 'result.json'), 'utf8')) as Result;
  const rowsOf = (title: string) => sections.find((one) => one.title === title)?.table?.rows;
  expect(rowsOf('Accuracy with verdicts')).toEqual([
    [
      'reader',
      'reader-retrieval',
      expect.stringContaining('machine'),
      'judge',
      4,
      1,
      1,
      1,
      0,
      0.5,
      0.5,
    ],
    [
      'reader',
      'reader-retrieval',
      expect.stringContaining('desk'),
      'person',
      4,
      1,
      0,
      2,
      0,
      0.25,
      0.25,
    ],
  ]);
  expect(await done('verify', judged)).toContain('verified');
});

it('asks no judge where code decides every answer', async () => {
  const home = folder();
  const scenario = asked(home);
  file(home, 'answers.jsonl', lines([{ task: 'right', answer: words.right }]));
  const judges = file(home, 'judges.yaml', 'agents: [{ id: p, kind: script, file: p.jsonl }]');
  const result = join(home, 'result');
  await done('run', scenario, '--out', result);
  const { code, err } = await tapefold('judge', result, '--with', judges);
  expect(code).toBe(2);
  expect(err).toContain('nothing to judge; expected answers that code alone does not decide');
});

it('counts the verdicts of a file over those of code', async () => {
  const home = folder();
  const all = ids.map((id) => ({ id, question, expected }));
  const questions = file(home, 'q.jsonl', lines(all));
  const responses = file(home, 'r.jsonl', lines(ids.map((id) => ({ id, text: words[id] }))));
  const verdicts = file(
    home,
    'v.jsonl',
    lines([
      { id: 'open', right: true, by: 'judge', why: 'the value' },
      { id: 'wrong', right: true, by: 'person', why: 'the filing was restated' },
    ]),
  );
  const score = ['retrieval', 'score', '--questions', questions, '--responses', responses];
  expect(await done(...score)).toContain('1 of 4 are right, at most 3: 2 are undecided');
  const out = await done(...score, '--verdicts', verdicts);
  expect(out).toContain('3 of 4 are right, at most 4: 1 are undecided');
  expect(out).toContain('decided by code 1, judges 1, people 1 (1 against code)');
  const shown = await done(...score, '--verdicts', verdicts, '--json');
  expect(shown).toContain(
    '{"id":"wrong","right":true,"by":"person","why":"the filing was restated","code":false}',
  );
});
