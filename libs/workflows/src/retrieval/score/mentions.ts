/** Amounts in a text: the number with its sign, scale and unit, as it stands there. */

import { decimalOf, negated, shifted, type Decimal } from './decimal.js';
import { groupSpace } from './plain-text.js';

export type MentionKind = 'bare' | 'money' | 'percent' | 'basis points' | 'times' | 'shares';

export interface Mention {
  readonly from: number;
  readonly to: number;
  /** With its scale; basis points and percent as they are written. */
  readonly value: Decimal;
  /** The size of its last digit. */
  readonly step: Decimal;
  readonly kind: MentionKind;
  /** ISO 4217, or `dollar` for a sign that several currencies have; null where none is stated. */
  readonly currency: string | null;
  /** A minus, or parentheses around it. */
  readonly isNegative: boolean;
  /** Digits alone: neither sign, scale, unit, point nor groups. */
  readonly isPlain: boolean;
}

const signs: Readonly<Record<string, string>> = {
  ...{ US$: 'USD', A$: 'AUD', AU$: 'AUD', C$: 'CAD', CA$: 'CAD', HK$: 'HKD', S$: 'SGD' },
  ...{ NZ$: 'NZD', R$: 'BRL', NT$: 'TWD', $: 'dollar', '€': 'EUR', '£': 'GBP', '¥': 'yen' },
  ...{ '₹': 'INR', 'Rs.': 'INR', Rs: 'INR', '₩': 'KRW', '₽': 'RUB', '₪': 'ILS', '฿': 'THB' },
};
const words: Readonly<Record<string, string>> = {
  ...{ dollar: 'dollar', dollars: 'dollar', euro: 'EUR', euros: 'EUR', pound: 'GBP' },
  ...{ pounds: 'GBP', yen: 'JPY', yuan: 'CNY', rmb: 'CNY', rupee: 'INR', rupees: 'INR' },
  ...{ won: 'KRW', franc: 'CHF', francs: 'CHF', krona: 'SEK', kronor: 'SEK', reais: 'BRL' },
};
const codes = new Set(
  (
    'USD EUR GBP JPY CNY INR AUD CAD CHF HKD SGD NZD KRW SEK NOK DKK BRL MXN ZAR TWD RUB ILS ' +
    'THB IDR MYR PHP PLN TRY SAR AED'
  ).split(' '),
);
/** Powers of ten. */
const scales: Readonly<Record<string, number>> = {
  ...{ k: 3, thousand: 3, thousands: 3, lakh: 5, lakhs: 5, lac: 5, m: 6, mm: 6, mn: 6, mln: 6 },
  ...{ million: 6, millions: 6, crore: 7, crores: 7, cr: 7, b: 9, bn: 9, billion: 9, billions: 9 },
  ...{ t: 12, tn: 12, trillion: 12, trillions: 12 },
};
/** A hundredth of money. */
const minors: Readonly<Record<string, string | null>> = {
  ...{ cent: null, cents: null, '¢': null, penny: 'GBP', pence: 'GBP', p: 'GBP', paise: 'INR' },
};

const space = `[ ${groupSpace}]`;
const symbol = String.raw`US\$|AU?\$|CA?\$|HK\$|NZ\$|NT\$|[SR]\$|[$€£¥₹₩₽₪฿]|Rs\.?|[A-Z]{3}`;
const before = new RegExp(String.raw`(\()?([-+])?(?:(${symbol})${space}?)?(\()?([-+])?$`);
const digits = new RegExp(String.raw`\d[\d.,'${groupSpace}]*`, 'g');
const share = String.raw`%|percent(?:age points?)?|per cent|pp\b|bps?\b|basis points?`;
const mark = String.raw`(%|¢|${space}?(?:${share})|x\b|${space}times\b)`;
const word = '(?:[ -]([A-Za-z]+))?';
const after = new RegExp(
  String.raw`^(\))?(?:${mark}|[- ${groupSpace}]?([A-Za-z]+)?${word}${word})(\))?`,
);

/** All amounts of a text that was made plain, in their order. */
export function mentionsIn(text: string): Mention[] {
  const found: Mention[] = [];
  for (const { 0: run, index } of text.matchAll(digits)) {
    // Part of a word, such as a name or an identifier.
    if (/[A-Za-z\d#_/:]/.test(text[index - 1] ?? '') && !isCurrencyBefore(text, index)) continue;
    const written = run.replace(/[^\d]+$/, '');
    const number = numberOf(written);
    if (number === undefined) continue;
    // In parentheses behind an amount stands the same in other words.
    const isAgain = index - (found.at(-1)?.to ?? -Infinity) <= 4;
    found.push(mentionAt(text, index, { written, number, isAgain }));
  }
  return found;
}

const isCurrencyBefore = (text: string, index: number): boolean =>
  before.exec(text.slice(Math.max(0, index - 8), index))?.[3] !== undefined;

/** Which separators group, and which stands for the point; undefined for what is no number, such as a date. */
function numberOf(written: string): Decimal | undefined {
  const separators = written.replace(/\d/g, '');
  if (separators === '') return decimalOf(written);
  const last = separators.at(-1)!;
  const kinds = new Set(separators);
  const tail = written.slice(written.lastIndexOf(last) + 1);
  const isGrouped = /^\d{1,3}(?:[^\d](?:\d{3}|\d{2}(?=[^\d])))*[^\d]\d{3}$/.test(written);
  if (kinds.size === 1) {
    const isPoint = separators.length === 1 && (last === '.' || (last === ',' && !isGrouped));
    if (isPoint) return decimalOf(written.replace(',', '.'));
    return isGrouped && last !== '.'
      ? decimalOf(written.replace(/[^\d]/g, ''))
      : groupedByPoints(written);
  }
  if (kinds.size > 2 || (last !== '.' && last !== ',')) return undefined;
  if (separators.indexOf(last) !== separators.length - 1) return undefined;
  const whole = written.slice(0, -tail.length - 1);
  if (!/^\d{1,3}(?:[^\d]\d{2,3})*[^\d]\d{3}$/.test(whole)) return undefined;
  return decimalOf(`${whole.replace(/[^\d]/g, '')}.${tail}`);
}

/** `1.234.567`; two points or more, or else it would have been a fraction. */
const groupedByPoints = (written: string): Decimal | undefined =>
  /^\d{1,3}(?:\.\d{3}){2,}$/.test(written) ? decimalOf(written.replaceAll('.', '')) : undefined;

interface Written {
  readonly written: string;
  readonly number: Decimal;
  readonly isAgain: boolean;
}

function mentionAt(text: string, index: number, { written, number, isAgain }: Written): Mention {
  const lead = before.exec(text.slice(Math.max(0, index - 8), index));
  const [told = '', outer, sign, coin, inner, late] = lead ?? [];
  const end = index + written.length;
  const behind = text.slice(end, end + 80);
  const [, closed, marked, ...following] = after.exec(behind) ?? [];
  const unit = unitOf(following.slice(0, 3));
  const said = marked?.length ?? lengthOf(following.slice(0, unit.words), behind);
  const code = coin === undefined ? null : (signs[coin] ?? (codes.has(coin) ? coin : null));
  const isOpened = outer !== undefined || inner !== undefined;
  const isClosed = closed !== undefined || /^ ?\)/.test(behind.slice(said));
  const minor = marked === '¢' ? { currency: null } : unit.minor;
  const kind = kindOf(marked, unit, code, minor !== undefined);
  const power = (unit.scale ?? 0) - (minor === undefined ? 0 : 2);
  const isNegative = sign === '-' || late === '-' || (isOpened && isClosed && !isAgain);
  const scaled = shifted(number, power);
  return {
    from: index - told.length,
    to: end + said,
    value: isNegative ? negated(scaled) : scaled,
    step: shifted({ digits: 1n, places: number.places }, power),
    ...{ kind, isNegative },
    currency: code ?? unit.currency ?? minor?.currency ?? null,
    isPlain: kind === 'bare' && /^\d+$/.test(written) && unit.scale === undefined && !isNegative,
  };
}

/** Of words with one character between them, and perhaps one before. */
function lengthOf(said: readonly (string | undefined)[], behind: string): number {
  if (said.length === 0) return 0;
  return (/^[A-Za-z]/.test(behind) ? 0 : 1) + said.join(' ').length;
}

interface Unit {
  readonly scale: number | undefined;
  readonly currency: string | null;
  readonly minor: { readonly currency: string | null } | undefined;
  readonly isShares: boolean;
  /** How many of the words behind the number say it. */
  readonly words: number;
}

/** What the words behind a number say of it: a scale, then a currency or shares. */
function unitOf(following: readonly (string | undefined)[]): Unit {
  let [scale, minor]: [number | undefined, Unit['minor']] = [undefined, undefined];
  let [currency, isShares, told]: [string | null, boolean, number] = [null, false, 0];
  for (const word of following) {
    if (word === undefined) break;
    const lower = word.toLowerCase();
    const power = Object.hasOwn(scales, lower) ? scales[lower] : undefined;
    if (power !== undefined && scale === undefined) scale = power;
    else if (Object.hasOwn(minors, lower) && scale === undefined)
      minor = { currency: minors[lower]! };
    else if (codes.has(word) || Object.hasOwn(words, lower)) currency = words[lower] ?? word;
    else if (lower === 'shares' || lower === 'share') isShares = true;
    else break;
    told++;
  }
  return { scale, currency, minor, isShares, words: told };
}

function kindOf(
  mark: string | undefined,
  unit: Unit,
  code: string | null,
  isMinor: boolean,
): MentionKind {
  const said = mark?.trim().toLowerCase();
  if (said !== undefined && said !== '¢') {
    if (said.startsWith('b')) return 'basis points';
    return said === 'x' || said === 'times' ? 'times' : 'percent';
  }
  if (code !== null || unit.currency !== null || isMinor) return 'money';
  return unit.isShares ? 'shares' : 'bare';
}
