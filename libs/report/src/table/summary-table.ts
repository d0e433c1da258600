/** The table of all runs: the first thing a reader sees, sortable, each row leading to its run. */

import type { MetricName } from '#contracts/result/figures';
import { downsample, relativePath } from '../charts/downsample.js';
import { dataTable, figure, text } from '../html/elements.js';
import { type Html, markup } from '../html/html.js';
import type { RunView } from '../input/run-view.js';
import { dataShare } from '../words/run-words.js';
import { formatShare } from '../words/figure-format.js';
import {
  coverageFigure,
  differenceFigure,
  intervalTitle,
  metricFigure,
} from './metric-catalogue.js';

const width = 100;
const height = 24;

const metric = (title: string, name: MetricName) =>
  figure(title, ({ result }: RunView) => metricFigure(result, name));

/**
 * One row a run, in the order of the result; intervals are below their figures. A run that is shown
 * in full has a link to it.
 */
export function summaryTable(
  views: readonly RunView[],
  linked: ReadonlySet<RunView>,
  trendPoints: number,
): Html {
  const interval = intervalTitle(views.map(({ result }) => result));
  const search = markup`<input type="search" id="run-filter" autocomplete="off">`;
  const caption =
    `All runs; each figure has its ${interval} below it; data coverage is below decision ` +
    'coverage; above baseline is the difference in a year';
  const columns = [
    text<RunView>('Agent', (view) => {
      const { label, number, baseline } = view;
      const name = linked.has(view) ? markup`<a href="#run-${number}">${label}</a>` : label;
      return markup`${name}${baseline && markup` <small>baseline</small>`}`;
    }),
    text<RunView>('Symbol', ({ market }) => market),
    metric('Return', 'cumulativeReturn'),
    metric('Sharpe', 'sharpe'),
    metric('Max. drawdown', 'maxDrawdown'),
    figure<RunView>('Above baseline', (view) => differenceFigure(view.result, view.baseline)),
    metric('Final equity', 'finalEquity'),
    metric('Trades', 'trades'),
    figure<RunView>('Coverage', ({ result }) => {
      const share = dataShare(result);
      const below = share === null ? null : `data ${formatShare(share)}`;
      return coverageFigure(result, formatShare, 'no decision was due', below);
    }),
    text<RunView>('Equity', ({ marks }) => trendLine(marks.equity, trendPoints)),
  ];
  return markup`<div class="controls" hidden><label>Filter by agent or symbol ${search}</label>
<p id="run-status" role="status"></p></div>
${dataTable('All runs', caption, views, columns, { id: 'runs-table', sortable: 9 })}`;
}

/**
 * Hidden from screen readers: the figures beside it say the same. Empty for fewer than two marks.
 */
function trendLine(equity: Float64Array, pointsMax: number): Html {
  if (equity.length < 2) return markup``;
  const kept = downsample(equity, pointsMax);
  // The points include the lowest and the highest mark.
  const values = kept.map((index) => equity[index]!);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const points = kept.map((index, at): [number, number] => {
    const x = Math.round((index / (equity.length - 1)) * width);
    const share = high === low ? 0.5 : (values[at]! - low) / (high - low);
    return [x, Math.round(height - 2 - share * (height - 4))];
  });
  const line = markup`<path class="curve" d="${relativePath(points)}"/>`;
  return markup`<svg class="trend" width="${width}" height="${height}" aria-hidden="true">${line}</svg>`;
}
