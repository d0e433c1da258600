/**
 * A hedging run's additions to its equity: its pair, the contribution of each leg, and
 * its positions.
 */

import { valueOf } from '#contracts/result/figures';
import type { RunResult } from '#contracts/result/result';
import { curveLegend } from '../charts/curve-legend.js';
import type { DateAxis } from '../charts/date-axis.js';
import { type FigureKind, formatFigure } from '../words/figure-format.js';
import { positionsOf, type SectionContext } from './group-section.js';
import { type Html, markup, trustedHtml } from '../html/html.js';
import { lineChart } from '../charts/line-chart.js';
import type { RunView } from '../input/run-view.js';
import { figureContent, termList } from '../html/elements.js';
import { reasonFor } from '../table/metric-catalogue.js';

type Pair = NonNullable<RunResult['pair']>;

/** Height of the strip in CSS pixels. */
const height = 14;

/** A run without a pair, or of another workflow, shows nothing. */
export function pairSection(view: RunView, axis: DateAxis, context: SectionContext): Html | null {
  const { pair } = view.result;
  if (pair === undefined) return null;
  if (pair === null) return markup`<p class="warning">No pair was chosen: nothing was traded.</p>`;
  return markup`<h4>Pair ${pair.left} and ${pair.right}</h4>
${legFigure(view, pair, axis, context)}
${pairFacts(view.result, pair)}`;
}

/** Both legs from zero, and below them which one was long. */
function legFigure(
  { number, label, marks, result }: RunView,
  pair: Pair,
  axis: DateAxis,
  context: SectionContext,
): Html | null {
  const { legs } = marks;
  if (legs === undefined) return null;
  const positions = positionsOf({ marks }, axis);
  const brought = broughtBy(result);
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

const broughtBy = ({ figures }: RunResult) => ({
  left: formatFigure(valueOf(figures, 'leftContribution') ?? 0, 'money'),
  right: formatFigure(valueOf(figures, 'rightContribution') ?? 0, 'money'),
});

function pairFacts(result: RunResult, pair: Pair): Html {
  const figure = (name: string, kind: FigureKind): Html => {
    const value = valueOf(result.figures, name);
    return figureContent({ value, kind, reason: reasonFor(result, name) });
  };
  const brought = broughtBy(result);
  const noIndex = { value: null, kind: 'ratio', reason: 'the scenario names no index' } as const;
  const beta = pair.index === null ? figureContent(noIndex) : figure('betaToIndex', 'ratio');
  return termList([
    [`Brought by ${pair.left}`, brought.left],
    [`Brought by ${pair.right}`, brought.right],
    ['Of that, borrowing', figure('borrow', 'money')],
    ['Gross exposure, mean', figure('meanGross', 'percent')],
    ['Net exposure, mean', figure('meanNet', 'signed-percent')],
    ['Sessions in position', figure('sessionsInPosition', 'count')],
    ['Flips', figure('flips', 'count')],
    [`Beta to ${pair.index ?? 'an index'}`, beta],
  ]);
}

/**
 * `sides` as in `ReportLegs`, at `positions` of the axis. A mark's block reaches to the next mark.
 */
function positionStrip(
  sides: Float64Array,
  positions: ArrayLike<number>,
  axis: DateAxis,
  pair: Pair,
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
