/**
 * Goal: fourteen configurations of a scripted model answer questions in one process and over a
 * cluster: the same journals, a replay without the model, and an analysis of all answers.
 * TAPEFOLD_STUB_QUESTIONS sets the number of questions (500).
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { resultSchema, type Result } from '#contracts/result/result';
import { readState } from '../../scripts/cluster/cluster-state.ts';
import { temporaryFolder } from '../cluster/temporary-folder.fixture.js';
import { startAimock, type Aimock, type MockRequest } from '../models/aimock.fixture.js';
import { runCommand, runTapefold } from '../parity/commands.js';

const count = Number(process.env['TAPEFOLD_STUB_QUESTIONS'] ?? '500');
const folder = temporaryFolder('retrieval-stubs');
const cluster = join(folder, 'cluster');
const key = 'key-of-the-stubs';
const models = join(folder, 'models.json');
let mock: Aimock;
let isServing = true;

/**
 * Four models with tools and with a search alone, with and without reasoning; one has
 * no search alone.
 */
const configurations = ['alpha', 'beta', 'gamma', 'delta']
  .flatMap((model) =>
    ['web', 'tools+web'].flatMap((arm) =>
      ['', 'high'].map((effort) => ({
        id: [model, arm.replace('+', '-'), effort].filter((part) => part !== '').join('-'),
        settings: {
          kind: 'llm',
          model: `stub/${model}`,
          timeBudgetMs: 120_000,
          stream: false,
          ...(effort === '' ? { temperature: 0 } : { effort }),
        },
        terms: { arm },
      })),
    ),
  )
  .filter(({ id }) => !id.startsWith('delta-web'));

interface Asked {
  readonly id: string;
  readonly question: string;
  readonly expected: { readonly value: number; readonly unit: string };
  readonly companyId: string;
  readonly seriesId: string;
  readonly fiscalPeriod: string;
}
let questions: ReadonlyMap<string, Asked>;

const textOf = ({ messages }: MockRequest): string => JSON.stringify(messages);

/**
 * Looks something up, and then is right, wrong or without a number at a rate set by its name
 * and the question.
 */
function answerTo(request: MockRequest) {
  const id = /Task: (q\d+)/.exec(textOf(request))?.[1] ?? '';
  const asked = questions.get(id);
  if (asked === undefined) throw new Error(`no question ${id}`);
  const names = request.tools?.map((one) => one.function.name) ?? [];
  const hasTools = names.includes('get_company_fundamentals');
  const call = (name: string, args: object) => ({
    toolCalls: [{ id: `${name}-${id}`, name, arguments: JSON.stringify(args) }],
    usage: { prompt_tokens: 1000, completion_tokens: 50 },
  });
  if (!request.messages.some(({ role }) => role === 'tool')) {
    const { companyId: company_id, fiscalPeriod, seriesId } = asked;
    return hasTools
      ? call('get_company_fundamentals', {
          company_id,
          periods: [fiscalPeriod],
          series_ids: [seriesId],
        })
      : call('search_web', { query: asked.question.slice(0, 100) });
  }
  const digits = [...`${request.model} ${id}`].reduce((sum, one) => sum + one.charCodeAt(0), 0);
  const { value, unit } = asked.expected;
  if (digits % 10 >= (hasTools ? 9 : 2)) return call('submit_answer', { answer: 'I cannot say.' });
  const stated = digits % 7 === 0 ? value * 3 + 1 : value;
  return call('submit_answer', {
    answer: unit === 'ratio' ? `${stated}` : `${stated} ${unit}`,
  });
}

beforeAll(async () => {
  mock = await startAimock(key);
  mock.on({ predicate: () => true }, answerTo);
  const provider = { api: 'openai-chat', baseUrl: mock.url, key: { env: 'STUB_KEY' } };
  writeFileSync(models, JSON.stringify({ providers: { stub: provider } }));
  const out = join(folder, 'questions');
  await runTapefold([
    'retrieval',
    'questions',
    '--synthetic',
    '1',
    '--count',
    `${count}`,
    '--out',
    out,
  ]);
  const lines = readFileSync(join(out, 'questions.jsonl'), 'utf8').trim().split('\n');
  questions = new Map(lines.map((line) => JSON.parse(line) as Asked).map((one) => [one.id, one]));
  process.env['STUB_KEY'] = key;
  const register = configurations.map(({ id, settings }) => [id, settings]);
  writeFileSync(join(folder, 'agents.json'), JSON.stringify(Object.fromEntries(register)));
  writeFileSync(join(folder, 'datasets.json'), JSON.stringify({ questions: out }));
  const options = ['--ports', 'auto', '--data', cluster];
  const datasets = ['--datasets', join(folder, 'datasets.json')];
  await runCommand('npm', ['run', 'cluster:up', '--', ...options, ...datasets], {
    TAPEFOLD_AGENTS: join(folder, 'agents.json'),
    TAPEFOLD_MODELS: models,
    STUB_KEY: key,
  });
});

afterAll(async () => {
  await runCommand('npm', ['run', 'cluster:down', '--', '--data', cluster]);
  if (isServing) await mock.stop();
});

function scenarioFile(name: string, scenario: object): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ name: 'stubs', workflow: 'retrieval', ...scenario }));
  return path;
}

const resultIn = (out: string): Result => {
  const result = resultSchema.parse(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')));
  if (!('sections' in result)) throw new Error('not of tasks');
  return result;
};
const hashesOf = ({ runs }: Result) => runs.map(({ run, journalHash }) => [run, journalHash]);

it('gives the journals of one process over a cluster, and replays without the model', async () => {
  const own = configurations.map(({ id, settings, terms }) => ({ id, ...settings, terms }));
  const alone = join(folder, 'alone');
  const data = join(folder, 'questions');
  const file = scenarioFile('alone', { data, tasksAtOnce: 4, agents: own });
  await runTapefold(['run', file, '--models', models, '--out', alone]);
  const result = resultIn(alone);
  expect(result.runs).toHaveLength(14);
  for (const { agent, figures, coverage, reasons } of result.runs) {
    const why = `${agent} ${JSON.stringify(reasons)}`;
    expect(coverage, why).toMatchObject({ due: count, answered: count });
    const accuracy = valuesOf({ figures })['accuracy'] ?? NaN;
    expect(accuracy > 0.5, `${agent} ${accuracy}`).toBe(agent.includes('tools'));
  }
  const pairs = result.sections.filter(({ title }) => title.startsWith('Pairs that differ in '));
  expect(pairs.map(({ title }) => title.split(' ').at(-1)).sort()).toEqual([
    'arm',
    'model',
    'reasoning',
  ]);

  const registered = configurations.map(({ id, terms }) => {
    return { id, kind: 'registered', agent: id, terms };
  });
  const together = join(folder, 'together');
  const state = readState(cluster);
  if (state?.gatewayUrl === undefined) throw new Error('the cluster has no gateway');
  await runTapefold([
    'cluster',
    'submit',
    scenarioFile('together', { data: 'questions', agents: registered }),
    '--wait',
    '--out',
    together,
    '--data',
    data,
    '--url',
    state.gatewayUrl,
    '--token-file',
    state.tokenFile,
  ]);
  expect(hashesOf(resultIn(together))).toEqual(hashesOf(result));

  await mock.stop();
  isServing = false;
  const again = join(folder, 'again');
  expect(await runTapefold(['replay', alone, '--out', again])).toMatch(/^replayed: 14 runs/m);
  expect(hashesOf(resultIn(again))).toEqual(hashesOf(result));
});
