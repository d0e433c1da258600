/**
 * The runs of one symbol side by side: their curves, all their figures, and the curves as a table.
 */

import { curveFigure } from '../charts/curve-figure.js';
import { toneOf } from '../charts/curve-legend.js';
import type { DateAxis } from '../charts/date-axis.js';
import { aside } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import type { DetailBudget } from '../input/detail-budget.js';
import type { RunGroup, RunView } from '../input/run-view.js';
import { groupEquityTable } from '../table/curve-tables.js';
import { formatCount, formatFigure } from '../words/figure-format.js';

/** Data shared by the sections of a page. */
export interface SectionContext {
  readonly budget: DetailBudget;
  /** Whether every run is shown in full. */
  readonly isWhole: boolean;
  readonly currency: string;
}

export const groupSection = (group: RunGroup, context: SectionContext): Html =>
  markup`<section class="group" aria-labelledby="group-${group.number}">
<h3 id="group-${group.number}">${group.market}</h3>${groupBody(group, context)}</section>
`;

/** The same without its heading. */
export function groupBody(group: RunGroup, context: SectionContext): Html {
  const { number, market, axis, colored, runs } = group;
  const { budget, isWhole, currency } = context;
  let next = 0;
  const tones = new Map(colored.map((view) => [view, view.baseline ? 'baseline' : toneOf(next++)]));
  // Faint curves first, so that named curves are drawn on top.
  const ordered = [
    ...runs.filter((view) => !tones.has(view)),
    ...colored.filter((view) => !view.baseline),
    ...colored.filter((view) => view.baseline),
  ];
  const figure = curveFigure({
    id: `g${number}`,
    subject: market,
    currency,
    axis,
    lines: ordered.map((view) => {
      const tone = tones.get(view);
      return { ...lineOf(view, axis, tone ?? 'faint'), label: tone && view.label };
    }),
    startEquity: runs[0]?.startEquity ?? 0,
    isFilled: false,
    pointsMax: budget.curvePoints,
    log: isWhole,
    readout: { runs: colored.map((view) => view.number), axis: number },
    description: groupDescription(group),
    legend: colored.map((view) => ({
      label: view.baseline ? `${view.label} (baseline)` : view.label,
      tone: tones.get(view)!,
    })),
  });
  const rest = runs.length - colored.length;
  const choice = `Named: the baseline, the four highest and the three lowest by final equity. The other \
${formatCount(rest)} runs are gray.`;
  return markup`${rest > 0 && aside(choice)}
${figure}
${groupEquityTable(group, budget.periodRows)}`;
}

/**
 * The curves of one run, on the axis of its group, so that pictures of one symbol can be
 * laid side by side.
 */
export function runFigure(view: RunView, group: RunGroup, context: SectionContext): Html {
  const { number, name, startEquity, marks } = view;
  const { dates, equity, fills } = marks;
  const [from, to] = [equity[0]!, equity.at(-1)!].map((value) => formatFigure(value ?? 0, 'money'));
  const trades = `${fills.buys} buys and ${fills.sales} sales`;
  return curveFigure({
    id: `r${number}`,
    subject: name,
    currency: context.currency,
    axis: group.axis,
    lines: [lineOf(view, group.axis, 'tone-0')],
    startEquity,
    isFilled: true,
    pointsMax: context.budget.ownCurvePoints,
    log: false,
    readout: { runs: [number], axis: group.number },
    description:
      dates.length === 0
        ? 'There are no marks.'
        : `${dates[0]} to ${dates.at(-1)}: equity from ${from} to ${to}, ${trades}. A table ` +
          'follows.',
    legend: [{ label: 'Equity', tone: 'tone-0' }],
  });
}

function lineOf(view: RunView, axis: DateAxis, tone: string) {
  const { marks, startEquity } = view;
  return { tone, positions: positionsOf(view, axis), values: marks.equity, startEquity };
}

/** Positions of a run's marks on an axis. */
export function positionsOf({ marks }: Pick<RunView, 'marks'>, axis: DateAxis): ArrayLike<number> {
  // The axis is a union of dates: if it has as many dates as the run, they are the same.
  const same = marks.dates.length === axis.dates.length;
  return marks.dates.map(same ? (_, index) => index : (date) => axis.positionOf(date));
}

function groupDescription({ colored, axis: { dates } }: RunGroup): string {
  if (dates.length === 0) return 'There are no marks.';
  const ends = colored.map(({ label, marks }) => {
    const final = marks.equity.at(-1);
    return final === undefined
      ? `${label} has no marks`
      : `${label} ends at ${formatFigure(final, 'money')}`;
  });
  return (
    `From ${dates[0]} to ${dates.at(-1)}: ${ends.join('; ')}. The ` +
    'same curves follow as a table.'
  );
}
