/**
 * The peeker as an agent of kind mcp: at each decision it asks every tool for the
 * future, and holds.
 */

import { parseInstant, seededRandom } from '#values';
import type { DecisionDue } from '#agents';
import type { Market } from '#backtest';
import { futureFacts, peekQuestions } from '#red-team';
import { hedgingTools, marketTools, tradingTools } from '#tools';
import { withTools } from './mcp-decisions.fixture.js';

/** A decision may take 200 calls. */
const questionsEach = 9;

/**
 * Knows what comes later from `market`, which is read to its end; returns how many
 * questions were asked.
 */
export async function peekAndHold(due: DecisionDue, market: Market): Promise<number> {
  const { workflow, session, symbols } = due;
  const sets = [workflow === 'hedging' ? hedgingTools : tradingTools, marketTools];
  const instant = parseInstant(due.time, null) as number;
  const future = futureFacts(market.at('end').view, market.at({ instant }).view);
  let asked = 0;
  await withTools(due.url, async (ask) => {
    for (const tool of sets.flatMap(({ tools }) => tools)) {
      if (!tool.reads || tool.needsDesk === true) continue;
      const random = seededRandom(`${due.label}/${session}/${tool.name}`);
      for (const question of peekQuestions(tool, future, { random, count: questionsEach })) {
        await ask(tool.name, question);
        asked++;
      }
    }
    if (workflow === 'hedging') {
      const [left, right] = symbols;
      const decision = { left, right, target_date: session, action: 'HOLD' };
      await ask('submit_hedging_decision', { ...decision, left_price: 1, right_price: 1 });
    } else {
      const [symbol] = symbols;
      await ask('submit_decision', { symbol, target_date: session, action: 'HOLD', price: 1 });
    }
  });
  return asked;
}
