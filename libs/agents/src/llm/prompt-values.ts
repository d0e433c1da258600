/** What a prompt is filled with: the run's state and rules in words. Nothing of the wall clock, so that it repeats. */

import { formatCivilDate, formatInstant, type CivilDate } from '#values';
import type { ExecutionPolicy } from '#contracts';
import type { CallLimits, RunDesk, ToolSet } from '#tools';
import type { AskedAt } from '../agent.js';
import type { PromptValues } from './prompt.js';
import type { LlmAgentConfig } from './settings.js';

export interface Prompted {
  readonly config: Pick<LlmAgentConfig, 'timeBudgetMs' | 'steps' | 'budget' | 'maxOutputTokens'>;
  readonly desk: Omit<RunDesk, 'submit'>;
  readonly sets: readonly ToolSet[];
  readonly limits: CallLimits;
  readonly asked: Pick<AskedAt, 'time'> & { readonly session?: CivilDate };
  readonly memory: string;
}

export function promptValues({
  config,
  desk,
  sets,
  limits,
  asked,
  memory,
}: Prompted): PromptValues {
  const { symbols, policy, capital, account } = desk;
  return {
    symbols: symbols.join(', '),
    capital: money(capital),
    policy: policyWords(desk),
    hold: holdWords(policy),
    costs: costWords(policy),
    tools: sets.map(({ title, instructions }) => `${title}: ${instructions}`).join('\n\n'),
    session: asked.session === undefined ? 'none' : formatCivilDate(asked.session),
    time: formatInstant(asked.time),
    cash: money(account.cash),
    equity: money(account.equity),
    pair:
      desk.pair === null ? 'not chosen yet' : `left ${desk.pair.left}, right ${desk.pair.right}`,
    position: positionWords(desk),
    memory,
    deadline: durationWords(config.timeBudgetMs),
    budget: budgetWords(config, limits),
  };
}

/** Two decimals. What rounding left of cash is 0.00, not -0.00. */
const money = (value: number): string => (Math.abs(value) < 0.005 ? 0 : value).toFixed(2);

const fillWords: Readonly<Record<ExecutionPolicy['fill'], string>> = {
  'decision-close': 'at the close of the session that is decided',
  'next-open': 'at the next open',
  'next-close': 'at the next close',
  'next-trade': 'at the price of the next trade',
  'next-quote': 'at the best offer of the next quote',
};

/** How a decision becomes fills, in sentences. */
export function policyWords({ workflow, policy }: Pick<RunDesk, 'workflow' | 'policy'>): string {
  const filled = `Orders fill ${fillWords[policy.fill]}.${delayWords(policy)}`;
  const closed = policy.liquidate ? ' What is open at the end of the run is closed.' : '';
  if (workflow === 'hedging') return `${filled}${closed}`;
  const short = policy.short
    ? 'SELL can open a short position.'
    : 'There are no short positions: SELL closes a long one.';
  return `${filled} BUY makes you long. ${short} ${sizeWords(policy)}${closed}`;
}

/** Latency and participation, where the policy has them. */
function delayWords({ latencyMs = 0, participation }: ExecutionPolicy): string {
  const delay =
    latencyMs === 0
      ? ''
      : ` They take ${durationWords(latencyMs)} to get there, and prices before that are missed.`;
  if (participation === undefined) return delay;
  const part = Number((participation * 100).toPrecision(12));
  return `${delay} They take at most ${part}% of what is traded or offered; the rest of an order waits.`;
}

function sizeWords({ size }: ExecutionPolicy): string {
  if (size === 'all-in') return 'A position takes all of the equity.';
  if (size === 'weights') return 'A position takes the share of the equity that you name.';
  return 'fraction' in size
    ? `A position takes ${size.fraction} of the equity.`
    : `A position is of ${size.shares} shares.`;
}

const holdWords = ({ hold }: ExecutionPolicy): string =>
  hold === 'keep'
    ? 'HOLD keeps the position as it is.'
    : 'HOLD closes the position: after it you hold nothing.';

const costWords = (policy: ExecutionPolicy): string =>
  `Costs in basis points: fee ${policy.feeBps} and slippage ${policy.slippageBps} of each trade, borrow ` +
  `${policy.borrowBpsPerYear} a year of a short position.`;

function positionWords({
  symbols,
  account,
  pair,
}: Pick<RunDesk, 'symbols' | 'account' | 'pair'>): string {
  const held = symbols
    .map((symbol) => ({ symbol, shares: account.shares(symbol) }))
    .filter(({ shares }) => shares !== 0)
    .map(({ symbol, shares }) => `- ${symbol}: ${shares} shares${shares < 0 ? ' (short)' : ''}`);
  if (held.length === 0) return 'nothing is held';
  const prices = pair?.entryPrices ?? null;
  const opened =
    pair === null || pair.direction === null || prices === null
      ? []
      : [`- direction ${pair.direction}, opened at ${prices.left} and ${prices.right}`];
  return [...held, ...opened].join('\n');
}

/** A duration in the largest unit that it is a whole number of. */
export function durationWords(ms: number): string {
  if (ms % 60_000 === 0) return counted(ms / 60_000, 'minute');
  return ms % 1000 === 0 ? counted(ms / 1000, 'second') : counted(ms, 'millisecond');
}

function budgetWords(
  { steps, budget, maxOutputTokens }: Prompted['config'],
  { calls, bytes }: CallLimits,
): string {
  const { decision, run } = budget ?? {};
  const spent = (what: typeof decision, of: string): string[] => {
    const words = [
      ...(what?.calls === undefined ? [] : [counted(what.calls, 'model response')]),
      ...(what?.tokens === undefined ? [] : [counted(what.tokens, 'token')]),
      ...(what?.usd === undefined ? [] : [`${what.usd} US dollars`]),
    ];
    return words.length === 0 ? [] : [`At most ${words.join(', ')} for ${of}.`];
  };
  return [
    `You have at most ${counted(steps, 'response')} of ${counted(maxOutputTokens, 'token')} each, ` +
      `${counted(calls, 'tool call')}, and ${bytes} bytes of tool results.`,
    ...spent(decision, 'this decision'),
    ...spent(run, 'the whole run'),
  ].join(' ');
}

/** `1 token`, `2 tokens`. */
export const counted = (count: number, unit: string): string =>
  count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
