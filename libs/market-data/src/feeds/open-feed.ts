/** Opens the feed that a description names. Each technology is loaded when it is asked for: most commands need none. */

import type { Feed } from './feed.js';
import {
  feedDescriptionSchema,
  type FeedConnection,
  type FeedDescription,
} from './feed-description.js';
import type { FeedDecoder } from './feed-item.js';
import type { FeedContext, OpenFeed } from './feed-context.js';

export type { FeedContext } from './feed-context.js';

type Openers = { readonly [K in FeedConnection['kind']]: OpenFeed<K> };

const openers: Openers = {
  alpaca: async (connection, context) =>
    (await import('./alpaca/alpaca-feed.js')).openAlpacaFeed(connection, context),
  coinbase: async (connection, context) =>
    (await import('./coinbase/coinbase-feed.js')).openCoinbaseFeed(connection, context),
  kafka: async (connection, context) =>
    (await import('./kafka/kafka-feed.js')).openKafkaFeed(connection, context),
  poll: async (connection, context) =>
    (await import('./http-poll/poll-feed.js')).openPollFeed(connection, context),
  webhook: async (connection, context) =>
    (await import('./webhook/webhook-feed.js')).openWebhookFeed(connection, context),
  file: async (connection, context) =>
    (await import('./file/file-feed.js')).openFileFeed(connection, context),
  yahoo: async (connection, context) =>
    (await import('./yahoo/yahoo-feed.js')).openYahooFeed(connection, context),
};

/** Opens nothing but files: the network is first touched by `run`. `InvalidInput` where a secret is missing. */
export function openFeed(context: FeedContext): Promise<Feed> {
  const { feed } = context.description;
  const open = openers[feed.kind] as OpenFeed<FeedConnection['kind']>;
  return open(feed, context);
}

/**
 * The decoder of a feed alone, to make a tape of frames that are there: no secret is looked up, and no network touched.
 */
export async function openDecoder(
  description: FeedDescription,
  directory: string,
): Promise<FeedDecoder> {
  const { feed } = description;
  const unused = { env: 'UNUSED' };
  const connection = Object.fromEntries(
    Object.entries(feed)
      .filter(([member]) => member !== 'certificate')
      .map(([member, value]) => [member, isSecretPlace(value) ? unused : value]),
  );
  const headers = 'headers' in feed ? { headers: {} } : {};
  const decoded = feedDescriptionSchema.parse({
    ...description,
    feed: { ...connection, ...headers },
  });
  const context = { description: decoded, directory, env: { [unused.env]: 'unused' } };
  return (await openFeed(context)).decoder;
}

function isSecretPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.keys(value);
  return members.length === 1 && (members[0] === 'env' || members[0] === 'file');
}
