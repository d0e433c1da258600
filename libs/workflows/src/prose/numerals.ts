/**
 * Numbers as they are written: digits with their groups, fractions, powers of ten, and numbers in
 * words.
 */

import { decimalOf, ones } from '../figures/decimal.js';
import type { Token } from './tokens.js';

export interface Numeral {
  readonly value: bigint;
  /** The size of the last digit that is written; 0 for a fraction, which is exact. */
  readonly step: bigint;
  /** The index of the token behind it. */
  readonly next: number;
  readonly isInWords?: true;
  /** Digits without groups, decimals or exponent. */
  readonly isWhole?: true;
  /** What it is in the other way to read it, as `1.234` in a language that may group by points. */
  readonly other?: bigint;
}

const lengthMax = 40;

/** Digits and at most one point; undefined where digits are grouped as no number is. */
function plainDigits(mantissa: string, isEuropean: boolean): string | undefined {
  if (mantissa.length > lengthMax) return undefined;
  const parts = mantissa.split(/[.,']/);
  const marks = mantissa.replace(/\d/g, '');
  const last = marks.at(-1) ?? '';
  if (/^0\d/.test(mantissa)) return undefined;
  if (marks === '') return mantissa;
  const groups = marks.slice(0, -1);
  if (groups === '') return aroundOneMark(parts, last, isEuropean);
  if (new Set(groups).size > 1) return undefined;
  const isDecimal = groups[0] !== last;
  const grouped = isDecimal ? parts.slice(0, -1) : parts;
  if (!isGrouped(grouped) || (isDecimal && last === "'")) return undefined;
  return isDecimal ? `${grouped.join('')}.${parts.at(-1)!}` : grouped.join('');
}

/** `1,500` and `1.500`: a group of three digits, or decimals. */
function aroundOneMark(
  [whole = '', rest = '']: readonly string[],
  mark: string,
  isEuropean: boolean,
): string | undefined {
  const isGroup = rest.length === 3 && isGrouped([whole, rest]);
  const isGroupMark = mark === "'" || mark === (isEuropean ? '.' : ',');
  if (isGroup && isGroupMark) return whole + rest;
  if (mark === "'" || (mark === ',' && isStrayComma(whole, rest))) return undefined;
  return `${whole === '' ? '0' : whole}.${rest}`;
}

/** A comma with nothing before it, or with four digits before it and three behind it. */
const isStrayComma = (whole: string, rest: string): boolean =>
  whole === '' || (rest.length === 3 && whole.length > 3);

/** Groups of three digits, or of two before the last as in India. */
function isGrouped([first = '', ...more]: readonly string[]): boolean {
  if (first.length < 1 || first.length > 3 || first === '0') return false;
  const isLastWhole = more.at(-1)?.length === 3;
  const isWestern = more.every(({ length }) => length === 3);
  const isIndian = first.length <= 2 && more.slice(0, -1).every(({ length }) => length === 2);
  return isLastWhole && (isWestern || isIndian);
}

const groupsMax = 8;

/** Spaces group digits too: `1 234 567`. */
function withSpacedGroups(tokens: readonly Token[], at: number): { text: string; next: number } {
  let text = tokens[at]!.text;
  let next = at + 1;
  if (!/^\d{1,3}$/.test(text) || text === '0') return { text, next };
  while (next < at + groupsMax && isSpacedGroup(tokens, next)) {
    text += `'${tokens[next]!.text}`;
    next++;
  }
  return { text, next };
}

function isSpacedGroup(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1]!;
  return (
    token?.kind === 'number' &&
    token.from === before.to + 1 &&
    /^\d{3}(?:[.,]\d+)?$/.test(token.text)
  );
}

/** Undefined if the digits at a token are no number. */
export function digitsAt(
  tokens: readonly Token[],
  at: number,
  isEuropean: boolean,
): Numeral | undefined {
  if (isNothing(tokens, at)) return { value: 0n, step: 0n, next: at + 1 };
  if (tokens[at]?.kind !== 'number') return undefined;
  const { text, next } = withSpacedGroups(tokens, at);
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const digits = plainDigits(mantissa, isEuropean);
  if (digits === undefined) return undefined;
  const fraction = fractionAt(tokens, next, digits);
  if (fraction !== undefined) return fraction;
  const value = decimalOf(`${digits}e${exponent}`);
  const unit = `${digits.replace(/\d/g, '0').replace(/0$/, '1')}e${exponent}`;
  const isWhole = mantissa === digits && exponent === '0' && !digits.includes('.');
  return { value, step: decimalOf(unit), next, ...(isWhole && { isWhole }) };
}

/** `zero` and `nil`, but not `net zero`. */
const isNothing = (tokens: readonly Token[], at: number): boolean =>
  (tokens[at]?.low === 'zero' || tokens[at]?.low === 'nil') &&
  tokens[at - 1]?.low !== 'net' &&
  !/^(?:information|data|evidence|results?|doubt)$/.test(tokens[at + 1]?.low ?? '');

const isWholeNumber = (token: Token | undefined): token is Token =>
  token?.kind === 'number' && /^\d{1,3}(?:,?\d{3}){0,3}$/.test(token.text);

const wholeOf = ({ text }: Token): bigint => BigInt(text.replaceAll(',', ''));

/** `1/2` behind digits that are its numerator, or `1 1/2` behind a whole number. */
function fractionAt(tokens: readonly Token[], next: number, digits: string): Numeral | undefined {
  if (digits.includes('.')) return undefined;
  const ratio = ratioAt(tokens, next - 1);
  if (ratio !== undefined) return ratio;
  const isJoined = tokens[next]?.low === 'and';
  const mixed = ratioAt(tokens, isJoined ? next + 1 : next);
  if (mixed === undefined || mixed.value >= ones) return undefined;
  return { ...mixed, value: mixed.value + decimalOf(digits) };
}

/** Two whole numbers with a slash and no space between. */
function ratioAt(tokens: readonly Token[], at: number): Numeral | undefined {
  if (!isGluedSlash(tokens, at + 1)) return undefined;
  const over = tokens[at];
  const under = tokens[at + 2];
  if (!isWholeNumber(over) || !isWholeNumber(under)) return undefined;
  const divisor = wholeOf(under);
  // A third number makes it a date.
  if (divisor === 0n || tokens[at + 3]?.text === '/') return undefined;
  return { value: (wholeOf(over) * ones) / divisor, step: 0n, next: at + 3 };
}

const isGluedSlash = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '/' && tokens[at]!.isGlued && tokens[at + 1]?.isGlued === true;

/** The power of ten behind a number, as in `× 10^9`; undefined if there is none. */
export function powerBehind(
  tokens: readonly Token[],
  at: number,
): { power: number; next: number } | undefined {
  if (!isTimesTenTo(tokens, at)) return undefined;
  const isNegative = tokens[at + 3]?.text === '-';
  const digits = tokens[at + (isNegative ? 4 : 3)];
  if (digits?.kind !== 'number' || !/^\d{1,2}$/.test(digits.text)) return undefined;
  const power = Number(digits.text) * (isNegative ? -1 : 1);
  return { power, next: at + (isNegative ? 5 : 4) };
}

const isTimesTenTo = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.text === '10' &&
  tokens[at + 2]?.text === '^' &&
  /^[x×*·⋅∙]$/i.test(tokens[at]!.text);

const units = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
  'fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Words are read before a scale or unit alone: elsewhere they may be a figure of speech. */
export function wordsAt(tokens: readonly Token[], at: number): Numeral | undefined {
  const whole = wholeWords(tokens, at);
  if (whole === undefined) return undefined;
  const { value, next } = whole;
  const rest = decimalWords(tokens, next);
  const text = rest.digits === '' ? String(value) : `${value}.${rest.digits}`;
  const unit = rest.digits === '' ? '1' : `0.${rest.digits.replace(/\d/g, '0').replace(/0$/, '1')}`;
  return { value: decimalOf(text), step: decimalOf(unit), next: rest.next, isInWords: true };
}

function wholeWords(
  tokens: readonly Token[],
  at: number,
): { value: number; next: number } | undefined {
  const first = belowHundred(tokens, at);
  if (first === undefined) return undefined;
  if (tokens[first.next]?.low !== 'hundred') return first;
  const isJoined = tokens[first.next + 1]?.low === 'and';
  const rest = belowHundred(tokens, first.next + (isJoined ? 2 : 1));
  if (rest === undefined) return { value: 100 * first.value, next: first.next + 1 };
  return { value: 100 * first.value + rest.value, next: rest.next };
}

function belowHundred(
  tokens: readonly Token[],
  at: number,
): { value: number; next: number } | undefined {
  const word = tokens[at]?.low ?? '';
  const unit = units.indexOf(word);
  if (unit >= 0) return { value: unit, next: at + 1 };
  const ten = tens.indexOf(word);
  if (ten < 0) return undefined;
  const more = units.indexOf(tokens[at + 1]?.low ?? '');
  const isMore = more > 0 && more < 10;
  return { value: 10 * ten + (isMore ? more : 0), next: at + (isMore ? 2 : 1) };
}

/** `point two five`, or `and a half`. */
function decimalWords(tokens: readonly Token[], at: number): { digits: string; next: number } {
  const words = tokens.slice(at, at + 3).map(({ low }) => low);
  if (/^and (?:a|one) half$/.test(words.join(' '))) return { digits: '5', next: at + 3 };
  let digits = '';
  let next = at + 1;
  if (words[0] !== 'point') return { digits, next: at };
  for (; ; next++) {
    const digit = units.indexOf(tokens[next]?.low ?? '');
    if (digit < 0 || digit > 9) break;
    digits += String(digit);
  }
  return digits === '' ? { digits, next: at } : { digits, next };
}
