/** Reports that were due, with what the market did after them. */

import { expect, it } from 'vitest';
import { dueReports, forwardReturn, hitsOf } from './due-reports.js';
import { forwardSection } from './insights-sections.js';

/**
 * A session a day, of two symbols: one rises by a tenth of its first price a session,
 * the other falls.
 */
const days = Array.from({ length: 9 }, (_, at) => `2025-01-${String(at + 1).padStart(2, '0')}`);
const prices = {
  UP: days.map((day, at) => [day, 100 + 10 * at, 100 + 10 * at]),
  DOWN: days.map((day, at) => [day, 100 - 10 * at, 100 - 10 * at]),
};
const tasks = ['UP-2025-01-01', 'DOWN-2025-01-01', 'UP-2025-01-03', 'UP-2025-01-08'];
const measured = new Map<string | null, unknown>([
  ...tasks.map((task) => [task, { metrics: null }] as const),
  [null, prices],
]);
const answers = new Map(
  tasks.map((task) => [task, { rating: task.startsWith('UP') ? 'BUY' : 'SELL' } as const]),
);

it('have forward returns as far as the data goes', () => {
  const reports = dueReports({ answers, measured });
  expect(
    reports.map(({ symbol, at, forward }) => [symbol, at, forward.get(1), forward.get(5)]),
  ).toEqual([
    ['UP', 0, 110 / 100 - 1, 150 / 100 - 1],
    ['DOWN', 0, 90 / 100 - 1, 50 / 100 - 1],
    ['UP', 2, 130 / 120 - 1, 170 / 120 - 1],
    ['UP', 7, 180 / 170 - 1, undefined],
  ]);
});

it('are one observation when their windows overlap, or they are of one date', () => {
  const reports = dueReports({ answers, measured });
  expect(hitsOf(reports, 5)).toEqual({ count: 3, of: 3, independent: 1 });
  expect(hitsOf(reports, 1)).toEqual({ count: 4, of: 4, independent: 3 });
  const { mean, n, apart } = forwardReturn(reports, 5);
  expect(mean).toBeCloseTo((0.5 - 0.5 + 50 / 120) / 3, 12);
  // Both reports of the first date are one, and the third begins before that has ended.
  expect([n, apart]).toEqual([3, [0]]);
  expect(forwardReturn([], 5)).toEqual({ mean: null, n: 0, apart: [] });
});

it('are apart where a window begins at the end of the one before', () => {
  // Sessions 0, 2 and 7: from 2 to 7 are five.
  const last = new Map([...measured].filter(([task]) => !String(task).endsWith('2025-01-01')));
  const three = dueReports({ answers, measured: last });
  expect(three.map(({ at }) => at)).toEqual([2, 7]);
  const later = ['2025-01-10', '2025-01-11', '2025-01-12', '2025-01-13'];
  const longer = { UP: [...prices.UP, ...later.map((day) => [day, 200, 200])] };
  const known = dueReports({ answers, measured: new Map([...last, [null, longer]]) });
  expect(hitsOf(known, 5)).toEqual({ count: 2, of: 2, independent: 2 });
});

it('have an interval around their mean, as wide as windows that do not overlap allow', () => {
  const bought = new Map(tasks.map((task) => [task, { rating: 'BUY' } as const]));
  const reports = dueReports({ answers: bought, measured });
  const [one, five] = forwardSection([{ run: 'r', reports }]).table!.rows;
  // 0.1 and -0.1 on the first date, then 1/12 and 1/17; t at 0.975 with two degrees of
  // freedom is 4.3027.
  const mean = (1 / 12 + 1 / 17) / 4;
  const middle = (1 / 12 + 1 / 17) / 3;
  const squares = [0, 1 / 12, 1 / 17].reduce((sum, x) => sum + (x - middle) ** 2, 0);
  const reach = (4.302_652_73 * Math.sqrt(squares / 2)) / Math.sqrt(3);
  expect(one!.slice(0, 5)).toEqual(['r', 'BUY', 1, 4, 3]);
  for (const [at, wanted] of [mean, mean - reach, mean + reach].entries()) {
    expect(one![5 + at]).toBeCloseTo(wanted, 8);
  }
  expect(one![8]).toBeNull();
  expect(five!.slice(6)).toEqual([null, null, 'fewer than 3 windows do not overlap']);
});
