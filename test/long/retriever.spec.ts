/** Questions that are drawn from a store are answered by the rule that reads the tools' texts. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Figures } from '#contracts/result/figures';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';

const switches = ['conventions', 'guidance', 'granularity', 'synonyms', 'fuzzy', 'fiscalYearEnds'];

it('all are right with every switch on, fewer with one alone, and the run is verified', async () => {
  const directory = folder();
  const data = join(directory, 'questions');
  const drawn = await tapefold(
    'retrieval',
    'questions',
    '--synthetic',
    '7',
    '--count',
    '80',
    '--out',
    data,
  );
  expect(drawn.out, drawn.err).toMatch(/^80 questions: 80 synthetic\n/);
  const agent = (id: string, on: readonly string[]) =>
    `  - { id: ${id}, kind: rule, rule: retriever, terms: { switches: [${on.join(', ')}] } }\n`;
  const scenario = file(
    directory,
    'scenario.yaml',
    `name: read\ndata: ./questions\nworkflow: retrieval\nagents:\n${agent('all', switches)}` +
      `${agent('none', [])}${agent('years', ['fiscalYearEnds'])}`,
  );
  const out = join(directory, 'out');
  const ended = await tapefold('run', scenario, '--out', out);
  expect(ended.code, ended.err).toBe(0);
  const { runs } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as {
    runs: { agent: string; figures: { accuracy: { value: number } } }[];
  };
  const accuracy = Object.fromEntries(runs.map((run) => [run.agent, run.figures.accuracy.value]));
  expect(accuracy['all']).toBe(1);
  expect(accuracy['none']).toBeLessThan(0.8);
  expect(accuracy['years']).toBeGreaterThan(accuracy['none'] ?? 1);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('data is synthetic');
  expect((await tapefold('verify', out)).out).toMatch(/verified/);
});

it('the same seed writes the same bytes, from a file of a user too, and never over a folder', async () => {
  const directory = folder();
  const lines = join(directory, 'store.jsonl');
  const store = await tapefold('retrieval', 'synthetic', '--companies', '4', '--out', lines);
  expect(store.out).toMatch(/^4 companies, \d+ values in /);
  const draw = (out: string, ...more: string[]) =>
    tapefold(
      'retrieval',
      'questions',
      '--fundamentals',
      lines,
      '--count',
      '40',
      '--as-of',
      '2022-06-01T00:00:00Z',
      '--out',
      join(directory, out),
      ...more,
    );
  expect((await draw('one')).code).toBe(0);
  expect((await draw('two')).code).toBe(0);
  expect((await draw('three', '--seed', '1')).code).toBe(0);
  const read = (folderName: string, name: string) =>
    readFileSync(join(directory, folderName, name), 'utf8');
  for (const name of ['dataset.yaml', 'tasks.jsonl', 'solutions.jsonl', 'filings.jsonl']) {
    expect(read('two', name)).toBe(read('one', name));
  }
  expect(read('three', 'tasks.jsonl')).not.toBe(read('one', 'tasks.jsonl'));
  const again = await draw('one');
  expect([again.code, again.err]).toEqual([3, expect.stringMatching(/the folder already exists/)]);
  const none = await draw('four', '--count', '1000000');
  expect([none.code, none.err]).toEqual([2, expect.stringMatching(/too many questions/)]);
  expect(existsSync(join(directory, 'four'))).toBe(false);
});

it('has nothing of a value before it is known', async () => {
  const directory = folder();
  const data = join(directory, 'data');
  const drawn = await tapefold(
    'retrieval',
    'questions',
    '--synthetic',
    '7',
    '--count',
    '5',
    '--out',
    data,
  );
  expect(drawn.code, drawn.err).toBe(0);
  // The same questions, asked before the answers are known.
  const early = readFileSync(join(data, 'tasks.jsonl'), 'utf8').replaceAll(
    /"knownAt":"[^"]+"/g,
    '"knownAt":"2018-01-01T00:00:00Z"',
  );
  file(data, 'tasks.jsonl', early);
  const scenario = file(
    directory,
    'scenario.yaml',
    'name: early\ndata: ./data\nworkflow: retrieval\n' +
      'agents: [{ id: reader, kind: rule, rule: retriever }]\n',
  );
  const out = join(directory, 'out');
  expect((await tapefold('run', scenario, '--out', out)).code).toBe(0);
  const { runs } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as {
    runs: { figures: Figures }[];
  };
  expect(valuesOf(runs[0])).toMatchObject({ accuracy: 0 });
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('There is no such company.');
});
