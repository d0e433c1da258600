/** Drawdowns and periods of a run, with values computed by hand. */

import { expect, it } from 'vitest';
import { drawdownCurve } from '../charts/curve-figure.js';
import { exampleInput } from '../charts/example-input.fixture.js';
import { runViews } from '../input/run-view.js';
import { drawdownTable, extremesList, monthlyTable } from './curve-tables.js';
import { worstDrawdowns } from './period-returns.js';

const dates = [
  '2023-11-30',
  '2023-12-01',
  '2023-12-29',
  '2024-01-02',
  '2024-01-31',
  '2024-02-01',
  '2024-02-29',
  '2024-03-01',
];
/** From 100: down 10% and back, a new peak of 120, down 25% and back, and down 5% for good. */
const equity = Float64Array.of(95, 90, 100, 120, 90, 96, 120, 114);

const [view] = runViews(exampleInput({ symbols: ['A'], agents: ['hold'], marks: 8, seed: 1 }));
const run = { ...view!, startEquity: 100, marks: { ...view!.marks, dates, equity } };
const textOf = ({ text }: { text: string }): string =>
  text.replaceAll(/<\/t[hd]>/g, ' | ').replaceAll(/<[^>]*>/g, '');

it('are sorted by depth, from the last peak to the first mark at or above it', () => {
  const curve = drawdownCurve(equity, 100);
  const spans = worstDrawdowns(curve, 5).map(({ depth, ...span }) => ({
    depth: Number(depth.toFixed(12)),
    ...span,
  }));
  expect(spans).toEqual([
    { depth: 0.25, from: 3, trough: 4, recovered: 6 },
    { depth: 0.1, from: -1, trough: 1, recovered: 2 },
    { depth: 0.05, from: 6, trough: 7, recovered: null },
  ]);
  expect(worstDrawdowns(curve, 2)).toHaveLength(2);
  expect(worstDrawdowns(drawdownCurve(Float64Array.of(1, 1 - 1e-12, 2), 1), 5)).toEqual([]);
});

it('come with their dates and durations in days', () => {
  const text = textOf(drawdownTable(run, drawdownCurve(equity, 100)));
  expect(text).toContain('2024-01-02 | 2024-01-31 | 2024-02-29 | 25.00% | 29 | 29 | 58 |');
  expect(text).toContain('the start | 2023-12-01 | 2023-12-29 | 10.00% | 1 | 28 | 29 |');
  expect(text).toContain('2024-02-29 | 2024-03-01 | not recovered | 5.00% | 1 | — | 1 |');
  expect(textOf(drawdownTable(run, drawdownCurve(Float64Array.of(1, 2), 1)))).toBe(
    'The equity never fell below an earlier peak.',
  );
});

it('are next to the returns of months and years', () => {
  const text = textOf(monthlyTable(run));
  // 95/100, 100/95, 90/100, 120/90 and 114/120, less one; the years are 100/100 and 114/100.
  expect(text).toContain(`2023 | ${' | '.repeat(10)}−5.00 | +5.26 | 0.00 | `);
  expect(text).toContain(`2024 | −10.00 | +33.33 | −5.00 | ${' | '.repeat(9)}+14.00 | `);
  const { text: cells } = monthlyTable(run);
  expect(cells).toContain('<td class="loss-3">−5.00</td>');
  expect(cells).toContain('<td class="total even">0.00</td>');
  expect(cells).toContain('<td class="total gain-3">+14.00</td>');
});

it('are next to the best and the worst day and month', () => {
  const text = textOf(extremesList(run)).replaceAll('\n', ' ');
  expect(text).toContain('Best day+25.00%, 2024-02-29 Worst day−25.00%, 2024-01-31');
  expect(text).toContain('Best month+33.33%, 2024-02 Worst month−10.00%, 2024-01');
});
