/** What the tools may do beyond the published ones, each by a switch, so that its worth can be measured alone. */

import type { FiscalYear } from '../store/fiscal-period.js';

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

/** Off where it is not given, as published. */
export type RetrievalSwitches = Readonly<
  Partial<Record<(typeof retrievalSwitches)[number], boolean>>
>;

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `March; 2022FY starts in 2022 and ends in 2023`, as a member of a row; no member without the switch. */
export function fiscalYearEndOf(
  { fiscalYearEndMonth, yearLabel }: FiscalYear,
  { fiscalYearEnds }: RetrievalSwitches,
): { readonly fiscal_year_end?: string } {
  if (!fiscalYearEnds) return {};
  const starts = fiscalYearEndMonth === 12 || yearLabel === 'start' ? 2022 : 2021;
  const ends = fiscalYearEndMonth < 12 ? starts + 1 : starts;
  const month = months[fiscalYearEndMonth - 1];
  return { fiscal_year_end: `${month}; 2022FY starts in ${starts} and ends in ${ends}` };
}

const sentences: Partial<Record<keyof RetrievalSwitches, string>> = {
  fiscalYearEnds:
    ' Periods are fiscal: 2023Q1 is the first quarter of the fiscal year, which need not be the calendar’s; which ' +
    'calendar year names it differs by company; fiscal_year_end says both. Year-to-date values stand under their ' +
    'last quarter, guidance under the period that it was announced with, balances of a year’s end under FY or Q4.',
  conventions:
    ' A period is understood as the company names it, with the fiscal year named by its other year, and by the ' +
    'calendar; 2023Q3YTD is the year to date. context says which was taken, and the days.',
  guidance: ' Guidance is also found by the period that it is about; context says both.',
  granularity:
    ' Where a series has nothing for a period, what stands within or around it is offered, as context says.',
};

/** What a tool's text says of periods. */
export const periodWords = (switches: RetrievalSwitches): string =>
  Object.entries(sentences)
    .map(([name, words]) => (switches[name as keyof RetrievalSwitches] ? words : ''))
    .join('');
