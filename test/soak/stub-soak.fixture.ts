/**
 * What soaks of scripted models share: the model, a cluster that asks it, and the results of both.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { resultSchema, type Result } from '#contracts/result/result';
import { readState } from '../../scripts/cluster/cluster-state.ts';
import { temporaryFolder } from '../cluster/temporary-folder.fixture.js';
import {
  startAimock,
  type Aimock,
  type MockRequest,
  type MockResponse,
} from '../models/aimock.fixture.js';
import { runCommand, runTapefold } from '../parity/commands.js';

const key = 'key-of-the-stubs';

/** Settings of an agent that is the scripted model of this name. */
export const settingsOf = (name: string) => {
  return { kind: 'llm', model: `stub/${name}`, stream: false, timeBudgetMs: 120_000 };
};
export const agentsOf = (names: readonly string[]) =>
  names.map((id) => ({ id, ...settingsOf(id) }));
/** The same agents as a cluster knows them. */
export const registered = (names: readonly string[]) =>
  names.map((id) => ({ id, kind: 'registered', agent: id }));

/** A call of one tool. */
export const call = (name: string, args: object): MockResponse => ({
  toolCalls: [{ id: name, name, arguments: JSON.stringify(args) }],
  usage: { prompt_tokens: 1000, completion_tokens: 50 },
});

/** The id of the task that a model is asked about. */
export const taskOf = ({ messages }: MockRequest): string =>
  /Task: (\S+?)\\n/.exec(JSON.stringify(messages))![1]!;
/** A number that follows from a text. */
export const numberOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + one.charCodeAt(0), 0);

export const resultIn = (out: string): Result => {
  const result = resultSchema.parse(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')));
  if (!('sections' in result)) throw new Error('not of tasks');
  return result;
};
export const hashesOf = ({ runs }: Result) =>
  runs.map(({ run, journalHash }) => [run, journalHash]);

/**
 * The result of a replay, which asks no model. `data`: the data set of a cluster's result, which
 * only has its name.
 */
export async function replayed(out: string, data?: string): Promise<Result> {
  const again = `${out}-again`;
  const moved = data === undefined ? [] : ['--data', data];
  await runTapefold(['replay', out, '--out', again, ...moved]);
  return resultIn(again);
}

/** Reports on standard error what the work took. */
export async function timed(what: string, work: Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work;
  process.stderr.write(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

/**
 * Submits a scenario to the cluster, waits, and gives the result. `data` is the folder of its data
 * set.
 */
export type Submit = (name: string, scenario: object, data?: string) => Promise<Result>;

/**
 * A folder of one spec file, and a provider `stub` whose models `answer` speaks for; `prices` as
 * models files have them. To be called outside of tests.
 */
export function stubSoak(
  name: string,
  answer: (request: MockRequest) => MockResponse,
  prices?: object,
) {
  const folder = temporaryFolder(name);
  const cluster = join(folder, 'cluster');
  const models = join(folder, 'models.json');
  let mock: Aimock | undefined;
  const stopModel = async (): Promise<void> => {
    await mock?.stop();
    mock = undefined;
  };
  const fileOf = (path: string, content: object): string => {
    writeFileSync(join(folder, path), JSON.stringify(content));
    return join(folder, path);
  };
  beforeAll(async () => {
    mock = await startAimock(key);
    mock.on({ predicate: () => true }, answer);
    const provider = { api: 'openai-chat', baseUrl: mock.url, key: { env: 'STUB_KEY' } };
    fileOf('models.json', { providers: { stub: provider }, prices });
    process.env['STUB_KEY'] = key;
  });
  afterAll(async () => {
    await runCommand('npm', ['run', 'cluster:down', '--', '--data', cluster]);
    await stopModel();
  });

  /** A file of agents for clusters. */
  const registerOf = (names: readonly string[]): string =>
    fileOf('agents.json', Object.fromEntries(names.map((id) => [id, settingsOf(id)])));

  /** With the models of these names for agents, and data sets by name. */
  async function startCluster(
    names: readonly string[],
    datasets: Readonly<Record<string, string>>,
  ): Promise<Submit> {
    const env = {
      TAPEFOLD_AGENTS: registerOf(names),
      TAPEFOLD_MODELS: models,
      STUB_KEY: key,
    };
    const up = ['run', 'cluster:up', '--', '--ports', 'auto', '--data', cluster];
    await runCommand('npm', [...up, '--datasets', fileOf('datasets.json', datasets)], env);
    const state = readState(cluster);
    if (state?.gatewayUrl === undefined) throw new Error('the cluster has no gateway');
    const at = ['--url', state.gatewayUrl, '--token-file', state.tokenFile];
    return async (submitted, scenario, data) => {
      const out = join(folder, submitted);
      const words = ['cluster', 'submit', fileOf(`${submitted}.json`, scenario), '--wait'];
      const known = data === undefined ? [] : ['--data', data];
      await runTapefold([...words, '--out', out, ...known, ...at]);
      return resultIn(out);
    };
  }
  return { folder, models, fileOf, registerOf, startCluster, stopModel };
}
