/**
 * The curves as tables, for readers who cannot see them: values at period ends, drawdowns,
 * returns of periods.
 */

import { parseCivilDate } from '#values';
import { months } from '../charts/axis-ticks.js';
import { lastMarks } from '../charts/date-axis.js';
import { dataTable, figure, folded, termList, text } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import type { RunGroup, RunView } from '../input/run-view.js';
import { formatCount, formatFigure, formatNumber } from '../words/figure-format.js';
import { monthlyReturns, periodEnds, returnsBy, worstDrawdowns } from './period-returns.js';

type End = ReturnType<typeof periodEnds>[number];

const period = text<End>('Period', (end) => end.period);
const money = (value: number | undefined): string =>
  value === undefined ? '' : formatFigure(value, 'money');

/**
 * Equity of a group's named runs at period ends; a run without a mark on that date
 * keeps its last one.
 */
export function groupEquityTable({ axis, colored, market }: RunGroup, rowsMax: number): Html {
  const { dates } = axis;
  const ends = periodEnds(dates, rowsMax).map((end, at) => ({ ...end, at }));
  const endDates = ends.map(({ index }) => dates[index]!);
  const columns = colored.map(({ label, marks }) => {
    const last = lastMarks(marks.dates, endDates);
    return figure<(typeof ends)[number]>(label, ({ at }) => money(marks.equity[last[at]!]));
  });
  const caption = 'Equity at the last mark of each period';
  const table = dataTable(`Equity at period ends, ${market}`, caption, ends, [period, ...columns]);
  return folded(`Curves as a table, ${market}`, table);
}

/** Equity, drawdown, cash and exposure of one run at period ends. */
export function runEquityTable(
  { marks, name }: RunView,
  drawdown: Float64Array,
  rowsMax: number,
): Html {
  const { dates, equity, cash, exposure } = marks;
  const ends = periodEnds(dates, rowsMax);
  const column = (title: string, values: Float64Array, kind: 'money' | 'percent') =>
    figure<End>(title, ({ index }) => formatFigure(values[index]!, kind));
  const table = dataTable(`Curves of ${name}`, 'At the last mark of each period', ends, [
    period,
    column('Equity', equity, 'money'),
    column('Drawdown', drawdown, 'percent'),
    column('Cash', cash, 'money'),
    column('Exposure', exposure, 'percent'),
  ]);
  return folded('Curves as a table', table);
}

const drawdownsMax = 5;

/** The five deepest drawdowns, with their dates and durations. */
export function drawdownTable({ marks, name }: RunView, drawdown: Float64Array): Html {
  const spans = worstDrawdowns(drawdown, drawdownsMax);
  if (spans.length === 0) return markup`<p>The equity never fell below an earlier peak.</p>`;
  const { dates } = marks;
  const days = (from: number, to: number): string => {
    const [first, last] = [from, to].map((mark) => parseCivilDate(dates[Math.max(0, mark)]!));
    return formatCount(last! - first!);
  };
  const caption =
    'Worst drawdowns at session closes; in calendar days, up to the last close if not recovered';
  return dataTable(`Worst drawdowns of ${name}`, caption, spans, [
    text('From the peak of', ({ from }) => dates[from] ?? 'the start'),
    text('Trough', ({ trough }) => dates[trough]!),
    text('Recovered', ({ recovered }) => dates[recovered ?? -1] ?? 'not recovered'),
    figure('Depth', ({ depth }) => formatFigure(depth, 'percent')),
    figure('Days to trough', ({ from, trough }) => days(from, trough)),
    figure('Days to recover', ({ trough, recovered }) =>
      recovered === null ? '—' : days(trough, recovered),
    ),
    figure('Days in all', ({ from, recovered }) => days(from, recovered ?? dates.length - 1)),
  ]);
}

/**
 * Upper bounds of the shades, as sizes of a monthly return; the deepest is for returns
 * above the last.
 */
const shadeBounds = [0.01, 0.03, 0.06];
/** A year's return is shaded like a month's of a third of its size. */
const yearScale = 1 / 3;

/** Years as rows, months as columns, percent, and the year's total. */
export function monthlyTable({ marks, startEquity, name }: RunView): Html {
  const years = monthlyReturns(marks.dates, marks.equity, startEquity);
  const caption = 'Monthly and yearly returns, percent; the deeper the shade, the larger the size';
  type Year = (typeof years)[number];
  const columns = [
    text<Year>('Year', ({ year }) => year),
    ...months.map((month, at) => text<Year>(month, (year) => returnCell(year.months[at]!, ''))),
    text<Year>('Whole year', ({ total }) => returnCell(total, 'total ', yearScale)),
  ];
  return dataTable(`Monthly returns of ${name}`, caption, years, columns, { style: 'months' });
}

function returnCell(value: number | null, style: string, scale = 1) {
  if (value === null) return { content: '', attributes: markup`` };
  const attributes = markup` class="${style}${shadeOf(value * scale)}"`;
  return { content: formatNumber(value * 100, Math.abs(value) >= 1 ? 0 : 2, true), attributes };
}

/** `gain-1` to `gain-4`, `loss-1` to `loss-4`, or `even` for what rounds to nothing. */
export function shadeOf(value: number): string {
  const size = Math.abs(value);
  if (size < 0.000_05) return 'even';
  const depth = shadeBounds.filter((bound) => size > bound).length + 1;
  return `${value > 0 ? 'gain' : 'loss'}-${depth}`;
}

const extremeUnits = [
  ['day', 10],
  ['month', 7],
] as const;

/** Best and worst day and month, of those with a return. */
export function extremesList({ marks, startEquity }: RunView): Html {
  const terms = extremeUnits.flatMap(([unit, length]) => {
    const ranked = [...returnsBy(length, marks.dates, marks.equity, startEquity)]
      .flatMap(([at, value]) => (value === null ? [] : [{ at, value }]))
      .toSorted((a, b) => b.value - a.value);
    const ends = [ranked[0], ranked.at(-1)].flatMap((one) => one ?? []);
    return ends.map(({ at, value }, end): [string, string] => {
      const which = end === 0 ? 'Best' : 'Worst';
      return [`${which} ${unit}`, `${formatFigure(value, 'signed-percent')}, ${at}`];
    });
  });
  return termList(terms);
}
