/** Responses in words are scored against the numbers that were asked for. */

import { expect, it } from 'vitest';
import { file, folder, tapefold } from './command-line.fixture.js';

const lines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

it('prints a verdict a line, or how many are right and why the others are not', async () => {
  const directory = folder();
  const expected = {
    value: 0.231,
    unit: 'ratio',
    currency: null,
    period: '2023FY',
    precision: 0.001,
  };
  const questions = file(
    directory,
    'questions.jsonl',
    lines(...['a', 'b', 'c'].map((id) => ({ id, question: 'What was the margin?', expected }))),
  );
  const responses = file(
    directory,
    'responses.jsonl',
    lines(
      { id: 'a', text: 'The margin was 23.1% in fiscal 2023.' },
      { id: 'b', text: 'It was 23.1% in FY2022.' },
    ),
  );
  const words = ['retrieval', 'score', '--questions', questions, '--responses', responses];
  const told = await tapefold(...words);
  expect([told.code, told.out]).toEqual([
    0,
    '1 of 3 are right\n     1  the value is stated for another period\n     1  no response\n',
  ]);
  const json = await tapefold(...words, '--json');
  expect(
    json.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([
    { id: 'a', right: true, by: 'code', why: 'the value' },
    { id: 'b', right: false, by: 'code', why: 'the value is stated for another period' },
    { id: 'c', right: false, by: 'code', why: 'no response' },
  ]);
  const broken = file(directory, 'broken.jsonl', '{"id":"a"}\n');
  const refused = await tapefold(...words.slice(0, -1), broken);
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/broken\.jsonl:1: text/)]);
});
