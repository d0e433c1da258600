/** The table of a run's fills, first ones first, as many as the report has room for. */

import {
  dataTable,
  figureHead,
  figureTextCell,
  rowHead,
  textCell,
  textHead,
} from './data-table.js';
import { formatFigure, formatQuantity } from './figure-format.js';
import { folded } from './folded.js';
import { markup, type Html } from './html.js';
import type { ReportFill } from './report-input.js';
import type { RunView } from './report-run-view.js';

/** At most `rowsMax` fills; the rest is counted and stands in `fills.csv`. */
export function fillsTable({ marks, label, market }: RunView, rowsMax: number): Html {
  const { fills } = marks;
  const total = fills.buys + fills.sales;
  if (total === 0) return markup`<p>Nothing was bought or sold.</p>`;
  const shown = fills.first.slice(0, rowsMax);
  const table = dataTable({
    label: `Fills of ${label}, ${market}`,
    caption: 'Fills',
    heads: [
      ...['Date', 'Side', 'Symbol'].map(textHead),
      ...['Shares', 'Price', 'Fee'].map(figureHead),
      textHead('Purpose'),
    ],
    rows: shown.map(fillRow),
  });
  const note = restNote(total - shown.length, shown.length);
  return folded(`Fills: ${formatFigure(total, 'count')}`, markup`${table}${note}`);
}

function fillRow({ date, symbol, shares, price, fee, purpose }: ReportFill): readonly Html[] {
  return [
    rowHead(date),
    textCell(shares < 0 ? 'Sell' : 'Buy'),
    textCell(symbol),
    figureTextCell(formatQuantity(Math.abs(shares))),
    figureTextCell(formatQuantity(price)),
    figureTextCell(formatFigure(fee, 'money')),
    textCell(purpose),
  ];
}

function restNote(rest: number, shown: number): Html | null {
  if (rest === 0) return null;
  const count = formatFigure(rest, 'count');
  return markup`<p class="aside">The first ${shown} are listed; ${count} more stand in the run’s
fills.csv.</p>`;
}
