/** Tiles, curves and candles of a section that a workflow gives as data. */

import type { Candles, Curves, Tiles } from '#contracts/result/report-pictures';
import { markup, type Html } from '../html/html.js';
import { formatFigure, formatQuantity, undefinedSign } from '../words/figure-format.js';
import { fittingCandles, type Candle } from './candles.js';
import { curveLegend, toneOf } from './curve-legend.js';
import { dateAxis } from './date-axis.js';
import { lineChart, type ChartLine } from './line-chart.js';

/** Points of a drawn curve, and candles of a picture: as many as can be told apart. */
const pointsMax = 800;
const candlesMax = 130;

const valueText = (value: number | null, format: Tiles[number]['format']): string => {
  if (value === null) return undefinedSign;
  return format === 'percent' ? formatFigure(value, 'percent') : formatQuantity(value, 4);
};

/** A list of titles with their values. */
export function sectionTiles(tiles: Tiles): Html {
  const shown = tiles.map(({ title, value, format, note }) => {
    const below = note !== undefined && markup`<small>${note}</small>`;
    return markup`<div><dt>${title}</dt><dd>${valueText(value, format)}${below}</dd></div>`;
  });
  return markup`<dl class="tiles">${shown}</dl>\n`;
}

/** A figure with its legend. `id` is unique in the page. */
export function sectionCurve({ title, format, dates, lines }: Curves, id: string): Html {
  const drawn = lines.map(({ title: label, values }, at) => lineOf(label, values, toneOf(at)));
  const ends = drawn.map(({ label, values }) => {
    const last = values.at(-1) ?? null;
    return `${label} ends at ${valueText(last, format)}`;
  });
  const chart = lineChart({
    id,
    title,
    axis: dateAxis(dates),
    lines: drawn,
    height: 220,
    unit: format === 'percent' ? 'percent' : 'money',
    include: firstValue(drawn),
    pointsMax,
    description: `From ${dates[0]} to ${dates.at(-1)}: ${ends.join('; ')}.`,
  });
  const legend = lines.map(({ title: label }, at) => ({ label, tone: toneOf(at) }));
  return markup`<figure class="curves">${curveLegend(legend)}
<p class="chart-title">${title}</p><div class="plot">${chart}</div></figure>
`;
}

/** Dates without a value are left out: the line connects its neighbors. */
function lineOf(label: string, values: readonly (number | null)[], tone: string) {
  const known = values.flatMap((value, at) => (value === null ? [] : [at]));
  return {
    label,
    tone,
    positions: known,
    values: Float64Array.from(known, (at) => values[at]!),
  } satisfies ChartLine;
}

const firstValue = (lines: readonly { readonly values: Float64Array }[]): number =>
  lines.find(({ values }) => values.length > 0)?.values[0] ?? 0;

/** The periods of a picture, or longer ones where those would not fit. */
export function sectionCandles({ title, dates, bars }: Candles, id: string): Html {
  const whole = dates.map((date, at): Candle => {
    const [open, high, low, close] = bars[at]!;
    return { date, open, high, low, close, values: [] };
  });
  const { unit, candles } = fittingCandles(whole, candlesMax);
  const per = candles.length === whole.length ? 'period' : unit;
  const chart = lineChart({
    id,
    title,
    axis: dateAxis(candles.map(({ date }) => date)),
    lines: [],
    candles,
    height: 220,
    unit: 'money',
    include: candles[0]!.close,
    pointsMax: Math.max(4, candles.length),
    description: `${candles.length} candles, one a ${per}, from ${dates[0]} to ${dates.at(-1)}.`,
  });
  return markup`<figure class="curves"><p class="chart-title">${title}, one candle a ${per}; bars that \
fell are filled</p><div class="plot">${chart}</div></figure>
`;
}
