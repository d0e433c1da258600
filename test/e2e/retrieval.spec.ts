/**
 * Questions of retrieval: a data set of a user's own, scored from scenario to report, and the
 * tools by hand.
 */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Figures } from '#contracts/result/figures';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { file, folder, tapefold } from './command-line.fixture.js';

const lines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

it('answers are scored, shown in the report, and verified', async () => {
  const directory = folder();
  const data = join(directory, 'data');
  mkdirSync(data);
  file(
    data,
    'dataset.yaml',
    'name: questions\ncalendar: XNYS\ncurrency: USD\ntasks:\n' +
      '  file: tasks.jsonl\n  solutions: solutions.jsonl\n',
  );
  const ids = ['revenue', 'margin', 'stores'];
  file(
    data,
    'tasks.jsonl',
    lines(...ids.map((id) => ({ id, instruction: `What was the ${id} in 2023?`, inputs: {} }))),
  );
  const solution = (value: number, unit: string, precision: number) => ({
    value,
    unit,
    currency: null,
    period: '2023FY',
    precision,
  });
  file(
    data,
    'solutions.jsonl',
    lines(
      { id: 'revenue', solution: solution(5_200_000_000, 'USD', 100_000_000) },
      { id: 'margin', solution: solution(0.231, 'ratio', 0.001) },
      { id: 'stores', solution: solution(2_150, 'units', 1) },
    ),
  );
  file(
    directory,
    'answers.jsonl',
    lines(
      { task: 'revenue', answer: 'Revenue was $5.2 billion in fiscal 2023.' },
      { task: 'margin', answer: 'It was 21.3%.' },
      { task: 'stores', answer: 'I could not find out.' },
    ),
  );
  const scenario = file(
    directory,
    'scenario.yaml',
    'name: questions\ndata: ./data\nworkflow: retrieval\n' +
      'agents: [{ id: told, kind: script, file: answers.jsonl }]\n',
  );
  const out = join(directory, 'out');
  const ended = await tapefold('run', scenario, '--out', out);
  expect(ended.code, ended.err).toBe(0);
  const { runs } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as {
    runs: { figures: Figures }[];
  };
  expect(valuesOf(runs[0])).toEqual({
    accuracy: 1 / 3,
    accuracyAtMost: 1 / 3,
    gaveUp: 1 / 3,
  });
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('0.213 is not 0.231');
  expect((await tapefold('verify', out)).out).toMatch(/verified/);
});
