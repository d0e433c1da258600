/** The settings of a model agent, with what its preset and the defaults add. */

import type { AgentConfig } from '#contracts/scenario/scenario';

export type LlmAgentConfig = Extract<AgentConfig, { kind: 'llm' }>;
export type Memory = NonNullable<LlmAgentConfig['memory']>;

export interface LlmSettings {
  readonly effort: LlmAgentConfig['effort'];
  readonly attempts: number;
  readonly memory: Memory;
}

/** What a preset says where the scenario says nothing. No agent has web search, whatever its preset. */
const presets: Readonly<Record<NonNullable<LlmAgentConfig['preset']>, LlmSettings>> = {
  herculean: { effort: 'medium', attempts: 5, memory: 'none' },
};
const plain: LlmSettings = { effort: undefined, attempts: 1, memory: 'none' };

/** What the scenario says comes before what its preset does. */
export function settingsOf(
  config: Pick<LlmAgentConfig, 'preset' | 'memory'> &
    Partial<Pick<LlmAgentConfig, 'effort' | 'attempts'>>,
): LlmSettings {
  const base = config.preset === undefined ? plain : presets[config.preset];
  return {
    effort: config.effort ?? base.effort,
    attempts: config.attempts ?? base.attempts,
    memory: config.memory ?? base.memory,
  };
}
