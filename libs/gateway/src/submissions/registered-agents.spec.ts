/** Registered agents in the place of their names. */

import { expect, it } from 'vitest';
import { agentConfigSchema, taskScenarioSchema } from '#contracts/scenario/scenario';
import { retrieval } from '#workflows/retrieval/retrieval-workflow';
import { withRegisteredAgents } from './registered-agents.js';

it('keeps the id and the terms of the scenario, over those that were registered', () => {
  const thinker = agentConfigSchema.parse({
    id: 'registered',
    kind: 'llm',
    model: 'local/scripted',
    terms: { arm: 'web', pages: 'whole' },
  });
  const scenario = taskScenarioSchema.parse({
    name: 'ask',
    data: 'questions',
    workflow: 'retrieval',
    agents: [
      { id: 'plain', kind: 'registered', agent: 'thinker' },
      { id: 'tools', kind: 'registered', agent: 'thinker', terms: { arm: 'tools' } },
    ],
  });
  const agents = new Map([['thinker', thinker]]);
  const resolved = withRegisteredAgents(scenario, { agents, file: null });
  expect(resolved.agents).toEqual([
    { ...thinker, id: 'plain' },
    { ...thinker, id: 'tools', terms: { arm: 'tools', pages: 'whole' } },
  ]);
});

it('has the defaults of the workflow for what was left out when it was registered', () => {
  const register = (described: object) => ({
    agents: new Map([['thinker', agentConfigSchema.parse({ ...described, id: 'registered' })]]),
    described: new Map([['thinker', described]]),
    file: null,
  });
  const scenario = taskScenarioSchema.parse({
    name: 'ask',
    data: 'questions',
    workflow: 'retrieval',
    agents: [{ id: 'mine', kind: 'registered', agent: 'thinker', terms: { arm: 'tools' } }],
  });
  const described = { kind: 'llm', model: 'local/scripted', terms: { pages: 'whole' } };
  const [agent] = withRegisteredAgents(scenario, register(described), retrieval).agents;
  const filled = { timeBudgetMs: 120_000, temperature: 0 };
  const terms = { arm: 'tools', pages: 'whole' };
  expect(agent).toMatchObject({ ...described, id: 'mine', ...filled, terms });
  const stated = { ...described, timeBudgetMs: 5, temperature: 1 };
  const [other] = withRegisteredAgents(scenario, register(stated), retrieval).agents;
  expect(other).toMatchObject({ timeBudgetMs: 5, temperature: 1 });
});
