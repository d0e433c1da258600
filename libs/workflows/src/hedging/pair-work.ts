/** What agents are shown of hedging, and how their answers are read. */

import type { PairDecision } from '#contracts';
import { pairDecisionSchema } from '#contracts/parsing/decision';
import type { AgentContext, PairAgent, PairObservation, PairReply, Work } from '#agents';
import { openRule, type Prompts, type Rules } from '#agents/seat/work';
import { isDecisionLines, openDecisionLines } from '#agents/script/decision-lines-agent';
import { excerpt } from '#values';
import { describeIssue, invalid } from '#agents/module/answers/answer';
import { fillingWords, tradingWords } from '../trading/trading-words.js';
import { postedDesk, shownDesks, tradingPrompts } from '../trading/trading-work.js';
import type { MarketDesk } from '../workflow/workflow.js';
import { hedging1 } from './hedging-1.js';
import { pairHold } from './rules/pair-hold.js';
import { pairZScore } from './rules/pair-zscore.js';
import { randomPair } from './rules/random-pair.js';

const wanted = 'a decision on a pair or one of LONG_SHORT, SHORT_LONG, HOLD, CLOSE';

export const pairRules: Rules<AgentContext, PairAgent> = {
  'pair-hold': pairHold,
  'pair-zscore': pairZScore,
  random: randomPair,
};

export const pairPrompts: Prompts = { ...tradingPrompts, builtIn: [hedging1] };

/** `symbols` of the context is the pool. */
export function pairWork(
  context: AgentContext,
  desk: MarketDesk,
): Work<PairObservation, PairDecision> {
  const { symbols: pool, policy } = context;
  const shown = shownDesks(pool);
  return {
    workflow: 'hedging',
    rules: Object.keys(pairRules),
    openRule: (config) => openRule(pairRules, config, context),
    openScript: (file) => openScript(file, pool),
    answers: 'decision',
    given: { pool, policy },
    shown: ({ session, account, pair, position }) => ({
      ...shown({ session, account }),
      ...{ pair: pair && { ...pair }, position },
    }),
    prompts: pairPrompts,
    words: () => tradingWords(desk, fillingWords(policy)),
    posted: ({ view }) => postedDesk(desk, view),
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

/**
 * A plain value to a decision, `missing` for null and undefined, or `invalid` with the path, what was expected there
 * and what was found, on one line of at most 300 characters. An action without a pair applies to the chosen one.
 */
export function parsePairAnswer(value: unknown): PairReply {
  if (value === undefined || value === null) return { kind: 'missing' };
  const given = typeof value === 'string' ? { kind: 'pair', action: value } : value;
  const parsed = pairDecisionSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const isObject = typeof value === 'object' && !Array.isArray(value);
  if (issue === undefined || !isObject)
    return invalid(`expected ${wanted}, found ${excerpt(value)}`);
  return invalid(describeIssue(issue, value));
}
