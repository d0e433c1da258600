/**
 * Fills at a close that the agent has already seen are called a best case, and a new
 * default is announced.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultSchema, type Result } from '#contracts/result/result';
import { file, folder, tapefold } from './command-line.fixture.js';

const none =
  'execution: none given, so fills follow `realistic` (fill next-open, feeBps 1, slippageBps 2); ' +
  '`execution: close` gives the figures of fills at the decision’s close, at no cost\n';

const scenarioOf = (directory: string, execution: string): string =>
  file(
    directory,
    'scenario.yaml',
    `name: fills
data: synthetic-market
window: { from: 2022-02-01, to: 2022-03-15 }
symbols: [ALDR]
agents: [{ id: cross, kind: sma-cross, fast: 3, slow: 8 }]
${execution}`,
  );

async function run(execution: string): Promise<{ result: Result; err: string }> {
  const directory = folder();
  const scenario = scenarioOf(directory, execution);
  const ended = await tapefold('run', scenario, '--out', join(directory, 'out'), '--json');
  expect(ended.code, ended.err).toBe(0);
  const told = ended.err.split('\n').filter((line) => line.startsWith('execution:'));
  const result = resultSchema.parse(JSON.parse(ended.out)) as Result;
  return { result, err: told.map((line) => `${line}\n`).join('') };
}

const ofFills = ({ scenario }: Result): string[] =>
  scenario.notes.filter((note) => note.includes('a market order fills'));

describe('a scenario without a policy', () => {
  it('runs under `realistic`, and reports it once', async () => {
    const { result, err } = await run('');
    expect(result.runs[0]?.policy).toMatchObject({ name: 'realistic', fill: 'next-open' });
    expect(err).toBe(none);
    expect(ofFills(result)).toEqual([]);
    const named = await run('execution: realistic\n');
    expect(named).toEqual({ result, err: '' });
  });

  it('does not mention it if the run does not start', async () => {
    const directory = folder();
    const scenario = scenarioOf(directory, '');
    const text = readFileSync(scenario, 'utf8').replace('ALDR', 'NONE');
    file(directory, 'scenario.yaml', text);
    const ended = await tapefold('run', scenario, '--out', join(directory, 'out'));
    expect(ended.code).toBe(2);
    expect(ended.err).toMatch(/^InvalidInput/);
    expect(ended.err).not.toContain('execution:');
  });

  it('reports it when it is submitted', async () => {
    const scenario = scenarioOf(folder(), '');
    const ended = await tapefold('cluster', 'submit', scenario, '--speed', 'soon');
    expect(ended.err.startsWith(none), ended.err).toBe(true);
  });
});

describe('a result of fills at the close of the decision', () => {
  it.each([
    ['execution: close\n', 'close', ', at no cost'],
    ['execution: { hold: flat }\n', 'custom', ', at no cost'],
    ['execution: { feeBps: 5, name: five }\n', 'five', ''],
    ['execution: ama-normal-long-only\n', 'ama-normal-long-only', ''],
  ])('is called a best case: %s', async (execution, policy, cost) => {
    const { result, err } = await run(execution);
    expect(err).toBe('');
    expect(ofFills(result)).toEqual([
      `With the policy ${policy}, a market order fills at the close that the agent saw when it ` +
        `decided${cost}. No trader can do that: read the figures as a best case.`,
    ]);
  });
});
