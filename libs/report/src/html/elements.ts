/** Elements of pages: sections, lists of terms, folded parts, figures, and tables of columns. */

import { formatFigure, type FigureKind } from '../words/figure-format.js';
import { markup, type Html } from './html.js';

/** A section of a page. */
export interface Section {
  /** The anchor of its heading. */
  readonly id: string;
  readonly title: string;
  readonly content: Html;
  /** Its name in the list of links: the title by default; null if no link leads to it. */
  readonly link?: string | null;
  readonly style?: string;
}

export function sectionHtml({ id, title, content, style }: Section): Html {
  const look = style !== undefined && markup` class="${style}"`;
  return markup`<section${look} aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>
`;
}

/** Optional detail: a summary to open, by pointer or keyboard. */
export const folded = (summary: string, content: Html | readonly Html[]): Html =>
  markup`<details class="inner"><summary>${summary}</summary>${content}</details>`;

/** Terms and their values side by side. Values are text, or markup such as `code`. */
export function termList(facts: readonly (readonly [string, Html | string])[]): Html {
  const entries = facts.map(
    ([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>\n`,
  );
  return markup`<dl class="facts">${entries}</dl>`;
}

/** Text to copy letter by letter. */
export const code = (text: string): Html => markup`<code>${text}</code>`;

/** A remark in quiet letters. */
export const aside = (text: Html | string): Html => markup`<p class="aside">${text}</p>\n`;

/** A figure, and below it a note in small letters. */
export const stacked = (figure: Html | string, below: string | null = null): Html =>
  markup`${figure}${below !== null && markup`<small>${below}</small>`}`;

/** A dash with its reason, visible as a tooltip and for a screen reader as text. */
export function undefinedMark(reason: string): Html {
  const dash = markup`<span aria-hidden="true">—</span>`;
  const words = markup`<span class="unseen">undefined: ${reason}</span>`;
  return markup`<span class="undefined" title="${reason}">${dash}${words}</span>`;
}

/** A figure that may be undefined. */
export interface Figure {
  readonly value: number | null;
  readonly kind: FigureKind;
  /** Why it is null. */
  readonly reason: string;
  /** Replaces the value in the format of its kind. */
  readonly text?: Html | string;
  /** In small letters below it: mostly its interval. */
  readonly below?: string | null;
}

export function figureContent({ value, kind, reason, text, below }: Figure): Html {
  return stacked(
    value === null ? undefinedMark(reason) : (text ?? formatFigure(value, kind)),
    below,
  );
}

/** Figures are sorted by their value; attributes come with a blank before each. */
type Cell = Html | string | Figure | { readonly content: string; readonly attributes: Html };

/** A column of a table whose rows are `Row`s; all but texts are aligned at the right. */
export interface Column<Row> {
  readonly title: string;
  readonly format: 'text' | 'number' | 'percent';
  /** A text in the first column names the row. */
  readonly cell: (row: Row) => Cell;
}

type MakeColumn = <Row>(title: string, cell: (row: Row) => Cell) => Column<Row>;

export const text: MakeColumn = (title, cell) => ({ title, format: 'text', cell });
export const figure: MakeColumn = (title, cell) => ({ title, format: 'number', cell });

/** Id and class of a table, and how many of its columns the page's script sorts by. */
interface TableLook {
  readonly id?: string;
  readonly style?: string;
  readonly sortable?: number;
}

/**
 * Scrolls sideways by itself while the page does not; can be focused, for scrolling by keyboard.
 * `label` names the scrolling area to screen readers.
 */
export function dataTable<Row>(
  label: string,
  caption: Html | string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { id, style, sortable = 0 }: TableLook = {},
): Html {
  const heads = columns.map(({ title, format }, at) => {
    const kind = format === 'text' ? 'text' : 'number';
    const look = kind === 'number' && markup` class="figure"`;
    return markup`<th scope="col"${look}${at < sortable && markup` data-sortable="${kind}"`}>${title}</th>`;
  });
  const body = rows.map((row) => {
    const cells = columns.map((column, at) => cellOf(column, row, at, at < sortable));
    return markup`<tr>${cells}</tr>\n`;
  });
  return markup`<div class="scroll" role="group" aria-label="${label}" tabindex="0">
<table${id !== undefined && markup` id="${id}"`}${style !== undefined && markup` class="${style}"`}>
<caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

function cellOf<Row>(column: Column<Row>, row: Row, at: number, isSorted: boolean): Html {
  const cell = column.cell(row);
  if (typeof cell === 'object' && 'attributes' in cell) {
    return markup`<td${cell.attributes}>${cell.content}</td>`;
  }
  if (typeof cell === 'object' && 'value' in cell) {
    // Ten digits are more than a cell shows.
    const key = cell.value === null ? '' : Number(cell.value.toPrecision(10));
    return markup`<td${isSorted && markup` data-sort="${key}"`}>${figureContent(cell)}</td>`;
  }
  if (column.format !== 'text') return markup`<td>${cell}</td>`;
  return at === 0 ? markup`<th scope="row">${cell}</th>` : markup`<td class="text">${cell}</td>`;
}
