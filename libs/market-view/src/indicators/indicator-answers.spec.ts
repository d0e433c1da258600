/** Every indicator of the catalogue against TA-Lib and numpy (test/data/indicator_answers.py). */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bar, marketOf, type SmallBar } from '../../test/small-tape.js';
import { indicatorCatalogue, type IndicatorName } from './indicator-catalogue.js';

type Answer = number | Readonly<Record<string, number>>;

interface Answers {
  readonly bars: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', readonly number[]>>;
  readonly rows: readonly number[];
  readonly answers: Readonly<Record<string, readonly Answer[]>>;
}

const file = new URL('../../test/indicator-answers.json', import.meta.url);
const { bars: columns, rows, answers } = JSON.parse(readFileSync(file, 'utf8')) as Answers;

const bars: SmallBar[] = columns.close.map((close, row) =>
  bar(close, {
    open: columns.open[row] as number,
    high: columns.high[row] as number,
    low: columns.low[row] as number,
    volume: columns.volume[row] as number,
  }),
);
const views = rows.map((row) => marketOf(bars.slice(0, row + 1)).view);

/** What the library rounds away: whole shares, and two decimals. */
const rounding: Readonly<Record<string, number>> = { adl: 0.5, mfi: 0.005 };

/**
 * A million shares at the price: sums of volumes cancel, so that their error is not relative
 * to the answer.
 */
const scale: Readonly<Record<string, number>> = { obv: 1e6, adl: 1e6, forceIndex: 1e6 };

function expectClose(name: string, found: number, expected: number): void {
  const size = scale[name] ?? Math.max(Math.abs(expected), 1);
  const tolerance = 1e-9 * size + (rounding[name] ?? 0);
  expect(Math.abs(found - expected), `${name}: ${found} for ${expected}`).toBeLessThan(tolerance);
}

const judged = indicatorCatalogue
  .map(({ name }) => name as IndicatorName)
  .filter((name) => name !== 'candlesticks');

describe('indicators of the catalogue', () => {
  it('have an answer each', () => {
    expect(Object.keys(answers).sort()).toEqual([...judged].sort());
  });

  it.each(judged)('%s equals its reference at every row', (name) => {
    views.forEach((view, index) => {
      const found = view.indicator(name, 'AAA').value as Answer | null;
      const expected = answers[name]?.[index] as Answer;
      if (typeof expected === 'number') return expectClose(name, found as number, expected);
      expect(Object.keys(found ?? {}).sort()).toEqual(Object.keys(expected).sort());
      for (const [member, value] of Object.entries(expected)) {
        expectClose(
          `${name} ${member}`,
          (found as Record<string, number>)[member] as number,
          value,
        );
      }
    });
  });
});
