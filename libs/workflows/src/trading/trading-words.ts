/** A run that trades in words, for prompts: its rules, its account, what it holds. */

import type { ExecutionPolicy } from '#contracts';
import { durationWords } from '#agents/llm/prompt-values';
import type { MarketDesk } from '../workflow/workflow.js';

/** The names of the members of `tradingWords`. */
export const tradingWordNames = [
  'symbols',
  'capital',
  'policy',
  'hold',
  'costs',
  'cash',
  'equity',
  'pair',
  'position',
];

/** `policyText`: how decisions become fills, in sentences. */
export function tradingWords(
  { symbols, policy, capital, account, pair }: MarketDesk,
  policyText: string,
): Readonly<Record<string, string>> {
  return {
    symbols: symbols.join(', '),
    capital: money(capital),
    policy: policyText,
    hold: holdWords(policy),
    costs: costWords(policy),
    cash: money(account.cash),
    equity: money(account.equity),
    pair: pair === null ? 'not chosen yet' : `left ${pair.left}, right ${pair.right}`,
    position: positionWords({ symbols, account, pair }),
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

/** How orders fill, and what becomes of them at the end. */
export function fillingWords(policy: ExecutionPolicy, decisions = ''): string {
  const filled = `Orders fill ${fillWords[policy.fill]}.${delayWords(policy)}${decisions}`;
  return policy.liquidate ? `${filled} What is open at the end of the run is closed.` : filled;
}

/** The same of a policy that reads BUY, SELL and HOLD. */
export function policyWords(policy: ExecutionPolicy): string {
  const short = policy.short
    ? 'SELL can open a short position.'
    : 'There are no short positions: SELL closes a long one.';
  return fillingWords(policy, ` BUY makes you long. ${short} ${sizeWords(policy)}`);
}

/** Latency and participation, where the policy has them. */
function delayWords({ latencyMs = 0, participation }: ExecutionPolicy): string {
  const delay =
    latencyMs === 0
      ? ''
      : ` They take ${durationWords(latencyMs)} to get there, and prices before that are missed.`;
  if (participation === undefined) return delay;
  const part = Number((participation * 100).toPrecision(12));
  return (
    `${delay} They take at most ${part}% of what is traded or offered; the rest of an order ` +
    'waits.'
  );
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
  `Costs in basis points: fee ${policy.feeBps} and slippage ${policy.slippageBps} of each trade, ` +
  `borrow ${policy.borrowBpsPerYear} a year of a short position.`;

function positionWords({
  symbols,
  account,
  pair,
}: Pick<MarketDesk, 'symbols' | 'account' | 'pair'>): string {
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
