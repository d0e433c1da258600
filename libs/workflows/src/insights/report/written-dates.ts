/** Full dates in a text, in the forms that reports use. */

import { parseCivilDate } from '#values';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
  String.raw`oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`;
const day = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const year = String.raw`((?:19|20)\d\d)`;
const pattern = new RegExp(
  String.raw`(?<![\d/.-])(?:${year}[-/](\d\d)[-/](\d\d)|(\d{1,2})/(\d{1,2})/${year})(?![\d/-])|` +
    String.raw`\b(?:${month} ${day},? ${year}|${day} (?:of )?${month},? ${year})\b`,
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
export function datesIn(text: string): WrittenDate[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [y1, m1, d1, m2, d2, y2, m3, d3, y3, d4, m4, y4] = match.slice(1);
    const name = (m3 ?? m4)?.slice(0, 3).toLowerCase();
    const parts = [
      y1 ?? y2 ?? y3 ?? y4 ?? '',
      m1 ?? m2 ?? String(months.indexOf(name ?? '') + 1),
      d1 ?? d2 ?? d3 ?? d4 ?? '',
    ];
    const date = parts.map((part) => part.padStart(2, '0')).join('-');
    const isDay = parseCivilDate(date) !== undefined;
    return { from: match.index, to: match.index + match[0].length, date: isDay ? date : null };
  });
}
