/**
 * Responses judged by code: whether a text states the value that was asked for, with unit,
 * sign and period.
 */

import {
  type Amount,
  amountsIn,
  amountsMax,
  currenciesIn,
  type Head,
  headsIn,
  nearest,
  withoutNoise,
} from '../../figures/amounts.js';
import { sentenceBreaks, statedPeriods } from '../../figures/attach.js';
import { decimalOf, isWithinHalf, ones, shifted, spelled } from '../../figures/decimal.js';
import { isNamed, ofFigure, ofList } from '../../figures/names.js';
import { agrees, masked, type Period, periodsIn } from '../../figures/periods.js';
import { plainText } from '../../figures/plain-text.js';
import {
  type ExpectedAnswer,
  faults,
  type Question,
  type Response,
  type Verdict,
} from './schemas.js';

const marker = new RegExp(
  String.raw`\b(?:final answer|answer|correct(?:ion|ed))\b["*]?(?: is\b| ?[:=])|` +
    String.raw`\b(?:so|therefore|thus|hence),? (?:the|its)\b[^.;\n\d]{0,60}\b(?:is|was|equals)\b`,
  'gi',
);
const refused = new RegExp(
  String.raw`\b(?:could ?n[o']t|can ?not|can't|unable to|(?:was|am|were) not able to|did not|didn't|failed to)\s` +
    String.raw`(?:[a-z]+ ){0,3}?(?:find|locate|verify|confirm|determine|access|retrieve|identify|provide|` +
    String.raw`answer|obtain|extract|say)\b|\b(?:recommend|suggest) (?:checking|consulting)\b`,
  'gi',
);
const nothing = new RegExp(
  String.raw`\b(?:not (?:publicly )?(?:available|disclosed|found|provided)|insufficient|unknown|not sure|n\/a|` +
    'no (?:data|information|results|figures?|values?|such)|' +
    String.raw`(?:do|does|did)(?:n't| not) (?:have|know|disclose|contain|include|specify))\b`,
  'i',
);
const contrast = new RegExp(
  String.raw`\b(?:but|however|though|although|while|nevertheless|still|yet|best estimate|answer|` +
    String.raw`according to|based on|therefore)\b`,
  'i',
);
const hedged = new RegExp(
  String.raw`\b(?:mention\w{0,3}|suggest\w{0,3}|might|may|should be|guess|possibly|probably|perhaps|likely|` +
    'unverified|some sources|snippets?|rumou?r|reference)',
  'i',
);

/** Longer texts commit to nothing. */
const charactersMax = 200_000;

/** Characters of a question that are read. */
const questionMax = 4000;

/** An amount as a value in the unit that was asked for. */
interface Reading {
  readonly amount: Amount;
  /**
   * A bare number for a ratio is a fraction or percent; without a scale, it may have that
   * of the question.
   */
  readonly values: readonly Value[];
}
type Value = Pick<Amount, 'value' | 'step'>;

/** The first reason why a response is wrong, or that it is right. An ambiguous one is wrong. */
export function scoreResponse(asked: Question, { text }: Response): Verdict {
  const question = { ...asked, question: asked.question.slice(0, questionMax) };
  const { fault, value = null, why, gaveUp = false } = judged(question, text ?? '');
  const words = why ?? (fault === null ? 'the value' : faults[fault]);
  const stated = value === null ? null : spelled(value);
  return { id: question.id, right: fault === null, why: words, gaveUp, fault, value: stated };
}

/** Null for a right one, else the first fault; `value` in units of `decimalOf`. */
type Judged = Pick<Verdict, 'fault'> & {
  readonly value?: bigint;
  readonly why?: string;
  readonly gaveUp?: boolean;
};

function judged(question: Question, given: string): Judged {
  const plain = given.length > charactersMax ? '' : plainText(given);
  const periods = /^\W*\d{4}\W*$/.test(plain) ? [] : periodsIn(plain);
  const text = withoutNoise(masked(plain, periods));
  const breaks = sentenceBreaks(text);
  const amounts = amountsIn(text, breaks);
  if (given.length > charactersMax || amounts.length > amountsMax) return { fault: 'none' };
  const outside = masked(text, amounts);
  const fitting = readingsOf(amounts, question, outside);
  const chosen = committed(text, fitting, breaks);
  if (chosen.length === 0)
    return { fault: 'none', gaveUp: fitting.length > 0 || saysNothing(text) };
  const all = chosen.map(({ amount }) => amount);
  const stated = statedPeriods(all, { text, amounts, periods, breaks });
  const { isAsked, isLabeled } = askedBy(question);
  const own = chosen.filter((_, at) => stated[at]?.every(isAsked));
  if (own.length === 0) return { fault: 'period' };
  const narrow = narrowed(own, question);
  // A year may go by another label too, but not next to one with the requested label.
  const readings = preferred(narrow, (one) => stated[chosen.indexOf(one)]!.some(isLabeled));
  return judgedOf(readings, question, outside);
}

/**
 * `isAsked`: whether a period is that of the answer, in any label that the question has for it, or
 * of its words, which may follow another convention. Dates are compared with dates, where the
 * question has one; labels with labels, and with dates of a like label. `isLabeled`: whether it is
 * called as the answer's.
 */
function askedBy({
  question,
  expected: { period },
  fiscalPeriod,
  calendarPeriod,
  start,
}: Question) {
  const periodOf = (text = ''): Period[] => periodsIn(plainText(text)).slice(0, 1);
  const own = periodOf(period ?? '');
  const labeled = [fiscalPeriod, calendarPeriod].flatMap((label) => periodOf(label ?? ''));
  // The last day of a year is that of its fourth quarter.
  const ends = start === null ? [...own, ...labeled].filter(({ part }) => part === 'FY') : [];
  const more = [...labeled, ...ends.map((one) => ({ ...one, part: 'Q4' }))];
  const named = periodsIn(plainText(question)).filter(({ part }) => part !== 'other');
  const isOwn = (one: Period): boolean => own.some((other) => agrees(one, other));
  const same = named.filter(isOwn);
  const asked = [...own, ...more, ...(same.some((one) => !one.month) ? same : named)];
  const dates = asked.filter((one) => one.month);
  const labels = asked.filter((one) => !one.month);
  const isAsked = (stated: Period): boolean => {
    if (asked.length === 0) return !period;
    const isLike = labels.length === 0 || labels.some(({ part }) => part === stated.part);
    // With all labels known, no other convention is guessed from the days.
    const byLabel = isLike && labeled.length === 0 ? asked : labels;
    let others;
    if (stated.month) {
      if (dates.length > 0) {
        others = dates;
      } else {
        others = labels;
      }
    } else {
      others = byLabel;
    }
    return others.some((one) => agrees(stated, one));
  };
  return { isAsked, isLabeled: (stated: Period) => !stated.month && isOwn(stated) };
}

const fits: Readonly<Record<string, readonly Amount['kind'][]>> = {
  ratio: ['percent', 'times', 'bare'],
  shares: ['shares', 'bare'],
  units: ['count', 'bare'],
  money: ['money', 'bare'],
  'per share': ['per share', 'money', 'bare'],
};
const unitOf = ({ unit }: ExpectedAnswer): string => {
  if (/[/]|per /.test(unit)) return 'per share';
  return Object.hasOwn(fits, unit.toLowerCase()) ? unit.toLowerCase() : 'money';
};

/** Amounts that could be in the requested unit. */
function readingsOf(
  amounts: readonly Amount[],
  { question, expected }: Question,
  outside: string,
): Reading[] {
  const unit = unitOf(expected);
  const isOfUnit = ({ of }: Head): boolean => of === null || of === unit;
  const heads = headsIn(outside).filter(isOfUnit);
  const asked = plainText(question);
  const askedFor = headsIn(masked(asked, amountsIn(asked, []))).filter(isOfUnit);
  return amounts.flatMap((amount) => {
    const { kind, value, step, power, shift, from } = amount;
    const isBare = kind === 'bare';
    if (!fits[unit]!.includes(kind) || (unit === 'per share' && power !== null)) return [];
    if (unit === 'ratio' && isBare && power !== null) return [];
    const isOpen = power === null && shift === 0 && ['money', 'shares', 'units'].includes(unit);
    const head = isOpen ? nearest(heads, from, outside)?.power : undefined;
    const own = isOpen && isBare ? askedFor.map((one) => one.power) : [];
    let ways;
    if (unit === 'ratio' && isBare) {
      ways = [0, -2];
    } else if (head === undefined) {
      ways = [0, ...own];
    } else {
      ways = [head];
    }
    return [
      {
        amount,
        values: ways.map((by) => ({ value: shifted(value, by), step: shifted(step, by) })),
      },
    ];
  });
}

const preferred = <T>(all: readonly T[], test: (one: T) => boolean): readonly T[] => {
  const some = all.filter(test);
  return some.length > 0 ? some : all;
};

/** The values themselves, without comparisons, changes and other names next to them. */
function narrowed(
  readings: readonly Reading[],
  { question, expected }: Question,
): readonly Reading[] {
  const kept = readings.filter(({ amount }) => amount.role !== 'rejected');
  const values = preferred(
    ofFigure(kept, question),
    ({ amount }) => !/^(?:compared|part|whole)$/.test(amount.role),
  );
  const levels = preferred(
    values,
    ({ amount }) => (amount.role === 'change') === asksChange.test(question),
  );
  const marked = preferred(levels, ({ amount }) => {
    const { kind, currency, power, step, role } = amount;
    return (
      kind !== 'bare' || currency !== null || power !== null || step < ones || role === 'range'
    );
  });
  if (unitOf(expected) !== 'units') return ofList(marked, question);
  const isCounted = (word: string): boolean => word !== '' && question.toLowerCase().includes(word);
  return preferred(marked, ({ amount }) => amount.things.toLowerCase().split(' ').some(isCounted));
}

/** The currencies that a sign may mean. */
const dollars = ['USD', 'AUD', 'CAD', 'HKD', 'SGD', 'NZD', 'TWD', 'MXN'];
const signs = new Map([
  ['$', dollars],
  ['¢', ['EUR', ...dollars]],
  ['¥', ['JPY', 'CNY']],
]);

/** Whether the currency of an amount, or else the nearest one, may be the requested currency. */
function ownCurrency(
  { unit, currency }: ExpectedAnswer,
  outside: string,
): (one: Amount) => boolean {
  const own = (currency ?? /^[A-Z]{3}(?= |\/|$)/.exec(unit)?.[0])?.toUpperCase();
  const named = currenciesIn(outside);
  const isOwn = (code = own): boolean =>
    own === undefined || code === own || signs.get(code!)?.includes(own) === true;
  const declared = /\bcurrency["']? ?[:=] ?["']?([A-Z]{3})\b/i.exec(outside)?.[1]?.toUpperCase();
  return ({ currency: stated, from }) =>
    isOwn(declared) && isOwn(stated ?? nearest(named, from, outside)?.code);
}

function judgedOf(readings: readonly Reading[], question: Question, outside: string): Judged {
  const { expected } = question;
  if (readings.length === 0) return { fault: 'series' };
  const hasCurrency = ['money', 'per share'].includes(unitOf(expected));
  const isOwn = ownCurrency(expected, outside);
  const own = readings.filter(({ amount }) => !hasCurrency || isOwn(amount));
  if (own.length < readings.length && own.every(({ amount }) => amount.currency === null))
    return { fault: 'currency' };
  if (own.some(({ amount }) => /^(?:range|bound)$/.test(amount.role))) return { fault: 'range' };
  const right = decimalOf(expected.value);
  const step = decimalOf(expected.precision ?? 0);
  const isHit = ({ value }: Value): boolean => isWithinHalf(value, right, step);
  const isRounding = (one: Value): boolean =>
    isWithinHalf(one.value, right, one.step) && one.step > step;
  const values = own.flatMap((one) => one.values);
  const hit = values.find(isHit)?.value;
  if (hit === undefined) {
    const value = own[0]!.values[0]!.value;
    const fault = faultOf(values, isHit, isRounding);
    if (fault !== undefined) return { fault, value };
    if (own.some((one) => one.values[0]!.value !== value)) return { fault: 'several', value };
    return { fault: 'value', value, why: `${spelled(value)} is not ${spelled(right)}` };
  }
  // A bare fraction may be of millions, and so not negligible.
  const isVague = ({ amount }: Reading): boolean =>
    hasCurrency && right === 0n && amount.kind === 'bare' && amount.value !== 0n;
  if (own.every(isVague)) return { fault: 'scale', value: hit };
  if (!own.every((one) => one.values.some((value) => isHit(value) || isRounding(value))))
    return { fault: 'several' };
  return { fault: isOnlyMoved(own, question) ? 'value' : null, value: hit };
}

/** Powers of ten by which values are missed. */
const scales = [-12, -9, -6, -5, -3, -2, 2, 3, 5, 6, 9, 12];

/** The fault of values when none is the right one. */
function faultOf(
  values: readonly Value[],
  isHit: (one: Value) => boolean,
  isRounding: (one: Value) => boolean,
): 'sign' | 'scale' | 'rounding' | undefined {
  const isMoved = ({ value, step }: Value): boolean =>
    scales.some((by) => isHit({ step, value: shifted(value, by) }));
  if (values.some(({ value, step }) => isHit({ step, value: -value }))) return 'sign';
  if (values.some(isMoved)) return 'scale';
  return values.some(isRounding) ? 'rounding' : undefined;
}

const moves = 'chang|increas|decreas|grow|grew|declin|reduc|rise|rose|fell|drop|open|clos|hir';
const ofChange = new RegExp(
  String.raw`\b(?:${moves}|flow|comparable|like-for-like|effect|impact)`,
  'i',
);
const asksChange = new RegExp(
  String.raw`\bby (?:how (?:much|many)|what)\b|\bhow many\b.*\b(?:open|clos|hir|add)|` +
    String.raw`\b(?:change|increase|decrease|growth|decline) in\b`,
  'i',
);

/** How much something rose or fell is not its level, but a question may be about it. */
const isOnlyMoved = (readings: readonly Reading[], { question, expected }: Question): boolean =>
  unitOf(expected) !== 'ratio' &&
  !ofChange.test(question) &&
  readings.every(
    ({ amount }) =>
      amount.role === 'change' && (amount.value > 0n || (amount.isVerb && isNamed(amount))),
  );

/**
 * Amounts after the last "answer:" marker; without one, all amounts except those the text disowns.
 */
function committed<T extends { readonly amount: Amount }>(
  text: string,
  readings: readonly T[],
  breaks: readonly number[],
): readonly T[] {
  const marked = [...text.matchAll(marker)].at(-1)?.index ?? -1;
  const answers = readings.filter(({ amount }) => amount.from > marked);
  const last = [...text.matchAll(refused)].at(-1)?.index;
  const isAnswered = answers.length > 0;
  if (last === undefined || (marked > last && isAnswered)) return isAnswered ? answers : readings;
  const starts = breaks.findLast((at) => at <= last) ?? 0;
  return (isAnswered ? answers : readings).filter(({ amount: { from } }) => {
    const between = text.slice(starts, from);
    return from > last && contrast.test(between) && !hedged.test(between);
  });
}

/** Whether a text reports that it found nothing. */
const saysNothing = (text: string): boolean => text.search(refused) >= 0 || nothing.test(text);
