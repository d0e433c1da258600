/** A feed under the name by which scenarios know it: its description, and what identifies the tape made of it. */

import { canonicalHash } from '#values';
import type { FeedDescription } from './feed-description.js';

export interface RegisteredFeed {
  readonly name: string;
  readonly description: FeedDescription;
  /** Folder from which relative paths of the description start. */
  readonly directory: string;
}

/** SHA-256 of a description: whoever records a feed compares it with what its tape was asked for with. */
export const feedHash = ({ description }: Pick<RegisteredFeed, 'description'>): string =>
  canonicalHash(description);

/**
 * Id of the live tape of a feed, the same for all runs that join it. A feed that is described otherwise has another
 * tape, since its frames may mean something else.
 */
export const liveTapeId = (feed: Pick<RegisteredFeed, 'name' | 'description'>): string =>
  `${feed.name}-${canonicalHash({ feed: feed.name, description: feed.description }).slice(0, 12)}`;
