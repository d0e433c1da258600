/** All details of one run, folded by default. */

import { drawdownCurve } from '../charts/curve-figure.js';
import { code, termList } from '../html/elements.js';
import { type Html, markup } from '../html/html.js';
import type { RunGroup, RunView } from '../input/run-view.js';
import {
  drawdownTable,
  extremesList,
  monthlyTable,
  runEquityTable,
} from '../table/curve-tables.js';
import { metricText } from '../table/metric-catalogue.js';
import { coverageTable, runMetricTable } from '../table/metric-table.js';
import { fillsTable, tradesTable } from '../table/trades-table.js';
import { reasonLines } from '../words/run-words.js';
import { candleCharts } from './candle-charts.js';
import { runFigure, type SectionContext } from './group-section.js';
import { modelDetails } from './model-section.js';
import { pairSection } from './pair-section.js';

/**
 * In reading order: the outcome of the run, then its course, then its setup. `open` unfolds it
 * from the start.
 */
export function runSection(
  view: RunView,
  group: RunGroup,
  context: SectionContext,
  open: boolean,
): Html {
  const { number, name, result } = view;
  const { budget } = context;
  const total = metricText(result, 'cumulativeReturn');
  const title = markup`<h3>${name}</h3> <span class="figure">${total ?? '—'}</span>`;
  const drawdown = drawdownCurve(view.marks.equity, view.startEquity);
  const reasons = reasonLines([result]).map((line) => markup`<li>${line}</li>\n`);
  const parts = [
    runFigure(view, group, context),
    pairSection(view, group.axis, context),
    candleCharts(view, context),
    monthlyTable(view),
    extremesList(view),
    drawdownTable(view, drawdown),
    runMetricTable(view),
    tradesTable(view, budget),
    runEquityTable(view, drawdown, budget.periodRows),
    fillsTable(view, budget),
    coverageTable(view),
    reasons.length > 0 && markup`<ul>${reasons}</ul>`,
    modelDetails(view),
    identity(view),
  ];
  return markup`<details class="run" id="run-${number}"${open && markup` open`}>
<summary>${title}</summary>
<div class="body">${parts}</div></details>
`;
}

function identity({ result, marks }: RunView): Html {
  const { run, policy, models } = result;
  // Pages of their own: a model's prompts and responses are larger than a report.
  const path = `transcripts/${encodeURIComponent(run)}/index.html`;
  const link = markup`<a href="${path}">What the model was told, thought and did</a>`;
  return termList([
    ['Agent', marks.agent],
    ['Run', code(run)],
    ...(policy === undefined
      ? []
      : [['Policy', `${policy.name}, version ${policy.version}`] as const]),
    ...(models === undefined ? [] : [['Transcripts', link] as const]),
  ]);
}
