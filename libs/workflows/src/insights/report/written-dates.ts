/** Full dates in a text, in the forms that reports use. */

import { parseCivilDate } from '#values';

const year = String.raw`(?:19|20)\d\d`;
const month =
  String.raw`(?<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|` +
  String.raw`sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const day = String.raw`(?<d>\d{1,2})(?:st|nd|rd|th)?`;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const y = `(?<y>${year})`;
const digits = String.raw`(?<m>\d\d?)/(?<d>\d\d?)`;
const pattern = new RegExp(
  String.raw`(?<![\d/.-])(?:${y}[-/\u2013](?<m>\d\d)[-/\u2013](?<d>\d\d)|${digits}/${y})(?![\d/-])|` +
    String.raw`\b(?:${month} ${day},? ${y}|${day} (?:of )?${month},? ${y})\b`,
  'gi',
);

/** Each as long as a hyphen; en dashes may also part two dates. */
const hyphens = /[\u2010-\u2012\u2212\ufe63\uff0d]/g;

/**
 * `2026-01-02`, `2026/01/02`, `1/2/2026` (month first), `January 2, 2026` and `2 Jan 2026`; years
 * 19xx and 20xx, with where each starts and ends. `date` is `YYYY-MM-DD`; null where there is no
 * such day, as for 2026-02-30.
 */
export const datesIn = (text: string) =>
  [...text.replace(hyphens, '-').matchAll(pattern)].map(({ 0: all, index: from, groups = {} }) => {
    const { y = '', m = '', d = '' } = groups as Readonly<Record<string, string | undefined>>;
    const number = months.indexOf(m.slice(0, 3).toLowerCase()) + 1 || m;
    const date = `${y}-${String(number).padStart(2, '0')}-${d.padStart(2, '0')}`;
    return { from, to: from + all.length, date: parseCivilDate(date) === undefined ? null : date };
  });

const planned = new RegExp(
  String.raw`\b(?:next|upcoming|forthcoming|will|would|shall|scheduled|slated|expect(?:s|ed)?|` +
    String.raw`plan(?:s|ned)?|due|until|matur(?:e|es|ing|ity)|expir(?:e|es|ing|y)|` +
    String.raw`callable|payable)\b`,
  'i',
);
const happened = new RegExp(
  String.raw`\b(?:filed|reported|released|published|closed|opened|traded|rose|fell|gained|lost|` +
    String.raw`jumped|dropped|beat|missed|was|were)\b`,
  'i',
);

/**
 * Dates of a line whose sentences are not about what is still to come, and was announced before.
 */
export const datesOfPast = (text: string) =>
  datesIn(text).filter(({ from }) => {
    const sentence = sentenceAt(text, from);
    return !planned.test(sentence) || happened.test(sentence);
  });

/** The sentence around a place of a line. */
function sentenceAt(text: string, at: number): string {
  const start = Math.max(0, at - 400);
  const before = text.slice(start, at);
  const from = Math.max(...['. ', '! ', '? '].map((end) => before.lastIndexOf(end)));
  const behind = text.slice(at, at + 400);
  const [first = behind.length] = ['. ', '! ', '? ']
    .map((end) => behind.indexOf(end))
    .filter((end) => end >= 0)
    .toSorted((one, other) => one - other);
  return before.slice(from + 1) + behind.slice(0, first);
}
