/** Feed descriptions for tests, parsed as from a file. */

import { invariant } from '#values';
import { parseYaml } from '#contracts/parsing/yaml-document';
import {
  feedDescriptionSchema,
  type FeedConnection,
  type FeedConnectionOf,
  type FeedDescription,
} from './port/feed-description.js';
import type { FeedItem } from './port/feed-item.js';

/** The connection as lines of YAML; the rest is the minimum that a description needs. */
export function describedFeed(
  connection: string,
  { symbols = 'AAA, BBB' }: { readonly symbols?: string } = {},
): FeedDescription {
  const text = `name: test
calendar: 24/7
currency: USD
symbols: [${symbols}]
feed:
${connection.replace(/^/gm, '  ')}
`;
  return parseYaml(text, 'feed.yaml', feedDescriptionSchema);
}

export const tradeMapping = `mappings:
  - kind: trade
    fields: {symbol: s, at: t, price: p, size: q, id: i}
`;

/** A message that fits the mapping above. */
export const tradeMessage = (number: number) => ({
  s: 'AAA',
  t: 1_700_000_000_000 + number,
  p: number,
  q: 1,
});

/** The number of such a message. */
export const priceOf = (item: FeedItem): number | undefined =>
  item.kind === 'trade' ? item.price : undefined;

/** The connection, with its kind known. */
export function connectionOf<K extends FeedConnection['kind']>(
  { feed }: FeedDescription,
  kind: K,
): FeedConnectionOf<K> {
  invariant(feed.kind === kind, `a feed of kind ${kind}`);
  return feed as FeedConnectionOf<K>;
}

/** A secret, and the environment that holds it. */
export const feedSecret = 'tell-nobody-0123456789';
export const secretEnv = { FEED_SECRET: feedSecret };
