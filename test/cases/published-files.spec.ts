/** Files as HERCULEAN publishes them: prompts of audits, names of results, weekly reports. */

import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { tapefold } from '../e2e/command-line.fixture.js';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const filings = resolve(import.meta.dirname, '../../examples/16-audit-filings/filings');

it('finds audits by the published names', async () => {
  const folder = caseFolder('2026-11/audit-file-names');
  const out = join(folder, 'x.jsonl');
  const words = ['--tasks', join(folder, 'cases.jsonl'), '--out', out];
  const ended = await tapefold('import', 'herculean-audits', join(folder, 'results'), ...words);
  expect(ended).toEqual({
    code: 0,
    err: '',
    out: '2 of 2 cases have an audit of claude-sonnet-4-6\n',
  });
  expect(linesOf(out)).toEqual([
    { task: 'orrn-1', answer: { extracted_value: '42800000', calculated_value: '48200000' } },
    { task: 'orrn-4', answer: { extracted_value: '-5300000', calculated_value: '5300000' } },
  ]);
});

it('takes the published file of prompts for cases of an import', async () => {
  const folder = caseFolder('2026-11/audit-prompt-file');
  const out = join(folder, 'b.jsonl');
  const audit = ['--filing-name', '10k', '--ticker', 'rrr', '--issue-time', '20231231'];
  const values = ['--extracted-value', '1', '--calculated-value', '2', '--model', 'm'];
  const concept = ['--concept-id', 'us-gaap:Assets', '--period', '2023-12-31'];
  const root = ['--output-root', join(folder, 'audits')];
  await tapefold('submit', 'auditing', ...audit, ...concept, ...values, ...root);
  const words = ['--tasks', join(folder, 'auditing.txt'), '--out', out];
  const ended = await tapefold('import', 'herculean-audits', join(folder, 'audits'), ...words);
  expect(ended).toEqual({ code: 0, err: '', out: '1 of 1 cases have an audit of m\n' });
  const answer = { extracted_value: '1', calculated_value: '2' };
  expect(linesOf(out)).toEqual([{ task: 'mr_1', answer }]);
});

it('takes the published file of prompts for the cases of a scenario', async () => {
  const folder = caseFolder('2026-11/audit-prompt-tail');
  cpSync(filings, join(folder, 'filings'), { recursive: true });
  await runCase(folder);
  const [answer] = linesOf(join(folder, 'out/runs/auditor-auditing/answers.jsonl'));
  expect(answer).toMatchObject({
    task: 'mr_1',
    answer: { extracted_value: '86000000', calculated_value: '80600000' },
  });
});

it('reads the symbol in the title of a weekly report', async () => {
  const folder = caseFolder('2026-11/report-title');
  const result = await runCase(folder, 'scenario.yaml');
  const scores = ['right', 'wrong'].map(
    (agent) => runOf(result, agent).figures['metadataAccuracy'],
  );
  expect(scores.map((figure) => figure?.value)).toEqual([5, 2]);
});

it('takes a report on a Friday that is a holiday for that of its week', async () => {
  const folder = caseFolder('2026-11/report-on-good-friday');
  const { figures } = runOf(await runCase(folder, 'scenario.yaml'), 'm');
  expect(figures['coverage']?.value).toBe(1);
});
