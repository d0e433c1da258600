/** What agents are shown of trading, and how their answers are read. */

import type { z } from 'zod';
import { excerpt, formatCivilDate } from '#values';
import type { Decision } from '#contracts';
import { tradingDecisionSchema } from '#contracts/parsing/decision';
import type { Agent, AgentContext, Answer, Observation, Work } from '#agents';
import { openRule, type Prompts, type Rules } from '#agents/seat/work';
import type { MarketView } from '#market-view';
import { isDecisionLines, openDecisionLines } from '#agents/script/decision-lines-agent';
import type { ReadTable } from '#agents/signals/signal-file';
import { describeIssue, invalid } from '#agents/module/answers/answer';
import type { MarketDesk } from '../workflow/workflow.js';
import { buyAndHold } from './rules/buy-and-hold.js';
import { randomActions } from './rules/random.js';
import { rsiReversion } from './rules/rsi-reversion.js';
import { smaCross } from './rules/sma-cross.js';
import { asPlanned, type Planned } from '../workflow/planned-agent.js';
import { trading1, tradingHerculean1 } from './trading-prompts.js';
import { policyWords, tradingWordNames, tradingWords } from './trading-words.js';

/** What a run of one symbol may answer instead of a decision in full. */
const shortForms: Readonly<Record<string, (symbol: string) => Decision>> = {
  __proto__: null as never,
  BUY: (symbol) => ({ kind: 'action', symbol, action: 'BUY' }),
  SELL: (symbol) => ({ kind: 'action', symbol, action: 'SELL' }),
  HOLD: (symbol) => ({ kind: 'action', symbol, action: 'HOLD' }),
  long: (symbol) => ({ kind: 'target', positions: { [symbol]: 1 } }),
  flat: (symbol) => ({ kind: 'target', positions: { [symbol]: 0 } }),
  short: (symbol) => ({ kind: 'target', positions: { [symbol]: -1 } }),
};

const wanted = `a decision or one of ${Object.keys(shortForms).join(', ')}`;

export const tradingRules: Rules<AgentContext, Agent> = {
  'buy-and-hold': (_, context) => buyAndHold(context),
  'sma-cross': smaCross,
  'rsi-reversion': rsiReversion,
  random: randomActions,
};

export const tradingPrompts: Prompts = {
  builtIn: [trading1, tradingHerculean1],
  words: tradingWordNames,
  moment: 'session',
};

export function tradingWork(
  context: AgentContext & Planned,
  desk: MarketDesk,
): Work<Observation, Decision> {
  const { symbols, policy } = context;
  return {
    workflow: 'trading',
    rules: Object.keys(tradingRules),
    openRule: (config) => openRule(tradingRules, config, context),
    openScript: (file, readTable) => openScript(file, { context, readTable }),
    answers: 'decision',
    given: { symbols, policy },
    shown: shownDesks(symbols),
    prompts: asPlanned(tradingPrompts, context),
    words: () => tradingWords(desk, policyWords(policy)),
    posted: ({ view }) => postedDesk(desk, view),
    read: (value) => parseAnswer(value, symbols),
  };
}

/** Parsers load when they are asked for: they cost start-up time. */
async function openScript(
  file: string,
  { context, readTable }: { readonly context: AgentContext; readonly readTable: ReadTable },
): Promise<Agent<Observation, Answer>> {
  if (isDecisionLines(file)) {
    return openDecisionLines(file, tradingDecisionSchema, context.symbols);
  }
  const { isSignalTable, readSignals } = await import('#agents/signals/signal-file');
  const { scriptAgent, signalAgent } = await import('./script-agent.js');
  if (await isSignalTable(file)) return signalAgent(await readSignals(file, readTable), context);
  const { readScriptFile } = await import('#agents/script/script-file');
  return scriptAgent(await readScriptFile(file), context);
}

/**
 * A desk as a program at an address reads it: shares by symbol, without symbols that are not held.
 */
export function postedDesk(
  { symbols, policy, capital, account, pair }: MarketDesk,
  view: MarketView,
) {
  const held = symbols.map((symbol) => [symbol, account.shares(symbol)] as const);
  return {
    policy,
    capital,
    account: {
      cash: account.cash,
      equity: account.equity,
      positions: Object.fromEntries(held.filter(([, shares]) => shares !== 0)),
    },
    prices: Object.fromEntries(symbols.map((symbol) => [symbol, view.lastPrice(symbol)])),
    pair: pair === null ? null : { ...pair },
  };
}

type Asked = Pick<Observation, 'session' | 'account'>;

/** What a module is shown of its account: shares in the order of the run's symbols. */
export type ShownDesk = {
  readonly session: string;
  readonly account: {
    readonly cash: number;
    readonly equity: number;
    readonly shares: Float64Array;
  };
};

/**
 * Shows session and account as plain, immutable data: the same object while nothing changes,
 * and the same shares while only their value does, so that a decision without a fill costs
 * next to nothing.
 */
export function shownDesks(symbols: readonly string[]): (asked: Asked) => ShownDesk {
  let day = NaN;
  const none = new Float64Array(symbols.length);
  let last: ShownDesk = { session: '', account: { cash: NaN, equity: NaN, shares: none } };
  return ({ session, account }) => {
    const { cash, equity } = account;
    const before = last.account;
    const shares = sharesOf(account, symbols, before.shares);
    const isSame = before.cash === cash && before.equity === equity && before.shares === shares;
    if (isSame && session === day) return last;
    const text = session === day ? last.session : formatCivilDate(session);
    day = session;
    last = { session: text, account: isSame ? before : { cash, equity, shares } };
    return last;
  };
}

/** The shares of `symbols`: `before`, where these are the same. */
function sharesOf(
  account: Asked['account'],
  symbols: readonly string[],
  before: Float64Array,
): Float64Array {
  const isSame = symbols.every((symbol, number) => account.shares(symbol) === before[number]);
  return isSame ? before : Float64Array.from(symbols, (symbol) => account.shares(symbol));
}

/**
 * A plain value to a decision on the run's `symbols`, `missing` for null and undefined, or
 * `invalid` with the path, what was expected there and what was found, on one line of at most
 * 300 characters.
 */
export function parseAnswer(value: unknown, symbols: readonly string[]): Answer {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (typeof value === 'string') return parseShortForm(value, symbols);
  const parsed = tradingDecisionSchema.safeParse(value);
  if (!parsed.success) return invalid(describe(parsed.error.issues[0], value));
  const decision = parsed.data;
  if (decision.kind === 'action' && decision.symbol === undefined && symbols.length !== 1) {
    return invalid('symbol: expected one of the symbols, as the run has several, found nothing');
  }
  return decision;
}

function parseShortForm(text: string, symbols: readonly string[]): Answer {
  const decisionOn = shortForms[text];
  if (decisionOn === undefined) return invalid(`expected ${wanted}, found ${excerpt(text)}`);
  const [symbol] = symbols;
  if (symbol === undefined || symbols.length > 1) {
    const reason = 'expected a decision in full, as the run has several symbols';
    return invalid(`${reason}, found ${excerpt(text)}`);
  }
  return decisionOn(symbol);
}

function describe(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  if (issue === undefined || typeof value !== 'object' || Array.isArray(value)) {
    return `expected ${wanted}, found ${excerpt(value)}`;
  }
  return describeIssue(issue, value);
}
