/**
 * Periods that a text names: quarters, halves and years by label or in words, and dates
 * that end them.
 */

export interface Period {
  readonly from: number;
  readonly to: number;
  /** Null where only a part of a year is named. */
  year: number | null;
  /**
   * `Q1`, `H1`, `FY`, `YTD`; `any` for a date that does not state what it ends; `other` for a
   * relative time.
   */
  part: string;
  /** The month that a date ends, 1 to 12; a day of its first half ends the month before. */
  readonly month?: number;
  /** `2023/24`, which may be called by either year. */
  readonly isSpanning?: boolean;
  /** What it is compared with, as `than in Q3 2023`. */
  readonly isReference: boolean;
}

export const year = String.raw`(?:19|20)\d\d`;
const kind = '(?:fiscal|calendar|financial)';
const part =
  String.raw`(?:Q ?(?<q>[1-4])|(?<q>[1-4])Q|H(?<h>[12])|(?<h>[12])H|quarter (?<q>[1-4])|` +
  String.raw`(?<n>first|second|third|fourth|1st|2nd|3rd|4th)[- ](?:${kind} )?(?<what>quarter|half))`;
const fy = String.raw`(?:FY|CY|${kind}(?: year)?|year)`;
export const month =
  String.raw`(?<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|` +
  String.raw`sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
export const day = String.raw`(?<d>\d{1,2})(?:st|nd|rd|th)?`;
const span =
  String.raw`(?:(?<s>three|six|nine|twelve|3|6|9|12|13|26|39|52|53)[- ](?:months?|weeks?)|` +
  String.raw`(?<s>quarter|half|year)(?:ly|[- ]year)?)(?: period)?[ -](?:ended|ending|to|through)(?: on)?`;
const amountWords =
  '%|percent|bps?|basis|k|thousand|million|billion|mn|bn|shares|units|stores|employees|usd|eur|' +
  'dollars|euros';
const alone = String.raw`(?<![$€£¥₹.,'-])(?<!\b(?:USD|EUR|GBP|JPY|INR|CAD|AUD|CHF|CNY|KRW) )`;
const dates = [
  `${month} ${day}(?:,? (?<y>${year}))?|${day} (?:of )?${month}(?:,? (?<y>${year}))?`,
  String.raw`${month},? (?<y>${year})|(?<y>${year})-(?<m>\d\d)-(?<d>\d\d)`,
  String.raw`(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>${year})`,
];
/** The first that matches at a place counts. Every repetition is bounded. */
const forms = [
  `(?:${span} )?(?:${dates.join('|')})(?: (?<after>quarter|half))?`,
  `(?:${fy} ?)?(?<y>${year}|(?<=[FC]Y ?)'?\\d\\d)(?:'s)?,?[- ]?(?:${kind} )?${part}(?<ytd>YTD)?`,
  `${part}[ ,'(-]{0,2}(?:of |in |for )?(?:the )?(?:${fy} ?)?'?(?<y>${year})`,
  String.raw`${part}(?:[ -]?'|[ -]?(?:of )?[FC]Y ?'?|(?<=\dQ|\dH) ?)(?<y>\d\d)(?!%|[.,]\d)`,
  part,
  `full[- ]year(?:,? (?<y>${year}))?`,
  '(?<ytd>nine[- ]months|9 ?M|year[- ]to[- ]date|[YLT]T[DM]|' +
    `(?:trailing|last) (?:twelve|12) months)(?:,? (?:of )?(?<y>${year}))?`,
  String.raw`(?:${fy}[ -]?'?(?<y>${year}|(?<=[FC]Y ?'?)\d\d)|(?<y>${year})FY)(?:[-/](?<to>\d\d(?:\d\d)?))?`,
  String.raw`${alone}(?<y>${year})(?:[-/](?<to>\d\d)(?!-)|(?!%|[.,]\d| (?:${amountWords})\b))`,
  '(?<rel>(?:a|one) (?:year|quarter) (?:ago|earlier|before)|year-ago(?: (?:period|quarter))?|' +
    'year[- ]earlier|' +
    '(?:prior|previous|preceding|last|next|following)[- ](?:fiscal )?' +
    "(?:year|quarter|period)(?:'s)?(?: (?:period|quarter))?|" +
    'same (?:period|quarter) (?:last year|a year (?:ago|earlier)))',
];
const pattern = new RegExp(String.raw`(?<!\w)(?:${forms.join('|')})(?!\w)`, 'gi');
const reference = new RegExp(
  String.raw`\b(?:from|than|over|versus|vs\.?|compar(?:ed|ing) (?:to|with)|against|since)` +
    String.raw`(?: in| for| the| (?:its|their))*[ (]{0,2}$`,
  'i',
);
/** When something was published is not what it is about. */
const published = new RegExp(
  String.raw`\b(?:filed|dated|announced|published|released|reported|issued|accessed|retrieved|updated)` +
    '(?: on| in)?[ (:]{0,2}$',
  'i',
);
const document =
  /^'?s? ?(?:annual |quarterly |form )*(?:10-[kq]|20-f|8-k|report|filing|press release)\b/i;
export const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const numbers = ['first', 'second', 'third', 'fourth'];

/**
 * All periods of a text in their order; one without a year takes that of the nearest in its
 * sentence or before it.
 */
export function periodsIn(text: string): Period[] {
  const found = [...text.matchAll(pattern)].map((match) => periodOf(text, match));
  for (const [at, period] of found.entries()) {
    if (period.year !== null || !/^[QH]\d$/.test(period.part)) continue;
    const [before, after] = [found[at - 1], found[at + 1]].map((other) =>
      other?.year && !other.isReference ? other : undefined,
    );
    const isNear = (other: Period | undefined): boolean =>
      other !== undefined && !/\. |[;\n]/.test(between(text, period, other));
    const near = [before, after].find(isNear);
    period.year = (near ?? before)?.year ?? null;
    // A bare year is that of the quarter next to it.
    if (near !== undefined && near.to === near.from + 4) near.part = period.part;
  }
  return found;
}

const between = (text: string, one: Period, other: Period): string =>
  text.slice(Math.min(one.to, other.to), Math.max(one.from, other.from));

function periodOf(text: string, match: RegExpExecArray): Period {
  const { groups: captured = {}, index: from, 0: written } = match;
  const to = from + written.length;
  const before = text.slice(Math.max(0, from - 30), from);
  const digits = captured['y']?.replace("'", '');
  const named = digits === undefined ? null : Number(digits) + (digits.length === 2 ? 2000 : 0);
  const isDate = captured['m'] !== undefined;
  const isAside = (isDate && published.test(before)) || document.test(text.slice(to, to + 40));
  const common = { from, to, isReference: isAside || reference.test(before) };
  if (isDate) return { ...common, ...dateOf(captured, named) };
  const isSpanning = captured['to'] !== undefined;
  const year = named !== null && isSpanning ? named + 1 : named;
  return { ...common, year, isSpanning, part: isAside ? 'other' : partOf(captured) };
}

function partOf({ q, h, n = '', what, ytd, rel }: Record<string, string | undefined>): string {
  if (rel !== undefined) return 'other';
  if (ytd !== undefined) return 'YTD';
  const number = q ?? h ?? (numbers.indexOf(n.toLowerCase()) + 1 || n[0]);
  if (number === undefined) return 'FY';
  return `${h !== undefined || what?.toLowerCase() === 'half' ? 'H' : 'Q'}${number}`;
}

const spans: readonly (readonly [RegExp, string])[] = [
  [/^(?:three|3|13|quarter)$/i, 'Q'],
  [/^(?:six|6|26|half)$/i, 'H'],
  [/^(?:nine|9|39)$/i, 'YTD'],
  [/./, 'FY'],
];

function dateOf(
  { m = '', d = '31', after, s = after }: Record<string, string | undefined>,
  stated: number | null,
) {
  const named = months.indexOf(m.toLowerCase().slice(0, 3)) + 1 || Number(m);
  const ended = named - (Number(d) <= 15 ? 1 : 0);
  const year = stated === null ? null : stated - (ended === 0 ? 1 : 0);
  const part = s === undefined ? 'any' : spans.find(([form]) => form.test(s))![1];
  return { month: ended || 12, year, part };
}

/** The text with `\u00a7` over each stretch, of the same length. */
export function masked(
  text: string,
  stretches: readonly { readonly from: number; readonly to: number }[],
): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to } of stretches) {
    pieces.push(text.slice(end, from), '\u00a7'.repeat(to - from));
    end = to;
  }
  return pieces.join('') + text.slice(end);
}
