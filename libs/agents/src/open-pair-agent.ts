/** From a scenario's words to an agent that trades a pair. */

import { pairDecisionSchema } from '#contracts/decision';
import type { AgentConfig } from '#contracts/scenario';
import type { AgentContext, PairAgent } from './agent.js';
import type { ModuleAgentOptions } from './module/open-module-agent.js';
import { fileOf, isDecisionLines, refusalOf } from './open-agent.js';
import { pairHold } from './rule/pair/pair-hold.js';
import { pairZScore } from './rule/pair/pair-zscore.js';
import { randomPair } from './rule/pair/random-pair.js';

/**
 * Opens the agent of a hedging run, before its first fact; `symbols` of the context is the pool. `InvalidInput` names
 * the file of a script or module that is missing or broken, or an agent of a kind that trades no pairs or answers from
 * outside of the system; `Unavailable` when a module's process cannot be started.
 */
export async function openPairAgent(
  config: AgentConfig,
  context: AgentContext,
  options: ModuleAgentOptions,
): Promise<PairAgent> {
  switch (config.kind) {
    case 'pair-hold':
      return pairHold(config, context);
    case 'pair-zscore':
      return pairZScore(config, context);
    case 'random':
      return randomPair(config, context);
    case 'script':
      return openScript(fileOf(config.file, options.directory), context);
    case 'module': {
      const { openPairModule } = await import('./module/open-module-agent.js');
      return openPairModule(config, context, options);
    }
    default:
      throw refusalOf(
        config,
        'trades no pairs',
        'pair-hold, pair-zscore, random, script, module, mcp, llm, http, external',
      );
  }
}

/** Loads when it is asked for: a parser costs start-up time. */
async function openScript(file: string, { symbols }: AgentContext): Promise<PairAgent> {
  if (isDecisionLines(file)) {
    const { readDecisionLines } = await import('./script/decision-lines.js');
    const { decisionLinesAgent } = await import('./script/decision-lines-agent.js');
    return decisionLinesAgent(await readDecisionLines(file, pairDecisionSchema), symbols);
  }
  const { readPairScriptFile } = await import('./script/script-file.js');
  const { pairScriptAgent } = await import('./script/pair-script-agent.js');
  return pairScriptAgent(await readPairScriptFile(file), symbols);
}
