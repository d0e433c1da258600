/** Opens the feed that a description names. Each technology is loaded when it is asked for: most commands need none. */

import type { Feed, FeedDecoder } from '../port/feed.js';
import type {
  FeedConnection,
  FeedConnectionOf,
  FeedDescription,
} from '../port/feed-description.js';
import type { FeedContext, OpenFeed } from '../port/feed-context.js';
import type { FieldMapping } from '../port/field-mapping.js';

export type { FeedContext } from '../port/feed-context.js';

interface Technology<K extends FeedConnection['kind']> {
  readonly open: OpenFeed<K>;
  /** What its frames mean, without a connection. */
  readonly decoder: (
    connection: FeedConnectionOf<K>,
    description: FeedDescription,
  ) => Promise<FeedDecoder>;
}

const mapped = async (
  { mappings }: { readonly mappings: readonly FieldMapping[] },
  description: FeedDescription,
): Promise<FeedDecoder> =>
  (await import('../mapping/mapped-decoder.js')).mappedDecoder({ ...description, mappings });

const technologies: { readonly [K in FeedConnection['kind']]: Technology<K> } = {
  alpaca: {
    open: async (...of) => (await import('../alpaca/alpaca-feed.js')).openAlpacaFeed(...of),
    decoder: async (_, description) =>
      (await import('../alpaca/alpaca-decoder.js')).alpacaDecoder(description),
  },
  coinbase: {
    open: async (...of) => (await import('../coinbase/coinbase-feed.js')).openCoinbaseFeed(...of),
    decoder: async ({ channels }, description) =>
      (await import('../coinbase/coinbase-decoder.js')).coinbaseDecoder({
        ...description,
        channels,
      }),
  },
  kafka: {
    open: async (...of) => (await import('../kafka/kafka-feed.js')).openKafkaFeed(...of),
    decoder: mapped,
  },
  poll: {
    open: async (...of) => (await import('../http-poll/poll-feed.js')).openPollFeed(...of),
    decoder: mapped,
  },
  webhook: {
    open: async (...of) => (await import('../webhook/webhook-feed.js')).openWebhookFeed(...of),
    decoder: mapped,
  },
  file: {
    open: async (...of) => (await import('../file/file-feed.js')).openFileFeed(...of),
    decoder: mapped,
  },
  yahoo: {
    open: async (...of) => (await import('../yahoo/yahoo-feed.js')).openYahooFeed(...of),
    decoder: async (_, description) =>
      (await import('../yahoo/yahoo-decoder.js')).yahooDecoder(description),
  },
};

const technologyOf = ({ feed }: FeedDescription) =>
  technologies[feed.kind] as Technology<FeedConnection['kind']>;

/** Opens nothing but files: the network is first touched by `run`. `InvalidInput` where a secret is missing. */
export function openFeed(context: FeedContext): Promise<Feed> {
  const { description } = context;
  return technologyOf(description).open(description.feed, context);
}

/**
 * The decoder of a feed alone, to make a tape of frames that are there: no secret is looked up, and no network touched.
 */
export function openDecoder(description: FeedDescription): Promise<FeedDecoder> {
  return technologyOf(description).decoder(description.feed, description);
}
