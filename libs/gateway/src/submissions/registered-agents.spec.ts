/** Registered agents in the place of their names. */

import { expect, it } from 'vitest';
import { agentConfigSchema, taskScenarioSchema } from '#contracts/scenario';
import { withRegisteredAgents } from './registered-agents.js';

it('keeps the id and the terms of the scenario, over those that were registered', () => {
  const thinker = agentConfigSchema.parse({
    ...{ id: 'registered', kind: 'llm', model: 'local/scripted' },
    terms: { arm: 'web', pages: 'whole' },
  });
  const scenario = taskScenarioSchema.parse({
    ...{ name: 'ask', data: 'questions', workflow: 'retrieval' },
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
