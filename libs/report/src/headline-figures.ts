/** The figures of the first screen: tiles of the run that the page is about, or a row for each run of a symbol. */

import type { MetricName } from '#contracts/result';
import { dataTable, figureHead, figureTextCell, rowHead, textHead } from './data-table.js';
import { differenceFigure, figureContent, metricFigure } from './figure-cell.js';
import { markup, type Html } from './html.js';
import { intervalTitle } from './metric-catalogue.js';
import type { RunView } from './report-run-view.js';
import type { RunGroup } from './run-groups.js';

const headlines: readonly (readonly [MetricName, string])[] = [
  ['cumulativeReturn', 'Total return'],
  ['annualisedReturn', 'Annualized'],
  ['sharpe', 'Sharpe ratio'],
  ['maxDrawdown', 'Max. drawdown'],
  ['trades', 'Trades'],
];

/** Each figure with its interval; tiles have the baseline's figure as well. */
export function headlineFigures({ coloured, market }: RunGroup, lead: RunView | null): Html {
  if (lead !== null) return tiles(lead, coloured.find((view) => view !== lead) ?? null);
  const titles = [...headlines.map(([, title]) => title), 'Above baseline'];
  const interval = intervalTitle(coloured.map(({ result }) => result));
  return dataTable({
    label: `Headline figures, ${market}`,
    style: 'headline',
    caption: `Each ${interval} stands below its figure; above baseline is the difference in a year`,
    heads: [textHead('Agent'), ...titles.map(figureHead)],
    rows: coloured.map((view) => [rowHead(view.label), ...figuresOf(view).map(figureTextCell)]),
  });
}

const figuresOf = (view: RunView): readonly Html[] => [
  ...headlines.map(([name]) => figureContent(metricFigure(view.result, name))),
  figureContent(differenceFigure(view)),
];

function tiles(view: RunView, other: RunView | null): Html {
  const above = `Above ${view.result.againstBaseline?.baseline ?? 'baseline'}, a year`;
  const shown = figuresOf(view).map((content, at) => {
    const [name, title = above] = headlines[at] ?? [];
    const beside = name !== undefined && other !== null && metricFigure(other.result, name);
    const versus =
      beside &&
      markup`<small>${other!.label} ${figureContent({ ...beside, interval: null })}</small>`;
    return markup`<div><dt>${title}</dt><dd>${content}${versus}</dd></div>\n`;
  });
  const versus = other === null ? '' : `, then the figure of ${other.label}`;
  return markup`<div><dl class="tiles">${shown}</dl>
<p class="aside">Of ${view.label}; below each figure its ${intervalTitle([view.result])}${versus}.</p></div>`;
}
