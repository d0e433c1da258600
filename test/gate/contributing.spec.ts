/** The example workflow of CONTRIBUTING.md, as it stands there, does its work. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadScenario, runScenario, verifyResult } from '#backtest';
import { allWorkflows, type Workflows } from '#workflows';
import { capitals } from './capitals-workflow.fixture.js';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';

it('is the file that is checked and run here, but for the way to its own room', () => {
  const file = readFileSync('test/gate/capitals-workflow.fixture.ts', 'utf8');
  expect(blockOf('ts').replace("'../tasks/task-workflow.js'", "'#workflows'")).toBe(file);
});

it('runs, scores and verifies the scenario beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-contributing-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const data = join(folder, 'data');
  mkdirSync(data);
  const countries = { France: 'Paris', Peru: 'Lima' };
  const lines = (make: (country: string, city: string) => object): string =>
    Object.entries(countries)
      .map(([country, city]) => `${JSON.stringify(make(country, city))}\n`)
      .join('');
  write(
    'data/dataset.yaml',
    'name: capitals\ncalendar: XNYS\ncurrency: USD\n' +
      'tasks: { file: tasks.jsonl, solutions: solutions.jsonl }\n',
  );
  write(
    'data/tasks.jsonl',
    lines((id) => ({ id, instruction: `What is the capital of ${id}?` })),
  );
  write(
    'data/solutions.jsonl',
    lines((id, solution) => ({ id, solution })),
  );
  write('mine.mjs', "export const decide = () => 'Lima';\n");
  write('scenario.yaml', blockOf('yaml'));

  const workflows: Workflows = new Map([...allWorkflows, [capitals.name, capitals]]);
  const out = join(folder, 'out');
  const outcome = await runScenario(loadScenario(join(folder, 'scenario.yaml'), workflows), {
    out,
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
    workflows,
  });
  expect(outcome.kind).toBe('finished');
  if (outcome.kind !== 'finished') return;
  const accuracies = outcome.result.runs.map(({ agent, figures }) => [
    agent,
    figures['accuracy']?.value,
  ]);
  expect(accuracies).toEqual([
    ['guess', 0.5],
    ['mine', 0.5],
  ]);
  const report = readFileSync(join(out, 'report.html'), 'utf8');
  expect(report).toContain('<div><dt>mine-capitals</dt><dd>1</dd></div>');
  const verdict = await verifyResult(out, { codeVersion: 'test', workflows });
  expect(verdict).toMatchObject({ verified: 2, findings: [] });
});
