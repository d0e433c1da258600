/** Periods that a text names: quarters, halves and years by label or in words, and dates that end them. */

/** `any` for a date that does not say what it ends; `other` for a time relative to the one spoken of. */
export type Part =
  'Q1' | 'Q2' | 'Q3' | 'Q4' | 'H1' | 'H2' | 'FY' | 'YTD' | 'LTM' | 'Q' | 'H' | 'any' | 'other';

export interface Period {
  readonly from: number;
  readonly to: number;
  /** Null where only a part of a year is named. */
  year: number | null;
  part: Part;
  /** The month that a date ends, 1 to 12; a day of its first half ends the month before. */
  readonly month?: number;
  /** `2023/24`, which may be called by either year. */
  readonly isSpanning?: boolean;
  /** What it is compared with, as `than in Q3 2023`; belongs to a number right behind it only. */
  readonly isReference: boolean;
  /** A year by itself, which may be that of a quarter named elsewhere. */
  readonly isBareYear: boolean;
}

const year = String.raw`(?:19|20)\d\d`;
const kind = '(?:fiscal|calendar|financial)';
const part =
  String.raw`(?:Q ?(?<q>[1-4])|(?<q>[1-4])Q|H(?<h>[12])|(?<h>[12])H|quarter (?<q>[1-4])|` +
  String.raw`(?<n>first|second|third|fourth|1st|2nd|3rd|4th)[- ](?:${kind} )?(?<what>quarter|half))`;
const fy = String.raw`(?:FY|CY|${kind}(?: year)?|year)`;
const month = String.raw`(?<m>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?`;
const day = String.raw`(?<d>\d{1,2})(?:st|nd|rd|th)?`;
const span =
  String.raw`(?:(?<s>three|six|nine|twelve|3|6|9|12|13|26|39|52|53)[- ](?:months?|weeks?)|` +
  String.raw`(?<s>quarter|half|year)(?:ly|-year)?)(?: period)?[ -](?:ended|ending|to|through)(?: on)?`;
const amountWords =
  '%|percent|bps?|basis|k|thousand|million|billion|mn|bn|shares|units|stores|employees|usd|eur|dollars|euros';
const alone = String.raw`(?<![$€£¥₹.,'-])(?<!\b(?:USD|EUR|GBP|JPY|INR|CAD|AUD|CHF|CNY|KRW) )`;
const dates = [
  `${month} ${day}(?:,? (?<y>${year}))?|${day} (?:of )?${month}(?:,? (?<y>${year}))?`,
  String.raw`${month},? (?<y>${year})|(?<y>${year})-(?<m>\d\d)-(?<d>\d\d)`,
  String.raw`(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>${year})`,
];
/** The first that matches at a place counts. Every repetition is bounded. */
const forms = [
  `(?:${span} )?(?:${dates.join('|')})(?: (?<after>quarter|half))?`,
  `(?:${fy} ?)?(?<y>${year})(?:'s)?,?[- ]?(?:${kind} )?${part}(?<ytd>YTD)?`,
  String.raw`(?:FY|CY) ?'?(?<y>\d\d)[- ]?${part}`,
  `${part}[ ,'(-]{0,2}(?:of |in |for )?(?:the )?(?:${fy} ?)?'?(?<y>${year})`,
  String.raw`${part}(?:[ -]?'|[ -]?(?:of )?[FC]Y ?'?|(?<=\dQ|\dH) ?)(?<y>\d\d)(?!%|[.,]\d)`,
  part,
  `(?<ytd>nine[- ]months|9 ?M|year[- ]to[- ]date|YTD)(?:,? (?:of )?(?<y>${year}))?`,
  '(?<ltm>TTM|LTM|(?:trailing|last) (?:twelve|12) months)',
  String.raw`(?:${fy}[ -]?'?(?<y>${year}|(?<=[FC]Y ?'?)\d\d)|(?<y>${year})FY)(?:[-/](?<to>\d\d(?:\d\d)?))?`,
  `(?:full[- ]year|year[- ]end(?:ed|ing)?|end of)(?: of)? (?:${fy} )?(?<y>${year})`,
  String.raw`${alone}(?<y>${year})[-/](?<to>\d\d)(?!-)`,
  String.raw`${alone}(?<bare>${year})(?!%|[.,]\d| (?:${amountWords})\b)`,
  '(?<rel>(?:a|one) (?:year|quarter) (?:ago|earlier|before)|year-ago(?: (?:period|quarter))?|' +
    '(?:prior|previous|preceding|last|next|following)[- ](?:fiscal )?(?:year|quarter|period)' +
    "(?:'s)?(?: (?:period|quarter))?|year[- ]earlier|" +
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
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const numbers = ['first', 'second', 'third', 'fourth'];

/** All periods of a text in their order; one without a year takes that of the nearest in its sentence or before it. */
export function periodsIn(text: string): Period[] {
  const found = [...text.matchAll(pattern)].map((match) => periodOf(text, match));
  for (const [at, period] of found.entries()) {
    if (period.year !== null || !/^[QH]\d$/.test(period.part)) continue;
    const near = [found[at - 1], found[at + 1]].filter(
      (other) => other?.year && !other.isReference,
    );
    const inSentence = near.find((other) => isOneSentence(text, period, other!));
    const named = inSentence ?? (near[0] === found[at - 1] ? near[0] : undefined);
    period.year = named?.year ?? null;
    if (inSentence?.isBareYear === true) inSentence.part = period.part;
  }
  return found;
}

const isOneSentence = (text: string, one: Period, other: Period): boolean =>
  !/\. |[;\n]/.test(text.slice(Math.min(one.to, other.to), Math.max(one.from, other.from)));

function periodOf(text: string, match: RegExpExecArray): Period {
  const { groups: said = {}, index, 0: written } = match;
  const to = index + written.length;
  const before = text.slice(Math.max(0, index - 30), index);
  const stated = said['y'] ?? said['bare'];
  const short = stated === undefined ? null : Number(stated) + (stated.length === 2 ? 2000 : 0);
  const isDate = said['m'] !== undefined;
  const isAside = (isDate && published.test(before)) || document.test(text.slice(to, to + 40));
  const common = {
    ...{ from: index, to, isReference: isAside || reference.test(before) },
    isBareYear: said['bare'] !== undefined,
  };
  if (said['to'] !== undefined)
    return { ...common, year: short! + 1, part: 'FY', isSpanning: true };
  if (isDate) return { ...common, ...dateOf(said, short) };
  return { ...common, year: short, part: isAside ? 'other' : partOf(said) };
}

function partOf({ q, h, n = '', what, ytd, ltm, rel }: Record<string, string | undefined>): Part {
  if (rel !== undefined) return 'other';
  if (ytd !== undefined) return 'YTD';
  if (ltm !== undefined) return 'LTM';
  const number = numbers.indexOf(n.toLowerCase()) + 1 || Number.parseInt(n, 10);
  if (q !== undefined || what?.toLowerCase() === 'quarter') return `Q${q ?? number}` as Part;
  return h !== undefined || what !== undefined ? (`H${h ?? number}` as Part) : 'FY';
}

const spans: Readonly<Record<string, Part>> = {
  ...{ three: 'Q', 3: 'Q', 13: 'Q', quarter: 'Q', six: 'H', 6: 'H', 26: 'H', half: 'H' },
  ...{ nine: 'YTD', 9: 'YTD', 39: 'YTD', twelve: 'FY', 12: 'FY', 52: 'FY', 53: 'FY', year: 'FY' },
};

function dateOf(
  { m = '', d, after, s = after }: Record<string, string | undefined>,
  stated: number | null,
) {
  const named = months.indexOf(m.toLowerCase().slice(0, 3)) + 1 || Number(m);
  const ended = named - (d !== undefined && Number(d) <= 15 ? 1 : 0);
  const month = ended === 0 ? 12 : ended;
  const year = stated === null ? null : stated - (ended === 0 ? 1 : 0);
  return { month, year, part: s === undefined ? ('any' as const) : spans[s.toLowerCase()]! };
}

const monthsTo: Readonly<Record<string, number>> = {
  ...{ Q1: 3, Q2: 6, Q3: 9, Q4: 12, H1: 6, H2: 12, FY: 12, YTD: 9 },
};

/** Whether the parts of a year may be the same, whatever the year. */
function isAlike(one: Period, other: Period): boolean {
  if (one.month === undefined && other.month === undefined) return one.part === other.part;
  return one.part === 'any' || other.part === 'any' || one.part[0] === other.part[0];
}

/** Whether one period may be the other. A fiscal year is called by the year in which it ends, or starts. */
export function agrees(one: Period, other: Period): boolean {
  if (one.part === 'other' || other.part === 'other') return false;
  if (one.year === null || other.year === null) return isAlike(one, other);
  if (one.isSpanning)
    return [0, 1].some((by) => agrees({ ...one, year: one.year! - by, isSpanning: false }, other));
  if (other.isSpanning) return agrees(other, one);
  const isYear = one.year === other.year;
  if (one.month === undefined && other.month === undefined)
    return isYear && one.part === other.part;
  if (one.month === undefined) return agrees(other, one);
  if (!isAlike(one, other)) return false;
  if (other.month !== undefined) return isYear && one.month === other.month;
  const yearEnd = ((one.month - (monthsTo[other.part] ?? 12) + 23) % 12) + 1;
  const called = one.year + (one.month <= yearEnd ? 0 : 1);
  return other.year === called || (yearEnd < 12 && other.year === called - 1);
}

/** The text with a filler over each stretch, of the same length. */
export function masked(
  text: string,
  stretches: readonly { readonly from: number; readonly to: number }[],
  filler = '\u00a7',
): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to } of stretches) {
    pieces.push(text.slice(end, from), filler.repeat(to - from));
    end = to;
  }
  return pieces.join('') + text.slice(end);
}
