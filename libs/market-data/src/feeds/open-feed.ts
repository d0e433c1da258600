/** Opens the feed that a description names. Each technology is loaded when it is asked for: most commands need none. */

import { unavailable } from '#values';
import type { Feed } from './feed.js';
import type { FeedConnection } from './feed-description.js';
import type { FeedContext, OpenFeed } from './feed-context.js';

export type { FeedContext } from './feed-context.js';

type Openers = { readonly [K in FeedConnection['kind']]: OpenFeed<K> };

const notYet = (kind: string) => (): Promise<Feed> =>
  Promise.reject(unavailable('this version has no such feed', { where: 'feed.kind', found: kind }));

const openers: Openers = {
  alpaca: async (connection, context) =>
    (await import('./alpaca/alpaca-feed.js')).openAlpacaFeed(connection, context),
  coinbase: notYet('coinbase'),
  kafka: notYet('kafka'),
  poll: notYet('poll'),
  webhook: notYet('webhook'),
  file: async (connection, context) =>
    (await import('./file/file-feed.js')).openFileFeed(connection, context),
  yahoo: notYet('yahoo'),
};

/** Opens nothing but files: the network is first touched by `run`. `InvalidInput` where a secret is missing. */
export function openFeed(context: FeedContext): Promise<Feed> {
  const { feed } = context.description;
  const open = openers[feed.kind] as OpenFeed<FeedConnection['kind']>;
  return open(feed, context);
}
