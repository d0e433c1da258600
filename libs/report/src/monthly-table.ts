/** The table of monthly returns, shaded by size; the sign is in the number, so colour only helps. */

import { dataTable, rowHead, textHead } from './data-table.js';
import { formatNumber } from './figure-format.js';
import { markup, type Html } from './html.js';
import { monthlyReturns } from './period-returns.js';
import type { RunView } from './report-run-view.js';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Upper bounds of the shades, as sizes of a monthly return; above the last is the deepest. */
const shadeBounds = [0.01, 0.03, 0.06];

/** Years as rows, months as columns, percent, and the year's total. */
export function monthlyTable({ marks, startEquity, label, market }: RunView): Html {
  const years = monthlyReturns(marks.dates, marks.equity, startEquity);
  return dataTable({
    label: `Monthly returns of ${label}, ${market}`,
    caption: 'Monthly returns, percent',
    style: 'months',
    heads: ['Year', ...months, 'Total'].map(textHead),
    rows: years.map(({ year, months: returns, total }) => [
      rowHead(year),
      ...returns.map(returnCell),
      markup`<td class="total">${total === null ? '' : percent(total)}</td>`,
    ]),
  });
}

function returnCell(value: number | null): Html {
  if (value === null) return markup`<td></td>`;
  return markup`<td class="${shadeOf(value)}">${percent(value)}</td>`;
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
