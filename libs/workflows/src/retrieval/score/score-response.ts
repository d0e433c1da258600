/** Responses judged by code: whether a text states the value that was asked for, with unit, sign and period. */

import {
  amountsIn,
  amountsMax,
  currenciesIn,
  headsIn,
  nearest,
  withoutNoise,
  type Amount,
  type Head,
} from '../../figures/amounts.js';
import { sentenceBreaks, statedPeriods } from './attach.js';
import { decimalOf, isWithinHalf, ones, shifted, spelled } from '../../figures/decimal.js';
import { committed, isNamed, ofFigure, saysNothing } from './answer.js';
import { agrees, masked, periodsIn, type Period } from '../../figures/periods.js';
import { plainText } from '../../figures/plain-text.js';
import {
  faults,
  type ExpectedAnswer,
  type Question,
  type Response,
  type Verdict,
} from './schemas.js';

/** Longer texts commit to nothing. */
const charactersMax = 200_000;

/** An amount as a value in the unit that was asked for. */
interface Reading {
  readonly amount: Amount;
  /** A bare number for a ratio is a fraction or percent; without a scale, it may have that of the question. */
  readonly values: readonly Value[];
}
type Value = Pick<Amount, 'value' | 'step'>;

/** The first reason for which a response is wrong, or that it is right. Where it is ambiguous it is wrong. */
export function scoreResponse(question: Question, { text }: Response): Verdict {
  const { expected } = question;
  const given = text ?? '';
  const plain = given.length > charactersMax ? '' : plainText(given);
  const periods = /^\W*\d{4}\W*$/.test(plain) ? [] : periodsIn(plain);
  const rest = withoutNoise(masked(plain, periods));
  const breaks = sentenceBreaks(rest);
  const amounts = amountsIn(rest, breaks);
  const wrong = wrongOf(question);
  if (given.length > charactersMax || amounts.length > amountsMax) return wrong('none');
  const outside = masked(rest, amounts);
  const fitting = readingsOf(amounts, question, outside);
  const chosen = committed(rest, fitting, breaks);
  if (chosen.length === 0)
    return { ...wrong('none'), gaveUp: fitting.length > 0 || saysNothing(rest) };
  const stated = statedPeriods(
    chosen.map(({ amount }) => amount),
    { text: rest, amounts, periods, breaks },
  );
  const isAsked = askedBy(question);
  const own = [...chosen.keys()].filter((at) => stated[at]?.every(isAsked));
  if (own.length === 0) return wrong('period');
  // A year may be called by another year too, but not beside one that is called as it was asked for.
  const label = periodOfAnswer(expected);
  const isLabeled = (at: number): boolean =>
    stated[at]!.some((period) => !period.month && label.some((one) => agrees(period, one)));
  const readings = preferred(own, isLabeled).map((at) => chosen[at]!);
  return verdictOn(narrowed(readings, question), question, outside);
}

const periodOfAnswer = ({ period }: ExpectedAnswer): readonly Period[] =>
  periodsIn(plainText(period ?? '')).slice(0, 1);

const wrongOf =
  ({ id }: Question) =>
  (fault: keyof typeof faults, value: bigint | null = null): Verdict => ({
    ...{ id, right: false, why: faults[fault], gaveUp: false, fault },
    value: value === null ? null : spelled(value),
  });

/**
 * Whether a period is that of the answer, or of the words of the question for it, which may follow another convention.
 * Dates are compared with dates, where the question has one; labels with labels, and with dates of a like label.
 */
function askedBy({ question, expected }: Question): (stated: Period) => boolean {
  const named = periodsIn(plainText(question)).filter(({ part }) => part !== 'other');
  const own = periodOfAnswer(expected);
  const same = named.filter((period) => own.some((one) => agrees(period, one)));
  const asked = [...own, ...(same.some((one) => !one.month) ? same : named)];
  const [dates, labels] = [asked.filter((one) => one.month), asked.filter((one) => !one.month)];
  if (asked.length === 0) return () => !expected.period;
  return (stated) => {
    const isLike = labels.length === 0 || labels.some(({ part }) => part === stated.part);
    const others = stated.month ? (dates.length > 0 ? dates : labels) : isLike ? asked : labels;
    return others.some((one) => agrees(stated, one));
  };
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

/** Those of the amounts that may be values in the unit that was asked for. */
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
    const own = isOpen && amount.currency === null ? askedFor.map((one) => one.power) : [];
    const ways = unit === 'ratio' && isBare ? [0, -2] : head === undefined ? [0, ...own] : [head];
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

/** The values themselves, where others are beside them: what they were compared with, changes, other names. */
function narrowed(
  readings: readonly Reading[],
  { question, expected }: Question,
): readonly Reading[] {
  const kept = readings.filter(({ amount }) => amount.role !== 'rejected');
  const values = preferred(kept, ({ amount }) => amount.role !== 'compared');
  const levels = preferred(values, ({ amount }) => amount.role !== 'change');
  const marked = preferred(ofFigure(levels, question), ({ amount }) => {
    const { kind, currency, power, step, role } = amount;
    return (
      kind !== 'bare' || currency !== null || power !== null || step < ones || role === 'range'
    );
  });
  if (unitOf(expected) !== 'units') return marked;
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

/** Whether the currency of an amount, or the one that stands nearest to it, may be the one that was asked for. */
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

function verdictOn(readings: readonly Reading[], question: Question, outside: string): Verdict {
  const { expected } = question;
  const wrong = wrongOf(question);
  if (readings.length === 0) return wrong('series');
  const hasCurrency = ['money', 'per share'].includes(unitOf(expected));
  const isOwn = ownCurrency(expected, outside);
  const own = readings.filter(({ amount }) => !hasCurrency || isOwn(amount));
  if (own.length < readings.length && own.every(({ amount }) => amount.currency === null))
    return wrong('currency');
  if (own.some(({ amount }) => /^(?:range|bound)$/.test(amount.role))) return wrong('range');
  const [right, step] = [decimalOf(expected.value), decimalOf(expected.precision ?? 0)];
  const isHit = ({ value }: Value): boolean => isWithinHalf(value, right, step);
  const isRounding = (one: Value): boolean =>
    isWithinHalf(one.value, right, one.step) && one.step > step;
  const values = own.flatMap((one) => one.values);
  // A bare fraction may be of millions, and those are not nothing.
  const isVague = ({ amount }: Reading): boolean =>
    hasCurrency && right === 0n && amount.kind === 'bare' && amount.value !== 0n;
  const hit = values.find(isHit)?.value;
  if (hit !== undefined && own.every(isVague)) return wrong('scale', hit);
  if (hit === undefined) {
    const first = own[0]!.values[0]!.value;
    const fault = faultOf(values, isHit, isRounding);
    if (fault !== undefined) return wrong(fault, first);
    if (own.some((one) => one.values[0]!.value !== first)) return wrong('several', first);
    return { ...wrong('value', first), why: `${spelled(first)} is not ${spelled(right)}` };
  }
  if (!own.every((one) => one.values.some((value) => isHit(value) || isRounding(value))))
    return wrong('several');
  if (isOnlyMoved(own, question)) return wrong('value', hit);
  return { ...wrong('value', hit), right: true, why: 'the value', fault: null };
}

/** Powers of ten by which values are missed. */
const scales = [-12, -9, -6, -5, -3, -2, 2, 3, 5, 6, 9, 12];

/** What is wrong with values of which none is the right one. */
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

const ofChange =
  /\b(?:chang|increas|decreas|grow|grew|declin|reduc|rise|rose|fell|drop|flow|comparable|like-for-like|effect|impact)/i;

/** How much something rose or fell is no level of it, but may be what a question is about. */
const isOnlyMoved = (readings: readonly Reading[], { question, expected }: Question): boolean =>
  unitOf(expected) !== 'ratio' &&
  !ofChange.test(question) &&
  readings.every(
    ({ amount }) =>
      amount.role === 'change' && (amount.value > 0n || (amount.isVerb && isNamed(amount))),
  );
