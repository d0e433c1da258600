/** From a scenario's words to an agent that trades a pair. */

import { invalidInput } from '#values';
import { pairDecisionSchema } from '#contracts/decision';
import type { AgentConfig } from '#contracts/scenario';
import type { AgentContext, PairAgent } from './agent.js';
import type { ModuleAgentOptions } from './module/open-module-agent.js';
import { fileOf, noTools, noTopics } from './open-agent.js';

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
    case 'script':
      return openScript(fileOf(config.file, options.directory), context);
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
        expected: 'script, module, mcp, external',
        found: config.kind,
      });
  }
}

/** Loads when it is asked for: a parser costs start-up time. */
async function openScript(file: string, { symbols }: AgentContext): Promise<PairAgent> {
  if (!file.toLowerCase().endsWith('.jsonl')) {
    const expected = 'decisions as JSON lines (.jsonl)';
    throw invalidInput('not a script that trades a pair', { where: file, expected });
  }
  const { readDecisionLines } = await import('./script/decision-lines.js');
  const { decisionLinesAgent } = await import('./script/decision-lines-agent.js');
  return decisionLinesAgent(await readDecisionLines(file, pairDecisionSchema), symbols);
}
