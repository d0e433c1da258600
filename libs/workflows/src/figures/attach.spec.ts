/** Which period each amount of a text is of, in texts written for one rule each. */

import { describe, expect, it } from 'vitest';
import { amountsIn } from './amounts.js';
import { sentenceBreaks, statedPeriods } from './attach.js';
import { masked, periodsIn } from './periods.js';

/** The periods of each amount, joined by `&`; null for one that a value is compared with. */
function statedIn(plain: string): (string | null)[] {
  const periods = periodsIn(plain);
  const text = masked(plain, periods);
  const breaks = sentenceBreaks(text);
  const amounts = amountsIn(text, breaks);
  return statedPeriods(amounts, { text, amounts, periods, breaks }).map(
    (stated) => stated && stated.map(({ from, to }) => plain.slice(from, to)).join(' & '),
  );
}

type Rows = [string, (string | null)[]][];

describe('in its clause, an amount is of the period', () => {
  it.each<Rows[number]>([
    ['Revenue was $10 million in 2023.', ['2023']],
    ['Revenue was $10 million in 2023 and $8 million in 2022.', ['2023', '2022']],
    ['In 2023 revenue was $10 million, up from $8 million.', ['2023', null]],
    ['It was $10 million compared to 2022: $8 million.', ['', '2022']],
    ['It was $10 million; FY2022: $8 million.', ['', 'FY2022']],
    ['Revenue was $10 million a year ago.', ['a year ago']],
    ['Revenue was $10 million, a year ago.', ['']],
    ['FY2023 vs FY2022: revenue was $10 million.', ['FY2023']],
    ['Revenue was $10 million in FY2023 vs FY2022.', ['FY2023']],
  ])('%s', (text, stated) => {
    expect(statedIn(text)).toEqual(stated);
  });
});

describe('respectively', () => {
  it.each<Rows[number]>([
    ['Revenue was $10 million and $8 million, respectively, in 2023 and 2022.', ['2023', '2022']],
    // As many periods as amounts, or the word means nothing.
    ['Revenue was $10 million and $8 million, respectively, in 2023.', ['', '2023']],
    ['Revenue was $10 million and $8 million in 2023 and 2022.', ['', '2023 & 2022']],
  ])('%s', (text, stated) => {
    expect(statedIn(text)).toEqual(stated);
  });
});

describe('in another clause, after', () => {
  it.each<Rows[number]>([
    ['Revenue was $10 million, as reported, FY2023.', ['FY2023']],
    // A percentage is no other figure.
    ['Revenue was $10 million, which is 5% more, as reported, FY2023.', ['FY2023', 'FY2023']],
    ['Revenue was $10 million, costs of $5 million, while reporting FY2023.', ['', 'FY2023']],
    ['Revenue was $10 million, including 5% abroad, while reporting FY2023.', ['', 'FY2023']],
    ['Revenue was $10 million, up from 5%, while reporting FY2023.', ['', null]],
    // What it is a part of has the same period.
    ['Services had $3 million of the $10 million of revenue, all FY2023.', ['FY2023', 'FY2023']],
  ])('%s', (text, stated) => {
    expect(statedIn(text)).toEqual(stated);
  });
});

describe('in another sentence, above or else below', () => {
  it.each<Rows[number]>([
    ['For FY2023:\nRevenue was $10 million.', ['FY2023']],
    ['For FY2023:\nRevenue was $10 million.\nAll are for FY2022.', ['FY2023']],
    ['Revenue was $10 million.\nAll are for FY2023.', ['FY2023']],
    ['It was $10 million. In 2022 it was $8 million.', ['', '2022']],
    ['A year ago it was well.\nRevenue was $10 million.', ['']],
  ])('%j', (text, stated) => {
    expect(statedIn(text)).toEqual(stated);
  });
});

describe('several periods', () => {
  it.each<Rows[number]>([
    ['It was $10 million in FY2022 and FY2023.', ['FY2022 & FY2023']],
    ['It was $10 million (FY2022/Q2 2023).', ['FY2022 & Q2 2023']],
    ['It was $10 million on June 30, 2024 (its fiscal Q2 2024).', ['June 30, 2024 & Q2 2024']],
    // More behind the second one is about something else.
    ['It was $10 million on June 30, 2024 (its fiscal Q2 2024 and more).', ['June 30, 2024']],
    ['It was $10 million in Q2 2024 (its fiscal Q3 2024).', ['Q2 2024']],
    [
      'It was $10 million in the quarter ended June 30, 2024. That is its fiscal Q3 2024.',
      ['quarter ended June 30, 2024 & Q3 2024'],
    ],
    [
      'It was $10 million in the quarter ended June 30, 2024. We saw no Q3 2024.',
      ['quarter ended June 30, 2024'],
    ],
  ])('%s', (text, stated) => {
    expect(statedIn(text)).toEqual(stated);
  });
});

describe('what is computed over several periods is of none', () => {
  it.each<Rows[number]>([
    ['Q3 2023 less Q2 2023 = $5 million.', ['']],
    ['Q3 2023 minus Q2 2023 = $5 million.', ['']],
    ['Q3 2023 - Q2 2023 = $5 million.', ['']],
    ['Q3 2023 + Q2 2023 = $5 million.', ['']],
    // The same part of the year.
    ['Q3 2023 - Q3 2022 = $5 million.', ['Q3 2022 & Q3 2023']],
    ['Q3 2023 = $5 million.', ['Q3 2023']],
  ])('%s', (text, stated) => {
    expect(statedIn(text)).toEqual(stated);
  });
});

it.each([
  ['It fell. It rose! Why? So', 3],
  ['One; two\nthree', 2],
  ['Acme Inc. and Co. sold approx. 5', 0],
  ['It was 5.4', 0],
  ['It was 5.', 1],
])('%j has %i ends of sentences', (text, count) => {
  expect(sentenceBreaks(text)).toHaveLength(count);
});
