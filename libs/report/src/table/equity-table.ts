/** The curves as a table, for readers who cannot see them: values at the end of each period. */

import { formatFigure } from '../words/figure-format.js';
import { lastMarks } from '../charts/date-axis.js';
import { dataTable, figures, folded, texts } from '../html/elements.js';
import type { Html } from '../html/html.js';
import { periodEnds } from './period-returns.js';
import type { RunView } from '../input/report-run-view.js';
import type { RunGroup } from '../input/run-groups.js';

/** Equity of a group's named runs at period ends; a run without a mark on that date keeps its last one. */
export function groupEquityTable({ axis, coloured, market }: RunGroup, rowsMax: number): Html {
  const { dates } = axis;
  const ends = periodEnds(dates, rowsMax);
  const endDates = ends.map(({ index }) => dates[index] as string);
  const columns = coloured.map(({ marks }) =>
    lastMarks(marks.dates, endDates).map((at) => marks.equity[at]),
  );
  const table = dataTable({
    label: `Equity at period ends, ${market}`,
    caption: 'Equity at the last mark of each period',
    columns: [...texts('Period'), ...figures(...coloured.map(({ label }) => label))],
    rows: ends.map(({ period }, row) => [period, ...columns.map((values) => money(values[row]))]),
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
    columns: [...texts('Period'), ...figures('Equity', 'Drawdown', 'Cash', 'Exposure')],
    rows: periodEnds(marks.dates, rowsMax).map(({ period, index }) => [
      period,
      money(marks.equity[index]),
      formatFigure(drawdown[index] as number, 'percent'),
      money(marks.cash[index]),
      formatFigure(marks.exposure[index] as number, 'percent'),
    ]),
  });
  return folded('Curves as a table', table);
}

const money = (value: number | undefined): string =>
  value === undefined ? '' : formatFigure(value, 'money');
