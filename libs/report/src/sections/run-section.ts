/** All details of one run, folded by default. */

import { candleCharts } from './candle-charts.js';
import { months } from '../charts/axis-ticks.js';
import { curveFigure, drawdownCurve } from '../charts/curve-figure.js';
import { runEquityTable } from '../table/equity-table.js';
import { formatCount, formatFigure, formatNumber, formatQuantity } from '../words/figure-format.js';
import { positionsOf, type SectionContext } from './group-section.js';
import { type Cell, code, dataTable, figures, folded, termList, texts } from '../html/elements.js';
import { type Html, markup } from '../html/html.js';
import { metricEntry, metricText } from '../table/metric-catalogue.js';
import { runMetricTable } from '../table/metric-table.js';
import { modelDetails } from './model-section.js';
import { pairSection } from './pair-section.js';
import type { RunView } from '../input/report-run-view.js';
import type { RunGroup } from '../input/run-groups.js';
import { tradesTable } from '../table/trades-table.js';
import { drawdownTable } from '../table/worst-drawdowns.js';
import { answeredShare, answeredShareMin } from '../words/answered-share.js';
import { reasonLines } from '../words/reason-lines.js';
import { monthlyReturns, returnsBy } from '../table/period-returns.js';

/** Upper bounds of the shades, as sizes of a monthly return; the deepest is for returns above the last. */
const shadeBounds = [0.01, 0.03, 0.06];
/** A year's return is shaded like a month's of a third of its size. */
const yearScale = 1 / 3;

/** In reading order: the outcome of the run, then its course, then its setup. `open` unfolds it from the start. */
export function runSection(
  view: RunView,
  group: RunGroup,
  context: SectionContext,
  open: boolean,
): Html {
  const { number, label, market, result } = view;
  const { budget } = context;
  const total = metricText(result, metricEntry('cumulativeReturn'));
  const title = markup`<h3>${label}, ${market}</h3> <span class="figure">${total ?? '—'}</span>`;
  const drawdown = drawdownCurve(view.marks.equity, view.startEquity);
  const parts = [
    trustedNote(view),
    runFigure(view, group, context),
    pairSection(view, group.axis, context),
    candleCharts(view, context),
    monthlyTable(view),
    extremesList(view),
    drawdownTable(view, drawdown),
    runMetricTable(view),
    tradesTable(view, budget),
    runEquityTable(view, drawdown, budget.periodRows),
    fillsTable(view, budget.fillRows),
    coverageTable(view),
    modelDetails(view),
    identity(view),
  ];
  return markup`<details class="run" id="run-${number}"${open && markup` open`}>
<summary>${title}</summary>
<div class="body">${parts}</div></details>
`;
}

function runFigure(view: RunView, group: RunGroup, context: SectionContext): Html {
  // The group's axis, so that pictures of one symbol can be laid side by side.
  const { axis } = group;
  const { number, label, market, marks, startEquity } = view;
  const line = { label: '', tone: 'tone-0', positions: positionsOf(view, axis) };
  return curveFigure({
    id: `r${number}`,
    subject: `${label}, ${market}`,
    currency: context.currency,
    axis,
    lines: [{ ...line, values: marks.equity, startEquity }],
    startEquity,
    isFilled: true,
    pointsMax: context.budget.ownCurvePoints,
    log: false,
    readout: { runs: [number], axis: group.number },
    description: descriptionOf(view),
    legend: [{ label: 'Equity', tone: 'tone-0' }],
  });
}

function descriptionOf({ marks }: RunView): string {
  const { dates, equity, fills } = marks;
  if (dates.length === 0) return 'There are no marks.';
  const from = formatFigure(equity[0] as number, 'money');
  const to = formatFigure(equity.at(-1) as number, 'money');
  const trades = `${fills.buys} buys and ${fills.sales} sales`;
  return `${dates[0]} to ${dates.at(-1)}: equity from ${from} to ${to}, ${trades}. A table follows.`;
}

function trustedNote({ result }: RunView): Html | null {
  if (!result.trusted) return null;
  return markup`<p class="warning"><strong>Trusted module.</strong> This agent ran inside the
backtester’s own process, without limits on files, network or time.</p>`;
}

function identity({ result, marks }: RunView): Html {
  return termList([
    ['Agent', marks.agent],
    ['Run', code(result.run)],
    ['Policy', `${result.policy.name}, version ${result.policy.version}`],
    ['Journal, SHA-256', code(result.journalHash)],
    ['Verify', code(`tapefold verify runs/${result.run}`)],
    ...(result.models === undefined ? [] : [transcripts(result.run)]),
  ]);
}

/** Pages of their own: a model's prompts and responses are larger than a report. */
function transcripts(run: string): readonly [string, Html] {
  const path = `transcripts/${encodeURIComponent(run)}/index.html`;
  return ['Transcripts', markup`<a href="${path}">What the model was told, thought and did</a>`];
}

/** Counts side by side, with a warning when too few of the due decisions were answered. */
function coverageTable(view: RunView): Html {
  const { result, label, market } = view;
  const { coverage, dataCoverage } = result;
  const all: readonly (readonly [string, number | undefined])[] = [
    ['Due', coverage.due],
    ['Answered', coverage.answered],
    ['Missing', coverage.missing],
    ['Invalid', coverage.invalid],
    ['Late', coverage.late],
    ['Failed', coverage.failed],
    ['Forced', coverage.forced],
    ['Sessions', dataCoverage?.sessions],
    ['With a bar', dataCoverage?.withBars],
    ['Orders denied', result.denied],
    ['Orders cancelled', result.cancelled],
    ['Rows dropped', result.rowsDropped],
    ['Gaps in the feed', result.feedGaps],
  ];
  const counts = all.flatMap(([head, count]) => (count === undefined ? [] : [{ head, count }]));
  const table = dataTable({
    label: `Coverage of ${label}, ${market}`,
    caption: 'Decisions, sessions, orders and rows',
    columns: figures(...counts.map(({ head }) => head)),
    rows: [counts.map(({ count }) => formatCount(count))],
  });
  const reasons = reasonLines([result]).map((line) => markup`<li>${line}</li>\n`);
  return markup`${coverageWarning(view)}${table}${reasons.length > 0 && markup`<ul>${reasons}</ul>`}`;
}

function coverageWarning({ result }: RunView): Html | null {
  const share = answeredShare(result);
  if (share === null || share >= answeredShareMin) return null;
  const text = formatFigure(share, 'percent');
  return markup`<p class="warning"><strong>Low coverage.</strong> Only ${text} of the decisions that
were due were answered; the figures say little about this agent.</p>`;
}

/** At most `rowsMax` fills; the rest is counted, and listed in `fills.csv`. */
function fillsTable({ marks, label, market }: RunView, rowsMax: number): Html {
  const { fills } = marks;
  const total = fills.buys + fills.sales;
  if (total === 0) return markup`<p>Nothing was bought or sold.</p>`;
  const shown = fills.first.slice(0, rowsMax);
  const table = dataTable({
    label: `Fills of ${label}, ${market}`,
    caption: 'Fills',
    columns: [
      ...texts('Date', 'Side', 'Symbol'),
      ...figures('Shares', 'Price', 'Fee'),
      ...texts('Purpose'),
    ],
    rows: shown.map(({ date, symbol, shares, price, fee, purpose }) => [
      date,
      shares < 0 ? 'Sell' : 'Buy',
      symbol,
      formatQuantity(Math.abs(shares)),
      formatQuantity(price),
      formatFigure(fee, 'money'),
      purpose,
    ]),
  });
  const rest = total - shown.length;
  const note =
    rest > 0 &&
    markup`<p class="aside">The first ${shown.length} are listed; ${formatCount(rest)} more stand in the run’s
fills.csv.</p>`;
  return folded(`Fills: ${formatCount(total)}`, markup`${table}${note}`);
}

/** Years as rows, months as columns, percent, and the year's total. */
export function monthlyTable({ marks, startEquity, label, market }: RunView): Html {
  const years = monthlyReturns(marks.dates, marks.equity, startEquity);
  return dataTable({
    label: `Monthly returns of ${label}, ${market}`,
    caption: 'Monthly and yearly returns, percent; the deeper the shade, the larger the size',
    style: 'months',
    columns: texts('Year', ...months, 'Whole year'),
    rows: years.map(({ year, months: returns, total }) => [
      year,
      ...returns.map((value) => returnCell(value, '')),
      returnCell(total, 'total ', yearScale),
    ]),
  });
}

/** Best and worst day and month, of those with a return. */
export function extremesList({ marks, startEquity }: RunView): Html {
  const units = [
    ['day', 10],
    ['month', 7],
  ] as const;
  return termList(
    units.flatMap(([unit, length]) => {
      const returns = returnsBy(length, marks.dates, marks.equity, startEquity);
      const ranked = [...returns]
        .flatMap(([at, value]) => (value === null ? [] : [{ at, value }]))
        .toSorted((a, b) => b.value - a.value);
      return [ranked[0], ranked.at(-1)].flatMap((one, at): [string, string][] => {
        if (one === undefined) return [];
        const text = `${formatFigure(one.value, 'signed-percent')}, ${one.at}`;
        return [[`${at === 0 ? 'Best' : 'Worst'} ${unit}`, text]];
      });
    }),
  );
}

function returnCell(value: number | null, style: string, scale = 1): Cell {
  if (value === null) return { content: '', attributes: markup`` };
  const attributes = markup` class="${style}${shadeOf(value * scale)}"`;
  return { content: percent(value), attributes };
}

/** `gain-1` to `gain-4`, `loss-1` to `loss-4`, or `even` for what rounds to nothing. */
export function shadeOf(value: number): string {
  const size = Math.abs(value);
  if (size < 0.000_05) return 'even';
  const depth = shadeBounds.filter((bound) => size > bound).length + 1;
  return `${value > 0 ? 'gain' : 'loss'}-${depth}`;
}

function percent(value: number): string {
  return formatNumber(value * 100, Math.abs(value) >= 1 ? 0 : 2, true);
}
