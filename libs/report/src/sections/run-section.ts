/** Everything about one run, folded away until it is wanted. */

import type { Coverage } from '#contracts/result/result';
import { candleCharts } from './candle-charts.js';
import { curveFigure } from '../charts/curve-figure.js';
import { curveLegend } from '../charts/curve-legend.js';
import { dateAxis } from '../charts/date-axis.js';
import { drawdownCurve } from '../charts/drawdown-curve.js';
import { runEquityTable } from '../table/equity-table.js';
import { formatFigure, formatNumber, formatQuantity } from '../words/figure-format.js';
import { positionsOf, type SectionContext } from './group-section.js';
import { type Html, markup } from '../html/html.js';
import { metricEntry, metricText } from '../table/metric-catalogue.js';
import { runMetricTable } from '../table/metric-table.js';
import { modelDetails } from './model-section.js';
import { type PageSection, renderSections } from '../html/page-section.js';
import { pairSection } from './pair-section.js';
import type { RunView } from '../input/report-run-view.js';
import type { RunGroup } from '../input/run-groups.js';
import { code, termList } from '../html/term-list.js';
import { tradesTable } from '../table/trades-table.js';
import { drawdownTable } from '../table/worst-drawdowns.js';
import { answeredShare, answeredShareMin } from '../words/answered-share.js';
import {
  dataTable,
  figureHead,
  figureTextCell,
  rowHead,
  textCell,
  textHead,
} from '../html/data-table.js';
import { reasonLines } from '../words/reason-lines.js';
import { folded } from '../html/folded.js';
import type { ReportFill } from '../input/report-input.js';
import { monthlyReturns, returnsBy } from '../table/period-returns.js';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Upper bounds of the shades, as sizes of a monthly return; above the last is the deepest. */
const shadeBounds = [0.01, 0.03, 0.06];
/** A year's return is shaded like a month's of a third of its size. */
const yearScale = 1 / 3;

const outcomes: readonly (readonly [keyof Coverage, string])[] = [
  ['due', 'Due'],
  ['answered', 'Answered'],
  ['missing', 'Missing'],
  ['invalid', 'Invalid'],
  ['late', 'Late'],
  ['failed', 'Failed'],
  ['forced', 'Forced'],
];

/** What the parts of a run's details are drawn from. */
export interface RunDetails {
  readonly view: RunView;
  readonly group: RunGroup;
  /** The key of the group's dates in the page's data. */
  readonly axis: number;
  readonly context: SectionContext;
  readonly drawdown: Float64Array;
}

/** In reading order: what came of the run, then how it did, then what it was; a new part is a new entry. */
const runParts: readonly PageSection<RunDetails>[] = [
  { id: 'trusted', link: 'Trusted module', render: ({ view }) => trustedNote(view) },
  { id: 'curves', link: 'Curves', render: runFigure },
  {
    id: 'pair',
    link: 'Pair',
    render: ({ view, group, context }) => pairSection(view, dateAxis(group.dates), context),
  },
  { id: 'prices', link: 'Prices', render: ({ view, context }) => candleCharts(view, context) },
  { id: 'periods', link: 'Returns', render: ({ view }) => monthlyTable(view) },
  { id: 'extremes', link: 'Extremes', render: ({ view }) => extremesList(view) },
  { id: 'drawdowns', link: 'Drawdowns', render: (run) => drawdownTable(run.view, run.drawdown) },
  { id: 'metrics', link: 'Figures', render: ({ view }) => runMetricTable(view) },
  { id: 'trades', link: 'Trades', render: (of) => tradesTable(of.view, of.context.budget) },
  {
    id: 'table',
    link: 'Curves as a table',
    render: ({ view, drawdown, context }) =>
      runEquityTable(view, drawdown, context.budget.periodRows),
  },
  { id: 'fills', link: 'Fills', render: (of) => fillsTable(of.view, of.context.budget.fillRows) },
  { id: 'coverage', link: 'Coverage', render: ({ view }) => coverageTable(view) },
  { id: 'models', link: 'Models', render: ({ view }) => modelDetails(view) },
  { id: 'identity', link: 'Identity', render: ({ view }) => identity(view) },
];

/** `axis` is the key of the group's dates in the page's data; `open` unfolds it from the start. */
export function runSection(
  view: RunView,
  group: RunGroup,
  axis: number,
  context: SectionContext,
  open: boolean,
): Html {
  const { number, label, market, result } = view;
  const total = metricText(result, metricEntry('cumulativeReturn'));
  const title = markup`<h3>${label}, ${market}</h3> <span class="figure">${total ?? '—'}</span>`;
  const drawdown = drawdownCurve(view.marks.equity, view.startEquity);
  const { content } = renderSections(runParts, { view, group, axis, context, drawdown });
  return markup`<details class="run" id="run-${number}"${open && markup` open`}>
<summary>${title}</summary>
<div class="body">${content}</div></details>
`;
}

function runFigure({ view, drawdown, group, axis: axisKey, context }: RunDetails): Html {
  const { number, label, market, marks, startEquity } = view;
  // The group's axis, so that pictures of one symbol can be laid side by side.
  const axis = dateAxis(group.dates);
  const line = { label: '', tone: 'tone-0', positions: positionsOf(view, axis) };
  return curveFigure({
    id: `r${number}`,
    subject: `${label}, ${market}`,
    currency: context.currency,
    axis,
    equity: [{ ...line, values: marks.equity }],
    drawdown: [{ ...line, tone: 'tone-0 area', values: drawdown }],
    startEquity,
    pointsMax: context.budget.ownCurvePoints,
    log: false,
    readout: { runs: [number], axis: axisKey },
    description: descriptionOf(view),
    legend: curveLegend([{ label: 'Equity', tone: 'tone-0' }], []),
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

/** Pages of their own: what models were told and said is larger than a report. */
function transcripts(run: string): readonly [string, Html] {
  const path = `transcripts/${encodeURIComponent(run)}/index.html`;
  return ['Transcripts', markup`<a href="${path}">What the model was told, thought and did</a>`];
}

/** Counts side by side, with a warning when too few of the due decisions were answered. */
function coverageTable(view: RunView): Html {
  const { result, label, market } = view;
  const counts = [
    ...outcomes.map(([name, head]) => [head, result.coverage[name]] as const),
    ...(result.dataCoverage === null
      ? []
      : [
          ['Sessions', result.dataCoverage.sessions] as const,
          ['With a bar', result.dataCoverage.withBars] as const,
        ]),
    ['Orders denied', result.denied] as const,
    ['Orders cancelled', result.cancelled] as const,
    ['Rows dropped', result.rowsDropped] as const,
    ...(result.feedGaps === undefined ? [] : [['Gaps in the feed', result.feedGaps] as const]),
  ];
  const table = dataTable({
    label: `Coverage of ${label}, ${market}`,
    caption: 'Decisions, sessions, orders and rows',
    heads: counts.map(([head]) => figureHead(head)),
    rows: [counts.map(([, count]) => figureTextCell(formatFigure(count, 'count')))],
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

/** At most `rowsMax` fills; the rest is counted and stands in `fills.csv`. */
function fillsTable({ marks, label, market }: RunView, rowsMax: number): Html {
  const { fills } = marks;
  const total = fills.buys + fills.sales;
  if (total === 0) return markup`<p>Nothing was bought or sold.</p>`;
  const shown = fills.first.slice(0, rowsMax);
  const table = dataTable({
    label: `Fills of ${label}, ${market}`,
    caption: 'Fills',
    heads: [
      ...['Date', 'Side', 'Symbol'].map(textHead),
      ...['Shares', 'Price', 'Fee'].map(figureHead),
      textHead('Purpose'),
    ],
    rows: shown.map(fillRow),
  });
  const note = restNote(total - shown.length, shown.length);
  return folded(`Fills: ${formatFigure(total, 'count')}`, markup`${table}${note}`);
}

function fillRow({ date, symbol, shares, price, fee, purpose }: ReportFill): readonly Html[] {
  return [
    rowHead(date),
    textCell(shares < 0 ? 'Sell' : 'Buy'),
    textCell(symbol),
    figureTextCell(formatQuantity(Math.abs(shares))),
    figureTextCell(formatQuantity(price)),
    figureTextCell(formatFigure(fee, 'money')),
    textCell(purpose),
  ];
}

function restNote(rest: number, shown: number): Html | null {
  if (rest === 0) return null;
  const count = formatFigure(rest, 'count');
  return markup`<p class="aside">The first ${shown} are listed; ${count} more stand in the run’s
fills.csv.</p>`;
}

/** Years as rows, months as columns, percent, and the year's total. */
export function monthlyTable({ marks, startEquity, label, market }: RunView): Html {
  const years = monthlyReturns(marks.dates, marks.equity, startEquity);
  return dataTable({
    label: `Monthly returns of ${label}, ${market}`,
    caption: 'Monthly and yearly returns, percent; the deeper the shade, the larger the size',
    style: 'months',
    heads: ['Year', ...months, 'Whole year'].map(textHead),
    rows: years.map(({ year, months: returns, total }) => [
      rowHead(year),
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

function returnCell(value: number | null, style: string, scale = 1): Html {
  if (value === null) return markup`<td></td>`;
  return markup`<td class="${style}${shadeOf(value * scale)}">${percent(value)}</td>`;
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
