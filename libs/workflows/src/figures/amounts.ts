/**
 * Amounts of a text: number, sign, scale, unit and currency, and how the words around
 * each bear on it.
 */

import {
  isMinus,
  isMoved,
  isMovement,
  isNextOfSum,
  isOperand,
  isPart,
  isStandard,
  isTurned,
  isWhole,
  roleOf,
  type Role,
} from './context.js';
import { decimalOf, isWithinHalf, magnitude, shifted } from './decimal.js';

export interface Amount {
  readonly from: number;
  readonly to: number;
  kind: 'bare' | 'money' | 'per share' | 'shares' | 'count' | 'percent' | 'times';
  /** Signed and scaled. */
  value: bigint;
  /** The size of the last digit that is written. */
  step: bigint;
  /** The power of ten that its words state; null if they state none. */
  power: number | null;
  /** The power of ten by which its words move its digits, with percent and cents. */
  shift: number;
  /** An ISO code, `$`, `¥` or `¢`. */
  readonly currency: string | null;
  role: Role;
  /** Whether it is in brackets after another amount that are still open behind it. */
  readonly isAside: boolean;
  /** Whether a verb states how much it rose or fell. */
  readonly isVerb: boolean;
  /** The words before it, since the last amount of its sentence, and the noun after it. */
  readonly label: string;
  /** What it counts, in the words after it. */
  readonly things: string;
}

/** Entries such as `CAD c$ canadian`: what follows the first word means it. */
const meanings = (entries: string): ReadonlyMap<string, string> =>
  new Map(
    entries.split('|').flatMap((entry) => {
      const [meant = '', ...names] = entry.split(' ');
      return names.map((name) => [name, meant] as const);
    }),
  );

const codes =
  'USD|EUR|GBP|JPY|CAD|AUD|CHF|CNY|HKD|INR|KRW|BRL|MXN|SEK|NOK|DKK|NZD|SGD|ZAR|TWD|RUB|PLN|ILS|' +
  'THB|IDR|MYR|PHP|AED|SAR|CZK|HUF|CLP|RMB';
const words =
  '(?:(?:(?:us|u\\.s\\.|canadian|australian|hong kong|singapore|new zealand) )?dollars?|euros?|' +
  'pounds?(?: sterling)?|(?:japanese )?yen|(?:indian )?rupees?|yuan|renminbi|swiss francs?|' +
  '(?:brazilian )?reais|(?:swedish )?kronor)';
const currencyPattern =
  String.raw`(?:(?<!\w)(?:${codes})(?![a-z])|` +
  String.raw`(?<![A-Za-z])(?:(?:US|CA|AU|HK|NZ|NT|MX|[CARS])?\$|[€£¥₹₩]|\bRs\.?)|\b${words}\b)`;
const currencies = meanings(
  'USD us$ us u.s|CAD c$ ca$ canadian|AUD a$ au$ australian|HKD hk$ hong|SGD s$ singapore|' +
    'NZD nz$ new|TWD nt$|BRL r$ brazilian reai|MXN mx$|EUR € euro|GBP £ pound|' +
    'INR ₹ rs rupee indian|KRW ₩|CNY rmb yuan renminbi|CHF swiss|$ dollar|JPY yen japanese|' +
    'SEK kronor swedish',
);

/** The code of a currency as it is written; `$` and `¥` may mean several. */
function currencyOf(written: string): string {
  const word = written.split(' ')[0]!.toLowerCase().replace(/\.$/, '');
  return currencies.get(word) ?? currencies.get(word.replace(/s$/, '')) ?? word.toUpperCase();
}

export const scalePattern =
  String.raw`(?:(?:hundred|thousands?|millions?|billions?|trillions?|milliards?|crores?|lakhs?|lacs?|` +
  String.raw`mn|mm|mln|mio|bn|bln|mrd|tn|trn|cr)\b\.?|'?000s?\b)`;
const powers = meanings(
  '2 hundred|3 thousand k 000|5 lakh lac|6 million mn mm mln mio m|7 crore cr|' +
    '9 billion bn bln b mrd milliard|12 trillion tn trn t',
);

/** The power of ten of a scale as it is written. */
export const powerOf = (written = ''): number =>
  Number(powers.get(written.toLowerCase().replace(/^'|s?\.?$/g, '')) ?? 0);

/** A number with at most a currency, a sign and a bracket before it. */
const numberPattern = new RegExp(
  String.raw`(?:(?<coin>${currencyPattern}) ?(?<inner>[-(]{0,2}) ?|(?<![\w'$€£¥₹]))` +
    String.raw`(?<number>\d+(?:['.,]\d+)*(?:[eE][+-]?\d{1,2}(?!\w))?|\.\d+|` +
    String.raw`(?<!\bnet[ -])(?:zero|nil)(?![\w-]| (?:information|data|evidence|results?|doubt)))`,
  'gi',
);
const behind = new RegExp(
  String.raw`^(?:\) ?)?(?:[ -]?(?<scale>${scalePattern})(?: (?<more>${scalePattern}))?|` +
    String.raw` ?(?<scale>[kmbt])(?!\w))?\)?` +
    String.raw`(?: ?(?<percent>%|(?:percent(?:age[- ]points?)?|per cent|pct|ppt?s?)\b)|` +
    String.raw` ?-?(?<points>(?:bps?|basis[- ]points?)\b)| ?(?<times>x|×|times)(?!\w| ?\d)|` +
    String.raw` ?(?<cents>¢|(?:euro |us )?cents?\b)|(?<cents>c)\b| ?(?<pence>pence\b|p\b|GBX\b)| (?<pence>paise\b)|` +
    String.raw` ?(?<coin>${currencyPattern})(?: (?<after>${scalePattern}))?)?` +
    String.raw`\)?(?<share>(?: ?(?:per|a|each|\/) ?(?:[a-z]+ ){0,3}(?:shares?|ads)\b))?` +
    String.raw`(?<shares>(?: (?:[a-z]+ ){0,3}?shares?\b))?\)?`,
  'i',
);
const places =
  'pages?|pp?\\.|notes?|items?|sections?|tables?|figures?|exhibits?|parts?|steps?|footnotes?|' +
  'rows?|lines?|column|chapter|rule|asc|ifrs|ias|asu|cik|id|ref|no\\.|number|form|s&p|nasdaq|' +
  'russell|fortune|top|version';
const spans = 'days?|weeks?|months?|years?|quarters?|hours?|minutes?|seconds?';
/** Numbers that are not amounts: references, list numbers, ids, times and names with a number. */
const noise = new RegExp(
  [
    String.raw`\b(?:${places}) ?[#:]? ?\d+(?:[.-]\w+)*`,
    String.raw`\[\d{1,3}\]|#\d+|(?<=\n|^) ?\(?\d{1,2}[.)] (?=[A-Za-z$€£¥₹*(])(?!${scalePattern})`,
    String.raw`(?<![\w.,])\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\b|(?<![\d.,])0\d{4,}\b`,
    String.raw`(?<![\w.,])\d+(?:-\d+){2,}(?!\w)|\b\d{1,2}-[kq]\b`,
    String.raw`(?<![\w.,])\d{1,3}[- ](?:${spans})\b|\b\d{1,2}(?:st|nd|rd|th)\b`,
  ].join('|'),
  'gi',
);
export const withoutNoise = (text: string): string =>
  text.replace(noise, (found) => found.replace(/[^\n]/g, '\u00b7'));

/** Words that may follow a number without being what it counts. */
const verbs =
  'in|for|as|at|on|and|or|but|to|from|by|vs|versus|compared|during|with|while|which|after|before|' +
  'is|was|were|the|a|an|up|down|of|that|this|than|total|net|per|according|based|year|yoy|' +
  'respectively|revenues?|sales|income|profit|cash|loss|outflow|decrease|decline|increase|growth|' +
  'higher|lower|where|it|its|approximately|about|not|both|i|we';
const noun = new RegExp(
  String.raw`^[ -](?!(?:${verbs})\b|[a-z]+ed\b)(?<noun>[a-z-]{3,}(?: [a-z-]{3,}){0,2})`,
  'i',
);
const sentenceChars = 300;

/** At most this many are read: a text with more numbers commits to none. */
export const amountsMax = 400;

/**
 * All amounts of a text whose periods are masked, in their order; `breaks` marks the
 * ends of sentences.
 */
export function amountsIn(text: string, breaks: readonly number[]): Amount[] {
  const found: Amount[] = [];
  const isEuropean = /\d\.\d{3},\d/.test(text);
  let sentence = 0;
  for (const match of text.matchAll(numberPattern)) {
    while ((breaks[sentence] ?? text.length) <= match.index) sentence++;
    const starts = Math.max(breaks[sentence - 1] ?? 0, match.index - sentenceChars);
    const last = found.at(-1);
    const bounds = { starts, ends: breaks[sentence] ?? text.length, last, isEuropean };
    const amount = amountOf(text, match, bounds);
    if (amount === undefined) continue;
    if (last !== undefined) join(text, last, amount);
    found.push(amount);
    if (found.length > amountsMax) break;
  }
  return found;
}

interface Bounds {
  readonly starts: number;
  readonly ends: number;
  readonly last: Amount | undefined;
  readonly isEuropean: boolean;
}

function amountOf(
  text: string,
  { 0: written, index: from, groups: { coin, inner = '', number = '' } = {} }: RegExpExecArray,
  { starts, ends, last, isEuropean }: Bounds,
): Amount | undefined {
  const end = from + written.length;
  const lead = text.slice(starts, from);
  const { 0: unitText = '', groups: unit = {} } =
    behind.exec(text.slice(end, end + 80).slice(0, ends - end)) ?? {};
  const to = end + unitText.length;
  const plain = numberOf(number.toLowerCase(), isEuropean);
  const isGlued = /^(?:[a-z\d‰°]|-[a-z])/i.test(text.slice(to, to + 2)) && !/[^\d.]/.test(unitText);
  const isName = coin === undefined && /[a-z]-$/i.test(lead) && last?.to !== from - 1;
  if (plain === undefined || isGlued || isName) return undefined;
  const tail = text.slice(to, Math.min(to + 60, ends));
  const scale = unit['scale'] ?? unit['after'];
  const power = scale === undefined ? null : powerOf(scale) + powerOf(unit['more']);
  const minor = unit['percent'] ?? unit['cents'] ?? unit['pence'];
  const minorPower = minor === undefined ? 0 : 2;
  const shift = (power ?? 0) - (unit['points'] !== undefined ? 4 : minorPower);
  const [value, step] = [plain, lastDigit(plain)].map((one) => shifted(decimalOf(one), shift));
  const isBracketed = (inner + lead.slice(-2)).includes('(') && unitText.includes(')');
  const isAgain =
    isBracketed &&
    last !== undefined &&
    /^ ?\($/.test(text.slice(last.to, from)) &&
    [last.step, step!].some((one) => isWithinHalf(value!, magnitude(last.value), one));
  const isTrailing = /^-(?= *(?:[|;\n]|$))/.test(text.slice(to, to + 8));
  const isSigned = inner.includes('-') || isMinus(lead) || isBracketed || isTrailing;
  const isNegative = isAgain
    ? last.value < 0n
    : isSigned || (!lead.endsWith('+') && isTurned(lead, tail));
  const words = text.slice(Math.max(starts, last?.to ?? 0, from - 120), from);
  // A sum and its operands have one name.
  const label = last !== undefined && isNextOfSum(lead) ? last.label : words;
  const things = (/^\d/.test(number) ? noun.exec(tail)?.groups?.['noun'] : undefined) ?? '';
  const role = roleOf(lead, tail);
  // Brackets after an amount hold its parts, or related figures.
  const gap = last !== undefined && last.to > starts ? text.slice(last.to, from) : '';
  const isAside =
    (/\([^()]*$/.test(gap) && !isAgain && !isBracketed) ||
    (last?.isAside === true && gap !== '' && !gap.includes(')'));
  // What is read behind an amount may be the end of the brackets around it.
  const isClosed = unitText.includes(')') && !isBracketed;
  const rest = text.slice(to, Math.min(ends, to + sentenceChars));
  const isPartly = isPart(lead) || isAside || isOperand(lead, rest);
  let ownRole = role;
  if (role === 'value' && isWhole(gap)) {
    ownRole = 'whole';
  } else if (role === 'value' && isPartly) {
    ownRole = 'part';
  }
  return {
    from,
    to,
    power,
    shift,
    things,
    step: step!,
    value: isNegative ? -value! : value!,
    kind: kindOf(unit, coin, things, power === null && perShare.test(label)),
    role: isStandard(gap) ? 'compared' : ownRole,
    isAside: isAside && !isClosed,
    label: `${label} ${things}`,
    currency: statedCurrency(unit, coin),
    isVerb: isMoved(lead),
  };
}

const perShare = /\bEPS\b|\bper (?:[a-z]+ ){0,2}share\b/i;
type Unit = Readonly<Record<string, string | undefined>>;

function kindOf(
  { percent, points, times, cents, pence, share, shares, coin: late }: Unit,
  coin: string | undefined,
  things: string,
  isEach: boolean,
): Amount['kind'] {
  if ((percent ?? points) !== undefined) return 'percent';
  if (times !== undefined) return 'times';
  if (share !== undefined || (isEach && shares === undefined)) return 'per share';
  if ((coin ?? late ?? cents ?? pence) !== undefined) return 'money';
  if (shares !== undefined) return 'shares';
  return things === '' ? 'bare' : 'count';
}

function statedCurrency({ coin: late, cents, pence }: Unit, coin = ''): string | null {
  if (pence !== undefined) return pence === 'paise' ? 'INR' : 'GBP';
  const written = late !== undefined && /^[$¥]?$/.test(coin) ? late : coin;
  if (written === '') {
    if (cents === undefined) return null;
    return '¢';
  }
  return currencyOf(written);
}

function lastDigit(plain: string): string {
  const at = Math.max(0, plain.lastIndexOf('e'));
  return (plain.slice(0, at).replace(/\d/g, '0') + plain.slice(at)).replace('0e', '1e');
}

/** How numbers are written, and what groups their digits. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?$/, "'"],
  [/^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/, '.'],
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$|^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/, ','],
  [/^\d+,\d+$|^\d*(?:\.\d+)?$/, ' '],
];
const european: typeof spellings = [[/^\d{1,3}\.\d{3}$/, '.'], [/^\d+,\d+$/, ' '], ...spellings];

/**
 * Undefined where digits are grouped as no number is, where they begin with a needless zero,
 * or are too many.
 */
function numberOf(written: string, isEuropean: boolean): string | undefined {
  if (/^[zn]/.test(written)) return '0e0';
  const [mantissa = '', exponent = '0'] = written.split('e');
  if (mantissa.length > 40 || /^0\d/.test(mantissa)) return undefined;
  const by = (isEuropean ? european : spellings).find(([form]) => form.test(mantissa))?.[1];
  return by && `${mantissa.replaceAll(by, '').replace(',', '.')}e${exponent}`;
}

const connector = /^ ?(?<how>-|to|through|~|\.{2,3}|and|or|\/|±|\+\/-|plus or minus) ?[(]?$/i;

const isPercent = (text: string, { to }: Amount): boolean => text[to - 1] === '%';

/** Two amounts with a word between them share their unit, and may be the ends of a range. */
function join(text: string, one: Amount, next: Amount): void {
  // A point groups digits, as it does in German, if the next amount has the same value.
  const grouped = 1000n * one.value;
  const isGerman = /\d\.\d{3} ?m(?:io|rd)/i.test(text.slice(one.from, one.to));
  if (isGerman && isWithinHalf(next.value, grouped, next.step)) {
    one.value = grouped;
    one.step = 1000n * one.step;
  }
  const how = connector.exec(text.slice(one.to, next.from))?.groups?.['how']?.toLowerCase();
  if (how === undefined) return;
  if (/^[±+p]/.test(how)) one.role = 'range';
  const isAlike = one.kind === next.kind || next.kind === 'bare';
  if ((isAlike || one.kind === 'bare') && one.shift === 0) {
    if (one.kind === 'bare') one.kind = next.kind;
    one.power = next.power;
    one.shift = next.shift;
    one.value = shifted(one.value, one.shift);
    one.step = shifted(one.step, one.shift);
  }
  const before = text.slice(Math.max(0, one.from - 60), one.from);
  if (isOperand(before, text.slice(one.to, one.to + sentenceChars))) return;
  if (how === 'to' && one.role === 'change' && isPercent(text, one) && isPercent(text, next))
    one.role = next.role = 'range';
  const isMove = one.role === 'change' || (one.role === 'compared' && isMovement(before));
  let isEnd: boolean;
  if (how === 'and') {
    isEnd = /\bbetween[ (]*$/i.test(before);
  } else if (how === 'to') {
    isEnd = !isMove;
  } else {
    isEnd = !/^(?:or|\/)$/.test(how);
  }
  if (isEnd && (one.kind === next.kind || next.kind === 'bare')) one.role = next.role = 'range';
}

export interface Head {
  readonly at: number;
  readonly power: number;
  /** Null if it applies to all amounts. */
  readonly of: 'money' | 'shares' | null;
}

const headPattern = new RegExp(
  String.raw`(?:\b(?:in|units?|scale)["':]{0,3} ?"?(?:(?<coin>${currencyPattern}) ?)?|\( ?|` +
    String.raw`(?<coin>${currencyPattern}) ?(?:in )?)(?<scale>${scalePattern}|[kmb](?!\w))`,
  'gi',
);

/** Of a text or question whose amounts are masked. */
export const headsIn = (text: string): Head[] =>
  [...text.matchAll(headPattern)].map(({ index: at, groups }) => {
    const isOfShares = /\bshares?[ (,]{0,2}$/i.test(text.slice(Math.max(0, at - 12), at));
    let of: Head['of'];
    if (isOfShares) {
      of = 'shares';
    } else if (groups?.['coin'] === undefined) {
      of = null;
    } else {
      of = 'money';
    }
    return { at, power: powerOf(groups?.['scale']), of };
  });

/** The nearest of those of the line, or else above, or else below. */
export function nearest<T extends { readonly at: number }>(
  found: readonly T[],
  from: number,
  text: string,
): T | undefined {
  const begins = text.lastIndexOf('\n', from);
  const ends = text.indexOf('\n', from);
  const line = found.filter(({ at }) => at > begins && (ends < 0 || at < ends));
  const near = line.length > 0 ? line : found;
  return near.findLast(({ at }) => at <= from) ?? near[0];
}

/** Currencies without an amount, in a text whose amounts are masked. */
export const currenciesIn = (text: string): { readonly at: number; readonly code: string }[] =>
  [...text.matchAll(new RegExp(currencyPattern, 'gi'))].map(({ 0: written, index: at }) => ({
    at,
    code: currencyOf(written),
  }));
