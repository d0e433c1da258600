/** Agents that submit the decisions of a script, or of a table of signals, session by session. */

import { formatCivilDate, invalidInput, type CivilDate } from '#values';
import type { Decision, ExecutionPolicy } from '#contracts';
import { actionDecisions, portfolioDecision } from '#agents/seat/action-decision';
import type { Agent, AgentContext, NoDecision, SignalRow } from '#agents';
import { scriptOfRows, type Script, type ScriptedAction } from '#agents/script/script';

const missing: NoDecision = Object.freeze({ kind: 'missing' });

/**
 * Looks up the observation's session date; a session without a row for any of the run's symbols is
 * missing, not a HOLD. Where a decision is due at each bar, all bars of a session get the same
 * answer. In a run of one symbol the row is submitted as an action, in a run of several all rows of
 * the date become one target decision (see `portfolioDecision`); a symbol without a row is left out
 * of it. Rows of other symbols are ignored.
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

type Named<Row> = Row & { readonly symbol: string };
type WeightRow = Named<Extract<SignalRow, { form: 'weight' }>>;
type ShareRow = Named<Extract<SignalRow, { form: 'shares' }>>;

/**
 * Actions are submitted as those of a script, the weights of a date as one decision that leaves
 * other symbols as they are, and shares as orders of the day. A session without a row for any of
 * the run's symbols is missing. `InvalidInput` for rows without a symbol in a run of several, for a
 * second action or weight of a symbol on a date, and where decisions are due at bars.
 */
export function signalAgent(rows: readonly SignalRow[], context: AgentContext): Agent {
  requireSessions(rows, context);
  const named = rows.map((row) => ({ ...row, symbol: symbolOf(row, context.symbols) }));
  const actions = named.filter((row) => row.form === 'action');
  if (actions.length > 0) return scriptAgent(scriptOfRows(actions), context);
  const own = new Set(context.symbols);
  const decisions = new Map<CivilDate, Decision>();
  const byDate = Map.groupBy(named, ({ date }) => date);
  for (const [date, ofDate] of byDate) {
    const used = ofDate.filter(({ symbol }) => own.has(symbol));
    if (used.length > 0) decisions.set(date, decisionOf(used));
  }
  return {
    decide: ({ session }) => decisions.get(session) ?? missing,
    close: () => undefined,
  };
}

/**
 * A signal of a date is known at the close: at each bar of the day it would come too early, and be
 * ordered again.
 */
function requireSessions([first]: readonly SignalRow[], { decide }: AgentContext): void {
  if (first === undefined || decide !== 'bar') return;
  throw invalidInput('the signals are of days, and decisions are due at each bar', {
    where: first.where,
    expected:
      '`decide: session-close` in the scenario, or lines of decisions (.jsonl) with the instant ' +
      'of each',
  });
}

function symbolOf({ symbol, where }: SignalRow, symbols: readonly string[]): string {
  const [only = '', ...others] = symbols;
  if (symbol !== undefined) return symbol;
  if (others.length === 0) return only;
  throw invalidInput('the row names no symbol', {
    where,
    expected: 'a column symbol, since the run has several',
  });
}

/** Rows of a table have one form. */
function decisionOf(rows: readonly Named<SignalRow>[]): Decision {
  const weights = rows.filter((row): row is WeightRow => row.form === 'weight');
  if (weights.length > 0) return weightsOf(weights);
  const shares = rows.filter((row): row is ShareRow => row.form === 'shares');
  const orders = shares.filter((row) => row.shares !== 0).map(orderOf);
  return Object.freeze({ kind: 'orders', orders, cancel: [] });
}

function weightsOf(rows: readonly WeightRow[]): Decision {
  const weights: Record<string, number> = {};
  for (const { symbol, weight, date, where } of rows) {
    if (Object.hasOwn(weights, symbol)) {
      throw invalidInput('a second row for the same date and symbol', {
        where,
        expected: 'one row for each date and symbol',
        found: `${formatCivilDate(date)} ${symbol} again`,
      });
    }
    weights[symbol] = weight;
  }
  return Object.freeze({ kind: 'weights', weights, rest: 'keep' });
}

/** Its prices give its type. */
function orderOf({ symbol, shares, stop, limit }: ShareRow) {
  const triggered = stop === undefined ? '' : 'stop';
  const priced = limit === undefined ? '' : 'limit';
  const type = [triggered, priced].filter((part) => part !== '').join('-') || 'market';
  return {
    symbol,
    side: shares > 0 ? 'buy' : 'sell',
    type: type as 'market' | 'stop' | 'limit' | 'stop-limit',
    shares: Math.abs(shares),
    ...(stop === undefined ? {} : { stop }),
    ...(limit === undefined ? {} : { limit }),
    timeInForce: 'day',
  } as const;
}
