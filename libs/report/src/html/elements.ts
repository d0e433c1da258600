/** Elements of pages: sections, lists of terms, folded parts, and tables of columns. */

import { invariant } from '#values';
import { markup, type Html } from './html.js';

/** A section of the page under its heading. */
export function titledSection(id: string, title: string, content: Html, style?: string): Html {
  const look = style !== undefined && markup` class="${style}"`;
  return markup`<section${look} aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>
`;
}

/** Optional detail: a summary to open, by pointer or keyboard. */
export function folded(summary: string, content: Html | readonly Html[]): Html {
  return markup`<details class="inner"><summary>${summary}</summary>${content}</details>`;
}

/** Terms and their values side by side. Values are text, or markup such as `code`. */
export function termList(facts: readonly (readonly [string, Html | string])[]): Html {
  const entries = facts.map(
    ([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>\n`,
  );
  return markup`<dl class="facts">${entries}</dl>`;
}

/** Text to copy letter by letter. */
export function code(text: string): Html {
  return markup`<code>${text}</code>`;
}

/** A figure, and below it a note in small letters. */
export function stacked(figure: Html | string, below: string | null): Html {
  return markup`${figure}${below !== null && markup`<small>${below}</small>`}`;
}

/** A column of a workflow's section; all but texts are aligned at the right. */
export interface Column {
  readonly title: string;
  readonly format: 'text' | 'number' | 'percent';
  /** Whether the page's script sorts by it. */
  readonly sortable?: boolean;
}

export const texts = (...titles: readonly string[]): readonly Column[] =>
  titles.map((title) => ({ title, format: 'text' }));

export const figures = (...titles: readonly string[]): readonly Column[] =>
  titles.map((title) => ({ title, format: 'number' }));

/** A cell with more than its content. */
export interface Cell {
  readonly content: Html | string;
  /** With a blank before each. */
  readonly attributes: Html;
}

interface DataTable {
  /** Names the scrolling area to screen readers. */
  readonly label: string;
  /** Defaults to the label. */
  readonly caption?: Html | string;
  /** Element id; left out when empty. */
  readonly id?: string;
  readonly style?: string;
  readonly columns: readonly Column[];
  /** A cell a column; a text in the first column names the row. */
  readonly rows: readonly (readonly (Html | string | Cell)[])[];
}

/** Scrolls sideways by itself while the page does not; can be focused, for scrolling by keyboard. */
export function dataTable({ label, caption = label, id, style, columns, rows }: DataTable): Html {
  const body = rows.map((cells) => {
    invariant(cells.length === columns.length, 'a row of a table has one cell a column');
    return markup`<tr>${cells.map((cell, at) => cellOf(cell, at, columns[at]!))}</tr>\n`;
  });
  return markup`<div class="scroll" role="group" aria-label="${label}" tabindex="0">
<table${id !== undefined && markup` id="${id}"`}${style !== undefined && markup` class="${style}"`}>
<caption>${caption}</caption>
<thead><tr>${columns.map(headOf)}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

function headOf({ title, format, sortable }: Column): Html {
  const kind = format === 'text' ? 'text' : 'number';
  const look = kind === 'number' && markup` class="figure"`;
  return markup`<th scope="col"${look}${sortable === true && markup` data-sortable="${kind}"`}>${title}</th>`;
}

function cellOf(cell: Html | string | Cell, at: number, { format }: Column): Html {
  if (typeof cell === 'object' && 'attributes' in cell) {
    return markup`<td${cell.attributes}>${cell.content}</td>`;
  }
  if (format !== 'text') return markup`<td>${cell}</td>`;
  return at === 0 ? markup`<th scope="row">${cell}</th>` : markup`<td class="text">${cell}</td>`;
}
