/**
 * Arguments for any tool, sensible and not: drawn by the names of its fields, with the
 * future among them.
 */

import { formatCivilDate, type SeededRandom } from '#values';
import { indicatorCatalogue } from '#market-view';
import type { Tool } from '#tools';
import { firstDate, symbolsOfMarket, type Market } from './generated-market.js';

type Pool = readonly unknown[];

/** What a field of that name may be asked with. */
export function poolsOf(markets: readonly Market[]): Readonly<Record<string, Pool>> {
  const facts = markets.flatMap((market) => market.facts);
  const ids = facts.flatMap(({ payload }) => (payload?.kind === 'news' ? [payload.id] : []));
  const near = Array.from({ length: 40 }, (_, offset) => formatCivilDate(firstDate - 8 + offset));
  const dates = [...near, ...near, '1980-01-01', '2031-06-02', '2200-01-01', 'tomorrow'];
  const symbols = [...symbolsOfMarket, ...symbolsOfMarket, 'NOPE'];
  const names = ['sma', 'ema', 'rsi', 'macd', 'bollinger', 'magic'];
  const positions = [null, { direction: 'LONG_SHORT', shares: {}, entry_prices: {} }];
  return {
    symbol: symbols,
    left: symbols,
    right: symbols,
    symbols: [['AA'], ['AA', 'BB'], []],
    date_start: dates,
    date_end: dates,
    target_date: dates,
    date: dates,
    id: [...ids, 0, 1, 'CANARY'],
    preview_chars: [0, 5, 2000, 2001],
    document_type: ['10-K', 'CANARY'],
    section: ['mda', 'risk'],
    offset: [0, 3, 1e9, -1],
    limit: [1, 7, 1e9],
    count: [1, 3, 40],
    indicator: ['ma', 'rsi', 'bbands', 'macd'],
    length: [1, 2, 3, 1000, 1e9],
    action: ['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE', 'BUY', 'SELL'],
    price: [1, 50],
    left_price: [1],
    right_price: [1, -1],
    prices: [{ AA: 10, BB: 20 }, { AA: 0 }, {}],
    current_position: positions,
    name: [...names, ...indicatorCatalogue.map((entry) => entry.name)],
    names: [['sma', 'atr'], []],
    options: [{}, { length: 2 }, { period: 2 }, { length: 1e9 }],
    keywords: [['news'], ['CANARY'], ['AA'], ["'; DROP TABLE news; --"]],
    form: ['10-K', 'CANARY'],
    statement: ['income', 'CANARY'],
    rationale: ['because'],
    model: ['m'],
    status: ['completed'],
  };
}

/** One set of arguments; what may be left out is, half of the time. */
export function drawArguments(
  { input }: Tool,
  pools: Readonly<Record<string, Pool>>,
  random: SeededRandom,
): Record<string, unknown> {
  const drawn: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(input.shape)) {
    const pool = pools[field];
    if (pool === undefined) throw new Error(`no arguments are drawn for ${field}`);
    const mayBeLeftOut = 'safeParse' in schema && schema.safeParse(undefined).success;
    if (mayBeLeftOut && random.below(2) === 0) continue;
    drawn[field] = pool[random.below(pool.length)];
  }
  return drawn;
}
