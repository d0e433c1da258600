/** The terms of retrieval: the tools that agents have, and what these may do beyond the published ones. */

import { z } from 'zod';

/**
 * `conventions` understands a period in every convention: fiscal years named by their first or last year, calendar
 * periods, Q4 and H2 for what stands at the end of a year, half-years, year-to-date (`2023Q3YTD`). `guidance` is found
 * by the period that it is about too. `granularity` offers what stands within or around a period for which there is
 * nothing. `synonyms` takes words for one another that mean the same, `fuzzy` misspelled ones, both in any order.
 * `fiscalYearEnds` says these in every answer, and the conventions in the texts of the tools.
 */
export const retrievalSwitches = [
  'conventions',
  'guidance',
  'granularity',
  'synonyms',
  'fuzzy',
  'fiscalYearEnds',
] as const;

/** Off where it is not given, as published: the worth of each can be measured alone. */
export type RetrievalSwitches = Partial<Record<(typeof retrievalSwitches)[number], boolean>>;

export const retrievalTerms = z.strictObject({
  arm: z.enum(['none', 'web', 'tools', 'tools+web']).default('tools'),
  switches: z.array(z.enum(retrievalSwitches)).default([]),
  /** What a result of the web search shows. */
  pages: z.enum(['snippets', 'whole']).default('snippets'),
});
export type RetrievalTerms = z.infer<typeof retrievalTerms>;
