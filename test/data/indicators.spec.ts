/** The indicators against reference answers for real daily prices, every row and every warm-up. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bollingerBands } from '#market-view/indicators/bollinger-bands';
import { exponentialMovingAverage } from '#market-view/indicators/running/exponential-moving-average';
import { movingAverageConvergenceDivergence } from '#market-view/indicators/macd';
import { relativeStrengthIndex } from '#market-view/indicators/running/relative-strength-index';
import { simpleMovingAverage } from '#market-view/indicators/running/simple-moving-average';

const columns = [
  'sma20',
  'rsi14',
  'ema12',
  'ema26',
  'macd',
  'macd_signal',
  'macd_hist',
  'bb_mid',
  'bb_upper',
  'bb_lower',
] as const;
type Column = (typeof columns)[number];
type Figures = Record<Column, number | null>;
type Row = Figures & { date: string; close: number };

function rowsOf(symbol: string): Row[] {
  const data = process.env['TAPEFOLD_DATA'];
  if (data === undefined) throw new Error('TAPEFOLD_DATA must name the folder of the data sets');
  const file = join(data, 'djia-2025', 'expected', `indicators_${symbol}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { rows: Row[] }).rows;
}

function figuresOf(closes: readonly number[]): Figures[] {
  const all = {
    sma20: simpleMovingAverage(20),
    rsi14: relativeStrengthIndex(14),
    ema12: exponentialMovingAverage(12),
    ema26: exponentialMovingAverage(26),
    macd: movingAverageConvergenceDivergence(),
    bands: bollingerBands(),
  };
  return closes.map((close) => {
    for (const indicator of Object.values(all)) indicator.next(close);
    const macd = all.macd.value;
    const bands = all.bands.value;
    return {
      sma20: all.sma20.value,
      rsi14: all.rsi14.value,
      ema12: all.ema12.value,
      ema26: all.ema26.value,
      macd: macd?.line ?? null,
      macd_signal: macd?.signal ?? null,
      macd_hist: macd?.histogram ?? null,
      bb_mid: bands?.middle ?? null,
      bb_upper: bands?.upper ?? null,
      bb_lower: bands?.lower ?? null,
    };
  });
}

describe.each(['AAPL', 'GS'])('indicators of %s', (symbol) => {
  const rows = rowsOf(symbol);
  const figures = figuresOf(rows.map((row) => row.close));

  it('has enough rows for every indicator to warm up', () => {
    expect(rows.length).toBeGreaterThan(34);
  });

  it.each(columns)('%s equals the reference to 1e-9, nulls included', (column) => {
    rows.forEach((row, index) => {
      const expected = row[column];
      const found = figures[index]?.[column] ?? null;
      if (expected === null || found === null) {
        expect({ date: row.date, value: found }).toEqual({ date: row.date, value: expected });
      } else {
        const difference = Math.abs(found - expected) / Math.max(Math.abs(expected), 1e-300);
        expect(difference, `${row.date}: ${found} for ${expected}`).toBeLessThan(1e-9);
      }
    });
  });
});
