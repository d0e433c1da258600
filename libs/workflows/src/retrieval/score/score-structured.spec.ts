/** Answers in parts: each is decided, and right only if every part is. */

import { describe, expect, it } from 'vitest';
import type { Question } from './schemas.js';
import { scoreAnswer } from './score-answer.js';
import { retrievalAnswer, shownAnswer, structuredAnswer } from './structured-answer.js';

const income: Question = {
  id: 'income',
  question: "What was Acme's net income in Q3 2024, in USD millions?",
  expected: {
    value: 1_500_000_000,
    unit: 'USD',
    currency: 'USD',
    period: '2024Q3',
    precision: 10_000_000,
  },
};
const questionOf = (question: string, value: number, unit: string): Question => ({
  id: unit,
  question,
  expected: { value, unit, currency: null, period: '2024FY', precision: null },
});
const margin = questionOf('What was the gross margin of Acme in fiscal 2024?', 0.409, 'ratio');
const eps = questionOf(
  'What were diluted earnings per share of Acme in fiscal 2024?',
  -0.06,
  'USD / shares',
);
const stores = questionOf(
  'How many stores did Acme have at the end of fiscal 2024?',
  5705,
  'units',
);
const shares = questionOf(
  'How many shares did Acme have outstanding in fiscal 2024?',
  2_500_000,
  'shares',
);

const judged = (question: Question, answer: object) =>
  scoreAnswer(question, structuredAnswer.parse(answer));

it.each([
  [income, { value: 1500, unit: 'USD', scale: 'million', currency: 'USD', period: '2024Q3' }],
  [income, { value: 1.5, unit: 'USD', scale: 'billion' }],
  [income, { value: '1.496', unit: 'billion USD', period: 'Q3 2024' }],
  [income, { value: 1_500_000_000, unit: 'currency', currency: 'USD', period: null }],
  [income, { value: 1.5, unit: 'US dollars', scale: 1e9, period: 'the third quarter of 2024' }],
  [income, { value: 1500, unit: 'USD millions', scale: 'millions', currency: '$' }],
  [income, { value: 1500, unit: '$m' }],
  [income, { value: 150, unit: 'crore', currency: 'USD', scale: null }],
  [income, { value: 15, unit: 'USD', scale: '10^8' }],
  [income, { value: 15, unit: '亿美元' }],
  [
    income,
    {
      value: 1500,
      unit: 'USD',
      scale: 'in millions',
      period: 'three months ended September 30, 2024',
    },
  ],
  [margin, { value: 40.9, unit: 'percent', period: 'FY2024' }],
  [margin, { value: 0.409, unit: 'ratio', currency: '' }],
  [margin, { value: 0.409, unit: 'fraction', scale: 'ones' }],
  [margin, { value: 40.9, unit: '%', period: '2024FY' }],
  [margin, { value: 40.9, unit: 'ratio', scale: 'percent' }],
  [margin, { value: 4090, unit: 'basis points' }],
  [eps, { value: -0.06, unit: 'USD / shares' }],
  [eps, { value: -0.06, unit: 'USD per share', currency: 'USD' }],
  [eps, { value: -0.06, unit: 'per share', currency: 'USD' }],
  [eps, { value: -0.06, unit: 'USD', period: 'fiscal year 2024' }],
  [eps, { value: -6, unit: 'US cents per share' }],
  [eps, { value: -0.06, unit: '$/share' }],
  [stores, { value: 5705, unit: 'stores', period: '2024' }],
  [stores, { value: 5705, unit: 'units' }],
  [stores, { value: 5.705, unit: 'units', scale: 'thousand' }],
  [shares, { value: 2.5, unit: 'million shares' }],
  [shares, { value: 2.5, unit: 'shares outstanding', scale: 'million' }],
])('%j: %j is right', (question, answer) => {
  expect(judged(question, answer)).toMatchObject({ right: true, by: 'code', fault: null });
});

it.each([
  [income, { value: -1.5, unit: 'USD', scale: 'billion' }, 'sign'],
  [income, { value: 1.5, unit: 'USD', scale: 'million' }, 'scale'],
  [income, { value: 1.5, unit: 'USD' }, 'scale'],
  [income, { value: 1500, unit: 'USD millions', scale: 'billion' }, 'unit'],
  [income, { value: 1500, unit: 'USD', scale: 'heaps' }, 'unit'],
  [income, { value: 1500, unit: 'USD', scale: '-1000000' }, 'unit'],
  [income, { value: 1.5, unit: 'EUR', scale: 'billion' }, 'currency'],
  [income, { value: 1.5, unit: '', scale: 'billion' }, 'unit'],
  [income, { value: 1.5, unit: 'USD', currency: 'EUR', scale: 'billion' }, 'unit'],
  [income, { value: 1.5, unit: 'dollars', currency: 'CAD', scale: 'billion' }, 'currency'],
  [income, { value: 1.5, unit: 'billion' }, 'unit'],
  [income, { value: 1.5, unit: 'USD per share', scale: 'billion' }, 'unit'],
  [income, { value: 1.5, unit: 'billion shares', currency: 'USD' }, 'unit'],
  [income, { value: 1.5, unit: 'galleons', scale: 'billion' }, 'unit'],
  [income, { value: 1.47, unit: 'USD', scale: 'billion' }, 'value'],
  [income, { value: 1.5, unit: 'USD', scale: 'billion', period: 'Q2 2024' }, 'period'],
  [income, { value: 1.5, unit: 'USD', scale: 'billion', period: '2024' }, 'period'],
  [income, { value: 1.5, unit: 'USD', scale: 'billion', period: 'before Q3 2024' }, 'period'],
  [income, { value: 1.5, unit: 'USD', scale: 'billion', period: 'soon' }, 'period'],
  [income, { value: null, unit: 'USD' }, 'none'],
  [margin, { value: 0.409, unit: 'percent' }, 'scale'],
  [margin, { value: 40.9, unit: 'ratio' }, 'scale'],
  [margin, { value: 40.9, unit: 'percent', currency: 'USD' }, 'currency'],
  [margin, { value: 0.409, unit: 'USD' }, 'unit'],
  [eps, { value: 0.06, unit: 'USD / shares' }, 'sign'],
  [eps, { value: -0.06, unit: 'EUR / shares' }, 'currency'],
  [stores, { value: 5705, unit: 'USD' }, 'unit'],
  [stores, { value: 5705, unit: 'employees' }, 'unit'],
  [stores, { value: 5705, unit: 'shares' }, 'unit'],
  [stores, { value: 5705, unit: 'percent' }, 'unit'],
])('%j: %j is wrong', (question, answer, fault) => {
  const { unit } = answer;
  const parsed = unit === '' ? { ...answer, unit: ' ' } : answer;
  expect(judged(question, parsed)).toMatchObject({ right: false, by: 'code', fault });
});

it('gives up with null for a value', () => {
  expect(judged(income, { value: null, unit: 'USD' }).gaveUp).toBe(true);
});

describe('the schema', () => {
  it.each([
    { value: 1 },
    { value: '1,5', unit: 'USD' },
    { value: Infinity, unit: 'USD' },
    { value: 1, unit: 'USD', scale: -1 },
    { value: 1, unit: 'USD', figure: 'net income' },
    '',
    5,
  ])('does not take %j', (answer) => {
    expect(retrievalAnswer.safeParse(answer).success).toBe(false);
  });

  it('takes a text too', () => {
    expect(retrievalAnswer.parse('It was $1.5 billion.')).toBe('It was $1.5 billion.');
  });
});

it('shows the parts of an answer in one line', () => {
  const parts = { value: 1.5, unit: 'USD', scale: 'billion', currency: 'USD', period: '2024Q3' };
  expect(shownAnswer(parts)).toBe('1.5 billion USD, 2024Q3');
  expect(shownAnswer({ value: null, unit: 'shares' })).toBe('no value shares');
  expect(shownAnswer({ value: 2, unit: 'per share', currency: 'USD' })).toBe('2 USD per share');
});
