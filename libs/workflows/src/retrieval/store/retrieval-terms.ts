/**
 * The terms of retrieval: the tools that agents have, and what these may do beyond the
 * published ones.
 */

import { z } from 'zod';

/**
 * The wording of each switch in the tools' texts. `conventions` also takes Q4 and H2 for values
 * at the end of a year. `synonyms` accepts words with the same meaning, `fuzzy` misspelled ones,
 * both in any order.
 */
const switchWords = {
  conventions:
    ' A period is understood as the company names it, with the fiscal year named by its other ' +
    'year, and by the calendar; 2023Q3YTD is the year to date. context says which was taken, and ' +
    'the days.',
  guidance: ' Guidance is also found by the period that it is about; context says both.',
  granularity:
    ' Where a series has nothing for a period, what stands within or around it is offered, as ' +
    'context says.',
  synonyms: '',
  fuzzy: '',
  fiscalYearEnds:
    ' Periods are fiscal: 2023Q1 is the first quarter of the fiscal year, which need not be the ' +
    'calendar’s; which calendar year names it differs by company; fiscal_year_end says both. ' +
    'Year-to-date values stand under their last quarter, guidance under the period that it was ' +
    'announced with, balances of a year’s end under FY or Q4.',
};
type Switch = keyof typeof switchWords;

export const retrievalSwitches = Object.keys(switchWords) as readonly Switch[];

/** Off by default, as published, so that the worth of each can be measured separately. */
export type RetrievalSwitches = Partial<Record<Switch, boolean>>;

/** The tools' text on periods, beginning with the fiscal year. */
export const periodWords = (on: RetrievalSwitches): string =>
  [...new Set<Switch>(['fiscalYearEnds', ...retrievalSwitches])]
    .map((name) => (on[name] ? switchWords[name] : ''))
    .join('');

export const retrievalTerms = z.strictObject({
  arm: z.enum(['none', 'web', 'tools', 'tools+web']).default('tools'),
  switches: z.array(z.enum(retrievalSwitches)).default([]),
  /** What a result of the web search shows. */
  pages: z.enum(['snippets', 'whole']).default('snippets'),
  /**
   * `text`: answers in words alone, as in the paper. By default the tools ask for the parts of an
   * answer, or for a text where the prompt is not the workflow's own; both are taken.
   */
  answer: z.enum(['structured', 'text']).optional(),
});
export type RetrievalTerms = z.infer<typeof retrievalTerms>;
