/** Periods in a text: quarters, halves and years, as labels such as `2023Q1` or as words. */

export interface Period {
  /** Null where only a quarter or half is named. */
  readonly year: number | null;
  /** Null for a year that may be any part of it. */
  readonly part: 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'H1' | 'H2' | 'FY' | null;
}

/** A stretch of the text, [from, to). */
export interface Found<T> {
  readonly from: number;
  readonly to: number;
  readonly value: T;
}

const ordinals: Readonly<Record<string, string>> = {
  ...{ first: '1', second: '2', third: '3', fourth: '4' },
  ...{ '1st': '1', '2nd': '2', '3rd': '3', '4th': '4' },
};
const year = String.raw`(?:19|20)\d\d`;
const ordinal = '(first|second|third|fourth|1st|2nd|3rd|4th)';
const of = String.raw`(?:[ ,]{1,3}|[ ,]{1,3}(?:of|in|for)[ ]{1,2}(?:the )?)`;
const fiscal = '(?:fiscal(?: year)? |FY ?|calendar(?: year)? |the year )?';
const short = String.raw`(?:'|’)(\d\d)`;

/** Each with what its groups say. The first that matches at a place counts. */
const forms: readonly (readonly [RegExp, (groups: readonly string[]) => Period])[] = [
  [form(String.raw`\b(${year})[ -]?(Q[1-4]|H[12]|FY)\b`), ([y, p]) => periodOf(y, p)],
  [form(String.raw`\b([1-4])Q[ -]?(${year}|\d\d)\b`), ([q, y]) => periodOf(y, `Q${q}`)],
  [form(String.raw`\b([12])H[ -]?(${year}|\d\d)\b`), ([h, y]) => periodOf(y, `H${h}`)],
  [form(String.raw`\b(Q[1-4]|H[12])${of}${fiscal}(${year})\b`), ([p, y]) => periodOf(y, p)],
  [form(String.raw`\b(Q[1-4]|H[12])[ -]?(?:FY)?${short}\b`), ([p, y]) => periodOf(y, p)],
  [form(String.raw`\b(Q[1-4]|H[12])[ -]?FY ?(${year}|\d\d)\b`), ([p, y]) => periodOf(y, p)],
  [
    form(String.raw`\b${ordinal}[ -](?:fiscal |calendar )?(quarter|half)${of}${fiscal}(${year})\b`),
    ([n, what, y]) =>
      periodOf(y, `${what?.toLowerCase() === 'half' ? 'H' : 'Q'}${ordinals[n!.toLowerCase()]}`),
  ],
  [
    form(String.raw`\b${ordinal}[ -](?:fiscal |calendar )?(quarter|half)\b`),
    ([n, what]) =>
      periodOf(null, `${what?.toLowerCase() === 'half' ? 'H' : 'Q'}${ordinals[n!.toLowerCase()]}`),
  ],
  [form(String.raw`\bFY ?(${year}|\d\d)\b`), ([y]) => periodOf(y, 'FY')],
  [form(String.raw`\bFY ?${short}`), ([y]) => periodOf(y, 'FY')],
  [
    form(String.raw`\b(?:fiscal(?: year)?|full[ -]year|year[ -]end(?:ed)?)[ ]{1,2}(${year})\b`),
    ([y]) => periodOf(y, 'FY'),
  ],
  [form(String.raw`\b(Q[1-4]|H[12])\b`), ([p]) => periodOf(null, p)],
];

function form(source: string): RegExp {
  return new RegExp(source, 'giy');
}

function periodOf(year: string | null | undefined, part: string | undefined): Period {
  const digits = year === null || year === undefined ? null : Number(year);
  const full = digits !== null && digits < 100 ? 2000 + digits : digits;
  return { year: full, part: (part?.toUpperCase() ?? null) as Period['part'] };
}

/** Where a period may begin: other places are not looked at. */
const starts =
  /\b(?:(?:19|20)\d\d|[1-4]Q|[12]H|Q[1-4]|H[12]|first|second|third|fourth|[1-4](?:st|nd|rd|th)|FY|fiscal|full|year)/gi;

/** All periods of a text, in their order. Bare years are none of them: they may be amounts. */
export function periodsIn(text: string): Found<Period>[] {
  const found: Found<Period>[] = [];
  let end = 0;
  for (const { index } of text.matchAll(starts)) {
    if (index < end) continue;
    for (const [pattern, read] of forms) {
      pattern.lastIndex = index;
      const match = pattern.exec(text);
      if (match === null) continue;
      end = index + match[0].length;
      found.push({ from: index, to: end, value: read(match.slice(1)) });
      break;
    }
  }
  return found;
}

/** The period of a question; undefined where its label is of no form that is known. */
export function periodOfLabel(label: string): Period | undefined {
  const [found] = periodsIn(label);
  if (found !== undefined) return found.value;
  const bare = /^\s*((?:19|20)\d\d)\s*$/.exec(label);
  return bare === null ? undefined : { year: Number(bare[1]), part: null };
}

/** Whether what is stated does not contradict what was asked. */
export const agrees = (stated: Period, asked: Period): boolean =>
  (stated.year === null || asked.year === null || stated.year === asked.year) &&
  (stated.part === null || asked.part === null || stated.part === asked.part);
