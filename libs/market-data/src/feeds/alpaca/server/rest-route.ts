/** From the path of a REST request to its answer. */

import { actionsPage, newsPage } from './text-rest.js';
import { isRowName, type MarketRest } from './market-rest.js';
import type { ReleasedHistory } from './released-history.js';
import { RestRefusal } from './rest-query.js';
import type { Market, WireBody } from './served-row.js';

const markets: readonly (readonly [string, Market])[] = [
  ['/v2/stocks/', 'stocks'],
  ['/v1beta3/crypto/us/', 'crypto'],
];

/** The body of an answer. `RestRefusal` for what the vendor would refuse, 404 included. */
export function restAnswer(
  served: { readonly rest: MarketRest; readonly history: ReleasedHistory },
  path: string,
  query: URLSearchParams,
): WireBody {
  if (path === '/v1beta1/news') return newsPage(served.history, query);
  if (path === '/v1/corporate-actions') return actionsPage(served.history, query);
  for (const [prefix, market] of markets) {
    if (!path.startsWith(prefix)) continue;
    const answer = marketAnswer(served.rest, market, path.slice(prefix.length).split('/'), query);
    if (answer !== undefined) return answer;
  }
  throw new RestRefusal(404, 'endpoint not found.');
}

function marketAnswer(
  rest: MarketRest,
  market: Market,
  [first = '', second, third]: readonly string[],
  query: URLSearchParams,
): WireBody | undefined {
  if (third === undefined && second === undefined) {
    if (first === 'snapshots') return rest.snapshots(market, query, null);
    return isRowName(first) ? rest.rows(first, market, query, null) : undefined;
  }
  // Stocks: bars/latest, and {symbol}/bars, {symbol}/bars/latest, {symbol}/snapshot. Crypto: latest/bars.
  if (third === undefined && second !== undefined) {
    if (first === 'latest' && isRowName(second)) return rest.latest(second, market, query, null);
    if (second === 'latest' && isRowName(first)) return rest.latest(first, market, query, null);
    const symbol = decoded(first);
    if (second === 'snapshot') return rest.snapshots(market, query, symbol);
    return isRowName(second) ? rest.rows(second, market, query, symbol) : undefined;
  }
  if (third === 'latest' && second !== undefined && isRowName(second)) {
    return rest.latest(second, market, query, decoded(first));
  }
  return undefined;
}

function decoded(symbol: string): string {
  try {
    return decodeURIComponent(symbol);
  } catch {
    throw new RestRefusal(400, 'invalid symbol');
  }
}
