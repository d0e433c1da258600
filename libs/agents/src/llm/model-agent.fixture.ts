/** A model agent's configuration, and turns of its script. */

import { agentConfigSchema } from '#contracts/scenario/scenario';
import type { LlmAgentConfig } from './model-agent.js';
import type { ScriptedTurn } from './scripted-model.fixture.js';

export const configOf = (overrides: object = {}): LlmAgentConfig =>
  agentConfigSchema.parse({
    id: 'model',
    kind: 'llm',
    model: 'p/the-model',
    ...overrides,
  }) as LlmAgentConfig;
export const call = (name: string, args: unknown) => ({ name, args });
export const look: ScriptedTurn = {
  text: 'I look at the price.',
  calls: [call('get_price', { symbol: 'AAPL' })],
};
export const buy: ScriptedTurn = { calls: [call('submit_decision', { action: 'BUY' })] };
