/** The table of all runs: the first thing a reader sees, sortable, each row leading to its run. */

import type { RunResult } from '#contracts/result';
import { dataShare } from './answered-share.js';
import { coverageCell } from './coverage-cell.js';
import { dataTable, textHead } from './data-table.js';
import { metricCell, sortableCell } from './figure-cell.js';
import { formatShare } from './figure-format.js';
import { markup, type Html } from './html.js';
import { intervalTitle } from './metric-catalogue.js';
import type { RunView } from './report-run-view.js';
import { trendLine } from './trend-line.js';

const texts = ['Agent', 'Symbol'];
const figures = [
  'Return',
  'Sharpe',
  'Max. drawdown',
  'Above baseline',
  'Final equity',
  'Trades',
  'Coverage',
];

/** One row a run, in the order of the result; intervals stand below their figures. */
export function summaryTable(views: readonly RunView[]): Html {
  const hasData = views.some(({ result }) => result.dataCoverage !== null);
  const interval = intervalTitle(views.map(({ result }) => result));
  const search = markup`<input type="search" id="run-filter" autocomplete="off">`;
  return markup`<div class="controls" hidden><label>Filter by agent or symbol ${search}</label>
<p id="run-status" role="status"></p></div>
${dataTable({
  label: 'All runs',
  id: 'runs-table',
  caption: `All runs; each ${interval} stands below its figure`,
  heads: [
    ...texts.map((label) => markup`<th scope="col" data-sortable="text">${label}</th>`),
    ...[...figures, ...(hasData ? ['Data'] : [])].map(
      (label) => markup`<th scope="col" class="figure" data-sortable="number">${label}</th>`,
    ),
    textHead('Equity'),
  ],
  rows: views.map((view) => summaryRow(view, hasData)),
})}`;
}

function summaryRow(view: RunView, hasData: boolean): readonly Html[] {
  const { result, label, market, number, baseline } = view;
  const link = markup`<a href="#run-${number}">${label}</a>`;
  const mark = baseline && markup` <small>baseline</small>`;
  return [
    markup`<th scope="row" data-sort="${label}">${link}${mark}</th>`,
    markup`<td class="text" data-sort="${market}">${market}</td>`,
    metricCell(result, 'cumulativeReturn'),
    metricCell(result, 'sharpe'),
    metricCell(result, 'maxDrawdown'),
    differenceCell(view),
    metricCell(result, 'finalEquity'),
    metricCell(result, 'trades'),
    coverageCell(result, formatShare, 'no decision was due'),
    ...(hasData ? [dataCell(result)] : []),
    markup`<td class="trend">${trendLine(view.marks.equity)}</td>`,
  ];
}

function dataCell(result: RunResult): Html {
  const share = dataShare(result);
  if (share === null) return sortableCell(null, 'percent', 'the data set was not at hand');
  return markup`<td data-sort="${share}">${formatShare(share)}</td>`;
}

function differenceCell({ result: { againstBaseline }, baseline }: RunView): Html {
  const reason = baseline ? 'this is the baseline' : 'there is nothing to compare with';
  const { difference, interval } = againstBaseline ?? { difference: null, interval: null };
  return sortableCell(difference, 'signed-percent', reason, interval);
}
