/** Tables of all figures and counts: of one run with intervals and reasons, and of all runs. */

import type { Coverage, RunResult } from '#contracts/result/result';
import { dataTable, figure, folded, text, undefinedMark } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import type { RunView } from '../input/run-view.js';
import { capitalised, formatCount, formatFigure } from '../words/figure-format.js';
import {
  differenceFigure,
  intervalTitle,
  metricCatalogue,
  metricFigure,
  metricText,
  reasonFor,
} from './metric-catalogue.js';

/** Figure, value, interval; the reason replaces the interval if a figure is undefined. */
export function runMetricTable({ result, name }: RunView): Html {
  const { againstBaseline: against } = result;
  const label = against ? `Mean return above ${against.baseline}, annualized` : null;
  const rows = [
    ...metricCatalogue.map(([name, label]) => ({ label, ...metricFigure(result, name) })),
    ...(label === null ? [] : [{ label, ...differenceFigure(result) }]),
  ];
  return dataTable(`Figures of ${name}`, 'Figures', rows, [
    text('Figure', ({ label }) => label),
    figure('Value', ({ value, kind, reason }) =>
      value === null ? undefinedMark(reason) : formatFigure(value, kind),
    ),
    figure(intervalTitle([result]), ({ value, reason, below }) =>
      value === null
        ? { content: reason, attributes: markup` class="text reason"` }
        : (below ?? ''),
    ),
  ]);
}

type Count = readonly [string, (run: RunResult) => number | undefined];

const answerCount = (kind: keyof Coverage): Count => [
  capitalised(kind),
  ({ coverage }) => coverage[kind],
];
const answerCounts = (['answered', 'missing', 'invalid', 'late', 'failed'] as const).map(
  answerCount,
);
const lossCounts: readonly Count[] = [
  ['Orders denied', ({ denied }) => denied],
  ['Orders cancelled', ({ cancelled }) => cancelled],
  ['Rows dropped', ({ rowsDropped }) => rowsDropped],
];

const countColumn = ([head, of]: Count) =>
  figure(head, ({ result }: RunView) => formatCount(of(result)!));

/** Counts of one run side by side. */
export function coverageTable(view: RunView): Html {
  const all: readonly Count[] = [
    answerCount('due'),
    ...answerCounts,
    answerCount('forced'),
    ['Sessions', ({ dataCoverage }) => dataCoverage?.sessions],
    ['With a bar', ({ dataCoverage }) => dataCoverage?.withBars],
    ...lossCounts,
    ['Gaps in the feed', ({ feedGaps }) => feedGaps],
  ];
  const counts = all.filter(([, of]) => of(view.result) !== undefined);
  const caption = 'Decisions, sessions, orders and rows';
  return dataTable(`Coverage of ${view.name}`, caption, [view], counts.map(countColumn));
}

/** One row a run: the figures of the catalogue, and the counts that some run has. */
export function figuresTable(views: readonly RunView[]): Html {
  const due: Count = ['Decisions due', ({ coverage }) => coverage.due];
  const all = [due, ...answerCounts, ...lossCounts];
  const counted = all.filter(([, of]) => views.some(({ result }) => of(result)! > 0));
  const label = 'All figures of all runs';
  const caption = `${label}; a dash has its reason as a tooltip, and in result.json`;
  const columns = [
    text('Agent', ({ label }: RunView) => label),
    text('Symbol', ({ market }: RunView) => market),
    ...metricCatalogue.map(([name, head]) =>
      figure(head, ({ result }: RunView) => {
        const attributes = markup` class="undefined" title="${reasonFor(result, name)}"`;
        return metricText(result, name) ?? { content: '—', attributes };
      }),
    ),
    ...counted.map(countColumn),
  ];
  return folded(label, dataTable(label, caption, views, columns, { style: 'figures' }));
}
