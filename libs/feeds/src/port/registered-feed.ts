/**
 * A feed under its name in scenarios, and the hash that tells whether two processes
 * describe it alike.
 */

import { canonicalHash } from '#values';
import type { FeedDescription } from './feed-description.js';

export interface RegisteredFeed {
  readonly name: string;
  readonly description: FeedDescription;
  /** Base of relative paths in the description. */
  readonly directory: string;
  /** File of the description, for errors that name its lines. */
  readonly file?: string | undefined;
}

/** SHA-256 of a description: the recorder compares it with the hash in the tape request. */
export const feedHash = ({ description }: Pick<RegisteredFeed, 'description'>): string =>
  canonicalHash(description);
