/**
 * Opens the feed that a description names. Each technology is loaded on demand: most
 * commands need none.
 */

import type { Feed, FeedDecoder } from '../port/feed.js';
import type {
  FeedConnection,
  FeedConnectionOf,
  FeedDescription,
} from '../port/feed-description.js';
import type { FeedContext } from '../port/feed-context.js';

type OpenFeed<K extends FeedConnection['kind']> = (
  connection: FeedConnectionOf<K>,
  context: FeedContext,
) => Promise<Feed>;

const technologies: { readonly [K in FeedConnection['kind']]: OpenFeed<K> } = {
  alpaca: async (...of) => (await import('../alpaca/alpaca-feed.js')).openAlpacaFeed(...of),
  coinbase: async (...of) => (await import('../coinbase/coinbase-feed.js')).openCoinbaseFeed(...of),
  kafka: async (...of) => (await import('../kafka/kafka-feed.js')).openKafkaFeed(...of),
  poll: async (...of) => (await import('../http-poll/poll-feed.js')).openPollFeed(...of),
  webhook: async (...of) => (await import('../webhook/webhook-feed.js')).openWebhookFeed(...of),
  file: async (...of) => (await import('../file/file-feed.js')).openFileFeed(...of),
  yahoo: async (...of) => (await import('../yahoo/yahoo-feed.js')).openYahooFeed(...of),
};

/**
 * Opens only files: the network is first used by `run`. Throws `InvalidInput` if a
 * secret is missing.
 */
export function openFeed(context: FeedContext): Promise<Feed> {
  const { feed } = context.description;
  return (technologies[feed.kind] as OpenFeed<FeedConnection['kind']>)(feed, context);
}

/**
 * The decoder of a feed alone, to make a tape from stored frames: it reads no secrets and
 * uses no network.
 */
export async function openDecoder(description: FeedDescription): Promise<FeedDecoder> {
  const { feed } = description;
  switch (feed.kind) {
    case 'alpaca':
      return (await import('../alpaca/alpaca-decoder.js')).alpacaDecoder(description);
    case 'coinbase': {
      const terms = { ...description, channels: feed.channels };
      return (await import('../coinbase/coinbase-decoder.js')).coinbaseDecoder(terms);
    }
    case 'yahoo':
      return (await import('../yahoo/yahoo-decoder.js')).yahooDecoder(description);
    default: {
      const terms = { ...description, mappings: feed.mappings };
      return (await import('../mapping/mapped-decoder.js')).mappedDecoder(terms);
    }
  }
}
