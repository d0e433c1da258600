/**
 * Estimates of scenarios: decisions counted exactly, the rest by assumptions or by
 * what was recorded.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepsOf } from '#llm';
import { modelsFileSchema } from '#llm/provider/models-file';
import { modelsOf } from '#llm/provider/models';
import { recordedAsk, recordedCalls } from '#llm/calls/recording.fixture';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { runScenario } from '../run/run-scenario.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import { writeRecords } from '../run-folder/run-records.js';
import { estimateScenario } from './estimate-scenario.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-estimate-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scenarioOf = (agents: readonly object[], repeats = 1) =>
  tradingScenarioSchema.parse({
    name: 'estimated',
    workflow: 'trading',
    data: 'aapl-2013-2018',
    symbols: ['AAPL'],
    window: { from: '2014-01-02', to: '2014-01-10' },
    capital: 1000,
    execution: 'close',
    agents,
    repeats,
  });

const stub = { id: 'mine', kind: 'llm', model: 'stub/model-1' };
const models = modelsOf(
  modelsFileSchema.parse({
    providers: { stub: { api: 'openai-chat', baseUrl: 'http://127.0.0.1:9' } },
    prices: {
      version: '2026-11',
      models: { 'stub/model-1': { input: 2, output: 10, cachedInput: 1 } },
    },
  }),
  { directory: '.', env: {} },
);
const estimate = (agents: readonly object[], from?: string, repeats?: number) =>
  estimateScenario({ scenario: scenarioOf(agents, repeats), directory: folder }, { models, from });

describe('an estimate', () => {
  it('counts the decisions of every run and repeat, and prices what has a price', async () => {
    const own = { id: 'own', kind: 'http', url: 'http://127.0.0.1:9/decide' };
    const rule = { id: 'hold', kind: 'buy-and-hold' };
    const { agents, ...whole } = await estimate([stub, own, rule], undefined, 3);
    const [mine, other] = agents;
    // Seven sessions of trading in the window.
    expect(mine).toMatchObject({ runs: 3, decisions: 21, basis: 'assumed', callsAtMost: 420 });
    const { input, output } = mine?.tokens ?? { input: 0, output: 0 };
    expect(mine?.usd).toBeCloseTo((input * 2 + output * 10) / 1e6, 10);
    expect(other).toMatchObject({ decisions: 21, calls: 0, usd: null, basis: 'not counted' });
    expect(whole).toMatchObject({ decisions: 42, unpriced: ['own'], prices: '2026-11' });
    expect(whole.usd).toBe(mine?.usd);
  });

  it('is bounded by attempts, steps and budgets', async () => {
    const [bounded] = (
      await estimate([
        {
          ...stub,
          preset: 'herculean',
          steps: 6,
          budget: { decision: { calls: 9, usd: 0.5 }, run: { usd: 2 } },
        },
      ])
    ).agents;
    expect(bounded).toMatchObject({ callsAtMost: 63, usdAtMost: 2 });
    const [free] = (await estimate([{ ...stub, preset: 'herculean', steps: 6 }])).agents;
    expect(free).toMatchObject({ callsAtMost: 210, usdAtMost: null });
  });

  it.each([
    [
      { decision: { tokens: 99 } },
      /^budget of the decision: 99 tokens, 0 used, .* needs up to \d+$/,
    ],
    [
      { run: { usd: 0.01 } },
      /^budget of the run: 0.01 US dollars, 0 used, .* needs up to 0\.0\d+$/,
    ],
  ])('says that no call fits into %j', async (budget, reason) => {
    const [mine] = (await estimate([{ ...stub, budget }])).agents;
    expect(mine?.noCall).toMatch(reason);
  });

  it('is silent about that when a call fits, and about an outside agent', async () => {
    const small = { decision: { usd: 0.02 } };
    const own = { id: 'own', kind: 'http', url: 'http://127.0.0.1:9/', model: stub.model };
    const { agents } = await estimate([
      { ...stub, budget: { decision: { usd: 0.2 } } },
      { ...stub, id: 'short', maxOutputTokens: 100, budget: small },
      { ...own, budget: small },
    ]);
    expect(agents.map(({ noCall }) => noCall)).toEqual([null, null, null]);
  });

  it('takes the mean of an earlier result when there is one', async () => {
    const out = join(folder, 'earlier');
    const options = { out, codeVersion: '0.0.0', jobs: 1, fresh: false };
    const scenario = scenarioOf([{ id: 'mine', kind: 'buy-and-hold' }]);
    await runScenario({ scenario, directory: folder }, options);
    const path = join(out, 'runs', 'mine-AAPL');
    const { run } = readManifest(runFolder(path));
    mkdirSync(path, { recursive: true });
    const opened = { ...recordedAsk.opened, run, agent: 'mine' };
    const calls = recordedCalls('openai-chat', false).map((call) => ({ ...call, run }));
    const ended = recordedAsk.ended === null ? null : { ...recordedAsk.ended, run };
    // The run was stopped in its second decision, before a call had an answer.
    const open = { ...opened, asOf: opened.asOf + 1, session: '2025-03-04' };
    const asks = [
      { opened, ended },
      { opened: open, ended: null },
    ];
    const { asks: made, modelCalls } = stepsOf(asks, calls);
    writeRecords(runFolder(path), { asks: made, 'model-calls': modelCalls });
    const [mine] = (await estimate([stub], out)).agents;
    expect(mine).toMatchObject({
      basis: 'recorded',
      calls: 14,
      tokens: { input: 14_000, output: 700 },
      perDecision: { attempts: 1, calls: 2, modelMs: 1600 },
    });
    // A call has 2,000 tokens in, 400 of them from a cache.
    expect(mine?.usd).toBeCloseTo((7 * (1600 * 2 + 400 * 1 + 100 * 10)) / 1e6, 10);
  });

  it('takes calls without usage for as large as the others, and guesses where none has any', async () => {
    const out = join(folder, 'unmetered');
    const options = { out, codeVersion: '0.0.0', jobs: 1, fresh: false };
    const agents = ['one', 'none'].map((id) => ({ id, kind: 'buy-and-hold' }));
    await runScenario({ scenario: scenarioOf(agents), directory: folder }, options);
    const record = (agent: string, unmetered: number): void => {
      const path = runFolder(join(out, 'runs', `${agent}-AAPL`));
      const { run } = readManifest(path);
      const calls = recordedCalls('openai-chat', false).map((call, at) => {
        return { ...call, run, ...(at < unmetered && { usage: null }) };
      });
      const { opened, ended } = recordedAsk;
      const asks = [{ opened: { ...opened, run, agent }, ended: { ...ended!, run } }];
      const steps = stepsOf(asks, calls);
      writeRecords(path, { asks: steps.asks, 'model-calls': steps.modelCalls });
    };
    record('one', 1);
    record('none', 2);
    const { agents: found } = await estimate(
      ['one', 'none'].map((id) => ({ ...stub, id })),
      out,
    );
    expect(found).toMatchObject([
      { basis: 'recorded', calls: 14, tokens: { input: 14_000, output: 700 } },
      { basis: 'assumed' },
    ]);
  });

  it('refuses a scenario without agents that ask models, and an undescribed provider', async () => {
    await expect(estimate([{ id: 'hold', kind: 'buy-and-hold' }])).rejects.toThrow(
      /no agent in this scenario asks models/,
    );
    await expect(estimate([{ ...stub, model: 'nobody/x' }])).rejects.toThrow(
      /no such model provider/,
    );
  });
});
