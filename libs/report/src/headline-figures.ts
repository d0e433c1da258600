/** The figures of the first screen: tiles of the run that the page is about, or a row for each run of a symbol. */

import type { Interval, MetricName, RunResult } from '#contracts/result';
import { dataTable, figureHead, rowHead, textHead } from './data-table.js';
import { sortableCell, undefinedMark } from './figure-cell.js';
import { formatFigure, type FigureKind } from './figure-format.js';
import { markup, type Html } from './html.js';
import { intervalOf, intervalText, intervalTitle } from './metric-catalogue.js';
import { metricEntry, reasonFor } from './metric-catalogue.js';
import type { RunView } from './report-run-view.js';
import type { RunGroup } from './run-groups.js';

const headlines: readonly (readonly [MetricName, string])[] = [
  ['cumulativeReturn', 'Total return'],
  ['annualisedReturn', 'Annualized'],
  ['sharpe', 'Sharpe ratio'],
  ['maxDrawdown', 'Max. drawdown'],
  ['trades', 'Trades'],
];

interface Headline {
  readonly title: string;
  readonly kind: FigureKind;
  readonly value: number | null;
  readonly reason: string;
  readonly interval: Interval | null;
}

/** Tiles with intervals and the baseline’s figures for a lead; otherwise a table of the group’s named runs. */
export function headlineFigures({ coloured, market }: RunGroup, lead: RunView | null): Html {
  if (lead !== null) return tiles(lead, coloured.find((view) => view !== lead) ?? null);
  const titles = [...headlines.map(([, title]) => title), 'Above baseline'];
  return dataTable({
    label: `Headline figures, ${market}`,
    style: 'headline',
    caption: 'Above baseline is the difference in a year; intervals are in the table of runs',
    heads: [textHead('Agent'), ...titles.map(figureHead)],
    rows: coloured.map(({ label, result, baseline }) => [
      rowHead(markup`${label}${baseline && markup` <small>baseline</small>`}`),
      ...figuresOf(result, baseline).map(({ value, kind, reason }) =>
        sortableCell(value, kind, reason),
      ),
    ]),
  });
}

function figuresOf(result: RunResult, isBaseline: boolean): readonly Headline[] {
  const { againstBaseline } = result;
  const metrics = headlines.map(([name, title]): Headline => {
    const figure = { title, kind: metricEntry(name).kind, reason: reasonFor(result, name) };
    return { ...figure, value: result.metrics[name], interval: intervalOf(result, name) };
  });
  const above: Headline = {
    title: `Above ${againstBaseline?.baseline ?? 'baseline'}, a year`,
    kind: 'signed-percent',
    value: againstBaseline?.difference ?? null,
    reason: isBaseline ? 'this is the baseline' : 'there is nothing to compare with',
    interval: againstBaseline?.interval ?? null,
  };
  return [...metrics, above];
}

function tiles({ result, label, baseline }: RunView, other: RunView | null): Html {
  const others = other === null ? [] : figuresOf(other.result, true);
  const shown = figuresOf(result, baseline).map(({ title, kind, value, reason, interval }, at) => {
    const text = value === null ? undefinedMark(reason) : formatFigure(value, kind);
    const below = interval !== null && markup`<small>${intervalText(interval, kind)}</small>`;
    const beside = others[at]?.value ?? null;
    const versus =
      beside !== null && markup`<small>${other?.label ?? ''} ${formatFigure(beside, kind)}</small>`;
    return markup`<div><dt>${title}</dt><dd>${text}${below}${versus}</dd></div>\n`;
  });
  const versus = other === null ? '' : `, then the figure of ${other.label}`;
  return markup`<div><dl class="tiles">${shown}</dl>
<p class="aside">Of ${label}; below each figure its ${intervalTitle([result])}${versus}.</p></div>`;
}
