/** Questions over real and synthetic fundamentals are all answered with every switch on. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario } from '#backtest';
import { mainFile } from '../e2e/command-line.fixture.js';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');
const folder = mkdtempSync(join(tmpdir(), 'retriever-'));
afterAll(() => rmSync(folder, { recursive: true }));
const all = ['conventions', 'guidance', 'granularity', 'synonyms', 'fuzzy', 'fiscalYearEnds'];

interface Row {
  readonly id: string;
  readonly data: string;
}
let questions: Row[] = [];

beforeAll(() => {
  // What the filings of the set lack: the name by which a year goes.
  const filers = ['HD', 'CRM'].map((ticker) => ({
    kind: 'company',
    id: `filer-${ticker}`,
    ticker,
    name: ticker,
    country: 'US',
    region: 'US',
    fiscalYearEndMonth: 1,
    yearLabel: ticker === 'HD' ? 'start' : 'end',
    currency: 'USD',
  }));
  const file = join(folder, 'filers.jsonl');
  writeFileSync(file, filers.map((one) => `${JSON.stringify(one)}\n`).join(''));
  execFileSync(process.execPath, [
    mainFile,
    'retrieval',
    'questions',
    '--data',
    join(data, 'djia-2025'),
    '--fundamentals',
    file,
    '--synthetic',
    '1',
    '--out',
    join(folder, 'questions'),
  ]);
  questions = readFileSync(join(folder, 'questions', 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
});

it('500 are answered, real and synthetic, and each switch alone is worth what it is', async () => {
  const agents = [all, [], ...all.map((one) => [one])].map((switches) => {
    const id = switches.length > 1 ? 'all' : (switches[0] ?? 'none');
    return { id, kind: 'rule', rule: 'retriever', terms: { switches } };
  });
  const scenario = { name: 'read', data: './questions', workflow: 'retrieval', agents };
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(scenario));
  const outcome = await runScenario(loadScenario(join(folder, 'scenario.json')), {
    out: join(folder, 'out'),
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
  });
  if (outcome.kind !== 'finished') throw new Error('no result');
  const accuracy = Object.fromEntries(
    outcome.result.runs.map((run) => [run.agent, valuesOf(run)['accuracy'] ?? NaN]),
  );
  expect(accuracy['all']).toBe(1);
  for (const one of all) {
    expect(accuracy[one], one).toBeGreaterThanOrEqual(accuracy['none'] ?? NaN);
  }
  const kinds = Map.groupBy(questions, (row) => row.data);
  expect([...kinds].map(([kind, { length }]) => [kind, length > 100]).sort()).toEqual([
    ['real', true],
    ['synthetic', true],
  ]);
});
