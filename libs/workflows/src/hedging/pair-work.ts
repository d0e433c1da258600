/** What agents are told of hedging, and how what they say is read. */

import { formatCivilDate } from '#values';
import type { PairDecision } from '#contracts';
import { pairDecisionSchema } from '#contracts/decision';
import type { AgentContext, PairAgent, PairObservation, Work } from '#agents';
import { openRule, type Rules } from '#agents/work';
import { isDecisionLines, openDecisionLines } from '#agents/script/decision-lines-agent';
import { shownAccount } from '../trading/trading-work.js';
import { parsePairAnswer } from './pair-answer.js';
import { pairHold } from './rules/pair-hold.js';
import { pairZScore } from './rules/pair-zscore.js';
import { randomPair } from './rules/random-pair.js';

export const pairRules: Rules<AgentContext, PairAgent> = {
  'pair-hold': pairHold,
  'pair-zscore': pairZScore,
  random: randomPair,
};

/** `symbols` of the context is the pool. */
export function pairWork(context: AgentContext): Work<PairObservation, PairDecision> {
  const { symbols: pool, policy } = context;
  return {
    workflow: 'hedging',
    rules: Object.keys(pairRules),
    openRule: (config) => openRule(pairRules, config, context),
    openScript: (file) => openScript(file, pool),
    answers: 'decision',
    given: { pool, policy },
    shown: ({ session, account, pair, position }) => ({
      session: formatCivilDate(session),
      account: shownAccount(account, pool),
      ...{ pair, position },
    }),
    read: parsePairAnswer,
  };
}

/** Parsers load when they are asked for: they cost start-up time. */
async function openScript(file: string, pool: readonly string[]): Promise<PairAgent> {
  if (isDecisionLines(file)) return openDecisionLines(file, pairDecisionSchema, pool);
  const { readPairScriptFile } = await import('#agents/script/script-file');
  const { pairScriptAgent } = await import('./pair-script-agent.js');
  return pairScriptAgent(await readPairScriptFile(file), pool);
}
