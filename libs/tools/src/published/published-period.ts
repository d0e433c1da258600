/** Periods by the grammar of HERCULEAN's auditing server. */

import { excerpt, invalidInput } from '#values';

const quarters = ['01-01/03-31', '04-01/06-30', '07-01/09-30', '10-01/12-31'];
const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * `2023-12-31` or `2023-01-01/2023-12-31`, whether or not there is such a day; throws
 * `InvalidInput` for any other text.
 */
export function publishedPeriod(text: string): string {
  const written = text.trim();
  if (day.test(written)) return written;
  const [from = '', to = '', ...others] = written.split(/(?<!\s)\s+to\s+/);
  if (day.test(from) && day.test(to) && others.length === 0) return `${from}/${to}`;
  const [, fiscalYear] = /^FY(\d{4})$/.exec(written) ?? [];
  if (fiscalYear !== undefined) return `${fiscalYear}-01-01/${fiscalYear}-12-31`;
  const [, quarter, year] = /^Q([1-4])\s+(\d{4})$/.exec(written) ?? [];
  const days = quarters[Number(quarter) - 1]?.split('/');
  if (days !== undefined) return days.map((date) => `${year}-${date}`).join('/');
  throw invalidInput('not a period', {
    where: 'period',
    expected: 'YYYY-MM-DD, YYYY-MM-DD to YYYY-MM-DD, FYyyyy or Qn yyyy',
    found: excerpt(text),
  });
}
