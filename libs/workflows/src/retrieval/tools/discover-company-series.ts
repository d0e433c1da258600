/** `discover_company_series`: which series a company has, by words of their names. */

import { z } from 'zod';
import { tool, type Tool } from '#tools';
import { matchPeriod, requirePeriod } from './asked-period.js';
import { ranked } from './keyword-match.js';
import {
  companyIdField,
  fiscalYearEndMember,
  fiscalYearEndOf,
  keywordsField,
  periodsField,
  periodWords,
  requireCompany,
  type RetrievalDesk,
} from './tool-fields.js';

const limit = 50;

export const discoverCompanySeries = ({ storeOf, switches }: RetrievalDesk): Tool =>
  tool({
    name: 'discover_company_series',
    title: 'Series of a company',
    description:
      'Series of one company whose full name, a hierarchy such as Income Statement | Revenue | Total, has one of the ' +
      `keywords in it. The best fit comes first, at most ${limit}; without a keyword, by name. With periods, only ` +
      `series that have a value for one of them.${periodWords(switches)}`,
    input: z.strictObject({
      company_id: companyIdField,
      keywords: keywordsField('Words of the name, for example ["revenue", "net sales"].'),
      periods: periodsField.nullish(),
    }),
    output: z.array(
      z.strictObject({ id: z.string(), full_series_name: z.string(), ...fiscalYearEndMember }),
    ),
    call: ({ company_id: companyId, keywords, periods }, context) => {
      const store = storeOf(context);
      const company = requireCompany(store, companyId);
      const labels = (periods ?? []).map((period) => requirePeriod(period, switches));
      const hasValue = (id: string): boolean =>
        labels.some((label) => matchPeriod(store.points(id), label, company, switches).length > 0);
      const series = store.series(companyId);
      const kept = labels.length === 0 ? series : series.filter(({ id }) => hasValue(id));
      return ranked(kept, { keywords, nameOf: ({ path }) => [path], limit }, switches).map(
        ({ id, path }) => ({ id, full_series_name: path, ...fiscalYearEndOf(company, switches) }),
      );
    },
  });
