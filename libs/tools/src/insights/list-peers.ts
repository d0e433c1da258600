/** `list_peers`: by the map of the data set, else by HERCULEAN's. */

import { z } from 'zod';
import type { MarketView } from '#market-view';
import { symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';

const [technology, communication] = ['Information Technology', 'Communication Services'];
const consumer = 'Consumer Discretionary';

/** HERCULEAN's map, with sectors by GICS. */
const defaults = new Map<string, readonly [sector: string, ...peers: string[]]>([
  ['AAPL', [technology, 'MSFT', 'GOOGL', 'META']],
  ['ADBE', [technology, 'MSFT']],
  ['AMZN', [consumer, 'GOOGL', 'META', 'MSFT']],
  ['GOOGL', [communication, 'META', 'AMZN', 'MSFT']],
  ['META', [communication, 'GOOGL', 'AMZN']],
  ['MSFT', [technology, 'GOOGL', 'AMZN', 'AAPL']],
  ['NVDA', [technology, 'MSFT', 'GOOGL', 'META', 'AMZN', 'AAPL']],
  ['TSLA', [consumer, 'AAPL', 'AMZN', 'META', 'GOOGL', 'MSFT', 'NVDA']],
]);

/** Sector, null if unknown, and peers. Throws `InvalidInput` for an unknown symbol. */
export function peersOf(view: MarketView, symbol: string) {
  const own = view.peers(symbol);
  const [sector = null, ...peers] = own === null ? (defaults.get(symbol) ?? []) : [null, ...own];
  return { symbol, sector, peers };
}

export const listPeers = tool({
  name: 'list_peers',
  title: 'Peers of a symbol',
  description:
    'Peers of a symbol, by the map of the data set, else by that of HERCULEAN; an empty list where it has none. ' +
    'Those with prices are the basket of get_weekly_metrics. sector is null where the map is that of the data set.',
  input: z.strictObject({ symbol: symbolField }),
  output: z.strictObject({
    symbol: z.string(),
    sector: z.string().nullable(),
    peers: z.array(z.string()),
  }),
  call: ({ symbol }, { view }) => peersOf(view, symbol),
});
