/** Lines of prices with marks at their dates: what was said of a symbol, and what became of it. */

import { markTones, type PriceMarks } from '#contracts/report-pictures';
import { markSymbols, signEntry } from './curve-legend.js';
import { dateAxis } from './date-axis.js';
import { markup, type Html } from './html.js';
import { lineChart, type ChartGlyph } from './line-chart.js';

/** Labels of one tone that the legend names. */
const labelsMax = 8;

/** All pictures of a section under one legend. `id` is unique in the page. */
export function priceMarkCharts(pictures: readonly PriceMarks[], id: string): Html {
  const marks = pictures.flatMap((picture) => picture.marks);
  const entries = markTones.flatMap((tone) => {
    const labels = [...new Set(marks.filter((mark) => mark.tone === tone).map((one) => one.label))];
    const rest = labels.length > labelsMax ? ', …' : '';
    if (labels.length === 0) return [];
    return [signEntry(tone, labels.slice(0, labelsMax).join(', ') + rest)];
  });
  return markup`${markSymbols}<ul class="legend">${entries}</ul>
<div class="price-marks">${pictures.map((picture, at) => pictureOf(picture, `${id}-p${at}`))}</div>
`;
}

function pictureOf({ title, points, marks }: PriceMarks, id: string): Html {
  const dates = points.map(([date]) => date);
  const axis = dateAxis(dates);
  const [first, last] = [dates[0]!, dates.at(-1)!];
  const glyphs = marks
    .filter(({ date }) => date >= first && date <= last)
    .map(({ date, tone, text }): ChartGlyph => {
      const position = axis.positionOf(date);
      return { kind: tone, position, value: points[position]![1], text };
    });
  const values = Float64Array.from(points, ([, price]) => price);
  const chart = lineChart({
    ...{ id, title, axis, glyphs, height: 160, unit: 'money', include: values[0]! },
    description: `Prices from ${first} to ${last} with ${glyphs.length} marks. A table follows.`,
    lines: [{ label: '', tone: 'baseline', positions: [...dates.keys()], values }],
    pointsMax: Math.max(4, dates.length),
    // Pictures stand side by side.
    datesMax: 5,
  });
  return markup`<figure><p class="chart-title">${title}</p><div class="plot">${chart}</div></figure>\n`;
}
