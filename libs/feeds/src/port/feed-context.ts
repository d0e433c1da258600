/** The environment of a feed. */

import type { FeedDescription } from './feed-description.js';

export interface FeedContext {
  readonly description: FeedDescription;
  /** Base of relative paths: the folder of the description. */
  readonly directory: string;
  /** File of the description, for errors that name its lines. */
  readonly file?: string | undefined;
  /** Where secrets are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
