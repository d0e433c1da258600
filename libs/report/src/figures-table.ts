/** Every figure of every run in one table, for a report that shows only some of its runs in full. */

import {
  dataTable,
  figureHead,
  figureTextCell,
  rowHead,
  textCell,
  textHead,
} from './data-table.js';
import { formatFigure } from './figure-format.js';
import { folded } from './folded.js';
import { markup, type Html } from './html.js';
import { metricCatalogue, metricText, reasonFor, type MetricEntry } from './metric-catalogue.js';
import type { RunView } from './report-run-view.js';

type Run = RunView['result'];

/** Counts, of which a column is there where some run has one. */
const counts: readonly (readonly [string, (run: Run) => number])[] = [
  ['Decisions due', ({ coverage }) => coverage.due],
  ['Answered', ({ coverage }) => coverage.answered],
  ['Missing', ({ coverage }) => coverage.missing],
  ['Invalid', ({ coverage }) => coverage.invalid],
  ['Late', ({ coverage }) => coverage.late],
  ['Failed', ({ coverage }) => coverage.failed],
  ['Orders denied', ({ denied }) => denied],
  ['Orders cancelled', ({ cancelled }) => cancelled],
  ['Rows dropped', ({ rowsDropped }) => rowsDropped],
];

/** One row a run: the figures of the catalogue, and the counts of decisions, orders and rows. */
export function figuresTable(views: readonly RunView[]): Html {
  const counted = counts.filter(([, of]) => views.some(({ result }) => of(result) > 0));
  const heads = [...metricCatalogue.map(({ label }) => label), ...counted.map(([head]) => head)];
  const table = dataTable({
    label: 'All figures of all runs',
    style: 'figures',
    caption: 'All figures of all runs; a dash has its reason as a tooltip, and in result.json',
    heads: [textHead('Agent'), textHead('Symbol'), ...heads.map(figureHead)],
    rows: views.map(({ result, label, market }) => [
      rowHead(label),
      textCell(market),
      ...metricCatalogue.map((entry) => cell(result, entry)),
      ...counted.map(([, of]) => figureTextCell(formatFigure(of(result), 'count'))),
    ]),
  });
  return folded('All figures of all runs', table);
}

function cell(result: Run, entry: MetricEntry): Html {
  const text = metricText(result, entry);
  if (text !== null) return figureTextCell(text);
  return markup`<td class="undefined" title="${reasonFor(result, entry.name)}">—</td>`;
}
