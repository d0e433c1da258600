/** `find_filing`: the package of a filing by filer, form and date. */

import { z } from 'zod';
import { tool } from '../tool/tool.js';
import { packagesOf } from './filing-packages.js';
import { fileKinds } from './parsed-filing.js';

const missing = { filing_path: null, filing_year: null, files: {}, found: false };

export const findFiling = tool({
  name: 'find_filing',
  title: 'A filing by filer, form and date',
  description:
    'The package of one filing: filing_path, which the other tools take, the year of issue_time, and its files by ' +
    'kind: htm (instance), cal, def, lab, pre (calculation, definition, label and presentation linkbase), xsd ' +
    '(schema); kinds that it lacks are left out. ticker and filing_name may be in upper or lower case. found is ' +
    'false, and message says why, where no such filing is known at the as-of or where it has no instance: then there ' +
    'is nothing to audit.',
  input: z.strictObject({
    ticker: z.string().min(1).max(60).describe('Ticker of the filer, for example aapl.'),
    filing_name: z.string().min(1).max(60).describe('Form without a hyphen: 10k or 10q.'),
    issue_time: z
      .string()
      .regex(/^\d{8}$/)
      .describe('Date in the name of the filing, YYYYMMDD.'),
  }),
  output: z.strictObject({
    filing_path: z.string().nullable(),
    filing_year: z.int().nullable(),
    files: z.partialRecord(z.enum(fileKinds), z.string()),
    found: z.boolean(),
    message: z.string(),
  }),
  call: ({ ticker, filing_name, issue_time }, { view }) => {
    const name = `${filing_name}-${ticker}-${issue_time}`;
    const wanted = `xbrl/${name}`.toLowerCase();
    const found = packagesOf(view, ticker).find(({ path }) => path.toLowerCase() === wanted);
    if (found === undefined) return { ...missing, message: `no filing ${name} is known` };
    const { path: filing_path, year: filing_year, files } = found;
    if (files.htm === undefined)
      return { ...missing, message: `filing ${name} has no instance (*_htm.xml)` };
    return { filing_path, filing_year, files, found: true, message: `found ${filing_path}` };
  },
});
