/** Days and months as they are written, in words and in numbers. */

import { Phrases } from './phrases.js';
import type { Token } from './tokens.js';

/** Something that is read up to a token. */
export interface Read {
  readonly next: number;
}
export type Tokens = readonly Token[];

export const isYear = (token: Token | undefined): boolean =>
  token?.kind === 'number' && /^(?:19|20)\d\d$/.test(token.text);
/** The word or sign at a place in lower case; empty behind the end. */
export const low = (tokens: Tokens, at: number): string => tokens[at]?.low ?? '';

/** Months by their names, 1 to 12. */
export const monthNames = new Phrases<number>();
for (const [at, names] of [
  'jan january',
  'feb february',
  'mar march',
  'apr april',
  'may',
  'jun june',
  'jul july',
  'aug august',
  'sep sept september',
  'oct october',
  'nov november',
  'dec december',
].entries())
  monthNames.add(at + 1, names.replaceAll(' ', '|'));

interface CivilDay {
  readonly year: number | null;
  readonly month: number;
  /** Null for a whole month. */
  readonly day: number | null;
}

/** The end of a month that a day belongs to: one of its first half ends the month before. */
export function monthEnd({ year, month, day }: CivilDay): { year: number | null; month: number } {
  if (day === null || day > 15) return { year, month };
  return month > 1
    ? { year, month: month - 1 }
    : { year: year === null ? null : year - 1, month: 12 };
}

const dayNumber = (token: Token | undefined): number | null => {
  const isDay = token?.kind === 'number' && /^\d{1,2}$/.test(token.text);
  return isDay && Number(token.text) >= 1 && Number(token.text) <= 31 ? Number(token.text) : null;
};

/**
 * `September 30, 2024`, `30 September 2024`, `Sep 2024`, `2024-09-30`, `30/09/2024`, `9/30/2024`.
 */
export function dateAt(tokens: Tokens, at: number): (CivilDay & Read) | undefined {
  return numericDateAt(tokens, at) ?? wordedDateAt(tokens, at);
}

function numericDateAt(tokens: Tokens, at: number): (CivilDay & Read) | undefined {
  if (!areNumbersWithMarks(tokens, at)) return undefined;
  const first = tokens[at]!;
  const second = tokens[at + 2]!;
  const third = tokens[at + 4]!;
  const next = at + 5;
  if (isYear(first)) return dayOfNumbers(first.text, second.text, third.text, next);
  if (!isYear(third)) return undefined;
  const isDayFirst = Number(first.text) > 12;
  const month = isDayFirst ? second : first;
  const day = isDayFirst ? first : second;
  return dayOfNumbers(third.text, month.text, day.text, next);
}

/** Three numbers, with the same mark behind the first and the second. */
function areNumbersWithMarks(tokens: Tokens, at: number): boolean {
  const mark = tokens[at + 1]?.text ?? '';
  if (!/^[-/.]$/.test(mark) || tokens[at + 3]?.text !== mark) return false;
  return [at, at + 2, at + 4].every((place) => tokens[place]?.kind === 'number');
}

function dayOfNumbers(
  year: string,
  month: string,
  day: string,
  next: number,
): (CivilDay & Read) | undefined {
  const isValid =
    Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isValid ? { year: Number(year), month: Number(month), day: Number(day), next } : undefined;
}

function wordedDateAt(tokens: Tokens, at: number): (CivilDay & Read) | undefined {
  const dayFirst = dayNumber(tokens[at]);
  const start = dayFirst === null ? at : afterOrdinal(tokens, at + 1);
  const named = monthNames.at(tokens, start);
  if (named === undefined) return undefined;
  const { meaning: month } = named;
  const behind = dayNumber(tokens[named.next]);
  const hasDay = dayFirst === null && behind !== null;
  const day = dayFirst ?? behind;
  let next = hasDay ? afterOrdinal(tokens, named.next + 1) : named.next;
  if (low(tokens, next) === ',' && isYear(tokens[next + 1])) next++;
  if (isYear(tokens[next])) return { year: Number(tokens[next]!.text), month, day, next: next + 1 };
  // `May` without a day or year is a verb.
  return day === null && low(tokens, start) === 'may'
    ? undefined
    : { year: null, month, day, next };
}

/** Behind `st` of `1st`, and `of` of `30 of September`. */
function afterOrdinal(tokens: Tokens, at: number): number {
  const isOrdinal = /^(?:st|nd|rd|th)$/.test(low(tokens, at)) && tokens[at]!.isGlued;
  const next = isOrdinal ? at + 1 : at;
  return low(tokens, next) === 'of' && monthNames.at(tokens, next + 1) !== undefined
    ? next + 1
    : next;
}
