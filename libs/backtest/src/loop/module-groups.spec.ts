/** Groups and shares never have more processes than there are places, for any set of runs. */

import { describe, expect, it } from 'vitest';
import type { TapeHeader } from '#contracts';
import { taskScenarioSchema, tradingScenarioSchema } from '#contracts/scenario/scenario';
import type { RunPlan } from '#workflows';
import { dealOut, groupsOf, requirePlaces } from './module-groups.js';
import { planRuns } from '../run/plan-runs.js';

const header: TapeHeader = {
  id: 'tape',
  dataset: 'set',
  instruments: ['AAPL', 'GS', 'IBM'].map((symbol) => ({ symbol, currency: 'USD' })),
  calendar: 'XNYS',
  sessionsPerYear: 252,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'daily',
  synthetic: false,
  dateRule: 'session-close',
};
const module = { kind: 'module', file: 'mine.ts' };
const fileHashes = new Map(['a', 'b', 'near'].map((id) => [id, 'f'.repeat(64)] as const));
const rest = {
  header,
  fileHashes,
  dataHash: 'a'.repeat(64),
  firstSession: 20_150,
  lastSession: 20_178,
};

const trading: readonly RunPlan[] = planRuns({
  ...rest,
  scenario: tradingScenarioSchema.parse({
    name: 'test',
    data: 'set',
    window: { from: '2025-03-03', to: '2025-03-31' },
    symbols: ['AAPL', 'GS', 'IBM'],
    agents: [
      { id: 'a', ...module },
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'b', ...module },
      { id: 'near', ...module, trusted: true },
    ],
  }),
});
const confined = trading.filter(({ agent }) => agent.id === 'a' || agent.id === 'b');

const tasks = (tasksAtOnce: number): readonly RunPlan[] =>
  planRuns({
    ...rest,
    scenario: taskScenarioSchema.parse({
      name: 'test',
      data: 'set',
      workflow: 'labels',
      tasksAtOnce,
      repeats: 3,
      agents: [{ id: 'a', ...module, stateless: true }],
    }),
  });

const labels = (plans: readonly RunPlan[]): string[] => plans.map(({ label }) => label);

describe('groups of confined runs', () => {
  it('have as many runs as there are places, agent by agent', () => {
    expect(groupsOf(confined, 2).map(labels)).toEqual([
      ['a-AAPL', 'a-GS'],
      ['a-IBM', 'b-AAPL'],
      ['b-GS', 'b-IBM'],
    ]);
    expect(groupsOf(confined, 6)).toHaveLength(1);
    expect(groupsOf([], 2)).toEqual([]);
  });

  it('count a process for each task that a run works on at once, and never wait for one that is not there', () => {
    expect(groupsOf(tasks(2), 5).map(labels)).toEqual([
      ['a-labels-1', 'a-labels-2'],
      ['a-labels-3'],
    ]);
    expect(groupsOf(tasks(8), 4).map(labels)).toEqual([
      ['a-labels-1'],
      ['a-labels-2'],
      ['a-labels-3'],
    ]);
  });
});

describe('shares of threads', () => {
  it.each([
    [1, 1],
    [2, 1],
    [2, 3],
    [3, 8],
    [8, 2],
  ])('of %i threads have %i places together, and all runs once', (threads, places) => {
    const shares = dealOut(trading, threads, places);
    const dealt = shares.flatMap(({ plans }) => labels(plans));
    expect(dealt.toSorted()).toEqual(labels(trading).toSorted());
    expect(
      shares.reduce((sum, { moduleProcesses }) => sum + moduleProcesses, 0),
    ).toBeLessThanOrEqual(places);
    for (const { plans, moduleProcesses } of shares) {
      const own = plans.filter((plan) => confined.includes(plan));
      expect(own.length === 0 || moduleProcesses > 0).toBe(true);
    }
  });

  it('keep two threads busy with one run of each kind', () => {
    const [a, hold] = trading as [RunPlan, RunPlan];
    expect(dealOut([a, hold], 2, 1).map(({ plans }) => labels(plans))).toEqual([
      ['a-AAPL'],
      ['hold-AAPL'],
    ]);
  });
});

describe('runs at a pace', () => {
  it('need a place each', () => {
    expect(() => requirePlaces(trading, 6)).not.toThrow();
    expect(() => requirePlaces(trading, 5)).toThrow(
      'expected at most 5 runs of modules, or --module-processes 6; found 6',
    );
  });
});
