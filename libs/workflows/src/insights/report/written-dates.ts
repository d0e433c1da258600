/** Full dates in a text, in the forms that reports use. */

import { parseCivilDate } from '#values';
import { day, month, months, year } from '../../figures/periods.js';

const namedYear = `(?<y>${year})`;
const pattern = new RegExp(
  String.raw`(?<![\d/.-])(?:${namedYear}[-/](?<m>\d\d)[-/](?<d>\d\d)|(?<m>\d{1,2})/(?<d>\d{1,2})/${namedYear})(?![\d/-])|` +
    String.raw`\b(?:${month} ${day},? ${namedYear}|${day} (?:of )?${month},? ${namedYear})\b`,
  'gi',
);

export interface WrittenDate {
  /** Where it starts and ends in the text. */
  readonly from: number;
  readonly to: number;
  /** `YYYY-MM-DD`; null where there is no such day, as for 2026-02-30. */
  readonly date: string | null;
}

/** `2026-01-02`, `2026/01/02`, `1/2/2026` (month first), `January 2, 2026` and `2 Jan 2026`; years 19xx and 20xx. */
export const datesIn = (text: string): WrittenDate[] =>
  [...text.matchAll(pattern)].map(({ 0: all, index: from, groups = {} }) => {
    const { y = '', m = '', d = '' } = groups as Readonly<Record<string, string | undefined>>;
    const number = months.indexOf(m.slice(0, 3).toLowerCase()) + 1 || m;
    const date = `${y}-${String(number).padStart(2, '0')}-${d.padStart(2, '0')}`;
    return { from, to: from + all.length, date: parseCivilDate(date) === undefined ? null : date };
  });
