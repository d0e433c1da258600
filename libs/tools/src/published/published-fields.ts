/**
 * Arguments of HERCULEAN's servers, in few words: their definitions are sent with every request of
 * a model.
 */

import { z } from 'zod';
import { formatCivilDate, invalidInput, parseCivilDate, type CivilDate } from '#values';
import type { Tool, ToolContext } from '../tool/tool.js';

export const symbol = z.string().describe('Ticker, e.g. AAPL');
export const date = z.string().describe('YYYY-MM-DD');

/** Both ends of a range. */
export const range = {
  date_start: z.string().describe('First day, YYYY-MM-DD'),
  date_end: z.string().describe('Last day, inclusive'),
};

/** Results whose members the description names. */
export const someObject = z.looseObject({});
export const rows = z.array(someObject);

type Arguments = Readonly<Record<string, unknown>>;
type Call = (args: Arguments, context: ToolContext) => unknown;

/** Reads a date as the server of a workflow does; undefined for any other text. */
export type ReadDate = (text: string) => CivilDate | undefined;

/** `2026-01-02` alone. */
export const isoDate: ReadDate = (text) => parseCivilDate(text);

/** Also `2026-1-2`, and the midnight of a date, as DuckDB casts texts. */
export const castDate: ReadDate = (text) => {
  const [, year, month = '', day = ''] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00:00)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  return parseCivilDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
};

/** Throws `InvalidInput` for a text that is no date. */
export function readDate(text: unknown, where: string, read: ReadDate): CivilDate {
  const found = read(String(text));
  if (found !== undefined) return found;
  throw invalidInput('not a date', { where, expected: 'YYYY-MM-DD', found: String(text) });
}

/**
 * A call of a tool over a range, as the published servers take it: one that ends before it begins
 * is empty, or with `isoDate` an error.
 */
export const overRange =
  ({ call }: Pick<Tool, 'call'>, read: ReadDate = castDate): Call =>
  (args, context) => {
    const from = readDate(args['date_start'], 'date_start', read);
    const to = readDate(args['date_end'], 'date_end', read);
    if (from > to && read === castDate) return [];
    const dates = { date_start: formatCivilDate(from), date_end: formatCivilDate(to) };
    return call({ ...args, ...dates }, context);
  };
