/**
 * What binds a journal to its run: each member of a plan that an agent or a fold could
 * know, and no other.
 */

import { describe, expect, it } from 'vitest';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { resolvePolicy } from '#portfolio';
import { planDigest } from './plan-digest.js';
import type { RunPlan, TaskPlan, TradingPlan } from './run-plan.js';

const agent = agentConfigSchema.parse({ id: 'mine', kind: 'module', file: './a.mjs', config: {} });
const common = {
  id: 'a'.repeat(64),
  label: 'mine-AA',
  agent,
  repeat: 0,
  baseSeed: 1,
  seed: 2,
  data: 'd'.repeat(64),
  file: 'f'.repeat(64),
};
const trading: TradingPlan = {
  ...common,
  workflow: 'trading',
  symbols: ['AA'],
  portfolio: false,
  capital: 10_000,
  policy: resolvePolicy('realistic'),
  currency: 'USD',
  decide: 'session-close',
  firstSession: 20_000,
  lastSession: 20_100,
  sessionsPerYear: 252,
};
const tasks: TaskPlan = {
  ...common,
  workflow: 'labels',
  terms: { language: 'en' },
  tasksAtOnce: 1,
};

/** Changes by their names. */
type Changes = Readonly<Record<string, Partial<TradingPlan> | Partial<TaskPlan>>>;
const asAgent = (over: object): Partial<TradingPlan> => {
  return { agent: { ...agent, ...over } as TradingPlan['agent'] };
};

/** Names of the changes after which the digest is another. */
const telling = (plan: RunPlan, changes: Changes): string[] => {
  const digest = planDigest(plan);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  return Object.entries(changes)
    .filter(([, change]) => planDigest({ ...plan, ...change } as RunPlan) !== digest)
    .map(([name]) => name);
};

const bothKnow: Changes = {
  repeat: { repeat: 1 },
  'the seed of the scenario': { baseSeed: 7 },
  'the content of the file': { file: 'e'.repeat(64) },
  'no file': { file: null },
  'the configuration of the agent': asAgent({ config: { fast: 1 } }),
  'the kind of the agent': asAgent({ kind: 'http' }),
};
const nobodyKnows: Changes = {
  id: { id: 'b'.repeat(64) },
  label: { label: 'other' },
  'the data that will be read': { data: null },
  'the seed of the run': { seed: 9 },
  'the name of the agent': asAgent({ id: 'other' }),
  'the place of its file': asAgent({ file: './b.mjs' }),
  'where it runs': asAgent({ trusted: true }),
  'how many at once': asAgent({ stateless: true }),
  'who is told': asAgent({ post: 'http://127.0.0.1/' }),
};

describe('a plan that trades', () => {
  it('is bound by what an agent or a fold knows at the start', () => {
    const changes: Changes = {
      ...bothKnow,
      workflow: { workflow: 'hedging' },
      symbols: { symbols: ['BB'] },
      portfolio: { portfolio: true },
      policy: { policy: resolvePolicy('close') },
      capital: { capital: 1 },
      currency: { currency: 'EUR' },
      decide: { decide: 'bar' },
      'the first session': { firstSession: 20_001 },
      'sessions a year': { sessionsPerYear: 365 },
      calendar: { calendar: 'XFRA' },
    };
    expect(telling(trading, changes)).toEqual(Object.keys(changes));
  });

  it('is not bound by names, places and the future', () => {
    const changes = { ...nobodyKnows, 'the last session': { lastSession: 20_001 } };
    expect(telling(trading, changes)).toEqual([]);
    expect(telling(trading, { 'no calendar of its own': { calendar: undefined } })).toEqual([]);
  });

  it('is bound by the seed of the run if its agent draws', () => {
    const coin = agentConfigSchema.parse({ id: 'coin', kind: 'random' });
    const changes: Changes = { 'of the run': { seed: 9 }, 'of the scenario': { baseSeed: 9 } };
    expect(telling({ ...trading, agent: coin }, changes)).toEqual(['of the run']);
  });
});

describe('a plan of tasks', () => {
  it('is bound by its terms', () => {
    const changes: Changes = {
      ...bothKnow,
      workflow: { workflow: 'audits' },
      terms: { terms: { language: 'de' } },
      'no terms': { terms: {} },
    };
    expect(telling(tasks, changes)).toEqual(Object.keys(changes));
  });

  it('is not bound by names, places, and how many tasks are asked at once', () => {
    expect(telling(tasks, { ...nobodyKnows, 'tasks at once': { tasksAtOnce: 3 } })).toEqual([]);
  });
});
