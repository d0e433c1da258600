/** Values on axes around a center: a ring of lines a series, broken where a value is missing. */

import type { Radar } from '#contracts/result/report-pictures';
import { valueTicks } from './axis-ticks.js';
import { curveLegend, toneOf } from './curve-legend.js';
import { formatQuantity, formatTick, shortened } from '../words/figure-format.js';
import { markup, trustedHtml, type Html } from '../html/html.js';

type Point = readonly [x: number, y: number];

/** In units of the picture: about CSS pixels where there is room. */
const radius = 120;
const halfWidth = 304;
/** From the center of a title to the edge of the picture. */
const margin = 12;
/** Characters of an axis title that fit beside the rim. */
const titleMax = 24;
/** With more series than this, areas would only hide one another. */
const areasMax = 3;

/** A figure with its legend. `id` is unique in the page; `title` describes its content. */
export function radarChart({ axes, series }: Radar, id: string, title: string): Html {
  const place = (at: number, share: number): Point => {
    const angle = (2 * Math.PI * at) / axes.length;
    return [rounded(Math.sin(angle) * share * radius), rounded(-Math.cos(angle) * share * radius)];
  };
  const entries = series.map(({ title: label }, at) => ({ label, tone: toneOf(at) }));
  const titleAt = axes.map((_, at) => place(at, 1.12));
  const top = titleAt[0]![1] - margin;
  const height = Math.max(...titleAt.map(([, y]) => y)) + margin - top;
  const box = `viewBox="${-halfWidth} ${top} ${2 * halfWidth} ${height}"`;
  const rings = ringsOf(axes).map(({ share, label }) => ringMark(axes, place, share, label));
  return markup`<figure class="radar">${curveLegend(entries)}
<div class="scroll" role="group" aria-label="${title}, picture" tabindex="0">
<svg class="chart" role="img" aria-labelledby="${id}-t ${id}-d" ${trustedHtml(box)}>
<title id="${id}-t">${title}</title>
<desc id="${id}-d">${series.length} series on ${axes.length} axes, 0 in the middle. A table has the values.</desc>
<g class="rings">${rings}</g>
${axes.map((axis, at) => axisTitle(axis.title, titleAt[at]!))}
${series.map((one, at) => seriesMark(one, toneOf(at), axes, place, series.length <= areasMax))}</svg></div></figure>
`;
}

const rounded = (value: number): number => Math.round(value * 10) / 10 + 0;

/** Round values if all axes are alike, otherwise quarters without a label; the rim always. */
function ringsOf(axes: Radar['axes']): readonly { share: number; label: string }[] {
  const most = axes[0]!.max;
  if (axes.some(({ max }) => max !== most)) {
    return [0.25, 0.5, 0.75, 1].map((share) => ({ share, label: '' }));
  }
  const { values, step } = valueTicks(0, most, 6);
  return [...new Set([...values.filter((value) => value > 0), most])].map((value) => {
    return { share: value / most, label: formatTick(value, step) };
  });
}

type Place = (at: number, share: number) => Point;

function ringMark(axes: Radar['axes'], place: Place, share: number, label: string): Html {
  const corners = axes.map((_, at) => place(at, share));
  const spokes = share < 1 ? '' : corners.map(([x, y]) => `M0 0L${x} ${y}`).join('');
  const text =
    label !== '' && markup`<text x="6" y="${rounded(14 - share * radius)}">${label}</text>`;
  return markup`<path d="M${corners.join('L')}Z${spokes}"/>${text}`;
}

/**
 * Away from the center: titles at the sides begin, or end, at the rim, so that none
 * reaches another.
 */
function axisTitle(title: string, [x, y]: Point): Html {
  const shown = shortened(title, titleMax);
  let anchor;
  if (Math.abs(x) < 1) {
    anchor = 'middle';
  } else if (x > 0) {
    anchor = 'start';
  } else {
    anchor = 'end';
  }
  return markup`<text class="axis" x="${x}" y="${y}" dy=".32em" text-anchor="${anchor}">${shown}${
    shown !== title && markup`<title>${title}</title>`
  }</text>\n`;
}

/** Lines between neighbors that both have a value; a dot with its words at each value. */
function seriesMark(
  { title, values }: Radar['series'][number],
  look: string,
  axes: Radar['axes'],
  place: Place,
  hasArea: boolean,
): Html {
  const points = axes.map(({ max }, at) => {
    const value = values[at] ?? null;
    return value === null ? null : place(at, Math.min(Math.max(value / max, 0), 1));
  });
  const isWhole = !points.includes(null);
  const edges = points.flatMap((point, at) => {
    const next = points[(at + 1) % points.length];
    return point && next ? [`M${point.join(' ')}L${next.join(' ')}`] : [];
  });
  const path = isWhole ? `M${points.map((point) => point!.join(' ')).join('L')}Z` : edges.join('');
  const dots = points.map((point, at) => {
    if (point === null) return markup``;
    const { title: axis, max } = axes[at]!;
    const words =
      `${title}, ${axis}: ${formatQuantity(values[at]!, 3)} of ` + `${formatQuantity(max, 3)}`;
    return markup`<circle class="dot" cx="${point[0]}" cy="${point[1]}" r="4"><title>${words}</title></circle>\n`;
  });
  return markup`<g class="${look}">${isWhole && hasArea && markup`<path class="fill ${look}" d="${path}"/>`}
${path !== '' && markup`<path class="curve ${look}" d="${path}"/>`}
${dots}</g>
`;
}
