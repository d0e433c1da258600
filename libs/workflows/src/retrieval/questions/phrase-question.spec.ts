/** A question in words: its unit, its days or fiscal period, and what guidance is about. */

import { describe, expect, it } from 'vitest';
import { requireCivilDate, seededRandom } from '#values';
import type { DrawnPoint } from './draw-points.js';
import { phraseQuestion } from './phrase-question.js';

const day = (text: string) => requireCivilDate(text, 'test');

interface Asked {
  readonly unit?: string;
  readonly scale?: number;
  readonly days?: readonly [start: string | null, end: string];
  readonly target?: string | null;
  readonly isNewest?: boolean;
  readonly company?: Partial<DrawnPoint['company']>;
}

/** All that 60 seeds make of a point. */
function phrased({ unit = 'USD', scale = 1, days, target = null, isNewest, company }: Asked) {
  const [start, end] = days ?? ['2023-01-01', '2023-03-31'];
  const drawn = {
    company: {
      id: 'k',
      ticker: 'KEY',
      name: 'Key Works',
      fiscalYearEndMonth: 12,
      yearLabel: 'end',
      ...company,
    },
    series: { id: 's', path: 'Income Statement | Zork, odd | Total', unit, scale },
    point: {
      period: '2023Q1',
      targetPeriod: target,
      end: day(end),
      start: start === null ? null : day(start),
    },
    isNewest: isNewest ?? false,
  } as unknown as DrawnPoint;
  const made = Array.from({ length: 60 }, (_, seed) => phraseQuestion(drawn, seededRandom(seed)));
  return {
    questions: made.map(({ question }) => question),
    units: new Set(made.map(({ words }) => words.at(-1)!)),
    whens: [...new Set(made.map(({ words }) => words[3]!))].toSorted(),
    periods: [
      ...new Set(made.map(({ periodType, period }) => `${periodType} ${period}`)),
    ].toSorted(),
  };
}

describe('the unit', () => {
  it.each<[string, number, string]>([
    ['USD', 1, 'USD'],
    ['USD', 1000, 'USD thousands'],
    ['EUR', 1_000_000, 'EUR millions'],
    ['units', 1, 'units'],
    ['units', 1_000_000, 'units millions'],
    ['shares', 1000, 'shares thousands'],
    ['USD / shares', 1000, 'USD per share'],
  ])('%s of a table in %i is %s, in the question too', (unit, scale, words) => {
    const { units, questions } = phrased({ unit, scale });
    expect(units).toEqual(new Set([words]));
    const ends = [`, in ${words}?`, ` Answer in ${words}.`, `, in ${words}.`];
    expect(questions.filter((one) => !ends.some((end) => one.endsWith(end)))).toEqual([]);
  });

  it('of a ratio may be either, and is not required of other wordings', () => {
    const { units, questions } = phrased({ unit: 'ratio' });
    for (const question of questions) expect(question).toContain('in percent, or as a fraction');
    for (const words of units) expect(words).not.toContain('percent');
  });
});

describe('the company and the figure', () => {
  it('are named with the ticker, once if they are the same, and with their levels', () => {
    const { questions } = phrased({});
    for (const question of questions) {
      expect(question).toContain('Key Works (KEY)');
      expect(question).toContain('(Income Statement)');
    }
    expect(questions.some((one) => one.includes('"Zork, odd, Total"'))).toBe(true);
    const same = phrased({ company: { name: 'KEY' } });
    for (const question of same.questions) expect(question).not.toContain('(KEY)');
  });
});

describe('the period', () => {
  it.each<[Asked['days'], string[], string[]]>([
    [
      ['2023-01-01', '2023-03-31'],
      [
        'in the 3 months from January 1, 2023 to March 31, 2023',
        'in the first quarter of fiscal 2023',
      ],
      ['calendar 2023Q1', 'fiscal 2023Q1'],
    ],
    [
      ['2023-01-01', '2023-12-31'],
      ['in fiscal 2023', 'in the 12 months from January 1, 2023 to December 31, 2023'],
      ['calendar 2023FY', 'fiscal 2023FY'],
    ],
    [
      ['2023-01-01', '2023-06-30'],
      [
        'in the 6 months from January 1, 2023 to June 30, 2023',
        'in the first six months of fiscal 2023',
      ],
      ['calendar 2023H1', 'fiscal 2023H1'],
    ],
    [
      ['2023-01-01', '2023-09-30'],
      [
        'in the 9 months from January 1, 2023 to September 30, 2023',
        'in the first nine months of fiscal 2023',
      ],
      ['calendar null', 'fiscal null'],
    ],
    [
      [null, '2023-06-30'],
      ['as of June 30, 2023', 'at the end of the second quarter of fiscal 2023'],
      ['calendar 2023Q2', 'fiscal 2023Q2'],
    ],
  ])('of %j is in days or fiscal', (days, whens, periods) => {
    const made = phrased({ days: days! });
    expect(made.whens).toEqual(whens);
    expect(made.periods).toEqual(periods);
  });

  it('says to which month a fiscal year runs that does not end in December', () => {
    const company = { fiscalYearEndMonth: 6, yearLabel: 'start' } as const;
    const { questions, whens } = phrased({ days: ['2023-07-01', '2023-09-30'], company });
    expect(whens).toContain('in the first quarter of fiscal 2023');
    for (const question of questions) {
      expect(question.endsWith('Fiscal 2023 is the year to June 2024.')).toBe(
        question.includes('fiscal 2023'),
      );
    }
  });

  it('of guidance is the one that it is about, and that of its announcement unless it is the newest', () => {
    const announced =
      'for fiscal 2024, as announced with the results for the first quarter of fiscal 2023';
    expect(phrased({ target: '2024FY' })).toMatchObject({
      whens: [announced],
      periods: ['fiscal 2024FY'],
    });
    expect(phrased({ target: '2024H2', isNewest: true }).whens).toEqual([
      announced.replace('fiscal 2024', 'the second half of fiscal 2024'),
      'for the second half of fiscal 2024, as last announced',
    ]);
  });
});
