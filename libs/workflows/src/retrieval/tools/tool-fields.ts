/** What the three tools share: their store, their arguments, and what they say of fiscal years. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import type { ToolContext } from '#tools';
import type { Company } from '../store/fundamentals-model.js';
import type { FundamentalsStore } from '../store/fundamentals-store.js';
import type { RetrievalSwitches } from './retrieval-switches.js';

/** What a tool is made of. */
export interface RetrievalDesk {
  /** The store as of the context's instant. */
  readonly storeOf: (context: ToolContext) => FundamentalsStore;
  readonly switches: RetrievalSwitches;
}

const [keywordsMax, periodsMax] = [20, 40];
const text = z.string().max(300);

export const companyIdField = text.min(1).describe('As discover_companies gives it.');
export const keywordsField = (what: string) => z.array(text).max(keywordsMax).describe(what);
export const periodsField = z
  .array(text)
  .max(periodsMax)
  .describe('Fiscal periods, for example ["2023Q1", "2022FY"].');

/** Throws `InvalidInput` for a company that does not exist or of which nothing is known yet. */
export function requireCompany(store: FundamentalsStore, id: string): Company {
  const company = store.company(id);
  if (company !== undefined) return company;
  const expected = 'an id from discover_companies';
  throw invalidInput('unknown company', { where: 'company_id', expected, found: excerpt(id) });
}

/** An additional member of every row, where the switch for it is on. */
export const fiscalYearEndMember = { fiscal_year_end: z.string().optional() };

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `March; 2022FY starts in 2022 and ends in 2023`, as a member of a row; no member without the switch. */
export function fiscalYearEndOf(
  { fiscalYearEndMonth, yearLabel }: Company,
  { fiscalYearEnds }: RetrievalSwitches,
): { readonly fiscal_year_end?: string } {
  if (!fiscalYearEnds) return {};
  const month = months[fiscalYearEndMonth - 1] ?? '';
  if (fiscalYearEndMonth === 12)
    return { fiscal_year_end: `${month}; 2022FY is the calendar year 2022` };
  const years = yearLabel === 'start' ? [2022, 2023] : [2021, 2022];
  return { fiscal_year_end: `${month}; 2022FY starts in ${years[0]} and ends in ${years[1]}` };
}

/** What a tool's text says of periods, by the switches. */
export function periodWords({
  conventions,
  guidance,
  granularity,
  fiscalYearEnds,
}: RetrievalSwitches): string {
  const sentences = [
    fiscalYearEnds &&
      'Periods are fiscal: 2023Q1 is the first quarter of the fiscal year, which need not be the calendar’s, and which ' +
        'calendar year names a fiscal year differs by company; fiscal_year_end says both. Year-to-date values are ' +
        'stored under the label of their last quarter, guidance under the period that it was announced with, and ' +
        'what stands at the end of a year under FY or Q4.',
    conventions &&
      'A label is understood in every convention: the company’s own, the one that names fiscal years by the other ' +
        'year, and calendar quarters; 2023Q3YTD is the year to date. context says which was taken, and the days.',
    guidance && 'Guidance is found by the period that it is about too; context says both.',
    granularity &&
      'Where a series has nothing for a period, what is stored within or around it is offered; context says so.',
  ];
  return sentences
    .filter((sentence) => sentence !== false)
    .map((sentence) => ` ${sentence}`)
    .join('');
}
