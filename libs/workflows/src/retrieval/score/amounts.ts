/** Amounts of a text: number, sign, scale, unit and currency, and how the words around each bear on it. */

import { isMinus, isMoved, isMovement, isPart, isTurned, roleOf, type Role } from './context.js';
import { decimalOf, isWithinHalf, magnitude, shifted } from './decimal.js';

export type AmountKind = 'bare' | 'money' | 'per share' | 'shares' | 'count' | 'percent' | 'times';
export interface Amount {
  readonly from: number;
  readonly to: number;
  kind: AmountKind;
  /** Signed, with its scale. */
  value: bigint;
  /** The size of the last digit that is written. */
  step: bigint;
  /** The power of ten that its words say; null where it says none. */
  power: number | null;
  /** The power of ten by which its words move its digits, with percent and cents. */
  shift: number;
  /** An ISO code, `$` or `¥`. */
  currency: string | null;
  role: Role;
  /** Whether a verb says how much it rose or fell. */
  readonly isVerb: boolean;
  /** The words before it, since the last amount of its sentence, and the noun behind it. */
  readonly label: string;
  /** What it counts, in the words behind it. */
  readonly things: string;
}

const codes =
  'USD|EUR|GBP|JPY|CAD|AUD|CHF|CNY|HKD|INR|KRW|BRL|MXN|SEK|NOK|DKK|NZD|SGD|ZAR|TWD|RUB|PLN|ILS|THB|IDR|MYR|' +
  'PHP|AED|SAR|CZK|HUF|CLP|RMB';
const signs = String.raw`(?:US|CA|AU|HK|NZ|NT|MX|[CARS])?\$|[€£¥₹₩]|\bRs\.?`;
const words =
  '(?:(?:(?:us|u\\.s\\.|canadian|australian|hong kong|singapore|new zealand) )?dollars?|euros?|' +
  'pounds?(?: sterling)?|(?:japanese )?yen|(?:indian )?rupees?|yuan|renminbi|swiss francs?|' +
  '(?:brazilian )?reais|(?:swedish )?kronor)';
const currencyPattern = String.raw`(?:(?<!\w)(?:${codes})(?![a-z])|(?<![A-Za-z])(?:${signs})|\b${words}\b)`;
const meant: Readonly<Record<string, string>> = {
  ...{ us$: 'USD', c$: 'CAD', ca$: 'CAD', a$: 'AUD', au$: 'AUD', hk$: 'HKD', s$: 'SGD' },
  ...{ nz$: 'NZD', nt$: 'TWD', r$: 'BRL', mx$: 'MXN', '€': 'EUR', '£': 'GBP', '₹': 'INR' },
  ...{ '₩': 'KRW', rs: 'INR', rmb: 'CNY', us: 'USD', 'u.s': 'USD', canadian: 'CAD', swiss: 'CHF' },
  ...{ australian: 'AUD', hong: 'HKD', singapore: 'SGD', new: 'NZD', dollar: '$', euro: 'EUR' },
  ...{ pound: 'GBP', yen: 'JPY', japanese: 'JPY', rupee: 'INR', indian: 'INR', yuan: 'CNY' },
  ...{ renminbi: 'CNY', brazilian: 'BRL', reai: 'BRL', kronor: 'SEK', swedish: 'SEK' },
};

/** The code of a currency as it is written; `$` and `¥` may mean several. */
function currencyOf(written: string): string {
  const word = written.split(' ')[0]!.toLowerCase().replace(/\.$/, '');
  return meant[word] ?? meant[word.replace(/s$/, '')] ?? word.toUpperCase();
}

const scalePattern =
  String.raw`(?:(?:hundred|thousands?|millions?|billions?|trillions?|milliards?|crores?|lakhs?|lacs?|` +
  String.raw`mn|mm|mln|mio|bn|bln|mrd|tn|trn|cr)\b\.?|'?000s?\b)`;
const powers: Readonly<Record<string, number>> = {
  ...{ hundred: 2, thousand: 3, k: 3, "'000": 3, '000': 3, lakh: 5, lac: 5, million: 6, mn: 6 },
  ...{ mm: 6, mln: 6, mio: 6, m: 6, crore: 7, cr: 7, billion: 9, bn: 9, bln: 9, b: 9, mrd: 9 },
  ...{ milliard: 9, trillion: 12, tn: 12, trn: 12, t: 12 },
};

/** The power of ten of a scale as it is written. */
const powerOf = (written: string): number =>
  powers[written.toLowerCase().replace(/\.$/, '')] ??
  powers[written.toLowerCase().replace(/s?\.?$/, '')] ??
  0;

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
    String.raw` ?(?<coin>${currencyPattern}))?` +
    String.raw`\)?(?<share>(?: ?(?:per|a|each|\/) ?(?:[a-z]+ ){0,3}(?:shares?|ads)\b))?` +
    String.raw`(?<shares>(?: (?:[a-z]+ ){0,3}?shares?\b))?\)?`,
  'i',
);
const places =
  'pages?|pp?\\.|notes?|items?|sections?|tables?|figures?|exhibits?|parts?|steps?|footnotes?|rows?|lines?|' +
  'column|chapter|rule|asc|ifrs|ias|asu|cik|id|ref|no\\.|number|form|s&p|nasdaq|russell|fortune|top|version';
const spans = 'days?|weeks?|months?|years?|quarters?|hours?|minutes?|seconds?';
/** Numbers that are no amounts: references, list numbers, ids, times and names with a number. */
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

/** Words that may stand behind a number without being what it counts. */
const verbs =
  'in|for|as|at|on|and|or|but|to|from|by|vs|versus|compared|during|with|while|which|after|before|is|was|were|the|a|' +
  'an|up|down|of|that|this|than|total|net|per|according|based|year|yoy|respectively|revenues?|sales|income|profit|' +
  'cash|loss|outflow|decrease|decline|increase|growth|higher|lower|where|it|its|approximately|about|not|both|i|we';
const noun = new RegExp(
  String.raw`^[ -](?!(?:${verbs})\b|[a-z]+ed\b)(?<noun>[a-z-]{3,}(?: [a-z-]{3,}){0,2})`,
  'i',
);
const sentenceChars = 300;

/** At most this many are read: a text with more numbers commits to none. */
export const amountsMax = 400;

/** All amounts of a text whose periods are masked, in their order; `breaks` says where sentences end. */
export function amountsIn(text: string, breaks: readonly number[]): Amount[] {
  const found: Amount[] = [];
  const isEuropean = /\d\.\d{3},\d/.test(text);
  let sentence = 0;
  for (const match of text.matchAll(numberPattern)) {
    while ((breaks[sentence] ?? text.length) <= match.index) sentence++;
    const starts = Math.max(breaks[sentence - 1] ?? 0, match.index - sentenceChars);
    const ends = breaks[sentence] ?? text.length;
    const last = found.at(-1);
    const amount = amountOf(text, match, { starts, ends, last, isEuropean });
    if (amount === undefined) continue;
    if (last !== undefined) join(text, last, amount);
    found.push(amount);
    if (found.length > amountsMax) break;
  }
  return found;
}

interface Around {
  readonly starts: number;
  readonly ends: number;
  readonly last: Amount | undefined;
  readonly isEuropean: boolean;
}

function amountOf(
  text: string,
  { 0: written, index, groups: { coin, inner = '', number = '' } = {} }: RegExpExecArray,
  { starts, ends, last, isEuropean }: Around,
): Amount | undefined {
  const parsed = numberOf(number.toLowerCase(), isEuropean);
  const end = index + written.length;
  const lead = text.slice(starts, index);
  const [said, unit] = unitBehind(text.slice(end, Math.min(end + 80, ends)));
  const isGlued = /^(?:[a-z\d‰°]|-[a-z])/i.test(
    text.slice(end + said.length, end + said.length + 2),
  );
  const isName = coin === undefined && /[a-z]-$/i.test(lead) && last?.to !== index - 1;
  if (parsed === undefined || (isGlued && !/[^\d.]/.test(said)) || isName) return undefined;
  const to = end + said.length;
  const tail = text.slice(to, Math.min(to + 60, ends));
  const power = powerBehind(unit);
  const shift = (power ?? 0) - hundredths(unit);
  const value = shifted(decimalOf(parsed), shift);
  const step = shifted(decimalOf(lastDigit(parsed)), shift);
  const isBracketed = (inner + lead.slice(-2).trim()).includes('(') && said.includes(')');
  const isAgain =
    last !== undefined &&
    isBracketed &&
    isRestated(text.slice(last.to, index), last, { value, step });
  const isSigned = inner.includes('-') || isMinus(lead) || (isBracketed && !isAgain);
  const isPlus = lead.endsWith('+');
  const isNegative = isAgain ? last.value < 0n : isSigned || (!isPlus && isTurned(lead, tail));
  const label = text.slice(Math.max(starts, last?.to ?? 0, index - 120), index);
  const isWord = /^[zn]/i.test(number);
  const things = (isWord ? undefined : noun.exec(tail)?.groups?.['noun']) ?? '';
  const kind = kindOf(unit, coin, {
    label,
    isScaled: power !== null,
    isCount: things !== '',
  });
  return {
    ...{
      from: index,
      to,
      kind,
      step,
      power,
      shift,
      role:
        last !== undefined && last.to > starts && isPart(lead) ? 'compared' : roleOf(lead, tail),
      label: `${label} ${things}`,
      things,
    },
    value: isNegative ? -value : value,
    currency: stated(coin, unit),
    isVerb: isMoved(lead),
  };
}

type Unit = Readonly<Record<string, string | undefined>>;

/** What stands right behind a number, and the parts of it. */
function unitBehind(text: string): readonly [string, Unit] {
  const match = behind.exec(text);
  return [match?.[0] ?? '', match?.groups ?? {}];
}

function powerBehind({ scale, more }: Unit): number | null {
  return scale === undefined ? null : powerOf(scale) + (more === undefined ? 0 : powerOf(more));
}

const hundredths = ({ percent, points, cents, pence }: Unit): number =>
  points !== undefined ? 4 : (percent ?? cents ?? pence) !== undefined ? 2 : 0;

/** An amount in brackets behind one of about the same size says it again. */
const isRestated = (
  gap: string,
  last: Amount,
  { value, step }: Pick<Amount, 'value' | 'step'>,
): boolean =>
  /^ ?\($/.test(gap) &&
  [last.step, step].some((one) => isWithinHalf(magnitude(value), magnitude(last.value), one));

function kindOf(
  { percent, points, times, cents, pence, share, shares, coin: late }: Unit,
  coin: string | undefined,
  { label, isScaled, isCount }: { label: string; isScaled: boolean; isCount: boolean },
): AmountKind {
  if ((percent ?? points) !== undefined) return 'percent';
  if (times !== undefined) return 'times';
  const isMoney = (coin ?? late ?? cents ?? pence) !== undefined;
  const isEach = !isScaled && /\bEPS\b|\bper (?:[a-z]+ ){0,2}share\b/i.test(label);
  if (share !== undefined || (isEach && shares === undefined)) return 'per share';
  if (isMoney) return 'money';
  if (shares !== undefined) return 'shares';
  return isCount ? 'count' : 'bare';
}

function stated(coin: string | undefined, { coin: late, cents, pence }: Unit): string | null {
  const [first, second] = [coin, late].map((one) => (one === undefined ? null : currencyOf(one)));
  if (pence !== undefined) return pence === 'paise' ? 'INR' : 'GBP';
  if (cents !== undefined) return first ?? '¢';
  return second !== null && (first === null || first === '$' || first === '¥') ? second! : first!;
}

const lastDigit = (plain: string): string => {
  const [mantissa = '', exponent = '0'] = plain.split('e');
  return `${mantissa.replace(/\d/g, '0').replace(/0$/, '1')}e${exponent}`;
};

/** How numbers are written, and what groups their digits. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?$/, "'"],
  [/^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/, '.'],
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$|^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/, ','],
  [/^\d+,\d+$|^\d*(?:\.\d+)?$/, ' '],
];
const european: typeof spellings = [[/^\d{1,3}\.\d{3}$/, '.'], [/^\d+,\d+$/, ' '], ...spellings];

/** Undefined where digits are grouped as no number is, where they begin with a needless zero, or are too many. */
function numberOf(written: string, isEuropean: boolean): string | undefined {
  if (/^[zn]/.test(written)) return '0';
  const [mantissa = '', exponent = '0'] = written.split('e');
  if (mantissa.length > 40 || /^0\d/.test(mantissa)) return undefined;
  const by = (isEuropean ? european : spellings).find(([form]) => form.test(mantissa))?.[1];
  return by && `${mantissa.replaceAll(by, '').replace(',', '.')}e${exponent}`;
}

const connector = /^ ?(?<how>-|to|through|~|\.{2,3}|and|or|\/|±|\+\/-|plus or minus) ?[(]?$/i;
/** Two amounts with a word between them share their unit, and may be the ends of a range. */
function join(text: string, one: Amount, next: Amount): void {
  const how = connector.exec(text.slice(one.to, next.from))?.groups?.['how']?.toLowerCase();
  if (how === undefined) return;
  if (/^[±+p]/.test(how)) one.role = 'range';
  const isAlike = one.kind === 'bare' || one.kind === next.kind || next.kind === 'bare';
  if (isAlike && one.shift === 0 && one.power === null) {
    if (one.kind === 'bare') one.kind = next.kind;
    [one.power, one.shift] = [next.power, next.shift];
    [one.value, one.step] = [shifted(one.value, one.shift), shifted(one.step, one.shift)];
  }
  const before = text.slice(Math.max(0, one.from - 60), one.from);
  const isMove =
    how === 'to' && (one.role === 'change' || (one.role === 'compared' && isMovement(before)));
  const isOpen = how !== 'or' && how !== '/' && (how !== 'and' || /\bbetween[ (]*$/i.test(before));
  if (isOpen && !isMove && (one.kind === next.kind || next.kind === 'bare'))
    one.role = next.role = 'range';
}

export interface Head {
  readonly at: number;
  readonly power: number;
  /** Null where it is of all amounts. */
  readonly of: 'money' | 'shares' | null;
}

const headScale = `(?<scale>${scalePattern}|[kmb](?!\\w))`;
const headPattern = new RegExp(
  String.raw`(?:\b(?:in|units?|scale)["':]{0,3} ?"?(?:(?<coin>${currencyPattern}) ?)?|\( ?|` +
    String.raw`(?<coin>${currencyPattern}) ?(?:in )?)${headScale}`,
  'gi',
);

/** Of a text or question whose amounts are masked. */
export const headsIn = (text: string): Head[] =>
  [...text.matchAll(headPattern)].map(({ index, groups }) => {
    const isOfShares = /\bshares?[ (,]{0,2}$/i.test(text.slice(Math.max(0, index - 12), index));
    const isMoney = groups?.['coin'] !== undefined;
    const of = isOfShares ? 'shares' : isMoney ? 'money' : null;
    return { at: index, power: powerOf(groups?.['scale'] ?? ''), of };
  });

/** The nearest of those of the line, or else above, or else below. */
export function nearest<T extends { readonly at: number }>(
  found: readonly T[],
  at: number,
  text: string,
): T | undefined {
  const [begins, ends] = [text.lastIndexOf('\n', at), text.indexOf('\n', at)];
  const isInLine = (one: T): boolean => one.at > begins && (ends < 0 || one.at < ends);
  const line = found.filter(isInLine);
  const isAbove = (one: T): boolean => one.at <= at;
  return line.findLast(isAbove) ?? line[0] ?? found.findLast(isAbove) ?? found[0];
}

/** Currencies that stand by themselves, of a text whose amounts are masked. */
export const currenciesIn = (text: string): { readonly at: number; readonly code: string }[] =>
  [...text.matchAll(new RegExp(currencyPattern, 'gi'))].map(({ 0: written, index }) => ({
    at: index,
    code: currencyOf(written),
  }));
