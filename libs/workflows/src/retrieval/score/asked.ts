/** What a question asks for, and the values that a statement may have in its unit. */

import { decimalOf, shifted } from '../../figures/decimal.js';
import { sentencesOf, wordsOf, type Item } from '../../prose/items.js';
import type { AskedNames } from '../../prose/figure-names.js';
import { plainText } from '../../prose/markup/plain-text.js';
import { agreement, type Agreement } from '../../prose/period-agreement.js';
import { periodAt, type Period } from '../../prose/periods.js';
import type { Statement } from '../../prose/statements.js';
import { tokensOf } from '../../prose/tokens.js';
import type { ExpectedAnswer, Question } from './schemas.js';

export interface Value {
  readonly value: bigint;
  readonly step: bigint;
}

export interface Asked {
  readonly unit: 'ratio' | 'shares' | 'units' | 'money' | 'per share';
  readonly right: bigint;
  readonly step: bigint;
  /** Words of the name of the figure. */
  readonly figure: AskedNames;
  /** Words of the question, in lower case. */
  readonly known: ReadonlySet<string>;
  /** Powers of ten that the question asks for, as `in millions`. */
  readonly powers: readonly number[];
  readonly isForecast: boolean;
  /** Whether it asks how much something rose or fell. */
  readonly isChange: boolean;
  /** Whether it asks for a loss, which may be stated without a sign. */
  readonly isLoss: boolean;
  /** The currency of money; undefined if the question names none. */
  readonly currency: string | undefined;
  agreement(stated: Pick<Statement, 'periods' | 'documents'>): Agreement;
  isCurrency(statement: Statement): boolean;
}

/** Characters of a question that are read. */
const questionMax = 4000;

export function askedOf(question: Question): Asked {
  const { expected } = question;
  const plain = plainText(question.question.slice(0, questionMax));
  const items = sentencesOf(plain, { known: new Set() }).flat();
  const currency = expected.currency ?? /^[A-Z]{3}(?= |\/|$)/i.exec(expected.unit)?.[0];
  const unit = unitOf(expected);
  const isMoney = unit === 'money' || unit === 'per share';
  const { periods, isNamed } = periodsOf(question, items);
  const names = items.flatMap((item) => (item.kind === 'figure' ? item.figure.words : []));
  const open = new Set(
    items.flatMap((item) =>
      item.kind === 'figure' && isCapital(item.text) ? item.figure.words : [],
    ),
  );
  // A question without the name of a figure may be about anything.
  const asksChange = names.length === 0 || isChange(plain);
  return {
    unit,
    right: decimalOf(expected.value),
    step: decimalOf(expected.precision ?? 0),
    figure: { names: asksChange ? names.filter((name) => name !== 'growth') : names, open },
    known: wordsOf(plain),
    powers: items.flatMap((item) =>
      item.kind === 'head' && item.power !== null ? [item.power] : [],
    ),
    isForecast: items.some((item) => item.kind === 'role' && item.role === 'forecast'),
    isChange: asksChange,
    isLoss: items.some((item) => item.kind === 'figure' && item.figure.sign === 'loss'),
    currency: currency?.toUpperCase(),
    agreement: (stated) => agreementOf(stated, periods, isNamed),
    isCurrency: ({ amount, head }) => {
      const stated = amount.currencies ?? head.codes;
      const both = [amount.currencies, head.codes].filter((codes) => codes !== null);
      const code = currency?.toUpperCase();
      return (
        !isMoney ||
        stated === null ||
        code === undefined ||
        both.every((codes) => codes.includes(code))
      );
    },
  };
}

/** `Retail`, but not `EPS`. */
const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word);

const unitOf = ({ unit }: ExpectedAnswer): Asked['unit'] => {
  const name = unit.toLowerCase();
  if (/[/]|per /.test(name)) return 'per share';
  return name === 'ratio' || name === 'shares' || name === 'units' ? name : 'money';
};

const changes = new RegExp(
  String.raw`\bby (?:how (?:much|many)|what)\b|\b(?:changed?|increase|decrease|growth|decline|rise|fall|` +
    String.raw`grow|grew|flows?|effect|impact|proceeds|used)\b`,
  'i',
);
const isChange = (question: string): boolean => changes.test(question);

/** The period of the answer in all labels that the question has, and those of its words. */
function periodsOf(
  { expected: { period }, fiscalPeriod, calendarPeriod, start }: Question,
  items: readonly Item[],
): { readonly periods: readonly Period[]; readonly isNamed: boolean } {
  const labeled = [period, fiscalPeriod, calendarPeriod].flatMap((label) => periodIn(label ?? ''));
  const stated = items.flatMap((item) => (item.kind === 'period' ? [item.period] : []));
  const whole = stated.filter(({ year }) => year !== null);
  // `6 months` says nothing of its own beside a period with a year.
  const isDated = whole.length > 0 || labeled.length > 0;
  const named = (isDated ? whole : stated).filter(({ part }) => part !== 'other');
  // The last day of a year is that of its fourth quarter.
  const isOfOneDay = start === null;
  const ends = isOfOneDay ? labeled.filter(({ part }) => part === 'FY') : [];
  const quarters = ends.map((one): Period => ({ ...one, part: 'Q4' }));
  const same = named.filter((one) => labeled.some((other) => agreement(one, [other]) === 'yes'));
  const hasAllLabels = (fiscalPeriod ?? calendarPeriod) !== undefined;
  const isNamed =
    hasAllLabels || labeled.length === 0 || same.some(({ month }) => month === undefined);
  const dates = named.filter(({ month }) => month !== undefined);
  const words = isNamed
    ? [...new Set([...same, ...(labeled.length === 0 ? named : dates)])]
    : named;
  return { periods: [...labeled, ...quarters, ...words], isNamed };
}

/** `2023Q1`, `2022FY`, `2023Q3YTD`, or words. */
export function periodIn(label: string): Period[] {
  const [, year, quarter] = /^(\d{4})Q([234])YTD$/.exec(label) ?? [];
  if (year !== undefined) {
    const part = ({ 2: 'H1', 3: '9M', 4: 'FY' } as const)[quarter as '2' | '3' | '4'];
    return [{ from: 0, to: 1, part, year: Number(year) }];
  }
  const tokens = tokensOf(plainText(label));
  for (let at = 0; at < tokens.length; at++) {
    const period = periodAt(tokens, at);
    if (period !== undefined) return [period];
  }
  return [];
}

/** All periods that are stated have to agree, and one of them surely, if any is stated. */
function agreementOf(
  { periods, documents }: Pick<Statement, 'periods' | 'documents'>,
  asked: readonly Period[],
  isNamed: boolean,
): Agreement {
  if (periods.length === 0) return ofDocuments(documents, asked);
  if (asked.length === 0) return 'yes';
  const found = periods.map((period) => agreement(period, asked, isNamed));
  if (found.includes('no')) return 'no';
  return found.includes('yes') ? 'yes' : 'maybe';
}

/** A value of another period may stand in the document of one. */
function ofDocuments(documents: readonly Period[], asked: readonly Period[]): Agreement {
  if (documents.length === 0 || asked.length === 0) return 'yes';
  return documents.some((period) => agreement(period, asked) === 'yes') ? 'yes' : 'maybe';
}

/**
 * With sign and scale. A bare number for a ratio is a fraction or percent; others may be in the
 * question's scale.
 */
export function valuesOf(statement: Statement, asked: Asked): readonly Value[] {
  const { amount, head } = statement;
  const isOpen = amount.power === null && amount.shift === 0;
  const isScaled = isOpen && asked.unit !== 'ratio' && asked.unit !== 'per share';
  let powers: readonly number[] = [0];
  if (isScaled && head.power !== null) powers = [head.power];
  else if (isScaled && amount.kind === 'bare') powers = [0, ...asked.powers];
  else if (asked.unit === 'ratio' && amount.kind === 'bare') powers = [0, -2];
  const sizes = amount.other === null ? [amount.value] : [amount.value, amount.other];
  return powers.flatMap((by) =>
    signsOf(statement, asked).flatMap((sign) =>
      sizes.map((size) => ({ value: sign * shifted(size, by), step: shifted(amount.step, by) })),
    ),
  );
}

function signsOf({ amount, sign, direction, use }: Statement, asked: Asked): readonly bigint[] {
  const isCount = asked.unit === 'units' || asked.unit === 'shares';
  if (use === 'change' && amount.sign !== 'minus') return [direction === 'fall' ? -1n : 1n];
  if (sign === 'negative') return asked.isLoss && asked.right > 0n ? [1n] : [-1n];
  if (sign === 'open' && amount.sign === 'dash' && isCount) return [1n];
  return sign === 'open' ? [1n, -1n] : [1n];
}
