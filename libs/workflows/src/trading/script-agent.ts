/** An agent that submits the decisions of a script, session by session. */

import type { CivilDate } from '#values';
import type { Decision, ExecutionPolicy } from '#contracts';
import { actionDecisions, portfolioDecision } from '#agents/seat/action-decision';
import type { Agent, AgentContext, NoDecision } from '#agents';
import type { Script, ScriptedAction } from '#agents/script/script';

const missing: NoDecision = Object.freeze({ kind: 'missing' });

/**
 * Looks up the observation's session date; a session without a row for any of the run's symbols is missing, not
 * a HOLD. Where a decision is due at each bar, all bars of a session get the same answer. In a run of one
 * symbol the row is submitted as an action, in a run of several all rows of the date become one target decision
 * (see `portfolioDecision`); a symbol without a row is left out of it. Rows of other symbols are ignored.
 */
export function scriptAgent(script: Script, context: AgentContext): Agent {
  const decisions = decisionsOf(script, context);
  return {
    decide: ({ session }) => decisions.get(session) ?? missing,
    close: () => undefined,
  };
}

function decisionsOf(script: Script, context: AgentContext): ReadonlyMap<CivilDate, Decision> {
  const { symbols, policy } = context;
  const decisions = new Map<CivilDate, Decision>();
  for (const [date, actions] of script) {
    const rows: [string, ScriptedAction][] = [];
    for (const symbol of symbols) {
      const action = actions.get(symbol);
      if (action !== undefined) rows.push([symbol, action]);
    }
    const [first] = rows;
    if (first === undefined) continue;
    const single = symbols.length === 1;
    decisions.set(date, single ? actionOf(first[1]) : targetsOf(rows, policy));
  }
  return decisions;
}

const actionOf = ({ action, price }: ScriptedAction): Decision =>
  price === undefined ? actionDecisions[action] : Object.freeze({ kind: 'action', action, price });

/** Targets name several symbols, and no price of any. */
const targetsOf = (
  rows: readonly (readonly [string, ScriptedAction])[],
  policy: ExecutionPolicy,
): Decision =>
  portfolioDecision(
    rows.map(([symbol, { action }]) => [symbol, action]),
    policy,
  );
