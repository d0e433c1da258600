/** Which amounts have the name of the requested figure. */

import { describe, expect, it } from 'vitest';
import { amountsIn } from './amounts.js';
import { sentenceBreaks } from './attach.js';
import { isNamed, ofFigure, ofList } from './names.js';

/** Each amount with its digits. */
const readingsOf = (text: string) =>
  amountsIn(text, sentenceBreaks(text)).map((amount) => ({
    amount,
    digits: /\d+/.exec(text.slice(amount.from, amount.to))![0],
  }));
const digitsOf = (readings: readonly { readonly digits: string }[]): string =>
  readings.map(({ digits }) => digits).join(' ');

describe.each<[string, [question: string, text: string, digits: string][]]>([
  [
    'by its meaning',
    [
      ['What was revenue?', 'Sales were $10. Costs were $4.', '10'],
      ['What was capex?', 'Capital expenditures were $4. Orders were $3.', '4'],
      ['How many employees?', 'Headcount was 40. Stores were 30.', '40'],
      ['What was it?', 'Capital expenditures were $4. Orders were $3.', '4 3'],
      ['What was revenue (not costs)?', 'Costs were $4. Revenue was $3.', '3'],
    ],
  ],
  [
    'among several names, of which one is enough',
    [
      ['What was revenue?', 'Sales after costs were $4.', '4'],
      ['What was revenue?', 'Costs after sales were $4.', '4'],
      ['What was revenue?', 'Costs and taxes were $4.', ''],
    ],
  ],
  [
    'of its kind of income',
    [
      ['What was net income?', 'Operating income was $4. Net income was $3.', '3'],
      ['What was net income?', 'Operating income was $4. It was $3.', '3'],
      ['What was net income?', 'Profit was $4. Gross profit was $3.', '4'],
      ['What was pre-tax income?', 'Pretax income was $4. Gross profit was $3.', '4'],
      ['What was the net loss?', 'Net loss was $4. Net income was $3.', '4 3'],
      ['What was operating income?', 'EBIT was $4. EBITDA was $3.', '4'],
      ['What was EBITDA?', 'Operating income was $4. EBITDA was $3.', '3'],
      ['What was EBITDA?', 'Operating income was $4.', ''],
      ['What was EBITDA?', 'EBIT was $4. EBITDA was $3.', '3'],
      ['What was EBIT?', 'EBITDA was $4. EBIT was $3.', '3'],
      ['What was EBIT?', 'Operating income was $4. EBITDA was $3.', '4'],
      ['What was net income?', 'EBIT was $4. Net income was $3.', '3'],
    ],
  ],
  [
    'with the most words of the question',
    [
      ['What was long-term debt?', 'Total debt was $4. Long-term debt was $3.', '3'],
      ['What was net income?', 'Adjusted net income was $4. Net income was $3.', '3'],
      ['What was adjusted net income?', 'Adjusted net income was $4. Net income was $3.', '4 3'],
      ['What was net income?', 'Adjusted net income was $4. Operating income was $3.', '4'],
    ],
  ],
  [
    'without a term that excludes it',
    [
      ['What was the basic EPS?', 'Basic EPS was $4. Diluted EPS was $3. It was $2.', '4'],
      ['What was operating cash flow?', 'Free cash flow was $4. Operating cash flow was $3.', '3'],
      ['What was the effective tax?', 'Statutory tax was $4. Effective tax was $3.', '3'],
      // A label with both terms has that of the question.
      ['What was the effective tax?', 'Statutory or effective tax was $4. Tax was $3.', '4'],
      ['What was the effective tax?', 'Statutory tax was $4.', ''],
    ],
  ],
])('a figure, %s', (_, rows) => {
  it.each(rows)('%s %s: %s', (question, text, digits) => {
    expect(digitsOf(ofFigure(readingsOf(text), question))).toBe(digits);
  });
});

describe('of a list', () => {
  it.each([
    ['What was revenue of services?', 'Products: $4\nServices: $5\nTotal: $9', '5'],
    ['What was revenue?', 'Products: $4\nServices: $5\nTotal revenue: $9', '9'],
    ['What was revenue?', 'Products had $4. Services had $5. In total it had $9.', '9'],
    // A name of the question elsewhere, or none asked for: the total says nothing.
    ['What was revenue?', 'Products had $4. Revenue here was $5. In total it had $9.', '4 5 9'],
    ['What was it?', 'Products had $4. Services had $5. In total it had $9.', '4 5 9'],
    ['What was revenue?', 'Products had $4. Services had $5.', '4 5'],
  ])('%s %j: %s', (question, text, digits) => {
    expect(digitsOf(ofList(readingsOf(text), question))).toBe(digits);
  });
});

it('tells whether an amount has a name', () => {
  const readings = readingsOf('Revenue was $10. It was $4.');
  expect(readings.map(({ amount }) => isNamed(amount))).toEqual([true, false]);
});
