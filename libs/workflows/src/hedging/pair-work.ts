/** What agents are shown of hedging, and how their answers are read. */

import type { PairDecision } from '#contracts';
import { pairDecisionSchema } from '#contracts/parsing/decision';
import type { AgentContext, PairAgent, PairObservation, PairReply, Work } from '#agents';
import { openRule, type Prompts, type Rules } from '#agents/seat/work';
import type { PairScript } from '#agents/script/script-file';
import { isDecisionLines, openDecisionLines } from '#agents/script/decision-lines-agent';
import { excerpt } from '#values';
import { describeIssue, invalid } from '#agents/module/answers/answer';
import { hedging1, hedgingHerculean1 } from '../trading/trading-prompts.js';
import { fillingWords, tradingWords } from '../trading/trading-words.js';
import { postedDesk, shownDesks, tradingPrompts } from '../trading/trading-work.js';
import { asPlanned, type Planned } from '../workflow/planned-agent.js';
import type { MarketDesk } from '../workflow/workflow.js';
import { requireOfPool } from './rules/pair-agent.js';
import { pairHold } from './rules/pair-hold.js';
import { pairZScore } from './rules/pair-zscore.js';
import { randomPair } from './rules/random-pair.js';

const wanted = 'a decision on a pair or one of LONG_SHORT, SHORT_LONG, HOLD, CLOSE';

export const pairRules: Rules<AgentContext, PairAgent> = {
  'pair-hold': pairHold,
  'pair-zscore': pairZScore,
  random: randomPair,
};

export const pairPrompts: Prompts = { ...tradingPrompts, builtIn: [hedging1, hedgingHerculean1] };

/** `symbols` of the context is the pool. */
export function pairWork(
  context: AgentContext & Planned,
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
      pair: pair && { ...pair },
      position,
    }),
    prompts: asPlanned(pairPrompts, context),
    words: () => tradingWords(desk, fillingWords(policy)),
    posted: ({ view }) => postedDesk(desk, view),
    read: parsePairAnswer,
  };
}

/** Parsers load when they are asked for: they cost start-up time. */
async function openScript(file: string, pool: readonly string[]): Promise<PairAgent> {
  if (isDecisionLines(file)) return openDecisionLines(file, pairDecisionSchema, pool);
  const { readPairScriptFile } = await import('#agents/script/script-file');
  return pairScriptAgent(await readPairScriptFile(file), pool);
}

const missing = Object.freeze({ kind: 'missing' } as const);

/**
 * Looks up the session; one without a record is missing, not a HOLD. A script whose first session
 * has no record names its pair with its first record, as each of them has it. `InvalidInput` for a
 * pair that is not in the `pool`.
 */
export function pairScriptAgent(script: PairScript, pool: readonly string[]): PairAgent {
  const { file, decisions } = script;
  requireOfPool(script, pool, file);
  return { decide: ({ session }) => decisions.get(session) ?? missing, close: () => undefined };
}

/**
 * A plain value to a decision, `missing` for null and undefined, or `invalid` with the path, what
 * was expected there and what was found, on one line of at most 300 characters. An action without a
 * pair applies to the chosen one.
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
