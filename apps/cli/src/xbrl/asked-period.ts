/** Periods as people and HERCULEAN's cases write them. */

import { excerpt, invalidInput } from '#values';

const day = String.raw`\d{4}-\d{2}-\d{2}`;
const written = new RegExp(`^${day}( to ${day})?$`);
const quarters = ['01-01 03-31', '04-01 06-30', '07-01 09-30', '10-01 12-31'];

/** `2023-09-30` or `A to B`; those of calendar years and quarters too. `InvalidInput` for text that is no period. */
export function askedPeriod(text: string): string {
  const [, quarter = '', year] = /^(?:FY|Q([1-4])) ?(\d{4})$/i.exec(text.trim()) ?? [];
  if (written.test(text.trim())) return text.trim();
  if (year !== undefined) {
    const [start, end] = (quarters[Number(quarter) - 1] ?? '01-01 12-31').split(' ');
    return `${year}-${start} to ${year}-${end}`;
  }
  const expected = 'YYYY-MM-DD, A to B, FY2023 or Q3 2023';
  throw invalidInput('not a period', { where: '--period', expected, found: excerpt(text) });
}
