/** Periods: quarters, halves and years by label or in words, and those that a date ends. */

import { currencies } from './currencies.js';
import { dateAt, isYear, low, monthEnd, monthNames, type Read, type Tokens } from './dates.js';
import { Phrases } from './phrases.js';
import { scales } from './scales.js';
import type { Token } from './tokens.js';

/**
 * `YTD` and `TTM` are sums up to a date; `other` is a time by its distance, as `last year`; null is
 * not stated.
 */
export type Part =
  'Q1' | 'Q2' | 'Q3' | 'Q4' | 'H1' | 'H2' | '9M' | 'FY' | 'YTD' | 'TTM' | 'other' | null;

export interface Period {
  /** Indexes of its first token, and of the one behind it. */
  readonly from: number;
  readonly to: number;
  /** A period with a date states only its length: `Q1` is any quarter, and `H1` any half. */
  readonly part: Part;
  /** Null where only a part of a year is named. */
  readonly year: number | null;
  /** The month that a date ends, 1 to 12; a day of its first half ends the month before. */
  readonly month?: number;
  /** `2023-24`: `year` is the later one. */
  readonly isPair?: true;
}

const isShortYear = (token: Token | undefined): boolean =>
  token?.kind === 'number' && token.isGlued && /^\d\d$/.test(token.text);
const yearNumber = (token: Token | undefined): number => Number(token?.text);

const ordinals = new Phrases<number>()
  .add(1, 'first|1st')
  .add(2, 'second|2nd')
  .add(3, 'third|3rd')
  .add(4, 'fourth|4th|final');
const kinds = new Set(['fiscal', 'calendar', 'financial']);
const skipKind = (tokens: Tokens, at: number): number => (kinds.has(low(tokens, at)) ? at + 1 : at);

type PartRead = Read & { readonly part: Part; readonly month?: number };

/** A part of a year without its year. */
function partAt(tokens: Tokens, at: number): PartRead | undefined {
  return letterPartAt(tokens, at) ?? wordedPartAt(tokens, at) ?? monthQuarterAt(tokens, at);
}

const letterParts: ReadonlyMap<string, RegExp> = new Map([
  ['q', /^[1-4]$/],
  ['h', /^[12]$/],
]);

/** What the parts at both ends of a range are together. */
const rangeSums: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['Q1Q2', 'H1'],
  ['Q3Q4', 'H2'],
  ['Q1Q3', '9M'],
  ['Q1Q4', 'FY'],
]);

/** `Q3`, `3Q`, `H1`, `1H`, `9M`, and `Q1-Q3`. */
function letterPartAt(tokens: Tokens, at: number): PartRead | undefined {
  const first = singlePartAt(tokens, at);
  if (first === undefined || low(tokens, first.next) !== '-') return first;
  const last = singlePartAt(tokens, first.next + 1);
  if (last === undefined) return first;
  return { part: rangeSums.get(`${first.part}${last.part}`) ?? 'other', next: last.next };
}

function singlePartAt(tokens: Tokens, at: number): PartRead | undefined {
  const first = tokens[at];
  const second = tokens[at + 1];
  if (first === undefined || second === undefined) return undefined;
  const part = first.kind === 'number' ? digitFirst(first, second) : letterFirst(first, second);
  return part && { part, next: at + 2 };
}

type NamedPart = NonNullable<Part>;

/** `9M`, `3Q` and `1H`. */
function digitFirst(digits: Token, letter: Token): NamedPart | undefined {
  if (digits.text === '9' && letter.low === 'm') return '9M';
  return letter.isGlued ? namedPart(letter.low, digits.text) : undefined;
}

/** `Q3`, `quarter 3` and `H1`. */
const letterFirst = (letter: Token, digits: Token): NamedPart | undefined =>
  namedPart(letter.low === 'quarter' ? 'q' : letter.low, digits.text);

function namedPart(letter: string, digits: string): NamedPart | undefined {
  const isPart = letterParts.get(letter)?.test(digits) === true;
  return isPart ? (`${letter.toUpperCase()}${digits}` as NamedPart) : undefined;
}

/** `third quarter`, `fiscal third quarter`, `first nine months`, `full year`. */
function wordedPartAt(tokens: Tokens, start: number): PartRead | undefined {
  const at = skipKind(tokens, start);
  const full = fullYears.at(tokens, at);
  if (full !== undefined) return { part: 'FY', next: full.next };
  const ordinal = ordinalAt(tokens, at);
  if (ordinal === undefined) return undefined;
  const next = skipKind(tokens, ordinal.next);
  const what = low(tokens, next);
  if (/^quarter(?:ly)?$/.test(what)) return { part: `Q${ordinal.value}` as Part, next: next + 1 };
  if (what === 'half' && ordinal.value < 3)
    return { part: `H${ordinal.value}` as Part, next: next + 1 };
  const months = monthsAt(tokens, next);
  if (ordinal.value !== 1 || months === undefined) return undefined;
  return { part: partOfMonths(months.months), next: months.next };
}

const fullYears = new Phrases<true>().add(true, 'full year|full fiscal year|whole year');

function ordinalAt(tokens: Tokens, at: number): (Read & { value: number }) | undefined {
  const found = ordinals.at(tokens, at);
  if (found !== undefined) return { value: found.meaning, next: found.next };
  const isDigit = /^[1-4]$/.test(tokens[at]?.text ?? '');
  const isOrdinal = isDigit && /^(?:st|nd|rd|th)$/.test(low(tokens, at + 1));
  return isOrdinal ? { value: Number(tokens[at]!.text), next: at + 2 } : undefined;
}

const countWords = new Phrases<number>()
  .add(3, 'three|3|13 weeks|13-week|thirteen')
  .add(6, 'six|6')
  .add(9, 'nine|9')
  .add(12, 'twelve|12');
const weekCounts: ReadonlyMap<string, number> = new Map([
  ['13', 3],
  ['26', 6],
  ['39', 9],
  ['52', 12],
  ['53', 12],
]);

/** `nine months`, `nine-month period`, `52 weeks`. */
function monthsAt(tokens: Tokens, at: number): (Read & { months: number }) | undefined {
  const weeks = weekCounts.get(tokens[at]?.text ?? '');
  const found = countWords.at(tokens, at);
  const next = afterHyphen(tokens, found?.next ?? at + 1);
  const unit = low(tokens, next);
  const months = /^months?$/.test(unit) ? found?.meaning : undefined;
  const value = /^weeks?$/.test(unit) ? weeks : months;
  if (value === undefined) return undefined;
  const isPeriod = low(tokens, next + 1) === 'period';
  return { months: value, next: next + (isPeriod ? 2 : 1) };
}

const afterHyphen = (tokens: Tokens, at: number): number =>
  low(tokens, at) === '-' && tokens[at]!.isGlued ? at + 1 : at;

const partOfMonths = (months: number): Part =>
  (({ 3: 'Q1', 6: 'H1', 9: '9M' }) as Readonly<Record<number, Part>>)[months] ?? 'FY';

/** Lengths in words. */
const spans: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['quarter', 'Q1'],
  ['half', 'H1'],
  ['year', 'FY'],
]);

/** `September quarter`: the quarter that the month ends. */
function monthQuarterAt(tokens: Tokens, at: number): PartRead | undefined {
  const named = monthNames.at(tokens, at);
  if (named === undefined) return undefined;
  const what = low(tokens, named.next);
  const part = spans.get(what);
  return part === undefined || part === 'FY'
    ? undefined
    : { part, month: named.meaning, next: named.next + 1 };
}

type YearRead = Read & { readonly year: number; readonly isPair?: true };
const fiscalYears = new Phrases<true>().add(
  true,
  'fiscal year|fiscal|fy|cy|calendar year|calendar|financial year|year',
);

/**
 * `2023`, `FY2023`, `FY23`, `fiscal year 2023`, `2023-24`, `2023/24`; without a name a year has
 * four digits.
 */
function yearAt(tokens: Tokens, start: number): YearRead | undefined {
  const named = fiscalYears.at(tokens, start);
  let at = named?.next ?? start;
  if (named !== undefined) at = skipQuote(tokens, at);
  const token = tokens[at];
  const isShort = /^[fc]y$/.test(low(tokens, start)) && /^\d\d$/.test(token?.text ?? '');
  if (!isYear(token) && !isShort) return undefined;
  const year = isShort ? 2000 + yearNumber(token) : yearNumber(token);
  return pairAt(tokens, at, year) ?? { year, next: at + 1 };
}

const skipQuote = (tokens: Tokens, at: number): number =>
  /^['-]$/.test(tokens[at]?.text ?? '') ? at + 1 : at;

function pairAt(tokens: Tokens, at: number, year: number): YearRead | undefined {
  const [mark, second] = tokens.slice(at + 1, at + 3);
  const isMark = /^[-/]$/.test(mark?.text ?? '') && mark!.isGlued && second?.isGlued === true;
  if (!isMark || second?.kind !== 'number') return undefined;
  const short = String(year + 1);
  const isNext = second.text === short || second.text === short.slice(2);
  return isNext ? { year: year + 1, isPair: true, next: at + 3 } : undefined;
}

const betweenPartAndYear = new Set(['of', 'in', 'for', ',', '-', '(', 'the', "'"]);

/** The year behind a part: `Q3 2024`, `Q3'24`, `third quarter of fiscal 2024`, `3Q24`. */
function yearBehind(tokens: Tokens, start: number): YearRead | undefined {
  let at = start;
  for (let skipped = 0; skipped < 2 && betweenPartAndYear.has(low(tokens, at)); skipped++) at++;
  const full = yearAt(tokens, at);
  if (full !== undefined) return full;
  const isAttached = at === start || /^['-]$/.test(low(tokens, at - 1));
  if (!isAttached || !isShortYear(tokens[at])) return undefined;
  return { year: 2000 + Number(tokens[at]!.text), next: at + 1 };
}

/** The period that begins at a token; undefined if none does. */
export function periodAt(tokens: Tokens, from: number): Period | undefined {
  const kind = tokens[from]?.kind;
  // A mark begins no period, whatever follows it.
  if (kind !== 'word' && kind !== 'number') return undefined;
  return (
    endedAt(tokens, from) ??
    rangeAt(tokens, from) ??
    datedAt(tokens, from) ??
    partThenYear(tokens, from) ??
    yearThenPart(tokens, from) ??
    sumAt(tokens, from) ??
    relativeAt(tokens, from)
  );
}

const ends = new Set(['ended', 'ending', 'to', 'through', 'until', 'ends']);

/** `three months ended September 30, 2024`, `the quarter ending Sept. 30`, `year to March 2024`. */
function endedAt(tokens: Tokens, from: number): Period | undefined {
  const span = spanAt(tokens, skipKind(tokens, from));
  if (span === undefined || !ends.has(low(tokens, span.next))) return undefined;
  const isOn = low(tokens, span.next + 1) === 'on';
  const date = dateAt(tokens, span.next + (isOn ? 2 : 1));
  if (date === undefined) return undefined;
  return { from, to: date.next, part: span.part, ...monthEnd(date) };
}

function spanAt(tokens: Tokens, at: number): PartRead | undefined {
  const months = monthsAt(tokens, at);
  if (months !== undefined) return { part: partOfMonths(months.months), next: months.next };
  const part = spans.get(low(tokens, at));
  if (part === undefined) return undefined;
  const isYearEnd = low(tokens, at + 1) === 'year';
  return { part, next: at + (part === 'H1' && isYearEnd ? 2 : 1) };
}

/** `Jul-Sep 2024`, `July to September 2024`, `July 1, 2024 to September 30, 2024`. */
function rangeAt(tokens: Tokens, from: number): Period | undefined {
  const start = dateAt(tokens, from);
  if (start === undefined || !/^(?:-|to|through|until)$/.test(low(tokens, start.next)))
    return undefined;
  const end = dateAt(tokens, start.next + 1);
  if (end === undefined) return undefined;
  const last = monthEnd(end);
  const first = start.day !== null && start.day > 15 ? start.month + 1 : start.month;
  const years = start.year === null || last.year === null ? 0 : last.year - start.year;
  const months = ((last.month - first + 12 * Math.max(years, 0) + 12) % 12) + 1;
  const isSpan = [3, 6, 9, 12].includes(months);
  return { from, to: end.next, part: isSpan ? partOfMonths(months) : 'other', ...last };
}

/** A date by itself, and `September quarter of 2024`. */
function datedAt(tokens: Tokens, from: number): Period | undefined {
  const quarter = monthQuarterAt(tokens, from);
  if (quarter !== undefined) {
    const named = yearBehind(tokens, quarter.next);
    const { part, month } = quarter;
    const to = named?.next ?? quarter.next;
    return { from, to, part, month: month!, year: named?.year ?? null };
  }
  const date = dateAt(tokens, from);
  return date && { from, to: date.next, part: null, ...monthEnd(date) };
}

function partThenYear(tokens: Tokens, from: number): Period | undefined {
  const part = partAt(tokens, from);
  if (part === undefined) return undefined;
  const year = yearBehind(tokens, part.next);
  const isClosing =
    year !== undefined && low(tokens, year.next) === ')' && isOpened(tokens, from, year.next);
  return {
    from,
    to: (year?.next ?? part.next) + (isClosing ? 1 : 0),
    part: part.part,
    year: year?.year ?? null,
    ...(year?.isPair && { isPair: true }),
  };
}

/** Whether the bracket that is closed was skipped between part and year. */
const isOpened = (tokens: Tokens, from: number, to: number): boolean =>
  tokens.slice(from, to).some(({ text }) => text === '(');

/** `2024 Q3`, `2024Q3`, `FY2024 Q3`, `fiscal 2024 third quarter`, `2023FY`, or the year alone. */
function yearThenPart(tokens: Tokens, from: number): Period | undefined {
  const year = yearAt(tokens, from);
  if (year === undefined || isNumberHere(tokens, from, year)) return undefined;
  const { next, ...named } = year;
  const isSplit = /^[,-]$/.test(low(tokens, next));
  const start = isSplit ? next + 1 : next;
  const part = letterPartAt(tokens, start) ?? wordedPartAt(tokens, start);
  if (part !== undefined) return { from, to: part.next, ...named, part: part.part };
  const isNamed = /^[fc]y$/.test(low(tokens, next)) && tokens[next]!.isGlued;
  return { from, to: isNamed ? next + 1 : next, ...named, part: 'FY' };
}

const countedBehind =
  /^(?:units?|stores?|shares?|employees|people|customers|vehicles|%|x|×|percent|bps|basis)$/;

/** Four digits beside a currency, a scale, or what they count are no year. */
function isNumberHere(tokens: Tokens, from: number, { next }: YearRead): boolean {
  if (!isYear(tokens[from])) return false;
  const isBehindCurrency = currencies.at(tokens, from - 1)?.next === from;
  return isBehindCurrency || isUnitOfNumber(tokens, next);
}

function isUnitOfNumber(tokens: Tokens, at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  const scale = scales.at(tokens, at)?.meaning;
  const isScale = scale !== undefined && scale.isLetter === undefined;
  const isCurrency = token.isGlued && currencies.at(tokens, at) !== undefined;
  return isScale || isCurrency || countedBehind.test(token.low);
}

const sums = new Phrases<Part>()
  .add('YTD', 'ytd|year to date|fiscal year to date|cumulative|cumulatively|fytd|so far this year')
  .add(
    'TTM',
    'ttm|ltm|trailing twelve months|trailing twelve month|trailing 12 months|trailing 12 month',
  )
  .add(
    'TTM',
    'last twelve months|last 12 months|past twelve months|past 12 months|rolling twelve months',
  )
  .add(
    'TTM',
    'trailing four quarters|last four quarters|twelve months trailing|twelve month|12 month',
  )
  .add('TTM', 'annualized|annualised|run rate|annualized run rate|annualised run rate|arr|ntm')
  .add('9M', 'nine months|9 months|nine month|9 month|three quarters')
  .add('H1', 'six months|6 months|half year|half yearly')
  .add('other', 'monthly|weekly|daily|per month|per day');

function sumAt(tokens: Tokens, from: number): Period | undefined {
  const found = sums.at(tokens, from) ?? hyphenedSum(tokens, from);
  return found && { from, to: found.next, part: found.meaning, year: null };
}

/** `12-month`: a hyphen behind digits is a mark. */
function hyphenedSum(tokens: Tokens, from: number) {
  if (low(tokens, from + 1) !== '-') return undefined;
  const [digits, , unit] = tokens.slice(from, from + 3);
  if (digits === undefined || unit === undefined) return undefined;
  const found = sums.at([digits, unit], 0);
  return found?.next === 2 ? { meaning: found.meaning, next: from + 3 } : undefined;
}

const distances = [
  'last|prior|previous|preceding|next|following|subsequent|prior fiscal|last fiscal|' +
    'previous fiscal',
  'year|quarter|period|half|month',
] as const;

function relativesOf(): Phrases<true> {
  const [whens, whats] = distances.map((words) => words.split('|'));
  const all = new Phrases<true>();
  for (const when of whens!)
    for (const what of whats!)
      all.add(true, `${when} ${what}|same period ${when} ${what}|same quarter ${when} ${what}`);
  const ago = ['year', 'quarter'].flatMap((what) =>
    ['ago', 'earlier', 'before'].flatMap((how) => [
      `a ${what} ${how}|one ${what} ${how}|${what} ${how}|the ${what} ${how}`,
      `${what} ${how} period|${what} ${how} quarter|same period a ${what} ${how}`,
      `same quarter a ${what} ${how}|same quarter of the ${what} ${how}`,
    ]),
  );
  return all.add(true, ago.join('|'));
}
const relatives = relativesOf();

function relativeAt(tokens: Tokens, from: number): Period | undefined {
  const found = relatives.at(tokens, from);
  return found && { from, to: found.next, part: 'other', year: null };
}
