/**
 * A hedging run's additions to its equity: its pair, the contribution of each leg, and
 * its positions.
 */

import type { PairFigures } from '#contracts/result/result';
import { curveLegend } from '../charts/curve-legend.js';
import type { DateAxis } from '../charts/date-axis.js';
import { type FigureKind, formatCount, formatFigure } from '../words/figure-format.js';
import { positionsOf, type SectionContext } from './group-section.js';
import { type Html, markup, trustedHtml } from '../html/html.js';
import { lineChart } from '../charts/line-chart.js';
import type { RunView } from '../input/run-view.js';
import { figureContent, termList } from '../html/elements.js';

/** Height of the strip in CSS pixels. */
const height = 14;

/** A run without a pair, or of another workflow, shows nothing. */
export function pairSection(view: RunView, axis: DateAxis, context: SectionContext): Html | null {
  const { pair } = view.result;
  if (pair === undefined) return null;
  if (pair === null) return markup`<p class="warning">No pair was chosen: nothing was traded.</p>`;
  return markup`<h4>Pair ${pair.left} and ${pair.right}</h4>
${legFigure(view, pair, axis, context)}
${pairFacts(pair)}`;
}

/** Both legs from zero, and below them which one was long. */
function legFigure(
  { number, label, marks }: RunView,
  pair: PairFigures,
  axis: DateAxis,
  context: SectionContext,
): Html | null {
  const { legs } = marks;
  if (legs === undefined) return null;
  const positions = positionsOf({ marks }, axis);
  const brought = broughtBy(pair);
  const leg = (tone: string, values: Float64Array) => ({ tone, positions, values });
  const chart = lineChart({
    id: `r${number}-legs`,
    title: `Profit by leg of ${label}, ${context.currency}`,
    description:
      `In the end ${pair.left} brought ${brought.left} and ` + `${pair.right} ${brought.right}.`,
    axis,
    lines: [leg(tones.left, legs.left), leg(tones.right, legs.right)],
    height: 200,
    pointsMax: context.budget.ownCurvePoints,
    unit: 'money',
    include: 0,
  });
  const strip = positionStrip(legs.side, positions, axis, pair);
  const legend = curveLegend([
    { label: `${pair.left} (left)`, tone: tones.left },
    { label: `${pair.right} (right)`, tone: tones.right },
  ]);
  return markup`<figure class="legs">${legend}
<p class="chart-title">Profit by leg, ${context.currency}</p><div class="plot">${chart}</div>
<p class="chart-title">Position: the leg that is long, in its color</p><div class="plot">${strip}</div>
</figure>`;
}

const tones = { left: 'tone-1', right: 'tone-2' } as const;

const broughtBy = ({ contributions: { left, right } }: PairFigures) => {
  return { left: formatFigure(left, 'money'), right: formatFigure(right, 'money') };
};

function pairFacts(pair: PairFigures): Html {
  const figure = (value: number | null, kind: FigureKind, reason: string): Html =>
    figureContent({ value, kind, reason });
  const index =
    pair.index === null ? 'the scenario names no index' : 'the returns say nothing of it';
  return termList([
    [`Brought by ${pair.left}`, broughtBy(pair).left],
    [`Brought by ${pair.right}`, broughtBy(pair).right],
    ['Of that, borrowing', formatFigure(pair.borrow, 'money')],
    ['Gross exposure, mean', figure(pair.meanGross, 'percent', noMark)],
    ['Net exposure, mean', figure(pair.meanNet, 'signed-percent', noMark)],
    ['Sessions in position', formatCount(pair.sessionsInPosition)],
    ['Flips', formatCount(pair.flips)],
    [`Beta to ${pair.index ?? 'an index'}`, figure(pair.betaToIndex, 'ratio', index)],
  ]);
}

const noMark = 'there is no mark';

/**
 * `sides` as in `ReportLegs`, at `positions` of the axis. A mark's block reaches to the next mark.
 */
function positionStrip(
  sides: Float64Array,
  positions: ArrayLike<number>,
  axis: DateAxis,
  pair: PairFigures,
): Html {
  const blocks = stretchesOf(sides).map(({ side, from, to }) => {
    const [x, end] = [from, to].map((at) => axis.fractionOf(positions[at] as number) * 100);
    const place = `x="${x?.toFixed(2)}%" width="${Math.max(0.3, end! - x!).toFixed(2)}%"`;
    const leg = side > 0 ? 'left' : 'right';
    const dates = [from, to].map((at) => axis.dates[positions[at] as number]).join(' to ');
    const title = markup`<title>long ${pair[leg]}, ${dates}</title>`;
    const look = markup`class="held ${tones[leg]}" height="${height}"`;
    return markup`<rect ${look} ${trustedHtml(place)}>${title}</rect>`;
  });
  const words =
    blocks.length === 0 ? 'Nothing was held.' : `The pair was held ${blocks.length} times.`;
  return markup`<svg class="chart" role="img" aria-label="${words}" width="100%" height="${height}">
<line class="strip-ground" x2="100%" y1="${height}" y2="${height}"/>${blocks}</svg>`;
}

/** Marks over which one leg was long, the last one of them where the next stretch begins. */
function stretchesOf(sides: Float64Array) {
  const starts = [...sides.keys()].filter((at) => at === 0 || sides[at] !== sides[at - 1]);
  return starts
    .map((from, at) => ({ side: sides[from]!, from, to: starts[at + 1] ?? sides.length - 1 }))
    .filter(({ side }) => side !== 0);
}
