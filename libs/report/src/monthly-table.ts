/** Returns by month and year, shaded by size (the sign is in the number, so color only helps), and the extremes. */

import { dataTable, rowHead, textHead } from './data-table.js';
import { formatFigure, formatNumber } from './figure-format.js';
import { markup, type Html } from './html.js';
import { monthlyReturns, returnsBy } from './period-returns.js';
import type { RunView } from './report-run-view.js';
import { termList } from './term-list.js';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Upper bounds of the shades, as sizes of a monthly return; above the last is the deepest. */
const shadeBounds = [0.01, 0.03, 0.06];
/** A year's return is shaded like a month's of a third of its size. */
const yearScale = 1 / 3;

/** Years as rows, months as columns, percent, and the year's total. */
export function monthlyTable({ marks, startEquity, label, market }: RunView): Html {
  const years = monthlyReturns(marks.dates, marks.equity, startEquity);
  return dataTable({
    label: `Monthly returns of ${label}, ${market}`,
    caption: 'Monthly and yearly returns, percent; the deeper the shade, the larger the size',
    style: 'months',
    heads: ['Year', ...months, 'Whole year'].map(textHead),
    rows: years.map(({ year, months: returns, total }) => [
      rowHead(year),
      ...returns.map((value) => returnCell(value, '')),
      returnCell(total, 'total ', yearScale),
    ]),
  });
}

/** Best and worst day and month, of those with a return. */
export function extremesList({ marks, startEquity }: RunView): Html {
  const units = [
    ['day', 10],
    ['month', 7],
  ] as const;
  return termList(
    units.flatMap(([unit, length]) => {
      const returns = returnsBy(length, marks.dates, marks.equity, startEquity);
      const ranked = [...returns]
        .flatMap(([at, value]) => (value === null ? [] : [{ at, value }]))
        .toSorted((a, b) => b.value - a.value);
      return [ranked[0], ranked.at(-1)].flatMap((one, at): [string, string][] => {
        if (one === undefined) return [];
        const text = `${formatFigure(one.value, 'signed-percent')}, ${one.at}`;
        return [[`${at === 0 ? 'Best' : 'Worst'} ${unit}`, text]];
      });
    }),
  );
}

function returnCell(value: number | null, style: string, scale = 1): Html {
  if (value === null) return markup`<td></td>`;
  return markup`<td class="${style}${shadeOf(value * scale)}">${percent(value)}</td>`;
}

/** `gain-1` to `gain-4`, `loss-1` to `loss-4`, or `even` for what rounds to nothing. */
export function shadeOf(value: number): string {
  const size = Math.abs(value);
  if (size < 0.000_05) return 'even';
  const depth = shadeBounds.filter((bound) => size > bound).length + 1;
  return `${value > 0 ? 'gain' : 'loss'}-${depth}`;
}

function percent(value: number): string {
  return formatNumber(value * 100, Math.abs(value) >= 1 ? 0 : 2, true);
}
