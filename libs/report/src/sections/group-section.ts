/** The runs of one symbol side by side: their curves, all their figures, and the curves as a table. */

import { curveFigure, type EquityLine } from '../charts/curve-figure.js';
import type { DateAxis } from '../charts/date-axis.js';
import type { DetailBudget } from '../input/detail-budget.js';
import { groupEquityTable } from '../table/equity-table.js';
import { formatCount, formatFigure } from '../words/figure-format.js';
import { folded } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import { comparisonTable } from '../table/metric-table.js';
import type { RunView } from '../input/report-run-view.js';
import type { RunGroup } from '../input/run-groups.js';

/** Data shared by the sections of a page. */
export interface SectionContext {
  readonly budget: DetailBudget;
  /** Whether every run is shown in full; otherwise one table has all figures of all of them. */
  readonly isWhole: boolean;
  readonly currency: string;
}

export function groupSection(group: RunGroup, context: SectionContext): Html {
  const { number, market } = group;
  return markup`<section class="group" aria-labelledby="group-${number}">
<h3 id="group-${number}">${market}</h3>${groupBody(group, context)}</section>
`;
}

/** The same without its heading. */
export function groupBody(group: RunGroup, context: SectionContext): Html {
  const { number, axis } = group;
  const tones = tonesOf(group.coloured);
  const legend = group.coloured.map((view) => ({
    label: view.baseline ? `${view.label} (baseline)` : view.label,
    tone: tones.get(view) ?? '',
  }));
  const figure = curveFigure({
    id: `g${number}`,
    subject: group.market,
    currency: context.currency,
    axis,
    lines: groupLines(group, tones),
    startEquity: group.runs[0]?.startEquity ?? 0,
    isFilled: false,
    pointsMax: context.budget.curvePoints,
    log: context.isWhole,
    readout: { runs: group.coloured.map((view) => view.number), axis: number },
    description: descriptionOf(group),
    legend,
  });
  return markup`${choiceNote(group)}
${figure}
${context.isWhole && folded(`All figures, ${group.market}`, comparisonTable(group.coloured, group.market))}
${groupEquityTable(group, context.budget.periodRows)}`;
}

/** Faint curves first, so that named curves are drawn on top. */
function groupLines(group: RunGroup, tones: ReadonlyMap<RunView, string>): readonly EquityLine[] {
  const ordered = [
    ...group.runs.filter((view) => !tones.has(view)),
    ...group.coloured.filter((view) => !view.baseline),
    ...group.coloured.filter((view) => view.baseline),
  ];
  return ordered.map((view) => ({
    label: tones.has(view) ? view.label : '',
    tone: tones.get(view) ?? 'faint',
    positions: positionsOf(view, group.axis),
    values: view.marks.equity,
    startEquity: view.startEquity,
  }));
}

/** Positions of a run's marks on an axis. */
export function positionsOf({ marks }: Pick<RunView, 'marks'>, axis: DateAxis): ArrayLike<number> {
  // The axis is a union of dates: if it has as many dates as the run, they are the same.
  const same = marks.dates.length === axis.dates.length;
  return marks.dates.map(same ? (_, index) => index : (date) => axis.positionOf(date));
}

function tonesOf(coloured: readonly RunView[]): ReadonlyMap<RunView, string> {
  let next = 0;
  return new Map(coloured.map((view) => [view, view.baseline ? 'baseline' : `tone-${next++ % 8}`]));
}

function choiceNote({ runs, coloured }: RunGroup): Html | null {
  const rest = runs.length - coloured.length;
  if (rest === 0) return null;
  return markup`<p class="aside">Named: the baseline, the four highest and the three lowest by final
equity. The other ${formatCount(rest)} runs are grey.</p>`;
}

function descriptionOf({ coloured, axis: { dates } }: RunGroup): string {
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return 'There are no marks.';
  const ends = coloured.map(({ label, marks }) => {
    const final = marks.equity.at(-1);
    return final === undefined
      ? `${label} has no marks`
      : `${label} ends at ${formatFigure(final, 'money')}`;
  });
  return `From ${from} to ${to}: ${ends.join('; ')}. The same curves follow as a table.`;
}
