/** Terms of a single agent: part of its runs' plans alone, and validated by the workflow. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TapeHeader } from '#contracts';
import { loadScenario } from './load-scenario.js';
import { planRuns } from '../run/plan-runs.js';

const folder = mkdtempSync(join(tmpdir(), 'agent-terms-'));
afterAll(() => rmSync(folder, { recursive: true }));

const model = { kind: 'llm', model: 'test/m-1' };
const tasks = { name: 'test', data: 'set', workflow: 'retrieval', terms: { switches: ['fuzzy'] } };
const trades = {
  name: 'test',
  data: 'set',
  window: { from: '2025-03-03', to: '2025-03-31' },
  symbols: ['AAPL'],
};

function loaded(scenario: object) {
  const file = join(folder, 'scenario.json');
  writeFileSync(file, JSON.stringify(scenario));
  return loadScenario(file).scenario;
}

const header: TapeHeader = {
  id: 'tape',
  dataset: 'set',
  instruments: [],
  sessionsPerYear: 252,
  synthetic: false,
  calendar: 'XNYS',
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'daily',
  dateRule: 'session-close',
};
const plansOf = (agents: readonly object[]) =>
  planRuns({
    scenario: loaded({ ...tasks, agents }),
    header,
    dataHash: 'a'.repeat(64),
    fileHashes: new Map(),
    firstSession: 0,
    lastSession: 0,
  }).map((plan) => ({ ...plan, terms: 'terms' in plan ? plan.terms : undefined }));

describe('terms of an agent', () => {
  it('replace members of the scenario’s terms in its own runs, and give them different ids', () => {
    const [plain, none] = plansOf([
      { id: 'plain', ...model },
      { id: 'none', ...model, terms: { arm: 'none' } },
    ]);
    expect(plain?.terms).toEqual({ switches: ['fuzzy'] });
    expect(none?.terms).toEqual({ switches: ['fuzzy'], arm: 'none' });
    const idOf = (terms?: object) =>
      plansOf([{ id: 'a', ...model, ...(terms && { terms }) }])[0]?.id;
    expect(idOf({ arm: 'none' })).not.toBe(idOf());
    expect(idOf({ switches: ['fuzzy'] })).toBe(idOf());
  });

  it('are refused by their own name when the workflow does not know them', () => {
    const agents = [{ id: 'odd', ...model, terms: { arm: 'both' } }];
    expect(() => loaded({ ...tasks, agents })).toThrow(/agents\.odd\.terms\.arm: .*"both"/);
  });

  it('are refused when agents trade', () => {
    const agents = [{ id: 'hold', kind: 'buy-and-hold', terms: {} }];
    expect(() => loaded({ ...trades, agents })).toThrow(
      /an agent of a scenario that trades has no terms/,
    );
  });
});

describe('what a workflow says of agents that say nothing', () => {
  const agentOf = (agent: object) =>
    loaded({ ...tasks, agents: [{ id: 'a', ...agent }] }).agents[0];

  it('are 120 s and temperature 0 in retrieval, without a temperature beside reasoning', () => {
    expect(agentOf(model)).toMatchObject({ timeBudgetMs: 120_000, temperature: 0 });
    expect(agentOf({ ...model, effort: 'high' })).not.toHaveProperty('temperature');
    expect(agentOf({ kind: 'mcp' })).toMatchObject({ timeBudgetMs: 120_000 });
    expect(agentOf({ ...model, timeBudgetMs: 5, temperature: 1 })).toMatchObject({
      timeBudgetMs: 5,
      temperature: 1,
    });
    const trading = loaded({ ...trades, agents: [{ id: 'a', ...model }] }).agents[0];
    expect(trading).toMatchObject({ timeBudgetMs: 300_000 });
  });
});
