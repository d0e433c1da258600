/** What a feed has from outside. */

import type { FeedDescription } from './feed-description.js';

export interface FeedContext {
  readonly description: FeedDescription;
  /** Folder from which relative paths start: that of the description. */
  readonly directory: string;
  /** File of the description, for errors that name its lines. */
  readonly file?: string | undefined;
  /** Where secrets are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
