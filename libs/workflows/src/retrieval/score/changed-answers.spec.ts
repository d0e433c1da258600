/**
 * A right answer is right in no other currency, at no other scale, with no other sign, and of no
 * other period.
 */

import { describe, expect, it } from 'vitest';
import type { Question } from './schemas.js';
import { scoreResponse } from './score-response.js';

const question: Question = {
  id: 'q',
  question: "What was Acme's net income in Q3 2024?",
  expected: {
    value: 1_500_000_000,
    unit: 'USD',
    currency: 'USD',
    period: '2024Q3',
    precision: 10_000_000,
  },
};
const rightOf = (text: string) => scoreResponse(question, { id: 'q', text }).right;

/** Words for each part of an answer: the first is right, and every other one is not. */
const currencies = (
  'US$ € £ ¥ ₹ ₩ ₽ ₺ ₪ ₫ ₱ ₦ ฿ C$ A$ HK$ NT$ R$ S$ R RM Rp Rs kr zł Kč Ft TL SFr AED SAR ' +
  'QAR CNY KRW SEK NOK DKK MXN ' +
  'TRY ARS CLP COP PEN EGP NGN KES ZAR THB VND IDR PHP PKR BDT KZT UAH ILS KWD BHD CZK ' +
  'HUF RON BGN GBP EUR JPY INR'
).split(' ');
const units = (
  'dollars euros yen yuan rupees rubles lira won rand reais baht dong rupiah ringgit ' +
  'naira forint zloty riyals ' +
  'dirhams dinars kroner kronor francs shekels pounds'
).split(' ');
const scales =
  'billion million thousand trillion crore lakh bps hundred 万 亿元 百万 × 10^6 × 10^12'.split(
    / (?!10)/,
  );
const signs = ['', '-', 'minus ', 'negative ', 'a loss of ', 'a net loss of ', '△', '▲'];
const periods = [
  'Q3 2024',
  'Q2 2024',
  'Q3 2023',
  'Q3 2025',
  'FY2024',
  'fiscal 2024',
  '2024',
  'H1 2024',
  'the first nine months of 2024',
  'the nine months ended September 30, 2024',
  'the quarter ended June 30, 2024',
  'the quarter ended September 30, 2023',
  'the year ended September 30, 2024',
  'the trailing twelve months',
  'the last quarter',
  'the prior year',
  '3Q23',
  'the third quarter of 2022',
];
const forms: readonly ((answer: string) => string)[] = [
  (answer) => answer,
  (answer) => `Net income was ${answer}.`,
  (answer) => `**Answer:** ${answer}`,
  (answer) => `\\boxed{\\text{${answer}}}`,
  (answer) => `<think>Is it $1.5 billion?</think>Acme reported ${answer}.`,
  (answer) => `{"answer": "${answer}"}`,
];

describe.each(forms.map((form) => [form('…'), form] as const))('in the form %s', (_, form) => {
  it('is right as it is', () => {
    expect(rightOf(form('$1.5 billion'))).toBe(true);
    expect(rightOf(form('US$1.5 billion in Q3 2024'))).toBe(true);
  });

  it.each(currencies.slice(1))('is not right in %s', (sign) => {
    expect(rightOf(form(`${sign}1.5 billion`))).not.toBe(true);
    expect(rightOf(form(`${sign} 1.5 billion`))).not.toBe(true);
  });

  it.each(units.slice(1))('is not right in %s', (unit) => {
    expect(rightOf(form(`1.5 billion ${unit}`))).not.toBe(true);
  });

  it.each(scales.slice(1))('is not right at the scale %s', (scale) => {
    expect(rightOf(form(`$1.5 ${scale}`))).not.toBe(true);
  });

  it.each(signs.slice(1))('is not right with the sign %s', (sign) => {
    expect(rightOf(form(`${sign}$1.5 billion`))).not.toBe(true);
  });

  it.each(periods.slice(1))('is not right of %s', (period) => {
    expect(rightOf(form(`$1.5 billion in ${period}`))).not.toBe(true);
    expect(rightOf(form(`$1.5 billion (${period})`))).not.toBe(true);
  });
});
