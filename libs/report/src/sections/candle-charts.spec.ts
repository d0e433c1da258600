/** Candles keep the range of the bars they combine, and trades stand out by shape. */

import { expect, it } from 'vitest';
import { candleCharts } from './candle-charts.js';
import { fittingCandles, type Candle } from '../charts/candles.js';
import { detailBudget } from '../input/detail-budget.js';
import { exampleInput } from '../charts/example-input.fixture.js';
import type { ReportTrade } from '../input/report-input.js';
import { runViews } from '../input/run-view.js';

const bar = (date: string, prices: readonly number[], value: number | null = null): Candle => {
  const [open, high, low, close] = prices as [number, number, number, number];
  return { date, open, high, low, close, values: [value] };
};

const bars = [
  // A Thursday and a Friday, two bars of a Monday, and a day of the next month.
  bar('2026-01-29', [10, 12, 9, 11]),
  bar('2026-01-30', [11, 14, 10, 13], 2),
  bar('2026-02-02', [13, 13, 8, 9], 3),
  bar('2026-02-02', [9, 10, 7, 10], 4),
  bar('2026-03-02', [10, 11, 10, 11], 5),
];

it.each([
  [4, 'day', [bars[0], bars[1], bar('2026-02-02', [13, 13, 7, 10], 4), bars[4]]],
  [
    3,
    'week',
    [
      bar('2026-01-30', [10, 14, 9, 13], 2),
      bar('2026-02-02', [13, 13, 7, 10], 4),
      bar('2026-03-02', [10, 11, 10, 11], 5),
    ],
  ],
  [2, 'year', [bar('2026-03-02', [10, 14, 7, 11], 5)]],
])('at most %d candles are of a %s each', (countMax, unit, candles) => {
  expect(fittingCandles(bars, countMax)).toEqual({ unit, candles });
});

it('takes months when weeks are too many', () => {
  const days = ['05', '12', '19', '26'].flatMap((day) => [`2026-01-${day}`, `2026-02-${day}`]);
  const ascending = days.toSorted().map((day) => bar(day, [1, 2, 1, 2]));
  const { unit, candles } = fittingCandles(ascending, 5);
  expect([unit, candles.map(({ date }) => date)]).toEqual(['month', ['2026-01-26', '2026-02-26']]);
});

const [view] = runViews(exampleInput({ symbols: ['A'], agents: ['a', 'b'], marks: 30, seed: 1 }));
const context = { budget: detailBudget(2), isWhole: true, currency: 'USD' };

/**
 * For a trade: shares, entry and exit price, profit, and the factors that convert prices to
 * those of the end.
 */
function trade(
  [entry, exit]: readonly [string, string | null],
  [shares, entryPrice, exitPrice, profit, scale = 1]: readonly number[],
): ReportTrade {
  const [first] = view!.marks.trades;
  const figures = { shares, entryPrice, exitPrice, profit } as Partial<ReportTrade>;
  const drawn = { entry, exit, scale };
  return { ...first!, symbol: 'A<', entry, exit, ...figures, drawn };
}

const opened = trade(['2026-02-02', null], [1, 9, 9, 0]);

function drawn(
  trades: readonly ReportTrade[],
  levels: readonly number[] | null = null,
  count = 1,
): string {
  const prices = () => ({ symbol: 'A<', bars, indicators: [{ label: 'Mean of 2', levels }] });
  const run = { ...view!, marks: { ...view!.marks, trades, prices: Array(count).fill(prices) } };
  return candleCharts(run, context)!.text;
}

it('marks entries and exits by shape, one sign per kind and candle, and lists all of them', () => {
  const text = drawn([
    trade(['2026-01-29', '2026-01-30'], [1, 22, 26, 2, 0.5]),
    trade(['2026-01-30', '2026-02-02'], [-1, 13, 9, -1]),
    trade(['2026-01-30', '2026-02-02'], [-1, 13, 9, -2]),
    { ...opened, symbol: 'B' },
    { ...opened, drawn: null },
  ]);
  const picture = text.slice(text.indexOf('class="chart"'));
  const signs = [...picture.matchAll(/<use href="#(\w+)" x="([\d.]+)%"/g)];
  expect(signs.map(([, kind, x]) => [kind, x])).toEqual([
    ['long', '0'],
    ['gain', '33.33'],
    ['short', '33.33'],
    ['loss', '66.67'],
  ]);
  const legend = [...text.matchAll(/<\/svg>([^<]+)<\/li>/g)].map(([, words]) => words);
  const words = ['Entry', 'Exit with a profit', 'Short entry', 'Exit without a profit'];
  expect(legend).toEqual(['Mean of 2', ...words]);
  expect(text).toContain('profit 2.00, exit at 13; short entry at 13</td>');
  expect(text).toContain('profit −1.00, exit at 9; profit −2.00, exit at 9</td>');
  expect(text).toContain('<td>13</td><td>13</td><td>7</td><td>10</td><td>4</td>');
  expect(text).not.toContain('A<');
});

it('draws an indicator from where it is known, over the prices or below them with its levels', () => {
  // 2, 4 and 5 on an axis from 2 to 14 with 0.48 of room at both ends: 963, 809 and 731
  // thousandths from above.
  expect(drawn([opened])).toContain('<path class="curve tone-3" d="M667 963l666-154 667-78"/>');
  expect(drawn([opened]).match(/role="img"/g)).toHaveLength(1);
  const strip = drawn([opened], [30, 70]);
  expect(strip.match(/role="img"/g)).toHaveLength(2);
  expect(strip.match(/<path class="curve baseline" d="M0 \d+l2000 0"/g)).toHaveLength(2);
});

it('hollows candles that rose or stood, and fills those that fell', () => {
  const [, rise = '', fall = ''] =
    /class="candle rise" d="([^"]+)"\/><path class="candle fall" d="([^"]+)"/.exec(
      drawn([opened]),
    ) ?? [];
  expect([rise.match(/z/g)?.length, fall.match(/z/g)?.length]).toEqual([3, 1]);
});

it('says what it does not draw', () => {
  expect(drawn([opened], null, 0)).toContain('no bars of them were at hand');
  expect(drawn([opened], null, 40)).toMatch(/Prices of 34 of 40 traded symbols are not drawn/);
});
