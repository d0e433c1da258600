/** The terms of retrieval: the tools that agents have, and what these do. */

import { z } from 'zod';
import { retrievalSwitches } from './tools/retrieval-switches.js';

/** What an agent has, and what its tools may do beyond the published ones. */
export const retrievalTerms = z.strictObject({
  arm: z.enum(['none', 'web', 'tools', 'tools+web']).default('tools'),
  switches: z.array(z.enum(retrievalSwitches)).default([]),
  /** What a result of the web search shows. */
  pages: z.enum(['snippets', 'whole']).default('snippets'),
});
export type RetrievalTerms = z.infer<typeof retrievalTerms>;
