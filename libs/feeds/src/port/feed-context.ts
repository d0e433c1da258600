/** What a feed has from outside, and how one is opened. */

import type { Feed } from './feed.js';
import type { FeedConnection, FeedConnectionOf, FeedDescription } from './feed-description.js';

export interface FeedContext {
  readonly description: FeedDescription;
  /** Folder from which relative paths start: that of the description. */
  readonly directory: string;
  /** File of the description, for errors that name its lines. */
  readonly file?: string | undefined;
  /** Where secrets are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type OpenFeed<K extends FeedConnection['kind']> = (
  connection: FeedConnectionOf<K>,
  context: FeedContext,
) => Promise<Feed>;
