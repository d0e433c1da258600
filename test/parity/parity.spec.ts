/**
 * The same scenarios in one process and over a cluster of services: the same journal hashes,
 * the same results.
 */

import { mkdirSync, readFileSync, writeFileSync, copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnOf } from '#values/commit-draw.fixture';
import { recordsIn } from '#store/embedded/records.fixture';
import { openMarket, type Market } from '#backtest';
import { resultSchema, type Result } from '#contracts/result/result';
import type { DecisionDue } from '#agents';
import { futureInCalls } from '#red-team';
import { readState } from '../../scripts/cluster/cluster-state.ts';
import { temporaryFolder } from '../cluster/temporary-folder.fixture.js';
import { followRun } from '../e2e/mcp-decisions.fixture.js';
import { peekAndHold } from '../e2e/peeking-agent.fixture.js';
import { readAndDecide } from '../e2e/tool-reader.fixture.js';
import { openDesk, type Desk } from './desk.fixture.js';
import { runCommand, runTapefold } from './commands.js';

const folder = temporaryFolder('parity');
const cluster = join(folder, 'cluster');
const realData = resolve(requiredEnvironment('TAPEFOLD_DATA'));
const policies = [
  'ama-normal-long-short',
  'ama-normal-long-only',
  'ama-aggressive-long-short',
  'ama-aggressive-long-only',
  'close',
  'realistic',
];

const underPolicies = policies.flatMap((policy) => [
  { file: 'rules.yaml', policy },
  { file: 'portfolio.yaml', policy },
]);
/**
 * Scenario files, and under which policies; of those under each policy, a build takes some that
 * its commit draws.
 */
const cases = [
  ...drawnOf(underPolicies, 0.3, ({ file, policy }) => `${file} ${policy}`),
  { file: 'pair.yaml', policy: 'pair-close' },
  { file: 'pair.yaml', policy: 'pair-realistic' },
  { file: 'real-stocks.yaml', policy: null },
  { file: 'real-minutes.yaml', policy: null },
  { file: 'retrieval.yaml', policy: null },
];

let desk: Desk;
/** What the peeker knows of the future: where its runs read, to the end. */
let market: Market;

const decide = (due: DecisionDue): Promise<unknown> =>
  due.agent === 'peeker' ? peekAndHold(due, market) : readAndDecide(due);

beforeAll(async () => {
  writeMinutes();
  const drawn = ['--synthetic', '3', '--count', '40', '--out', join(folder, 'questions')];
  await runTapefold(['retrieval', 'questions', ...drawn]);
  const datasets = {
    'aapl-2013-2018': 'aapl-2013-2018',
    'synthetic-market': 'synthetic-market',
    'djia-2025': join(realData, 'djia-2025'),
    'btc-minutes': join(folder, 'btc-minutes'),
    questions: join(folder, 'questions'),
  };
  writeFileSync(join(folder, 'datasets.json'), JSON.stringify(datasets));
  const options = [
    '--ports',
    'auto',
    '--data',
    cluster,
    '--datasets',
    join(folder, 'datasets.json'),
  ];
  market = await openMarket('synthetic-market', { symbols: ['ALDR', 'DUNE'] });
  desk = await openDesk(decide);
  const up = ['run', 'cluster:up', '--', ...options, '--workers', 'portfolio=2'];
  await runCommand('npm', up, { TAPEFOLD_ANNOUNCE_URL: desk.url });
});

afterAll(async () => {
  await runCommand('npm', ['run', 'cluster:down', '--', '--data', cluster]);
  await desk.close();
  await market.close();
});

describe('a cluster of services', () => {
  it.each(cases)('gives the journals of one process: $file, $policy', async ({ file, policy }) => {
    const name = `${file}-${policy}`.replaceAll('.', '-');
    const alone = await resultAlone(name, file, policy);
    const together = await resultTogether(name, file, policy);
    expect(hashesOf(together)).toEqual(hashesOf(alone));
    expect(hashesOf(together).length).toBeGreaterThan(0);
    // Sections of tasks may read texts of tools, which are not downloaded.
    const stated = 'sections' in together ? { ...together, sections: [] } : together;
    expect(stated).toEqual('sections' in alone ? { ...alone, sections: [] } : alone);
  });

  it('gives the journals of one process to an agent that works through tools, and verifies its calls', async () => {
    const out = join(folder, 'tools-alone');
    const scenario = scenarioFile('tools', 'tools.yaml', null, 'alone');
    const { code, due, err } = await followRun([scenario, '--out', out], async (one) => {
      await decide(one);
    });
    expect(code, err).toBe(0);
    const together = await resultTogether('tools', 'tools.yaml', null);
    expect(together).toEqual(readResult(out));
    const told = (list: Desk['due']): string[] =>
      list.map(({ label, session }) => `${label} ${session}`).toSorted();
    expect(told(desk.due.filter(({ agent }) => agent === 'outside'))).toEqual(told(due));
    for (const run of ['outside-ALDR', 'outside-BRKW']) {
      const downloaded = join(folder, 'tools-cluster', 'runs', run);
      expect(callsIn(downloaded)).toEqual(callsIn(join(out, 'runs', run)));
      expect(await runTapefold(['verify', downloaded])).toMatch(/^verified/);
    }
  });

  it.each([
    ['trading', ['peeker-ALDR', 'peeker-DUNE']],
    ['hedging', ['peeker-pair']],
  ])(
    'gives a peeker no byte of the future, and the journals of one process: %s',
    async (workflow, runs) => {
      const file = `peeked-${workflow}.yaml`;
      const out = join(folder, `peeked-${workflow}-alone`);
      const scenario = scenarioFile(`peeked-${workflow}`, file, null, 'alone');
      const { code, err } = await followRun([scenario, '--out', out], async (one) => {
        await decide(one);
      });
      expect(code, err).toBe(0);
      const together = await resultTogether(`peeked-${workflow}`, file, null);
      expect(hashesOf(together)).toEqual(hashesOf(readResult(out)));
      for (const run of runs) {
        const downloaded = join(folder, `peeked-${workflow}-cluster`, 'runs', run);
        const rows = await futureInCalls(downloaded, 'synthetic-market');
        expect(rows.reduce((sum, { questions }) => sum + questions, 0)).toBeGreaterThan(100);
        expect(rows.filter(({ bytes }) => bytes > 0)).toEqual([]);
        expect(await runTapefold(['verify', downloaded])).toMatch(/^verified/);
      }
    },
  );

  it('takes a scenario that was submitted before for the same', async () => {
    const again = await resultTogether('again', 'pair.yaml', 'pair-close');
    const first = readResult(join(folder, 'pair-yaml-pair-close-cluster'));
    expect(again).toEqual(first);
  });
});

async function resultAlone(name: string, file: string, policy: string | null): Promise<Result> {
  const out = join(folder, `${name}-alone`);
  await runTapefold(['run', scenarioFile(name, file, policy, 'alone'), '--out', out]);
  return readResult(out);
}

async function resultTogether(name: string, file: string, policy: string | null): Promise<Result> {
  const out = join(folder, `${name}-cluster`);
  const scenario = scenarioFile(name, file, policy, 'cluster');
  const words = ['cluster', 'submit', scenario, '--wait', '--out', out, ...clusterOptions()];
  // The solutions of tasks are with their data set.
  const data = file === 'retrieval.yaml' ? ['--data', join(folder, 'questions')] : [];
  await runTapefold([...words, ...data]);
  return readResult(out);
}

function clusterOptions(): string[] {
  const state = readState(cluster);
  if (state?.gatewayUrl === undefined) throw new Error('the cluster has no gateway');
  return ['--url', state.gatewayUrl, '--token-file', state.tokenFile];
}

/** A copy of a scenario under a policy; one process names its data sets by their folders. */
function scenarioFile(
  name: string,
  file: string,
  policy: string | null,
  where: 'alone' | 'cluster',
): string {
  let text = readFileSync(join(import.meta.dirname, 'scenarios', file), 'utf8');
  if (policy !== null) text = text.replace(/^execution: .*$/m, `execution: ${policy}`);
  if (where === 'alone') {
    text = text
      .replace('data: djia-2025', `data: ${join(realData, 'djia-2025')}`)
      .replace('data: btc-minutes', `data: ${join(folder, 'btc-minutes')}`)
      .replace('data: questions', `data: ${join(folder, 'questions')}`);
  }
  const path = join(folder, `${name}-${where}.yaml`);
  writeFileSync(path, text);
  return path;
}

function writeMinutes(): void {
  const directory = join(folder, 'btc-minutes');
  mkdirSync(directory, { recursive: true });
  const source = join(realData, 'intraday', 'btc-perp_1m_2021-12-31_2022-02-01.csv');
  copyFileSync(source, join(directory, 'minutes.csv'));
  writeFileSync(
    join(directory, 'dataset.yaml'),
    [
      'name: btc-minutes',
      'calendar: 24/7',
      'timeZone: UTC',
      'currency: USD',
      'bars:',
      '  file: minutes.csv',
      '  symbol: BTC',
      '  frequency: intraday',
      '  stamp: start',
      '  barMinutes: 1',
      '  priceBasis: raw',
      '  order: [timestamp]',
      '',
    ].join('\n'),
  );
}

function readResult(out: string): Result {
  return resultSchema.parse(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')));
}

function hashesOf({ runs }: Result): [string, string][] {
  return runs.map(({ run, journalHash }) => [run, journalHash]);
}

/** Calls without what they took. */
const callsIn = (run: string): object[] =>
  recordsIn(join(run, 'recording.db'), 'calls').map((line) => ({
    ...(JSON.parse(line) as object),
    durationMs: 0,
  }));

function requiredEnvironment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} names the folder of the real data`);
  return value;
}
