/** The curves as a table, for those who do not see them: what they show at the end of each period. */

import { dataTable, figureHead, figureTextCell, rowHead, textHead } from '../html/data-table.js';
import { formatFigure } from '../words/figure-format.js';
import { folded } from '../html/folded.js';
import type { Html } from '../html/html.js';
import { periodEnds } from './period-returns.js';
import type { RunView } from '../input/report-run-view.js';
import type { RunGroup } from '../input/run-groups.js';

/** Equity of a group's named runs at period ends; a run without a mark on that date keeps its last one. */
export function groupEquityTable({ dates, coloured, market }: RunGroup, rowsMax: number): Html {
  const ends = periodEnds(dates, rowsMax);
  const endDates = ends.map(({ index }) => dates[index] as string);
  const columns = coloured.map((view) => equityAt(view, endDates));
  const table = dataTable({
    label: `Equity at period ends, ${market}`,
    caption: 'Equity at the last mark of each period',
    heads: [textHead('Period'), ...coloured.map(({ label }) => figureHead(label))],
    rows: ends.map(({ period }, row) => [
      rowHead(period),
      ...columns.map((values) => moneyCell(values[row] ?? null)),
    ]),
  });
  return folded(`Curves as a table, ${market}`, table);
}

/** Equity, drawdown, cash and exposure of one run at period ends. */
export function runEquityTable(
  { marks, label, market }: RunView,
  drawdown: Float64Array,
  rowsMax: number,
): Html {
  const table = dataTable({
    label: `Curves of ${label}, ${market}`,
    caption: 'At the last mark of each period',
    heads: [textHead('Period'), ...['Equity', 'Drawdown', 'Cash', 'Exposure'].map(figureHead)],
    rows: periodEnds(marks.dates, rowsMax).map(({ period, index }) => [
      rowHead(period),
      moneyCell(marks.equity[index] ?? null),
      figureTextCell(formatFigure(drawdown[index] as number, 'percent')),
      moneyCell(marks.cash[index] ?? null),
      figureTextCell(formatFigure(marks.exposure[index] as number, 'percent')),
    ]),
  });
  return folded('Curves as a table', table);
}

function moneyCell(value: number | null): Html {
  return figureTextCell(value === null ? '' : formatFigure(value, 'money'));
}

/** The equity at the last mark not after each date; null before the first. Dates ascend. */
function equityAt({ marks }: RunView, dates: readonly string[]): readonly (number | null)[] {
  let next = 0;
  return dates.map((date) => {
    while (next < marks.dates.length && (marks.dates[next] as string) <= date) next++;
    return next === 0 ? null : (marks.equity[next - 1] as number);
  });
}
