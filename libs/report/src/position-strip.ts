/** When a pair was held, as a strip below its curves: one block a stretch, in the color of the leg that is long. */

import type { PairFigures } from '#contracts/result';
import type { DateAxis } from './date-axis.js';
import { markup, trustedHtml, type Html } from './html.js';

/** Height of the strip in CSS pixels. */
const height = 14;

type Pair = Pick<PairFigures, 'left' | 'right'>;

interface Stretch {
  readonly side: number;
  readonly from: number;
  readonly to: number;
}

/** `sides` as in `ReportLegs`, at `positions` of the axis. A mark's block reaches to the next mark. */
export function positionStrip(
  sides: Float64Array,
  positions: ArrayLike<number>,
  {
    axis,
    pair,
    tones,
  }: { axis: DateAxis; pair: Pair; tones: Readonly<Record<keyof Pair, string>> },
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

function stretchesOf(sides: Float64Array): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (let at = 1; at <= sides.length; at++) {
    if (sides[at] === sides[from]) continue;
    const side = sides[from] ?? 0;
    if (side !== 0) stretches.push({ side, from, to: Math.min(at, sides.length - 1) });
    from = at;
  }
  return stretches;
}
