/** What agents are told of trading, and how what they say is read. */

import { formatCivilDate } from '#values';
import type { Decision } from '#contracts';
import { tradingDecisionSchema } from '#contracts/decision';
import type { Agent, AgentContext, Answer, Observation, Work } from '#agents';
import { openRule, type Rules } from '#agents/work';
import { isDecisionLines, openDecisionLines } from '#agents/script/decision-lines-agent';
import { buyAndHold } from './rules/buy-and-hold.js';
import { randomActions } from './rules/random.js';
import { rsiReversion } from './rules/rsi-reversion.js';
import { smaCross } from './rules/sma-cross.js';
import { parseAnswer } from './trading-answer.js';

export const tradingRules: Rules<AgentContext, Agent> = {
  'buy-and-hold': (_, context) => buyAndHold(context),
  'sma-cross': smaCross,
  'rsi-reversion': rsiReversion,
  random: randomActions,
};

export function tradingWork(context: AgentContext): Work<Observation, Decision> {
  const { symbols, policy } = context;
  return {
    workflow: 'trading',
    rules: Object.keys(tradingRules),
    openRule: (config) => openRule(tradingRules, config, context),
    openScript: (file) => openScript(file, context),
    answers: 'decision',
    given: { symbols, policy },
    shown: ({ session, account }) => ({
      session: formatCivilDate(session),
      account: shownAccount(account, symbols),
    }),
    read: (value) => parseAnswer(value, symbols),
  };
}

/** Parsers load when they are asked for: they cost start-up time. */
async function openScript(
  file: string,
  context: AgentContext,
): Promise<Agent<Observation, Answer>> {
  if (isDecisionLines(file)) {
    return openDecisionLines(file, tradingDecisionSchema, context.symbols);
  }
  const { readScriptFile } = await import('#agents/script/script-file');
  const { scriptAgent } = await import('./script-agent.js');
  return scriptAgent(await readScriptFile(file), context);
}

/** An account as plain data. */
export function shownAccount(account: Observation['account'], symbols: readonly string[]) {
  const shares = symbols.map((symbol) => [symbol, account.shares(symbol)] as const);
  return { cash: account.cash, equity: account.equity, shares };
}
