/** `get_fundamentals`: the numbers of filings, as originally filed. */

import { z } from 'zod';
import { formatCivilDate } from '#values';
import { dateOrNull, dateText, isGiven, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';

const countMax = 40;
const statement = z.record(
  z.string(),
  z.strictObject({ value: z.number(), unit: z.string(), label: z.string() }),
);

export const getFundamentals = tool({
  name: 'get_fundamentals',
  title: 'Numbers of filings of a symbol',
  description:
    'Financial statements of one symbol, one entry a filing, newest first, with the numbers as filed then (restated ' +
    'ones come with the later filing). statements maps statement → tag → {value, unit, label}; values are in units, ' +
    'not thousands. Only what was filed by the as-of. form keeps one form (10-K or 10-Q), statement one statement; ' +
    `count is how many entries to give, default 1, at most ${countMax}.`,
  input: z.strictObject({
    symbol: symbolField,
    form: z.string().min(1).max(32).nullish().describe('For example 10-K.'),
    statement: z
      .string()
      .min(1)
      .max(100)
      .nullish()
      .describe('Name of one statement, as in a result.'),
    count: z.int().min(1).max(countMax).default(1).describe('Entries to give; default 1.'),
  }),
  output: z.array(
    z.strictObject({
      symbol: z.string(),
      form: z.string(),
      fiscal_year: z.int().nullable(),
      fiscal_period: z.string().nullable(),
      period_start: dateText.nullable(),
      period_end: dateText,
      filed_date: dateText,
      statements: z.record(z.string(), statement),
    }),
  ),
  call: ({ symbol, form, statement: only, count }, { view }) =>
    view
      .fundamentals(symbol)
      .filter((one) => !isGiven(form) || one.form === form)
      .slice(-count)
      .reverse()
      .map((one) => ({
        symbol,
        form: one.form,
        fiscal_year: one.fiscalYear,
        fiscal_period: one.fiscalPeriod,
        period_start: dateOrNull(one.periodStart),
        period_end: formatCivilDate(one.periodEnd),
        filed_date: formatCivilDate(one.filedDate),
        statements: Object.fromEntries(
          Object.entries(one.statements).filter(([name]) => !isGiven(only) || name === only),
        ),
      })),
});
