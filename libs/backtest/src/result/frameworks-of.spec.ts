/** Frameworks are named by what they differ in, and never by an address. */

import { expect, it } from 'vitest';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { frameworksOf } from './frameworks-of.js';

const named = (...agents: object[]): object =>
  Object.fromEntries(frameworksOf(agents.map((agent) => agentConfigSchema.parse(agent))));

it('is the kind of agent when models are all that differs', () => {
  expect(
    named(
      { id: 'one', kind: 'llm', model: 'anthropic/a' },
      { id: 'two', kind: 'llm', model: 'openai/b' },
      { id: 'hold', kind: 'buy-and-hold' },
    ),
  ).toEqual({
    one: { framework: 'llm', model: 'anthropic/a' },
    two: { framework: 'llm', model: 'openai/b' },
  });
});

it('names the settings that differ', () => {
  expect(
    named(
      { id: 'one', kind: 'llm', model: 'openai/b', memory: { last: 3 } },
      { id: 'two', kind: 'llm', model: 'openai/b', effort: 'high' },
    ),
  ).toEqual({
    one: { framework: 'llm, effort default, memory of the last 3', model: 'openai/b' },
    two: { framework: 'llm, effort high, memory default', model: 'openai/b' },
  });
});

it('does not count budgets, time and limits, which say how much an agent may spend', () => {
  const budget = { decision: { calls: 9 }, run: { usd: 3 } };
  const limits = { timeBudgetMs: 1000, maxOutputTokens: 99, steps: 3 };
  expect(
    named(
      { id: 'one', kind: 'llm', model: 'openai/b', budget, ...limits },
      { id: 'two', kind: 'llm', model: 'openai/c', stream: false },
    ),
  ).toEqual({
    one: { framework: 'llm, streaming on', model: 'openai/b' },
    two: { framework: 'llm, streaming off', model: 'openai/c' },
  });
});

it('calls an address by its first agent', () => {
  const at = (id: string, url: string, model?: string): object => ({
    id,
    kind: 'http',
    url,
    model,
  });
  const secret = 'https://agent.test/?token=secret';
  const found = named(
    at('one', secret, 'openai/b'),
    at('two', secret, 'openai/c'),
    at('three', 'https://other.test', 'openai/b'),
    at('none', 'https://other.test'),
  );
  expect(found).toEqual({
    one: { framework: 'http, of one', model: 'openai/b' },
    two: { framework: 'http, of one', model: 'openai/c' },
    three: { framework: 'http, of three', model: 'openai/b' },
  });
});
