/** The settings of a model agent, completed by its preset and the defaults. */

import type { AgentConfig } from '../scenario/scenario.js';

export type LlmAgentConfig = Extract<AgentConfig, { kind: 'llm' }>;
export type Memory = NonNullable<LlmAgentConfig['memory']>;

export interface LlmSettings {
  readonly effort: LlmAgentConfig['effort'];
  readonly attempts: number;
  readonly memory: Memory;
}

/**
 * Preset values for settings that the scenario leaves out. No agent has web search,
 * whatever its preset.
 */
const presets: Readonly<Record<NonNullable<LlmAgentConfig['preset']>, LlmSettings>> = {
  herculean: { effort: 'medium', attempts: 5, memory: 'none' },
};
const plain: LlmSettings = { effort: undefined, attempts: 1, memory: 'none' };

/** The scenario's values take precedence over those of its preset. */
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
