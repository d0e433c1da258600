/** The table of all figures: of one run with intervals and reasons, or of a few runs side by side. */

import type { RunResult } from '#contracts/result/result';
import { dataTable, figureHead, figureTextCell, rowHead, textHead } from '../html/data-table.js';
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

/** Figure, value, interval; the reason takes the interval's place where a figure is undefined. */
export function runMetricTable({ result, label, market }: RunView): Html {
  return dataTable({
    label: `Figures of ${label}, ${market}`,
    caption: 'Figures',
    heads: [textHead('Figure'), figureHead('Value'), figureHead(intervalTitle([result]))],
    rows: [...metricCatalogue.map((entry) => metricRow(result, entry)), ...differenceRows(result)],
  });
}

function metricRow(run: RunResult, entry: MetricEntry): readonly Html[] {
  const text = metricText(run, entry);
  const reason = reasonFor(run, entry.name);
  if (text === null) {
    const explained = markup`<td class="text reason">${reason}</td>`;
    return [rowHead(entry.label), figureTextCell(undefinedMark(reason)), explained];
  }
  const interval = intervalOf(run, entry.name);
  const beside = interval === null ? '' : intervalText(interval, entry.kind);
  return [rowHead(entry.label), figureTextCell(text), figureTextCell(beside)];
}

function differenceRows({ againstBaseline }: RunResult): readonly (readonly Html[])[] {
  if (againstBaseline === null) return [];
  const { baseline, difference, interval } = againstBaseline;
  return [
    [
      rowHead(`Mean return above ${baseline}, annualised`),
      figureTextCell(formatFigure(difference, 'signed-percent')),
      figureTextCell(interval === null ? '' : intervalText(interval, 'signed-percent')),
    ],
  ];
}

/** Figures as rows and runs as columns: for as many runs as fit side by side. */
export function comparisonTable(runs: readonly RunView[], market: string): Html {
  const interval = intervalTitle(runs.map(({ result }) => result));
  return dataTable({
    label: `All figures, ${market}`,
    caption: `All figures, ${market}; each ${interval} stands below its figure`,
    heads: [textHead('Figure'), ...runs.map(({ label }) => figureHead(label))],
    rows: metricCatalogue.map(({ name, label }) => [
      rowHead(label),
      ...runs.map(({ result }) => metricCell(result, name)),
    ]),
  });
}
