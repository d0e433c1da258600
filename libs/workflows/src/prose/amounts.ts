/**
 * Amounts: a number with its sign, scale, currency and unit, read to its last word or not at all.
 */

import { magnitude, shifted } from '../figures/decimal.js';
import { currencies, type Currencies } from './currencies.js';
import { digitsAt, powerBehind, wordsAt, type Numeral } from './numerals.js';
import { Phrases, type Found } from './phrases.js';
import { scales } from './scales.js';
import { behindWord, type Token } from './tokens.js';

export type AmountKind =
  'bare' | 'count' | 'money' | 'per share' | 'shares' | 'percent' | 'times' | 'points';

export interface Amount {
  /** Indexes of its first token, and of the one behind it. */
  readonly from: number;
  readonly to: number;
  readonly kind: AmountKind;
  /**
   * In ones: a percent is a hundredth. Negative behind a minus sign; brackets may mean something
   * else.
   */
  readonly value: bigint;
  /** The size of the last digit that is written. */
  readonly step: bigint;
  /** The power of ten that is stated; null if none is. */
  readonly power: number | null;
  /** The power of ten of percent, basis points and minor units. */
  readonly shift: number;
  /** What its currency may be; null if none is stated. */
  readonly currencies: Currencies | null;
  /**
   * `brackets` alone may also be brackets around an amount; `dash` may also begin a line of a list.
   */
  readonly sign: 'minus' | 'plus' | 'brackets' | 'dash' | null;
  /** Digits without anything else, as those of a year or of a page. */
  readonly isWhole: boolean;
  /** What it is in another way to read its digits; null if there is none. */
  readonly other: bigint | null;
  /** `1.5 billion+` is a bound. */
  readonly isBound: boolean;
}

type Unit = Pick<Amount, 'kind' | 'shift'> & {
  readonly codes?: Currencies;
  /** What its currency may be where none is stated. */
  readonly usual?: Currencies;
};

/** The currencies that have cents. */
const cents: Currencies = currencies
  .at([{ low: '$', text: '$', kind: 'mark' } as Token], 0)!
  .meaning.concat('EUR');

export const units = new Phrases<Unit>()
  .add({ kind: 'percent', shift: -2 }, '%|percent|per cent|pct|pct.|percents|% points|percentage')
  .add({ kind: 'points', shift: -2 }, 'percentage point|percentage points|pp|pps|ppt|ppts|pts')
  .add({ kind: 'points', shift: -4 }, 'bps|bp|basis point|basis points')
  .add({ kind: 'count', shift: 0 }, 'unit|units|items|pieces')
  .add({ kind: 'times', shift: 0 }, 'x|×|times')
  .add({ kind: 'money', shift: -2, usual: cents }, 'cents|cent|¢')
  .add({ kind: 'money', shift: -2, codes: ['USD'] }, 'us cents|us cent')
  .add({ kind: 'money', shift: -2, codes: ['EUR'] }, 'euro cents|euro cent')
  .add({ kind: 'money', shift: -2, codes: ['GBP'] }, 'pence|p|gbx|gbp pence')
  .add({ kind: 'money', shift: -2, codes: ['INR'] }, 'paise')
  .add({ kind: 'bare', shift: 0 }, 'as a decimal|in decimal|as a fraction');

/** Between an amount of money and the shares that it is for. */
export const each = new Phrases<AmountKind>().add(
  'per share',
  'per share|a share|each share|/ share|per diluted share|per basic share|per common share|' +
    'per ordinary share|per diluted common share|per ads|/ ads|/ shares|per shares',
);
export const shareWords = new Phrases<AmountKind>().add(
  'shares',
  'share|shares|common shares|ordinary shares|diluted shares|basic shares|shares of common stock',
);

/** Between an amount and its currency, as in `1,5 milliard de dollars`. */
const particles = new Set(['de', 'di', 'of', 'in', 'd']);

/** What is read so far. */
class Reading {
  kind: AmountKind = 'bare';
  codes: Currencies | null = null;
  sign: Amount['sign'] = null;
  power: number | null = null;
  shift = 0;
  isBound = false;
  /** The one around the amount, with its sign and currency. */
  bracket: 'none' | 'open' | 'closed' = 'none';

  at: number;

  constructor(
    readonly tokens: readonly Token[],
    readonly first: number,
  ) {
    this.at = first;
  }

  get token(): Token | undefined {
    return this.tokens[this.at];
  }

  is(text: string): boolean {
    return this.token?.text === text;
  }

  /** Goes on behind a phrase, and returns its meaning. */
  take<Meaning>(phrases: Phrases<Meaning>): Meaning | undefined {
    const found = phrases.at(this.tokens, this.at);
    if (found === undefined) return undefined;
    this.at = found.next;
    return found.meaning;
  }
}

/**
 * The amount that begins at a token; undefined if none does. `isEuropean`: `1.500` is a thousand
 * and a half.
 */
export function amountAt(
  tokens: readonly Token[],
  from: number,
  isEuropean: boolean,
): Amount | undefined {
  const reading = new Reading(tokens, from);
  takeLead(reading);
  const numeral = numeralAt(tokens, reading.at, isEuropean);
  if (numeral === undefined) return undefined;
  reading.at = numeral.next;
  const isName = isGluedToName(tokens, from);
  if (isName || !takeTail(reading, numeral)) return undefined;
  return finished(reading, numeral, from);
}

/**
 * Before a scale of another language `1.500` is a thousand and a half, and `1.234` may be either.
 */
function numeralAt(tokens: readonly Token[], at: number, isEuropean: boolean): Numeral | undefined {
  const english = digitsAt(tokens, at, isEuropean) ?? wordsAt(tokens, at);
  if (isEuropean || english === undefined || !isEuropeanAt(tokens, at)) return english;
  const local = digitsAt(tokens, at, true);
  if (local === undefined || local.value === english.value) return english;
  return tokens[at]!.text.endsWith('00') ? local : { ...local, other: english.value };
}

/** `A5` and `F-12` are names, and `approx1.5` is two words run together. */
function isGluedToName(tokens: readonly Token[], from: number): boolean {
  const before = tokens[from - 1];
  const first = tokens[from]!;
  return (
    first.isGlued && before?.kind === 'word' && !/^(?:approx|ca|circa|about)$/.test(before.low)
  );
}

/** Whether the scale behind a number is of a language that writes `1.500`. */
function isEuropeanAt(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.kind === 'number' && scales.at(tokens, at + 1)?.meaning.isEuropean === true;
}

/** Signs, a bracket and a currency before the number. */
function takeLead(reading: Reading): void {
  for (let left = 4; left > 0; left--) {
    if (reading.is('(') && reading.bracket === 'none') {
      reading.bracket = 'open';
      reading.at++;
    } else if (!takeSign(reading) && !takeCurrencyBefore(reading)) return;
  }
}

function takeSign(reading: Reading): boolean {
  if (reading.sign !== null) return false;
  reading.sign = signHere(reading);
  if (reading.sign === null) return false;
  reading.at++;
  return true;
}

function signHere(reading: Reading): Amount['sign'] {
  const sign = reading.token?.text ?? '';
  if (sign === '-') return dashHere(reading);
  if (sign === '+') return 'plus';
  return sign === '△' || sign === '▲' ? 'minus' : null;
}

/** A dash is a minus sign, or begins a line of a list; that of a range is no sign of an amount. */
function dashHere({ tokens, at, codes }: Reading): 'minus' | 'dash' | null {
  const isGluedToNext = tokens[at + 1]?.isGlued === true;
  if (isGluedToNext) {
    const isRange = tokens[at]!.isGlued && codes === null && isBehindNumber(tokens, at);
    return isRange ? null : 'minus';
  }
  if (isAtStart(tokens, at)) return 'dash';
  return isBehindLabel(tokens, at) ? 'minus' : null;
}

/**
 * A dash with spaces around it is a minus sign behind a colon or a currency, and elsewhere a dash.
 */
const isBehindLabel = (tokens: readonly Token[], at: number): boolean =>
  /^[:=|]$/.test(tokens[at - 1]?.text ?? '') || currencies.at(tokens, at - 1)?.next === at;

/** `60-65`: the end of a range. */
const isBehindNumber = (tokens: readonly Token[], at: number): boolean =>
  /[\p{L}\d%)$€£]/u.test(tokens[at - 1]?.text.at(-1) ?? '');

const isAtStart = (tokens: readonly Token[], at: number): boolean =>
  at === 0 || tokens[at - 1]!.kind === 'break';

function takeCurrencyBefore(reading: Reading): boolean {
  if (reading.codes !== null) return false;
  const found = currencies.at(reading.tokens, reading.at);
  if (found === undefined) return false;
  const next = reading.tokens[found.next];
  const isBefore = next?.kind === 'number' || /^[-(+△▲]$/.test(next?.text ?? '');
  if (!isBefore) return false;
  reading.codes = found.meaning;
  reading.kind = 'money';
  reading.at = found.next;
  return true;
}

/** Everything behind the number. False if letters are glued to it that are no unit. */
function takeTail(reading: Reading, numeral: Numeral): boolean {
  takePower(reading);
  closeBracket(reading);
  skipFootnote(reading);
  takeScales(reading);
  closeBracket(reading);
  takeUnit(reading);
  closeBracket(reading);
  takeUnitInBrackets(reading);
  takeShares(reading);
  closeBracket(reading);
  takePlusOfBound(reading);
  takeTrailingMinus(reading);
  if (reading.bracket === 'open') return false;
  if (reading.bracket === 'closed') reading.sign ??= 'brackets';
  if (numeral.isInWords && isFigureOfSpeech(reading)) return false;
  return !isPartOfWord(reading.token);
}

function takePower(reading: Reading): void {
  const power = powerBehind(reading.tokens, reading.at);
  if (power === undefined) return;
  reading.power = power.power;
  reading.at = power.next;
}

/** `1.5 billion+`, but not `5+6`. */
function takePlusOfBound(reading: Reading): void {
  const { token, tokens, at } = reading;
  if (token?.text !== '+' || !token.isGlued || tokens[at + 1]?.kind === 'number') return;
  reading.isBound = true;
  reading.at++;
}

/** A thousand in words may be one, and a number in words that goes on is not read to its end. */
function isFigureOfSpeech({ kind, power, tokens, first, at }: Reading): boolean {
  const isVague = kind === 'bare' && (power ?? 0) < 5;
  const isGoingOn = wordsAt(tokens, at) !== undefined || scales.at(tokens, first - 1) !== undefined;
  return isVague || isGoingOn;
}

const isPartOfWord = (token: Token | undefined): boolean =>
  token?.isGlued === true && (token.kind === 'word' || token.kind === 'number');

/** `412,300-`, as ledgers have it. */
function takeTrailingMinus(reading: Reading): void {
  const { token, tokens, at } = reading;
  const next = tokens[at + 1];
  const isEnd = next === undefined || next.kind === 'break' || next.text === ')';
  if (token?.text !== '-' || !token.isGlued || !isEnd) return;
  reading.sign ??= 'minus';
  reading.at++;
}

/** Takes the bracket that ends an amount in brackets. */
function closeBracket(reading: Reading): void {
  if (reading.bracket !== 'open' || !reading.is(')')) return;
  reading.bracket = 'closed';
  reading.at++;
}

/** A footnote between a number and its scale, as in `$1,500 (1) million`. */
function skipFootnote(reading: Reading): void {
  if (!reading.is('(')) return;
  const { tokens, at } = reading;
  const isNote = /^\d{1,2}$/.test(tokens[at + 1]?.text ?? '') && tokens[at + 2]?.text === ')';
  if (isNote && scales.at(tokens, at + 3) !== undefined) reading.at += 3;
}

function takeScales(reading: Reading): void {
  const isHyphen = reading.is('-') && reading.token!.isGlued;
  if (isHyphen && scales.at(reading.tokens, reading.at + 1) !== undefined) reading.at++;
  for (let count = 0; count < 3; count++) {
    const { token, tokens, at } = reading;
    const found = scales.at(tokens, at);
    if (found === undefined || token === undefined) return;
    if (found.meaning.isLetter && !isLetterScale(reading, found.next)) return;
    reading.power = (reading.power ?? 0) + found.meaning.power;
    reading.at = found.next;
  }
}

/** A letter is a scale where it is glued to the number, or stands beside a currency. */
function isLetterScale({ token, tokens, codes }: Reading, next: number): boolean {
  const behind = tokens[next];
  const isEnd = behind?.isGlued !== true || behind.kind !== 'word';
  return isEnd && (token!.isGlued || codes !== null || currencies.at(tokens, next) !== undefined);
}

function takeUnit(reading: Reading): void {
  const { tokens, at } = reading;
  const found = units.at(tokens, at);
  if (found === undefined || !isUnitHere(tokens, at, found)) {
    takeCurrencyBehind(reading);
    return;
  }
  const { meaning: unit, next } = found;
  reading.at = next;
  reading.shift = unit.shift;
  reading.kind = unit.kind;
  reading.codes = unit.codes ?? reading.codes ?? unit.usual ?? null;
}

/** `x` before a number is a factor, and a `p` that stands apart is no penny. */
function isUnitHere(tokens: readonly Token[], at: number, { meaning, next }: Found<Unit>): boolean {
  if (meaning.kind === 'times') return tokens[next]?.kind !== 'number';
  return tokens[at]!.low !== 'p' || tokens[at]!.isGlued;
}

function takeCurrencyBehind(reading: Reading): void {
  const { tokens, at, codes } = reading;
  const isParticle = particles.has(tokens[at]?.low ?? '');
  const start = isParticle ? at + 1 : at;
  const found = currencies.at(tokens, start);
  if (found === undefined || isOfNextAmount(tokens, start, found.next)) return;
  const shared = codes?.filter((code) => found.meaning.includes(code)) ?? found.meaning;
  if (shared.length === 0) return;
  reading.codes = shared;
  reading.kind = 'money';
  reading.at = found.next;
  takeScalesBehindCurrency(reading);
}

/** A currency before a number is that of the number, unless it is a word behind this one. */
function isOfNextAmount(tokens: readonly Token[], at: number, next: number): boolean {
  const isNumberNext = tokens[next]?.kind === 'number';
  return isNumberNext && !(tokens[at]!.isGlued && !tokens[next]!.isGlued);
}

/** `1,500 USD millions`. */
function takeScalesBehindCurrency(reading: Reading): void {
  if (reading.power !== null) return;
  const found = scales.at(reading.tokens, reading.at);
  if (found === undefined || found.meaning.isLetter) return;
  reading.power = found.meaning.power;
  reading.at = found.next;
}

/**
 * A currency or scale in brackets behind a number, as in `1.5 billion (USD)` and `383,285 (USD
 * millions)`.
 */
function takeUnitInBrackets(reading: Reading): void {
  const unit = unitInBrackets(reading);
  if (unit === undefined || !isSharedBy(unit.codes, reading.codes)) return;
  if (unit.codes !== null) {
    reading.codes = unit.codes;
    reading.kind = reading.kind === 'bare' ? 'money' : reading.kind;
  }
  reading.power = unit.power ?? reading.power;
  reading.at = unit.next;
}

interface UnitInBrackets extends Pick<Reading, 'codes' | 'power'> {
  readonly next: number;
}

function unitInBrackets(reading: Reading): UnitInBrackets | undefined {
  if (!reading.is('(')) return undefined;
  const inner = new Reading(reading.tokens, behindWord('in', reading.tokens, reading.at + 1));
  const unit = takeCurrencyAndScale(inner, reading.power === null);
  return unit && inner.is(')') ? { ...unit, next: inner.at + 1 } : undefined;
}

/** In either order, and either may be there alone. A number has one scale. */
function takeCurrencyAndScale(
  inner: Reading,
  isScaleOpen: boolean,
): Pick<Reading, 'codes' | 'power'> | undefined {
  const before = inner.take(currencies);
  const scale = isScaleOpen ? inner.take(scales) : undefined;
  if (scale === undefined) return before && { codes: before, power: null };
  if (scale.isLetter) return undefined;
  return { codes: before ?? inner.take(currencies) ?? null, power: scale.power };
}

/** Whether one currency may be meant in both places; null states none. */
const isSharedBy = (codes: Currencies | null, others: Currencies | null): boolean =>
  codes === null || others === null || codes.some((code) => others.includes(code));

function takeShares(reading: Reading): void {
  if (reading.take(each) !== undefined) reading.kind = 'per share';
  else if (reading.kind === 'bare' && reading.take(shareWords) !== undefined)
    reading.kind = 'shares';
}

function otherOf({ other }: Numeral, by: number, sign: Amount['sign']): bigint | null {
  if (other === undefined) return null;
  return sign === 'minus' ? -shifted(other, by) : shifted(other, by);
}

function finished(reading: Reading, numeral: Numeral, from: number): Amount {
  const { power, shift, sign, kind, codes, at, isBound } = reading;
  const by = (power ?? 0) + shift;
  const size = shifted(numeral.value, by);
  const other = otherOf(numeral, by, sign);
  return {
    from,
    to: at,
    kind,
    value: sign === 'minus' ? -size : size,
    step: magnitude(shifted(numeral.step, by)),
    power,
    shift,
    currencies: codes,
    sign,
    other,
    isWhole: numeral.isWhole === true && at === from + 1,
    isBound,
  };
}
