/** Full dates in a text, in the forms that reports use. */

import { parseCivilDate } from '#values';
import { day, month, months, year } from '../../figures/periods.js';

const y = `(?<y>${year})`;
const digits = String.raw`(?<m>\d\d?)/(?<d>\d\d?)`;
const pattern = new RegExp(
  String.raw`(?<![\d/.-])(?:${y}[-/](?<m>\d\d)[-/](?<d>\d\d)|${digits}/${y})(?![\d/-])|` +
    String.raw`\b(?:${month} ${day},? ${y}|${day} (?:of )?${month},? ${y})\b`,
  'gi',
);

/**
 * `2026-01-02`, `2026/01/02`, `1/2/2026` (month first), `January 2, 2026` and `2 Jan 2026`; years
 * 19xx and 20xx, with where each starts and ends. `date` is `YYYY-MM-DD`; null where there is no
 * such day, as for 2026-02-30.
 */
export const datesIn = (text: string) =>
  [...text.matchAll(pattern)].map(({ 0: all, index: from, groups = {} }) => {
    const { y = '', m = '', d = '' } = groups as Readonly<Record<string, string | undefined>>;
    const number = months.indexOf(m.slice(0, 3).toLowerCase()) + 1 || m;
    const date = `${y}-${String(number).padStart(2, '0')}-${d.padStart(2, '0')}`;
    return { from, to: from + all.length, date: parseCivilDate(date) === undefined ? null : date };
  });
