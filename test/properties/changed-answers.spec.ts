/**
 * The law of parts: an answer in the parts of its question is right, and with another currency,
 * scale, sign, unit or period it is wrong, each time decided.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { makeQuestions, type MadeQuestion } from '#workflows/retrieval/questions/make-questions';
import { scoreFiles } from '#workflows/retrieval/score/score-files';
import type { StructuredAnswer } from '#workflows/retrieval/score/structured-answer';
import { fundamentalsStores } from '#workflows/retrieval/store/fundamentals-store';
import { syntheticFundamentals } from '#workflows/retrieval/store/synthetic-source';

const store = fundamentalsStores(syntheticFundamentals({ seed: 5 }))(Infinity);
const questions = makeQuestions(store, { count: 600, seed: 3 }).filter(
  ({ expected }) => expected.value !== 0,
);
const cases = sweepSize(100, 3000);

const scales = [
  { power: 0, words: ['ones', '1'], factor: 1 },
  { power: 3, words: ['thousand', 'thousands', '10^3', 'k'], factor: 1e3 },
  { power: 5, words: ['lakh'], factor: 1e5 },
  { power: 6, words: ['million', 'in millions', 'mn', '1e6', '百万'], factor: 1e6 },
  { power: 7, words: ['crore'], factor: 1e7 },
  { power: 8, words: ['亿', '100,000,000'], factor: 1e8 },
  { power: 9, words: ['billion', 'Milliarden', 'bn'], factor: 1e9 },
  { power: 12, words: ['trillion', 'lakh crore'], factor: 1e12 },
] as const;

/** The digits of a value divided by a power of ten. */
const dividedBy = (value: number, power: number): string => {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const places = fraction.length - Number(exponent) + power;
  const digits = `${whole}${fraction}`.padStart(places + 1, '0');
  const text = places > 0 ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits;
  return `${value < 0 ? '-' : ''}${text}${'0'.repeat(Math.max(-places, 0))}`;
};

const isEach = (unit: string): boolean => unit.includes('/');

/** Units of the same meaning. */
function unitsOf({ expected: { unit, currency } }: MadeQuestion): readonly string[] {
  if (unit === 'ratio') return ['ratio', 'fraction', 'decimal'];
  if (unit === 'units') return ['units', 'count'];
  if (unit === 'shares') return ['shares', 'common shares'];
  const code = currency ?? '';
  return isEach(unit) ? [unit, `${code} per share`, `${code}/share`] : [unit, code.toLowerCase()];
}

interface Drawn {
  readonly question: MadeQuestion;
  readonly answer: StructuredAnswer;
  readonly pick: number;
}

const drawn: fc.Arbitrary<Drawn> = fc
  .tuple(
    fc.constantFrom(...questions),
    fc.constantFrom(...scales),
    fc.nat(1000),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([question, scale, pick, isNumber, hasPeriod]) => {
    const { value, period, currency } = question.expected;
    const units = unitsOf(question);
    const words = scale.words[pick % scale.words.length]!;
    return {
      question,
      pick,
      answer: {
        value: dividedBy(value, scale.power),
        unit: units[pick % units.length]!,
        scale: isNumber ? scale.factor : words,
        currency,
        ...(hasPeriod && period !== null && { period }),
      },
    };
  });

function verdictOf({ id, question, expected, facts }: MadeQuestion, answer: StructuredAnswer) {
  const labels = facts.targetPeriod === null ? facts : {};
  const [verdict] = scoreFiles(
    { name: 'questions', text: JSON.stringify({ ...labels, id, question, expected }) },
    { name: 'responses', text: JSON.stringify({ id, answer }) },
  );
  return verdict!;
}

const isRight = (question: MadeQuestion, answer: StructuredAnswer): boolean | null =>
  verdictOf(question, answer).right;

const others = (all: readonly string[], pick: number, own: string): string => {
  const rest = all.filter((one) => one !== own);
  return rest[pick % rest.length]!;
};

/** A period of another length, year or part. */
function otherPeriod(label: string, pick: number): string {
  const year = Number(label.slice(0, 4));
  const part = label.slice(4);
  const part2 = others(['Q1', 'Q2', 'Q3', 'Q4', 'FY', 'H1'], pick, part);
  const words = [`${year + 1}${part}`, `${year - 1}${part}`, `${year}${part2}`, 'the prior year'];
  return words[pick % words.length]!;
}

describe('an answer in parts', () => {
  const holds = (law: (one: Drawn) => void) =>
    fc.assert(fc.property(drawn, law), runsOfSweep(cases));

  it('is right with the parts of its question', () => {
    holds(({ question, answer }) => {
      expect(isRight(question, answer)).toBe(true);
    });
  });

  it('is wrong with another sign', () => {
    holds(({ question, answer }) => {
      const { value } = answer;
      const other = `${value}`.startsWith('-') ? `${value}`.slice(1) : `-${value}`;
      expect(isRight(question, { ...answer, value: other })).toBe(false);
    });
  });

  it('is wrong at another scale', () => {
    holds(({ question, answer, pick }) => {
      const rest = scales.filter(({ words, factor }) => {
        const all: readonly unknown[] = words;
        return factor !== answer.scale && !all.includes(answer.scale);
      });
      const scale = rest[pick % rest.length]!;
      expect(isRight(question, { ...answer, scale: scale.factor })).toBe(false);
      expect(isRight(question, { ...answer, scale: scale.words[0] })).toBe(false);
    });
  });

  it('is wrong in another currency, wherever that is stated', () => {
    const codes = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'INR', 'CAD', 'KRW', 'TRY', 'ZAR'];
    holds(({ question, answer, pick }) => {
      const own = question.expected.currency ?? '';
      const code = others(codes, pick, own);
      expect(isRight(question, { ...answer, currency: code })).toBe(false);
      const unit = own === '' ? code : answer.unit.replace(new RegExp(own, 'i'), code);
      expect(isRight(question, { ...answer, unit, currency: null })).toBe(false);
      expect(isRight(question, { ...answer, unit })).toBe(false);
    });
  });

  it('is wrong in another unit', () => {
    const units = [
      'percent',
      'basis points',
      'shares',
      'USD',
      'USD per share',
      'stores',
      'parsecs',
    ];
    const same: Readonly<Record<string, readonly string[]>> = {
      units: ['stores', 'parsecs'],
      shares: ['shares'],
    };
    holds(({ question, answer, pick }) => {
      const { unit, currency } = question.expected;
      const isMoney = currency !== null;
      const rest = units.filter(
        (one) => !same[unit]?.includes(one) && !(isMoney && one.startsWith('USD')),
      );
      expect(isRight(question, { ...answer, unit: rest[pick % rest.length]! })).toBe(false);
    });
  });

  it('is wrong of another period', () => {
    holds(({ question, answer, pick }) => {
      const { period } = question.expected;
      if (period === null) return;
      const other = otherPeriod(period, pick);
      const { fiscalPeriod, calendarPeriod, start } = question.facts;
      // The other label of the same days is right, as is the last quarter for the end of a year.
      const labels = [period, fiscalPeriod, calendarPeriod].flatMap((label) => label ?? []);
      const ends = start === null ? labels.map((label) => label.replace('FY', 'Q4')) : [];
      if ([...labels, ...ends].includes(other)) return;
      const verdict = verdictOf(question, { ...answer, period: other });
      expect(verdict, `${question.question} ${other}`).toMatchObject({ right: false });
    });
  });

  it('is always decided, whatever its parts say', () => {
    const texts = fc.oneof(fc.string({ minLength: 1, maxLength: 40 }), fc.constantFrom('USD', '%'));
    const parts = fc.record({
      value: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
      unit: texts,
      scale: fc.oneof(texts, fc.double({ min: 1e-9, max: 1e15, noNaN: true })),
      currency: texts,
      period: texts,
    });
    fc.assert(
      fc.property(fc.constantFrom(...questions), parts, (question, answer) => {
        expect(isRight(question, answer)).not.toBeNull();
      }),
      runsOfSweep(cases),
    );
  });
});
