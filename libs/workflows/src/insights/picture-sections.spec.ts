/** Ratings on prices, from what a run answered and measured. */

import { describe, expect, it } from 'vitest';
import { reportSectionSchema } from '#contracts/result/result';
import type { InsightsAnswer } from './insights-answer.js';
import { ratingSection } from './insights-workflow.js';

/** `count` days from 2024-01-01 on, at 100, 101, 102 and so on. */
const rising = (count: number): [string, number, number][] =>
  Array.from({ length: count }, (_, at) => {
    const date = new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10);
    return [date, 100 + at, 100 + at];
  });

function runOf(ratings: Record<string, InsightsAnswer['rating'] | null>, sessions: number) {
  const symbols = [...new Set(Object.keys(ratings).map((task) => task.slice(0, -11)))];
  const prices = Object.fromEntries(symbols.map((symbol) => [symbol, rising(sessions)]));
  const tasks = Object.keys(ratings).map((task) => [task, { close: 100, metrics: null }] as const);
  return {
    answers: new Map(
      Object.entries(ratings).flatMap(([task, rating]) => (rating ? [[task, { rating }]] : [])),
    ),
    measured: new Map<string | null, unknown>([...tasks, [null, prices]]),
  };
}

const ratingsOf = (runs: ReadonlyMap<string, ReturnType<typeof runOf>>) => {
  const section = ratingSection(runs);
  expect(reportSectionSchema.parse(section)).toEqual(section);
  return section;
};

const run = runOf(
  {
    'ALDR-2024-01-01': 'STRONG_BUY',
    'ALDR-2024-01-08': 'SELL',
    'ALDR-2024-01-15': 'HOLD',
    'ALDR-2024-01-22': null,
  },
  60,
);

describe('ratings on the price', () => {
  const section = ratingsOf(new Map([['one', run]]));

  it('point the way of the rating, and say what came of it', () => {
    expect(section.priceMarks![0]!.marks).toEqual([
      {
        date: '2024-01-01',
        label: 'STRONG_BUY',
        tone: 'up',
        text: '2024-01-01: STRONG_BUY, return after 5 sessions 5.00%',
      },
      {
        date: '2024-01-08',
        label: 'SELL',
        tone: 'down',
        text: '2024-01-08: SELL, return after 5 sessions 4.67%',
      },
      {
        date: '2024-01-15',
        label: 'HOLD',
        tone: 'flat',
        text: '2024-01-15: HOLD, return after 5 sessions 4.39%',
      },
    ]);
  });

  it('stand on adjusted closes until 20 sessions after the last report', () => {
    const { title, points } = section.priceMarks![0]!;
    expect([title, points.length, points[0], points.at(-1)]).toEqual([
      'ALDR, one',
      42,
      ['2024-01-01', 100],
      ['2024-02-11', 141],
    ]);
  });

  it('are listed with their returns, a missing rating too', () => {
    expect(section.table!.rows.map((row) => row.slice(0, 4))).toEqual([
      ['one', 'ALDR', '2024-01-01', 'STRONG_BUY'],
      ['one', 'ALDR', '2024-01-08', 'SELL'],
      ['one', 'ALDR', '2024-01-15', 'HOLD'],
      ['one', 'ALDR', '2024-01-22', null],
    ]);
    const returns = section.table!.rows[0]!.slice(4);
    for (const [at, wanted] of [0.01, 0.05, 0.2].entries()) {
      expect(returns[at]).toBeCloseTo(wanted, 12);
    }
  });

  it('are drawn for four runs, with 400 prices at most, the first and the last among them', () => {
    const long = runOf({ 'ALDR-2024-01-01': 'BUY', 'ALDR-2026-09-01': 'BUY' }, 1000);
    const five = new Map(['a', 'b', 'c', 'd', 'e'].map((name) => [name, long]));
    const { priceMarks, table, text } = ratingsOf(five);
    expect([priceMarks!.length, table!.rows.length]).toEqual([4, 10]);
    expect(text[1]).toBe('Shows at most 4 runs and 20 charts.');
    // The second report is session 974 from 0: of 995 prices every third, 332 of them.
    const { points } = priceMarks![0]!;
    expect([points.length, points[0]![1], points.at(-1)![1]]).toEqual([333, 100, 1094]);
  });
});
