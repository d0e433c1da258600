/** What scripted models decide: each looks at prices first, as the tools give them, and submits. */

import type { Reply, Turn } from './scripted-model.fixture.js';

/** Numbers after a member, however a provider packs JSON into its messages. */
const numbersAt = (member: string, text: string): number[] =>
  [...text.matchAll(new RegExp(`(?<![A-Za-z_])${member}\\\\*": ?(-?[0-9.]+)`, 'g'))].map(
    ([, one]) => Number(one),
  );

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Long while the last close is above the mean of the ones before. */
export function followMean({ session, symbols: [symbol = ''], results }: Turn): Reply {
  const [prices] = results;
  if (prices === undefined) {
    const range = { symbol, date_start: daysBefore(session, 45), date_end: session };
    return {
      thought: `I look at the prices of ${symbol} up to ${session}.`,
      calls: [{ name: 'get_prices', args: range }],
    };
  }
  const closes = numbersAt('close', prices).slice(-10);
  const last = closes.at(-1) ?? 0;
  const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
  const action = last > mean ? 'BUY' : 'SELL';
  return {
    thought: `The close of ${last} is ${last > mean ? 'above' : 'not above'} its mean.`,
    calls: [submission(symbol, session, last, action)],
  };
}

/** The same submission whatever the prices are. */
export const submission = (
  symbol: string,
  session: string,
  price: number,
  action = 'BUY',
): { readonly name: string; readonly args: object } => ({
  name: 'submit_decision',
  args: { symbol, target_date: session, price, action },
});

/** Two legs of the pool, and the side by which of them rose more since the day before. */
export function followPair(left: string, right: string, { session, results }: Turn): Reply {
  const [prices] = results;
  if (prices === undefined) {
    const asked = { left, right, target_date: session };
    return {
      thought: `I look at ${left} and ${right} on ${session}.`,
      calls: [
        { name: 'get_stock_pool', args: {} },
        { name: 'get_pair_prices', args: asked },
      ],
    };
  }
  const text = results.join('\n');
  const [left_price = 0] = numbersAt(left, text);
  const [right_price = 0] = numbersAt(right, text);
  const action = Math.round(left_price) % 2 === 0 ? 'LONG_SHORT' : 'SHORT_LONG';
  const args = { left, right, target_date: session, left_price, right_price, action };
  return {
    thought: `${left} is at ${left_price}, ${right} at ${right_price}.`,
    calls: [{ name: 'submit_hedging_decision', args }],
  };
}
