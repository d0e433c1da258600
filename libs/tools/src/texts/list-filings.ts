/** `list_filings`: the known filings of a symbol, newest first. */

import { z } from 'zod';
import { formatCivilDate } from '#values';
import { dateText, isGiven, rangeFields, rangeOf, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';
import { dateOfFiling, sectionChars } from './filing-rows.js';

export const documentType = z
  .string()
  .min(1)
  .max(32)
  .describe('Form of the filing, for example 10-K or 10-Q; compared letter by letter.');

export const listFilings = tool({
  name: 'list_filings',
  title: 'Filings of a symbol',
  description:
    'Filings of one symbol that were accepted from date_start to date_end (both inclusive), newest first, with the ' +
    'length in characters of the sections that can be read: mda (management’s discussion and analysis) and risk ' +
    '(risk factors); 0 where the filing has no such section. document_type keeps one form only. Filings that are not ' +
    'known at the as-of do not appear.',
  input: z.strictObject({
    symbol: symbolField,
    ...rangeFields,
    document_type: documentType.nullish(),
  }),
  output: z.array(
    z.strictObject({
      symbol: z.string(),
      date: dateText,
      document_type: z.string(),
      mda_chars: z.int(),
      risk_chars: z.int(),
    }),
  ),
  call: ({ symbol, document_type: form, ...dates }, { view }) => {
    const { from, to } = rangeOf(dates);
    return view
      .filings(symbol)
      .filter((filing) => !isGiven(form) || filing.form === form)
      .map((filing) => ({ filing, date: dateOfFiling(view, filing) }))
      .filter(({ date }) => date >= from && date <= to)
      .reverse()
      .sort((one, other) => other.date - one.date)
      .map(({ filing, date }) => ({
        symbol,
        date: formatCivilDate(date),
        document_type: filing.form,
        mda_chars: sectionChars(view, filing, 'mda'),
        risk_chars: sectionChars(view, filing, 'risk'),
      }));
  },
});
