/** A chart of lines as SVG that a browser stretches: text keeps its size, curves fill the width. */

import { dateTicks, logTicks, valueTicks } from './axis-ticks.js';
import type { Candle } from './candles.js';
import type { DateAxis } from './date-axis.js';
import { signs, type ChartSign } from './curve-legend.js';
import { downsample, relativePath } from './downsample.js';
import { formatTick, shortened } from '../words/figure-format.js';
import { markup, trustedHtml, type Html } from '../html/html.js';

export interface ChartLine {
  /** A name at the end of the line. */
  readonly label?: string | undefined;
  /** Style classes of the curve: `tone-0` to `tone-7`, `baseline`, `faint`, `area`. */
  readonly tone: string;
  /** Positions on the axis, ascending, and the values there. */
  readonly positions: ArrayLike<number>;
  readonly values: Float64Array;
}

export interface ChartGlyph {
  readonly kind: ChartSign;
  readonly position: number;
  readonly value: number;
  /** Shown when the reader points at it. */
  readonly text?: string;
}

interface LineChart {
  /** Unique in the page; letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly axis: DateAxis;
  readonly lines: readonly ChartLine[];
  /** One at each position of the axis. */
  readonly candles?: readonly Candle[];
  readonly glyphs?: readonly ChartGlyph[];
  /** Height of the plot in CSS pixels, without the dates below it. */
  readonly height: number;
  readonly pointsMax: number;
  readonly unit: 'money' | 'percent';
  /** A value that the axis always shows, such as zero drawdown or the starting capital. */
  readonly include: number;
  /** A logarithmic axis; every value and `include` must then be positive. */
  readonly log?: boolean;
  /** Dates named below the plot, 9 by default. */
  readonly datesMax?: number;
}

/** The plot's own coordinates: whole numbers, because they are short. */
const plotWidth = 2000;
const plotHeight = 1000;
/** Room above the highest value, in CSS pixels. */
const topMargin = 10;
/** Lines that vary by less than this share of their size are flat: the rest is rounding. */
const noise = 1e-9;
/** No chart reaches further, so that a range never overflows. */
const bounded = (value: number): number => Math.min(Math.max(value, -1e300), 1e300);
/** Characters of a name that fit beside the plot; the legend has the whole name. */
const nameMax = 16;
/** Least distance between names at the ends of lines, in CSS pixels. */
const labelGap = 14;

/**
 * Maps values to CSS pixels from the top of the SVG; ends are powers of ten on a logarithmic axis.
 */
interface Scale {
  readonly low: number;
  readonly high: number;
  toPixel(value: number): number;
  /** The same in the coordinates of the plot. */
  toPlot(value: number): number;
}

/** The SVG alone; `role="img"`, named by its title and described by its description. */
export function lineChart(chart: LineChart): Html {
  const scale = scaleOf(chart);
  const height = chart.height + topMargin + 22;
  const plot =
    `viewBox="0 0 ${plotWidth} ${plotHeight}" ` + 'preserveAspectRatio="none" overflow="visible"';
  return markup`<svg class="chart" role="img" aria-labelledby="${chart.id}-t ${chart.id}-d"
width="100%" height="${height}">
<title id="${chart.id}-t">${chart.title}</title><desc id="${chart.id}-d">${chart.description}</desc>
${valueGrid(chart, scale)}${dateMarks(chart)}
<svg y="${topMargin}" width="100%" height="${chart.height}" ${trustedHtml(plot)}>
${candlePaths(chart, scale)}${chart.lines.map((line) => curve(line, chart, scale))}</svg>
${(chart.glyphs ?? []).map((glyph) => glyphMark(glyph, chart, scale))}${endLabels(chart, scale)}
<svg class="crosshair" overflow="visible"><line y1="4" y2="${height - 22}"/></svg></svg>`;
}

/** The lowest and the highest place of any value, and of `base`. */
function extent(
  series: readonly { readonly values: Iterable<number> }[],
  base: number,
  placed: (value: number) => number,
): [low: number, high: number] {
  let low = base;
  let high = base;
  for (const { values } of series) {
    for (const each of values) {
      const value = placed(each);
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}

function scaleOf({ lines, candles = [], include, height, unit, log }: LineChart): Scale {
  const placed = (value: number): number => (log ? Math.log10(value) : bounded(value));
  const base = placed(include);
  const ranges = candles.map((candle) => ({ values: [candle.low, candle.high] }));
  let [low, high] = extent([...lines, ...ranges], base, placed);
  // A flat curve still needs an axis around it, and so does one whose shares would
  // round to nothing.
  const size = Math.max(Math.abs(low), Math.abs(high), unit === 'percent' ? 1 : 1e-300);
  const isFlat = high - low <= noise * size;
  const sizeOfFlat = size > 1e-300 ? size : 1;
  const room = (isFlat ? sizeOfFlat : high - low) * 0.04;
  if (isFlat || low !== base) low -= room;
  if (isFlat || high !== base) high += room;
  const shareOf = (value: number): number => (high - placed(value)) / (high - low);
  return {
    low,
    high,
    toPixel: (value) => topMargin + shareOf(value) * height,
    toPlot: (value) => Math.round(shareOf(value) * plotHeight),
  };
}

function valueGrid({ height, unit, log }: LineChart, { low, high, toPixel }: Scale): Html {
  const factor = unit === 'percent' ? 100 : 1;
  const countMax = Math.max(2, Math.floor(height / 44));
  const { values, step } = log
    ? { values: logTicks(10 ** low, 10 ** high, countMax), step: null }
    : valueTicks(low * factor, high * factor, countMax);
  const rows = values.map((value) => {
    const y = toPixel(value / factor).toFixed(1);
    const label = formatTick(value, step ?? value) + (unit === 'percent' ? '%' : '');
    return markup`<line x2="100%" y1="${y}" y2="${y}"/><text x="-8" y="${y}">${label}</text>`;
  });
  return markup`<g class="values">${rows}</g>`;
}

function dateMarks({ axis, height, datesMax = 9 }: LineChart): Html {
  const ticks = dateTicks(axis.dates, datesMax).map(({ index, label }, at) => {
    const fraction = axis.fractionOf(index);
    const x = percentText(fraction);
    let side;
    if (fraction < 0.03) {
      side = 'first';
    } else if (fraction > 0.97) {
      side = 'last';
    } else {
      side = null;
    }
    const mark = markup`<line x1="${x}" x2="${x}" y2="4"/>`;
    const text = markup`<text x="${x}" y="17"${side !== null && markup` class="${side}"`}>${label}</text>`;
    // A narrow screen hides every other label.
    return at % 2 === 1 ? markup`<g class="minor">${mark}${text}</g>` : markup`${mark}${text}`;
  });
  return markup`<g class="dates" transform="translate(0 ${topMargin + height})">${ticks}</g>`;
}

/** One path in whole numbers. */
function curve(line: ChartLine, chart: LineChart, scale: Scale): Html {
  const kept = downsample(line.values, chart.pointsMax);
  if (kept.length === 0) return markup``;
  const points = kept.map((index): [number, number] => [
    Math.round(chart.axis.fractionOf(line.positions[index] as number) * plotWidth),
    scale.toPlot(line.values[index] as number),
  ]);
  const path = relativePath(points);
  // The space between the curve and the value that the axis includes.
  const ground = `V${scale.toPlot(chart.include)}H${points[0]![0]}Z`;
  const area =
    line.tone.includes('area') && markup`<path class="fill ${line.tone}" d="${path}${ground}"/>`;
  return markup`${area}<path class="curve ${line.tone}" d="${path}"/>`;
}

/** A path of candles that fell, and one of the others: wicks and bodies. */
function candlePaths({ candles = [], axis }: LineChart, { toPlot }: Scale): readonly Html[] {
  if (candles.length === 0) return [];
  const half = Math.ceil(Math.min(plotWidth / 80, (plotWidth / candles.length) * 0.35));
  const pathOf = ({ open, high, low, close }: Candle, at: number, look: string): string => {
    if (close < open !== (look === 'fall')) return '';
    const x = Math.round(axis.fractionOf(at) * plotWidth);
    const [top, bottom] = [Math.max(open, close), Math.min(open, close)].map(toPlot);
    const wicks = `M${x} ${toPlot(high)}V${top}M${x} ${bottom}V${toPlot(low)}`;
    return `${wicks}M${x - half} ${top}h${2 * half}V${bottom}h${-2 * half}z`;
  };
  return ['rise', 'fall'].map((look) => {
    const paths = candles.map((candle, at) => pathOf(candle, at, look)).join('');
    return markup`<path class="candle ${look}" d="${paths}"/>`;
  });
}

/** One sign a kind and column of the picture, the first; others that fall into it share it. */
export function spacedGlyphs(
  glyphs: Iterable<ChartGlyph>,
  axis: DateAxis,
  columns: number,
): readonly ChartGlyph[] {
  const first = new Map<string, ChartGlyph>();
  for (const glyph of glyphs) {
    const column = `${glyph.kind} ${Math.round(axis.fractionOf(glyph.position) * columns)}`;
    if (!first.has(column)) first.set(column, glyph);
  }
  return [...first.values()];
}

function glyphMark(glyph: ChartGlyph, chart: LineChart, scale: Scale): Html {
  const { kind, position, value, text } = glyph;
  const y = scale.toPixel(value) + 4 * signs[kind][1];
  const title = text !== undefined && markup`<title>${text}</title>`;
  const x = percentText(chart.axis.fractionOf(position));
  return markup`<use href="#${kind}" x="${x}" y="${y.toFixed(0)}">${title}</use>`;
}

/** Names where the lines end, moved apart until they can be read. */
function endLabels(chart: LineChart, scale: Scale): Html {
  const named = chart.lines
    .flatMap(({ label, tone, values }) =>
      label && values.length > 0 ? [{ label, tone, y: scale.toPixel(values.at(-1)!) }] : [],
    )
    .sort((a, b) => a.y - b.y);
  let floor = topMargin;
  for (const entry of named) {
    entry.y = Math.max(entry.y, floor);
    floor = entry.y + labelGap;
  }
  let ceiling = topMargin + chart.height;
  for (const entry of named.toReversed()) {
    entry.y = Math.min(entry.y, ceiling);
    ceiling = entry.y - labelGap;
  }
  const texts = named.map(({ label, tone, y }) => {
    const place = trustedHtml(`x="100%" dx="8" y="${y.toFixed(0)}" dy=".32em"`);
    return markup`<text class="${tone}" ${place}>${shortened(label, nameMax)}</text>`;
  });
  return markup`<g class="ends">${texts}</g>`;
}

/** A place in the width of a picture. */
export function percentText(fraction: number): string {
  return `${Number((fraction * 100).toFixed(2))}%`;
}
