/** The table of all runs: the first thing a reader sees, sortable, each row leading to its run. */

import type { RunResult } from '#contracts/result/result';
import { dataShare } from '../words/answered-share.js';
import { coverageCell, differenceFigure, metricCell, sortableCell } from './figure-cell.js';
import { formatShare } from '../words/figure-format.js';
import { type Cell, dataTable, figures, texts } from '../html/elements.js';
import { type Html, markup } from '../html/html.js';
import { intervalTitle } from './metric-catalogue.js';
import type { RunView } from '../input/report-run-view.js';
import { downsample, relativePath } from '../charts/downsample.js';

const width = 100;
const height = 24;

const sortable = [
  ...texts('Agent', 'Symbol'),
  ...figures('Return', 'Sharpe', 'Max. drawdown', 'Above baseline'),
  ...figures('Final equity', 'Trades', 'Coverage'),
].map((column) => ({ ...column, sortable: true }));

/**
 * One row a run, in the order of the result; intervals are below their figures. A run that is shown in full has a
 * link to it.
 */
export function summaryTable(
  views: readonly RunView[],
  linked: ReadonlySet<RunView>,
  trendPoints: number,
): Html {
  const trendOf = ({ marks }: RunView): Cell => {
    return { content: trendLine(marks.equity, trendPoints), attributes: markup` class="trend"` };
  };
  const interval = intervalTitle(views.map(({ result }) => result));
  const search = markup`<input type="search" id="run-filter" autocomplete="off">`;
  return markup`<div class="controls" hidden><label>Filter by agent or symbol ${search}</label>
<p id="run-status" role="status"></p></div>
${dataTable({
  label: 'All runs',
  id: 'runs-table',
  caption:
    `All runs; each ${interval} stands below its figure, data coverage below that of the decisions; ` +
    'above baseline is the difference in a year',
  columns: [...sortable, ...texts('Equity')],
  rows: views.map((view) => [...runCells(view, linked.has(view)), trendOf(view)]),
})}`;
}

function runCells(view: RunView, isLinked: boolean): readonly (string | Html | Cell)[] {
  const { result, label, market, number, baseline } = view;
  const name = isLinked ? markup`<a href="#run-${number}">${label}</a>` : label;
  const mark = baseline && markup` <small>baseline</small>`;
  return [
    markup`${name}${mark}`,
    market,
    metricCell(result, 'cumulativeReturn'),
    metricCell(result, 'sharpe'),
    metricCell(result, 'maxDrawdown'),
    sortableCell(differenceFigure(view)),
    metricCell(result, 'finalEquity'),
    metricCell(result, 'trades'),
    coverageCell(result, formatShare, 'no decision was due', dataLine(result)),
  ];
}

/** Data coverage, below that of the decisions. */
function dataLine(result: RunResult): string | null {
  const share = dataShare(result);
  return share === null ? null : `data ${formatShare(share)}`;
}

/** Hidden from screen readers: the figures beside it say the same. Empty for fewer than two marks. */
function trendLine(equity: Float64Array, pointsMax: number): Html {
  if (equity.length < 2) return markup``;
  let low = Infinity;
  let high = -Infinity;
  for (const value of equity) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const points = downsample(equity, pointsMax).map((index): [number, number] => {
    const x = Math.round((index / (equity.length - 1)) * width);
    const share = high === low ? 0.5 : ((equity[index] as number) - low) / (high - low);
    return [x, Math.round(height - 2 - share * (height - 4))];
  });
  const line = markup`<path class="curve" d="${relativePath(points)}"/>`;
  return markup`<svg width="${width}" height="${height}" aria-hidden="true">${line}</svg>`;
}
