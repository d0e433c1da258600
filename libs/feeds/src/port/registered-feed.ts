/** A feed under the name by which scenarios know it, and what tells whether two processes describe it alike. */

import { canonicalHash } from '#values';
import type { FeedDescription } from './feed-description.js';

export interface RegisteredFeed {
  readonly name: string;
  readonly description: FeedDescription;
  /** Folder from which relative paths of the description start. */
  readonly directory: string;
  /** File of the description, for errors that name its lines. */
  readonly file?: string | undefined;
}

/** SHA-256 of a description: whoever records a feed compares it with what its tape was asked for with. */
export const feedHash = ({ description }: Pick<RegisteredFeed, 'description'>): string =>
  canonicalHash(description);
