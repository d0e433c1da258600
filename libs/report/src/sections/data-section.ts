/** A workflow's section as data: its title, some sentences, pictures, a table. */

import { invariant } from '#values';
import type { ReportSection } from '#contracts/result/result';
import { markTones, type PriceMarks } from '#contracts/result/report-pictures';
import { calculationTrees } from '../charts/calculation-tree.js';
import { dataTable, type Section } from '../html/elements.js';
import { columnFormat, formatFigure } from '../words/figure-format.js';
import { type Html, markup } from '../html/html.js';
import { logicTrees } from '../charts/logic-tree.js';
import { radarChart } from '../charts/radar-chart.js';
import { signEntry } from '../charts/curve-legend.js';
import { dateAxis } from '../charts/date-axis.js';
import { sectionCandles, sectionCurve, sectionTiles } from '../charts/section-curves.js';
import { type ChartGlyph, lineChart } from '../charts/line-chart.js';

/** Labels of one tone that the legend names. */
const labelsMax = 8;

type Table = NonNullable<ReportSection['table']>;
type Cell = Table['rows'][number][number];

/** `id` is the anchor of its heading. `Invariant` if a row does not have one cell per column. */
export function dataSection(section: ReportSection, id: string): Section {
  const { title, text, priceMarks = [], calculationTrees: trees = [] } = section;
  const { tiles = [], logicTrees: logic = [] } = section;
  const sentences = text.map((sentence) => markup`<p>${sentence}</p>\n`);
  const pictures = curvePictures(section, id);
  const content = markup`${sentences}${tiles.length > 0 && sectionTiles(tiles)}${pictures}${
    priceMarks.length > 0 && priceMarkCharts(priceMarks, id)
  }${trees.length > 0 && calculationTrees(trees, id)}${tableBesideRadar(
    section,
    id,
  )}${logic.length > 0 && logicTrees(logic, id)}`;
  return { id, title, content, style: 'told' };
}

function curvePictures({ curves = [], candles = [] }: ReportSection, id: string): Html[] {
  return [
    ...curves.map((curve, at) => sectionCurve(curve, `${id}-c${at}`)),
    ...candles.map((picture, at) => sectionCandles(picture, `${id}-k${at}`)),
  ];
}

function tableBesideRadar({ title, table, radar }: ReportSection, id: string): Html | null {
  const drawn = table && sectionTable(title, table);
  if (!radar) return drawn;
  return markup`<div class="pictured">${radarChart(radar, id, title)}${drawn}</div>`;
}

/** The heading replaces the caption, which is for screen readers alone. */
function sectionTable(title: string, { columns, rows }: Table): Html {
  const isWhole = rows.every(({ length }) => length === columns.length);
  invariant(isWhole, 'a row of a table has one cell per column');
  const written = columns.map((column, at) => {
    const write = writerOf(rows, column.format, at);
    return { ...column, cell: (row: Table['rows'][number]) => write(row[at]!) };
  });
  return dataTable(title, markup`<span class="unseen">${title}</span>`, rows, written);
}

/** For a text in a table; its title has the rest. */
const charactersMax = 200;

/** Format of a column's cells. */
function writerOf(
  rows: Table['rows'],
  format: Table['columns'][number]['format'],
  at: number,
): (cell: Cell) => Html | string {
  if (format === 'text') {
    return (cell) => {
      const text = String(cell ?? '');
      const shown = `${text.slice(0, charactersMax - 1).trimEnd()}…`;
      return text.length <= charactersMax ? text : markup`<span title="${text}">${shown}</span>`;
    };
  }
  const write = columnFormat(rows.map((row) => row[at] ?? null));
  return (cell) => {
    if (typeof cell !== 'number') return cell ?? '';
    return format === 'percent' ? formatFigure(cell, 'percent') : write(cell);
  };
}

/** All pictures of a section under one legend. `id` is unique in the page. */
function priceMarkCharts(pictures: readonly PriceMarks[], id: string): Html {
  const marks = pictures.flatMap((picture) => picture.marks);
  const entries = markTones.flatMap((tone) => {
    const labels = [...new Set(marks.filter((mark) => mark.tone === tone).map((one) => one.label))];
    const rest = labels.length > labelsMax ? ', …' : '';
    if (labels.length === 0) return [];
    return [signEntry(tone, labels.slice(0, labelsMax).join(', ') + rest)];
  });
  return markup`<ul class="legend">${entries}</ul>
<div class="price-marks">${pictures.map((picture, at) => pictureOf(picture, `${id}-p${at}`))}</div>
`;
}

function pictureOf({ title, points, marks }: PriceMarks, id: string): Html {
  const dates = points.map(([date]) => date);
  const axis = dateAxis(dates);
  const first = dates[0]!;
  const last = dates.at(-1)!;
  const glyphs = marks
    .filter(({ date }) => date >= first && date <= last)
    .map(({ date, tone, text }): ChartGlyph => {
      const position = axis.positionOf(date);
      return { kind: tone, position, value: points[position]![1], text };
    });
  const values = Float64Array.from(points, ([, price]) => price);
  const chart = lineChart({
    id,
    title,
    axis,
    glyphs,
    height: 160,
    unit: 'money',
    include: values[0]!,
    description: `Prices from ${first} to ${last} with ${glyphs.length} marks. A table follows.`,
    lines: [{ tone: 'baseline', positions: [...dates.keys()], values }],
    pointsMax: Math.max(4, dates.length),
    // Pictures are placed side by side.
    datesMax: 5,
  });
  return markup`<figure><p class="chart-title">${title}</p><div class="plot">${chart}</div></figure>\n`;
}
