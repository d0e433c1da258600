/**
 * Goal: a scripted model audits fifty real cases, in one process, served, and over a cluster: the same journal, the
 * four rates, traces and costs, and a replay without the model. Says on standard error what it took.
 */

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultSchema, type TaskResult } from '#contracts/result';
import { readState } from '../../scripts/cluster/cluster-state.ts';
import { temporaryFolder } from '../cluster/temporary-folder.fixture.js';
import { startAimock, type Aimock, type MockRequest } from '../models/aimock.fixture.js';
import { serve } from '../e2e/served.fixture.js';
import { runCommand, runTapefold } from '../parity/commands.js';

const shared = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set', 'xbrl');
const folder = temporaryFolder('audit-stubs');
const [filings, cluster, models] = ['filings', 'cluster', 'models.json'].map((name) =>
  join(folder, name),
) as [string, string, string];
const key = 'key-of-the-stub';
const asked = 50;

interface Case {
  readonly id: string;
  readonly ticker: string;
  readonly filing_name: string;
  readonly issue_time: string;
  readonly concept_id: string;
  readonly period: string;
  readonly expected_extracted: string | null;
  readonly expected_calculated: string | null;
}
const lines = readFileSync(join(shared, 'cases.jsonl'), 'utf8').trim().split('\n').slice(0, asked);
const cases = lines.map((line) => JSON.parse(line) as Case);
let mock: Aimock;
let isServing = true;

const call = (name: string, args: object) => ({
  toolCalls: [{ id: name, name, arguments: JSON.stringify(args) }],
  usage: { prompt_tokens: 1000, completion_tokens: 50 },
});

/** Of ten cases six right, two with another calculated value, one with another extracted one, and one in prose. */
function answerTo(request: MockRequest) {
  const id = /\(id: ([a-z0-9-]+)\)/.exec(JSON.stringify(request.messages))?.[1];
  const at = cases.findIndex((one) => one.id === id);
  const { ticker, filing_name, issue_time, concept_id, period, ...known } = cases[at]!;
  const turn = request.messages.filter(({ role }) => role === 'tool').length;
  const filing_path = `XBRL/${filing_name}-${ticker}-${issue_time}`;
  if (turn === 0) return call('find_filing', { ticker, filing_name, issue_time });
  if (turn === 1) return call('get_facts', { filing_path, concept_id, period });
  if (at % 10 === 9) return { content: 'I cannot tell.' };
  const off = (value: string | null, by: number) => (value === null ? null : `${value}${by}`);
  return call('submit_answer', {
    answer: {
      extracted_value: at % 10 === 8 ? off(known.expected_extracted, 1) : known.expected_extracted,
      calculated_value: at % 10 > 5 ? off(known.expected_calculated, 2) : known.expected_calculated,
    },
  });
}

beforeAll(async () => {
  for (const name of ['XBRL', 'us-gaap'])
    cpSync(join(shared, name), join(filings, name), { recursive: true });
  writeFileSync(join(filings, 'cases.jsonl'), `${lines.join('\n')}\n`);
  mock = await startAimock(key);
  mock.on({ predicate: () => true }, answerTo);
  const provider = { api: 'openai-chat', baseUrl: mock.url, key: { env: 'STUB_KEY' } };
  const prices = { version: 'stub', models: { 'stub/auditor': { input: 2, output: 8 } } };
  writeFileSync(models, JSON.stringify({ providers: { stub: provider }, prices }));
  process.env['STUB_KEY'] = key;
});

afterAll(async () => {
  await runCommand('npm', ['run', 'cluster:down', '--', '--data', cluster]);
  if (isServing) await mock.stop();
});

const fileOf = (name: string, content: object): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};
const resultIn = (out: string): TaskResult => {
  const result = resultSchema.parse(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')));
  if (!('sections' in result)) throw new Error('not of tasks');
  return result;
};

const hashesOf = ({ runs }: TaskResult) => runs.map(({ run, journalHash }) => [run, journalHash]);
const settings = { kind: 'llm', model: 'stub/auditor', stream: false, timeBudgetMs: 120_000 };

it('gives one journal in one process, served, and over a cluster, and replays without the model', async () => {
  const alone = join(folder, 'alone');
  const scenario = {
    ...{ name: 'audits', data: filings, workflow: 'auditing', tasks: 'cases.jsonl' },
    agents: [{ id: 'auditor', ...settings }],
  };
  const written = fileOf('audits.json', scenario);
  const start = performance.now();
  await runTapefold(['run', written, '--models', models, '--out', alone]);
  const took = (performance.now() - start) / 1000;
  process.stderr.write(`fifty audits in one process: ${took.toFixed(1)} s\n`);
  const result = resultIn(alone);
  const [run] = result.runs;
  expect(run?.figures).toMatchObject({ ACC: 0.6, SER: 0.1, EER: 0.1, CER: 0.2 });
  // Two calls and a submission each; without one where the answer was prose.
  const calls = readFileSync(join(alone, 'runs', run!.run, 'calls.jsonl'), 'utf8');
  expect(calls.trim().split('\n').length).toBe(asked * 3 - asked / 10);
  expect(run?.models?.usd).toBeGreaterThan(0);

  const place = ['--dataset', `filings=${filings}`, '--models', models];
  const register = fileOf('agents.json', { auditor: settings });
  const theirs = {
    ...scenario,
    data: 'filings',
    agents: [{ id: 'auditor', kind: 'registered', agent: 'auditor' }],
  };
  const submitted = fileOf('theirs.json', theirs);
  const laptop = await serve(join(folder, 'serve'), ...place, '--agents', register);
  const served = join(folder, 'served');
  const known = ['--wait', '--data', filings];
  const ended = await laptop.cluster('submit', submitted, ...known, '--out', served);
  expect(ended.code, ended.err).toBe(0);
  expect(hashesOf(resultIn(served))).toEqual(hashesOf(result));

  const env = { TAPEFOLD_AGENTS: register, TAPEFOLD_MODELS: models, STUB_KEY: key };
  const up = ['run', 'cluster:up', '--', '--ports', 'auto', '--data', cluster];
  await runCommand('npm', [...up, '--datasets', fileOf('datasets.json', { filings })], env);
  const state = readState(cluster);
  if (state?.gatewayUrl === undefined) throw new Error('the cluster has no gateway');
  const at = ['--url', state.gatewayUrl, '--token-file', state.tokenFile];
  const together = join(folder, 'together');
  await runTapefold(['cluster', 'submit', submitted, ...known, '--out', together, ...at]);
  expect(hashesOf(resultIn(together))).toEqual(hashesOf(result));

  await mock.stop();
  isServing = false;
  expect(await runTapefold(['replay', alone])).toMatch(/^replayed: 1 runs?/m);
});
