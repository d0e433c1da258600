/** A response judged by code: whether its text states the value that was asked for, with unit, sign and period. */

import { decimalOfNumber, isEqual, isWithinHalf, shifted, type Decimal } from './decimal.js';
import { amountsIn, type Placed } from './context.js';
import { agrees, periodOfLabel, type Period } from './periods.js';
import { plainText } from './plain-text.js';
import type { ExpectedAnswer, Verdict } from './schemas.js';

/** Currencies that a bare dollar or yen sign may mean. */
const meant: Readonly<Record<string, readonly string[]>> = {
  dollar: ['USD', 'AUD', 'CAD', 'HKD', 'SGD', 'NZD', 'TWD', 'MXN'],
  yen: ['JPY', 'CNY'],
};
const nothing = /\b(?:zero|nil)\b/i;

/** The first reason that a text is wrong, or that it is right. Where it is ambiguous it is wrong. */
export function scoreResponse(expected: ExpectedAnswer, response: string): Verdict {
  const text = plainText(response);
  const asked = expected.period === null ? undefined : periodOfLabel(expected.period);
  const amounts = answerOf(text, amountsIn(text));
  const fitting = amounts.filter((amount) => valuesIn(amount, expected.unit).length > 0);
  if (fitting.length === 0) return withoutAmount(text, expected, amounts.length > 0);
  const inPeriod = withoutChanges(ofPeriod(fitting, asked));
  if (inPeriod.length === 0) return wrong('another period is stated');
  const inCurrency = inPeriod.filter(({ currency }) => isOwnCurrency(currency, expected));
  if (inCurrency.length === 0) return wrong('another currency is stated');
  const finest = inCurrency.reduce((one, other) => (isFiner(other, one) ? other : one));
  const differs = inCurrency.some((one) => !isWithinHalf(one.value, finest.value, one.step));
  if (differs) return wrong('several values, and nothing picks one');
  const isRight = valuesIn(finest, expected.unit).some((value) => isExpected(value, expected));
  return isRight ? { right: true, why: 'the value', gaveUp: false } : wrong('another value');
}

const wrong = (why: string): Verdict => ({ right: false, why, gaveUp: false });

function withoutAmount(text: string, expected: ExpectedAnswer, hasOthers: boolean): Verdict {
  if (nothing.test(text) && !hasOthers) {
    return expected.value === 0
      ? { right: true, why: 'nothing, in words', gaveUp: false }
      : wrong('another value');
  }
  if (hasOthers) return wrong('no value of that unit');
  return { right: false, why: 'no value is stated', gaveUp: true };
}

/** Where a text names its answer, what stands behind that name. */
function answerOf(text: string, amounts: readonly Placed[]): readonly Placed[] {
  const named = [...text.matchAll(/\b(?:final answer|answer)\b ?(?:is\b|:|=)/gi)].at(-1);
  if (named === undefined) return amounts;
  const behind = amounts.filter(({ from }) => from >= named.index);
  return behind.length === 0 ? amounts : behind;
}

/** Those of the period that was asked for; where none is, those that state none. */
function ofPeriod(amounts: readonly Placed[], asked: Period | undefined): readonly Placed[] {
  const own = amounts.filter(({ period }) => period !== 'elsewhere');
  if (asked === undefined) return own;
  const stated = own.filter(({ period }) => period !== null && agrees(period as Period, asked));
  return stated.length > 0 ? stated : own.filter(({ period }) => period === null);
}

/** A level comes before a change that stands beside it. */
function withoutChanges(amounts: readonly Placed[]): readonly Placed[] {
  const levels = amounts.filter(({ isChange }) => !isChange);
  return levels.length > 0 ? levels : amounts;
}

/** What an amount may be in the unit that was asked for; none where its own is another. */
function valuesIn({ kind, value }: Placed, unit: string): readonly Decimal[] {
  if (unit === 'ratio') {
    switch (kind) {
      case 'percent':
        return [shifted(value, -2)];
      case 'basis points':
        return [shifted(value, -4)];
      case 'times':
        return [value];
      case 'bare':
        return [value, shifted(value, -2)];
      default:
        return [];
    }
  }
  const fits =
    unit === 'shares' ? ['bare', 'shares'] : unit === 'units' ? ['bare'] : ['bare', 'money'];
  return fits.includes(kind) ? [value] : [];
}

/** A currency that is not stated is taken to be the right one. */
function isOwnCurrency(stated: string | null, { unit, currency }: ExpectedAnswer): boolean {
  const own = currency ?? /^[A-Z]{3}(?= \/|$)/.exec(unit)?.[0] ?? null;
  return (
    stated === null || own === null || stated === own || (meant[stated]?.includes(own) ?? false)
  );
}

const isFiner = (one: Placed, other: Placed): boolean =>
  one.step.digits * 10n ** BigInt(other.step.places) <
  other.step.digits * 10n ** BigInt(one.step.places);

function isExpected(value: Decimal, { value: right, precision }: ExpectedAnswer): boolean {
  const own = decimalOfNumber(right);
  return precision === null
    ? isEqual(value, own)
    : isWithinHalf(value, own, decimalOfNumber(precision));
}
