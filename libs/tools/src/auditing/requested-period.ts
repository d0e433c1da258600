/** Periods as requested in audits, normalized for comparison with periods of contexts. */

import { z } from 'zod';
import { excerpt, invalidInput, parseCivilDate } from '#values';

export const periodField = z
  .string()
  .min(1)
  .max(60)
  .describe(
    'An instant 2023-12-31, a duration 2023-01-01 to 2023-12-31, FY2023 (1 January to 31 December) or Q3 2023 ' +
      '(calendar quarter).',
  );

const quarters = ['01-01/03-31', '04-01/06-30', '07-01/09-30', '10-01/12-31'];

/** `2023-12-31` or `2023-01-01/2023-12-31`; throws `InvalidInput` for any other text. */
export function canonicalPeriod(text: string): string {
  const written = text.trim();
  const [, fiscalYear] = /^FY\s?(\d{4})$/i.exec(written) ?? [];
  if (fiscalYear !== undefined) return `${fiscalYear}-01-01/${fiscalYear}-12-31`;
  const [, quarter, year] = /^Q([1-4])\s?(\d{4})$/i.exec(written) ?? [];
  const days = quarters[Number(quarter) - 1]?.split('/');
  if (days !== undefined) return days.map((day) => `${year}-${day}`).join('/');
  const dates = written.split(/\s+to\s+|\//i);
  const areDates = dates.every((date) => parseCivilDate(date) !== undefined);
  const [start = '', end = start] = dates;
  if (areDates && dates.length <= 2 && start <= end) return dates.join('/');
  throw invalidInput('not a period', {
    where: 'period',
    expected: 'YYYY-MM-DD, YYYY-MM-DD to YYYY-MM-DD, FYyyyy or Qn yyyy',
    found: excerpt(text),
  });
}
