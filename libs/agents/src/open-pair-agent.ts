/** From a scenario's words to an agent that trades a pair. */

import { invalidInput } from '#values';
import type { AgentConfig } from '#contracts/scenario';
import type { AgentContext, PairAgent } from './agent.js';
import type { ModuleAgentOptions } from './module/open-module-agent.js';
import { noTools, noTopics } from './open-agent.js';

/**
 * Opens the agent of a hedging run, before its first fact; `symbols` of the context is the pool. `InvalidInput` names
 * the file of a module that is missing or broken, or an agent of a kind that trades no pairs or answers from
 * outside of the system; `Unavailable` when a module's process cannot be started.
 */
export async function openPairAgent(
  config: AgentConfig,
  context: AgentContext,
  options: ModuleAgentOptions,
): Promise<PairAgent> {
  switch (config.kind) {
    case 'module': {
      const { openPairModule } = await import('./module/open-module-agent.js');
      return openPairModule(config, context, options);
    }
    case 'external':
      throw noTopics(config.id);
    case 'mcp':
      throw noTools(config.id);
    default:
      throw invalidInput('an agent of this kind trades no pairs', {
        where: `agents, ${config.id}: kind`,
        expected: 'module, mcp, external',
        found: config.kind,
      });
  }
}
