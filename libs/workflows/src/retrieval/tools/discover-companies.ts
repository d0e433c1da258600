/** `discover_companies`: from a ticker or a name to the id of a company. */

import { z } from 'zod';
import { tool, type Tool } from '#tools';
import { ranked } from './keyword-match.js';
import {
  fiscalYearEndMember,
  fiscalYearEndOf,
  keywordsField,
  type RetrievalDesk,
} from './tool-fields.js';

const limit = 20;

export const discoverCompanies = ({ storeOf, switches }: RetrievalDesk): Tool =>
  tool({
    name: 'discover_companies',
    title: 'Companies by ticker or name',
    description:
      'Companies of which values are known, by ticker or a part of the name; several keywords are alternatives. The ' +
      `best fit comes first, at most ${limit}. company_id is what the other tools take.`,
    input: z.strictObject({
      keywords: keywordsField('Tickers or names, for example ["AAPL"] or ["Apple"].').min(1),
    }),
    output: z.array(
      z.strictObject({
        ticker: z.string(),
        name: z.string(),
        company_id: z.string(),
        ...fiscalYearEndMember,
      }),
    ),
    call: ({ keywords }, context) =>
      ranked(
        storeOf(context).companies(),
        { keywords, nameOf: ({ ticker, name }) => [ticker, name], limit },
        switches,
      ).map((company) => ({
        ticker: company.ticker,
        name: company.name,
        company_id: company.id,
        ...fiscalYearEndOf(company, switches),
      })),
  });
