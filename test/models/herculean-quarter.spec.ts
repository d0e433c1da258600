/**
 * Goal: checks the costs on the page about a HERCULEAN quarter. A scripted model does the first
 * quarter of 2026 as the page describes it; counts of decisions and calls are exact, tokens in are
 * bytes of requests over four.
 */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { estimateScenario, runScenario } from '#backtest';
import { type ModelUse } from '#contracts/result/result';
import { scenarioSchemaOf } from '#contracts/scenario/scenario';
import { FileRecording } from '#llm';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { modelsOf } from '#llm/provider/models';
import { modelsFileSchema } from '#llm/provider/models-file';
import { modelOf, realData, sharedFolder } from './model-runs.fixture.js';
import { ScriptedModel, secret, type Reply, type Turn } from './scripted-model.fixture.js';

const page = readFileSync(resolve('docs/concepts/herculean-quarter.md'), 'utf8');
const home = sharedFolder();
const window = { from: '2026-01-02', to: '2026-03-31' };
const data = join(realData, 'herculean-2026');
const pool = 'AAPL ADBE AMZN GOOGL META MSFT NVDA TSLA'.split(' ');

const scenarioOf = (workflow: 'trading' | 'hedging', configurations: number) => {
  const written = {
    name: `quarter-${workflow}`,
    workflow,
    data,
    window,
    symbols: workflow === 'trading' ? ['MSFT', 'TSLA', 'AAPL', 'NVDA'] : pool,
    execution: workflow === 'trading' ? 'ama-normal-long-short' : 'pair-close',
    agents: Array.from({ length: configurations }, (_, number) => ({
      id: `configuration-${number + 1}`,
      kind: 'llm',
      preset: 'herculean',
      model: modelOf('chat'),
    })),
  };
  return scenarioSchemaOf(written, [{ name: workflow }]).parse(written);
};

/**
 * The conversation that the page describes: prices and an indicator, news of the day, the kind of
 * the day, the submission.
 */
function trade({ session, symbols: [symbol = ''], said }: Turn): Reply {
  const range = { symbol, date_start: '2025-11-01', date_end: session };
  const turns: readonly Reply[] = [
    {
      calls: [
        { name: 'get_prices', args: range },
        { name: 'get_indicator', args: { ...range, indicator: 'rsi' } },
      ],
    },
    { calls: [{ name: 'list_news', args: { ...range, date_start: session } }] },
    { calls: [{ name: 'is_trading_day', args: { symbol, target_date: session } }] },
    {
      calls: [
        {
          name: 'submit_decision',
          args: { symbol, target_date: session, price: 1, action: 'HOLD' },
        },
      ],
    },
  ];
  return { thought: 'I go on with the next step.', ...turns[said] };
}

/** The same with the prices of two legs. */
function hedge({ session, said }: Turn): Reply {
  const left = 'NVDA';
  const right = 'AAPL';
  const legs = { left, right, target_date: session };
  const range = { date_start: '2025-11-01', date_end: session };
  const turns: readonly Reply[] = [
    { calls: [{ name: 'get_stock_pool', args: {} }] },
    { calls: [left, right].map((symbol) => ({ name: 'get_prices', args: { symbol, ...range } })) },
    { calls: [{ name: 'get_pair_prices', args: legs }] },
    {
      calls: [
        {
          name: 'submit_hedging_decision',
          args: { ...legs, left_price: 1, right_price: 1, action: 'HOLD' },
        },
      ],
    },
  ];
  return { thought: 'I go on with the next step.', ...turns[said] };
}

let model: ScriptedModel;
beforeAll(async () => {
  model = await ScriptedModel.start();
  model
    .script(({ tools }) => tools.includes('submit_hedging_decision'), hedge)
    .script(() => true, trade);
}, 600_000);
afterAll(() => model.stop());

const modelsAt = (url: string) =>
  modelsOf(
    modelsFileSchema.parse({
      providers: { chat: { api: 'openai-chat', baseUrl: url, key: { env: 'KEY' } } },
    }),
    { directory: home, env: { KEY: secret } },
  );

interface Taken {
  readonly uses: readonly ModelUse[];
  /** Counts all requests, tool definitions included: a token for four bytes. */
  readonly input: number;
}

async function taken(workflow: 'trading' | 'hedging'): Promise<Taken> {
  const { result } = (await runScenario(
    { scenario: scenarioOf(workflow, 1), directory: home },
    {
      out: join(home, workflow),
      codeVersion: 'test',
      jobs: 1,
      fresh: false,
      openModels: ({ store }) =>
        new ModelGateway({ mode: 'record', models: modelsAt(model.url), store }),
    },
  )) as Extract<Awaited<ReturnType<typeof runScenario>>, { kind: 'finished' }>;
  let input = 0;
  for (const { run } of result.runs) {
    const path = join(home, workflow, 'runs', run);
    const recording = new FileRecording(() => path);
    for (const { request } of await recording.callsOf(readRunId(path))) {
      input += Math.ceil(Buffer.byteLength(request) / 4);
    }
  }
  return { uses: result.runs.flatMap(({ models }) => models ?? []), input };
}

const readRunId = (path: string): string =>
  (JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as { run: string }).run;

const sum = (uses: readonly ModelUse[], figure: (use: ModelUse) => number): number =>
  uses.reduce((total, use) => total + figure(use), 0);

it.each([
  { workflow: 'trading', decisions: 244, all: 4880 },
  { workflow: 'hedging', decisions: 61, all: 1220 },
] as const)('$workflow takes what the page says', async ({ workflow, decisions, all }) => {
  const { uses, input } = await taken(workflow);
  expect(sum(uses, ({ classes }) => classes.answered ?? 0)).toBe(decisions);
  expect(sum(uses, ({ attempts }) => attempts)).toBe(decisions);
  expect(sum(uses, ({ calls }) => calls)).toBe(decisions * 4);
  const estimate = await estimateScenario(
    { scenario: scenarioOf(workflow, 20), directory: home },
    { models: modelsAt(model.url), from: join(home, workflow) },
  );
  expect(estimate.decisions).toBe(all);
  expect(estimate.calls).toBe(all * 4);
  const [asks, calls, tokensIn = 0, tokensOut] = rowOf(workflow);
  expect([asks, calls, tokensOut]).toEqual([all, all * 4, estimate.tokens.output]);
  // Descriptions of tools are part of every request, and their wording changes.
  expect(Math.abs((20 * input) / tokensIn - 1)).toBeLessThan(0.02);
});

/** The figures of a workflow in the page's table of what was measured. */
function rowOf(workflow: string): number[] {
  const row = page.split('\n').findLast((line) => line.startsWith(`| ${workflow} `)) ?? '';
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => Number(cell.replaceAll(',', '')));
}
