/** Periods as responses write them, and which of them may be the same. */

import { describe, expect, it } from 'vitest';
import { masked, periodsIn } from './periods.js';

/** `written = part year, month; spanning; reference` of each. */
const readIn = (text: string): string[] =>
  periodsIn(text).map(({ from, to, part, year, month, isSpanning, isReference }) => {
    const traits = [
      `${part} ${year}`,
      ...(month === undefined ? [] : [`month ${month}`]),
      ...(isSpanning === true ? ['spanning'] : []),
      ...(isReference ? ['reference'] : []),
    ];
    return `${text.slice(from, to)} = ${traits.join(', ')}`;
  });

describe('a text', () => {
  it.each<[string, string[]]>([
    ['in FY2023 and FY22', ['FY2023 = FY 2023', 'FY22 = FY 2022']],
    ["FY'23", ["FY'23 = FY 2023"]],
    ['fiscal 2022-23', ['fiscal 2022-23 = FY 2023, spanning']],
    ['fiscal year 2023/24', ['fiscal year 2023/24 = FY 2024, spanning']],
    ['2023FY', ['2023FY = FY 2023']],
    ['2023', ['2023 = FY 2023']],
    ['2023/24', ['2023/24 = FY 2024, spanning']],
    ['full year 2023', ['full year 2023 = FY 2023']],
    ['Q3 2023', ['Q3 2023 = Q3 2023']],
    ['2023 Q3', ['2023 Q3 = Q3 2023']],
    ['3Q23', ['3Q23 = Q3 2023']],
    ['third quarter of 2023', ['third quarter of 2023 = Q3 2023']],
    ['the 4th fiscal quarter of 2022', ['4th fiscal quarter of 2022 = Q4 2022']],
    ['H1 2022', ['H1 2022 = H1 2022']],
    ['second half 2021', ['second half 2021 = H2 2021']],
    ['YTD 2023', ['YTD 2023 = YTD 2023']],
    ['year to date', ['year to date = YTD null']],
    ['three months ended March 31, 2022', ['three months ended March 31, 2022 = Q 2022, month 3']],
    ['quarter ended 30 June 2023', ['quarter ended 30 June 2023 = Q 2023, month 6']],
    ['13 weeks ended April 1, 2023', ['13 weeks ended April 1, 2023 = Q 2023, month 3']],
    ['six months ended June 30 2023', ['six months ended June 30 2023 = H 2023, month 6']],
    ['nine months ended 2023-09-30', ['nine months ended 2023-09-30 = YTD 2023, month 9']],
    ['52 weeks ended January 28, 2023', ['52 weeks ended January 28, 2023 = FY 2023, month 1']],
    // A day of the first half of a month ends the month before, and so maybe the year before.
    ['January 15, 2024', ['January 15, 2024 = any 2023, month 12']],
    ['January 16, 2024', ['January 16, 2024 = any 2024, month 1']],
    ['June 2023', ['June 2023 = any 2023, month 6']],
    ['6/30/2023', ['6/30/2023 = any 2023, month 6']],
    ['June 30', ['June 30 = any null, month 6']],
    ['the prior year', ['prior year = other null']],
    ['a year ago', ['a year ago = other null']],
    ['compared to 2022', ['2022 = FY 2022, reference']],
    ['up from Q1 2022', ['Q1 2022 = Q1 2022, reference']],
    ['filed on February 23, 2024', ['February 23, 2024 = any 2024, month 2, reference']],
    ['the 2023 annual report', ['2023 = other 2023, reference']],
    ['2023 million', []],
    ['$2023', []],
    ['USD 2023', []],
    ['2023%', []],
    ['nothing', []],
  ])('"%s" names %j', (text, read) => {
    expect(readIn(text)).toEqual(read);
  });

  it.each<[string, string[]]>([
    ['Q1 and Q2 2023', ['Q1 = Q1 2023', 'Q2 2023 = Q2 2023']],
    ['Q1 2023 and Q2', ['Q1 2023 = Q1 2023', 'Q2 = Q2 2023']],
    // The nearest before it, even in another sentence; after it only in its own.
    ['Q1 2023 rose. Q2 fell', ['Q1 2023 = Q1 2023', 'Q2 = Q2 2023']],
    ['Q2 fell. Q1 2023 rose', ['Q2 = Q2 null', 'Q1 2023 = Q1 2023']],
    ['Q2; Q1 2023', ['Q2 = Q2 null', 'Q1 2023 = Q1 2023']],
    ['Q2\nQ1 2023', ['Q2 = Q2 null', 'Q1 2023 = Q1 2023']],
    ['compared to 2022 the Q2', ['2022 = FY 2022, reference', 'Q2 = Q2 null']],
    // A bare year belongs to the quarter beside it.
    ['Q2, as in 2023', ['Q2 = Q2 2023', '2023 = Q2 2023']],
    ['2023: Q2', ['2023 = Q2 2023', 'Q2 = Q2 2023']],
  ])('"%s" has years for parts that name none: %j', (text, read) => {
    expect(readIn(text)).toEqual(read);
  });
});

it('are masked by as many signs', () => {
  expect(masked('In Q3 2023 it was 5.', periodsIn('In Q3 2023 it was 5.'))).toBe(
    `In ${'§'.repeat(7)} it was 5.`,
  );
  expect(masked('as is', [])).toBe('as is');
});
