/** The table of all figures: of one run with intervals and reasons, or of a few runs side by side. */

import type { RunResult } from '#contracts/result/result';
import { type Cell, dataTable, figures, texts } from '../html/elements.js';
import { metricCell, undefinedMark } from './figure-cell.js';
import { formatFigure } from '../words/figure-format.js';
import { markup, type Html } from '../html/html.js';
import {
  intervalOf,
  intervalText,
  intervalTitle,
  metricCatalogue,
  metricText,
  reasonFor,
  type MetricEntry,
} from './metric-catalogue.js';
import type { RunView } from '../input/report-run-view.js';

/** Figure, value, interval; the reason replaces the interval if a figure is undefined. */
export function runMetricTable({ result, label, market }: RunView): Html {
  return dataTable({
    label: `Figures of ${label}, ${market}`,
    caption: 'Figures',
    columns: [...texts('Figure'), ...figures('Value', intervalTitle([result]))],
    rows: [...metricCatalogue.map((entry) => metricRow(result, entry)), ...differenceRows(result)],
  });
}

type Row = readonly (string | Html | Cell)[];

function metricRow(run: RunResult, entry: MetricEntry): Row {
  const text = metricText(run, entry);
  const interval = intervalOf(run, entry.name);
  if (text !== null)
    return [entry.label, text, interval === null ? '' : intervalText(interval, entry.kind)];
  const reason = reasonFor(run, entry.name);
  const explained = { content: reason, attributes: markup` class="text reason"` };
  return [entry.label, undefinedMark(reason), explained];
}

function differenceRows({ againstBaseline }: RunResult): readonly Row[] {
  if (againstBaseline === null) return [];
  const { baseline, difference, interval } = againstBaseline;
  const label = `Mean return above ${baseline}, annualised`;
  const beside = interval === null ? '' : intervalText(interval, 'signed-percent');
  return [[label, formatFigure(difference, 'signed-percent'), beside]];
}

/** Figures as rows and runs as columns: for as many runs as fit side by side. */
export function comparisonTable(runs: readonly RunView[], market: string): Html {
  const interval = intervalTitle(runs.map(({ result }) => result));
  return dataTable({
    label: `All figures, ${market}`,
    caption: `All figures, ${market}; each ${interval} stands below its figure`,
    columns: [...texts('Figure'), ...figures(...runs.map(({ label }) => label))],
    rows: metricCatalogue.map(({ name, label }) => [
      label,
      ...runs.map(({ result }) => metricCell(result, name)),
    ]),
  });
}
