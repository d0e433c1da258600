/**
 * Goal: twenty configurations of a scripted model write 52 reports each, and a model judges them, in one process and
 * over a cluster: the same journals, and a replay without the model. Says on standard error what it took.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultSchema, type TaskResult } from '#contracts/result';
import { readState } from '../../scripts/cluster/cluster-state.ts';
import { temporaryFolder } from '../cluster/temporary-folder.fixture.js';
import { startAimock, type Aimock, type MockRequest } from '../models/aimock.fixture.js';
import { runCommand, runTapefold } from '../parity/commands.js';

const folder = temporaryFolder('judge-stubs');
const cluster = join(folder, 'cluster');
const key = 'key-of-the-stubs';
const models = join(folder, 'models.json');
const configurations = Array.from({ length: 20 }, (_, at) => `stub-${at + 1}`);
const judges = ['kind', 'strict'];
/** Four symbols over thirteen weeks. */
const asked = {
  ...{ workflow: 'insights', symbols: ['ALDR', 'BRKW', 'CNDR', 'DUNE'] },
  window: { from: '2023-10-02', to: '2023-12-29' },
};
const reports = 52;
let mock: Aimock;
let isServing = true;

const settingsOf = (name: string) => {
  return { kind: 'llm', model: `stub/${name}`, stream: false, timeBudgetMs: 120_000 };
};
const call = (name: string, args: object) => ({
  toolCalls: [{ id: name, name, arguments: JSON.stringify(args) }],
  usage: { prompt_tokens: 1000, completion_tokens: 50 },
});

/** Looks at the metrics and writes a short report, or gives scores that follow from the name and the task. */
function answerTo(request: MockRequest) {
  const text = JSON.stringify(request.messages);
  const sum = [...(request.model + /Task: (\S+?)\\n/.exec(text)?.[1])]
    .map((one) => one.charCodeAt(0))
    .reduce((total, one) => total + one, 0);
  if (judges.includes(request.model)) {
    const scores = { evidence_fidelity: (sum % 21) / 4, reasoning_quality: (sum % 9) / 2 };
    return call('submit_answer', { answer: { scores } });
  }
  const [, symbol = '', date = ''] = /Task: ([A-Z]+)-([0-9-]{10})/.exec(text) ?? [];
  if (!request.messages.some(({ role }) => role === 'tool')) {
    return call('get_weekly_metrics', { symbol, target_date: date });
  }
  const rating = ['STRONG_BUY', 'BUY', 'HOLD', 'SELL', 'STRONG_SELL'][sum % 5]!;
  const head = `# ${symbol} Weekly Equity Research Report\n\n**Symbol:** ${symbol} | **Model:** ${request.model}`;
  const body = `The week gave no reason to change the view on ${symbol}. `.repeat(80);
  const report = `${head} | **Week Ending:** ${date}\n\n**Rating:** ${rating}\n\n## 1. Executive Summary\n\n${body}`;
  return call('submit_answer', { answer: { rating, report } });
}

beforeAll(async () => {
  mock = await startAimock(key);
  mock.on({ predicate: () => true }, answerTo);
  const provider = { api: 'openai-chat', baseUrl: mock.url, key: { env: 'STUB_KEY' } };
  writeFileSync(models, JSON.stringify({ providers: { stub: provider } }));
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

async function timed(what: string, work: Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work;
  process.stderr.write(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

it('gives the journals of one process over a cluster, and replays without the model', async () => {
  const alone = join(folder, 'alone');
  const agents = configurations.map((id) => ({ id, ...settingsOf(id) }));
  const scenario = { name: 'stubs', data: 'synthetic-market', ...asked, tasksAtOnce: 8, agents };
  const written = fileOf('stubs.json', scenario);
  await timed('written', runTapefold(['run', written, '--models', models, '--out', alone]));
  const result = resultIn(alone);
  expect(result.runs.map(({ coverage }) => coverage.answered)).toEqual(
    configurations.map(() => reports),
  );
  const judgesFile = fileOf('judges.json', {
    agents: judges.map((id) => ({ id, ...settingsOf(id) })),
  });
  const judging = ['judge', alone, '--with', judgesFile, '--models', models];
  await timed('judged by two', runTapefold(judging));
  const judged = resultIn(`${alone}-judged`);
  expect(judged.runs.map(({ figures }) => figures['judged'])).toEqual([1, 1]);

  mkdirSync(join(folder, 'market'));
  const register = [...configurations, ...judges].map((id) => [id, settingsOf(id)]);
  const answers = join(`${alone}-judged`, 'data');
  const env = {
    TAPEFOLD_AGENTS: fileOf('agents.json', Object.fromEntries(register)),
    TAPEFOLD_MODELS: models,
    STUB_KEY: key,
  };
  const up = ['run', 'cluster:up', '--', '--ports', 'auto', '--data', cluster];
  await runCommand('npm', [...up, '--datasets', fileOf('datasets.json', { answers })], env);
  const state = readState(cluster);
  if (state?.gatewayUrl === undefined) throw new Error('the cluster has no gateway');
  const at = ['--url', state.gatewayUrl, '--token-file', state.tokenFile];
  const registered = (ids: readonly string[]) =>
    ids.map((id) => ({ id, kind: 'registered', agent: id }));
  const submit = async (name: string, content: object, ...more: string[]): Promise<TaskResult> => {
    const out = join(folder, name);
    const file = fileOf(`${name}.json`, content);
    await runTapefold(['cluster', 'submit', file, '--wait', '--out', out, ...more, ...at]);
    return resultIn(out);
  };
  const theirs = { ...scenario, tasksAtOnce: 1, agents: registered(configurations) };
  expect(hashesOf(await submit('together', theirs))).toEqual(hashesOf(result));
  const { terms } = judged.scenario;
  const own = { name: 'judging', data: 'answers', workflow: 'judging', terms };
  const both = await submit('judges', { ...own, agents: registered(judges) }, '--data', answers);
  expect(hashesOf(both)).toEqual(hashesOf(judged));

  await mock.stop();
  isServing = false;
  expect(await runTapefold(['replay', alone])).toMatch(/^replayed: 20 runs/m);
  expect(await runTapefold(['replay', `${alone}-judged`])).toMatch(/^replayed: 2 runs/m);
});
