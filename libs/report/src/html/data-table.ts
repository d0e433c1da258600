/** Tables with a caption and scoped heads, which scroll sideways by themselves while the page does not. */

import { markup, type Html } from './html.js';

export interface DataTable {
  /** Names the scrolling area to screen readers. */
  readonly label: string;
  readonly caption: Html | string;
  /** Element id; left out when empty. */
  readonly id?: string;
  readonly style?: string;
  readonly heads: readonly Html[];
  readonly rows: readonly (readonly Html[])[];
}

/** The area takes the focus, so that it can be scrolled by keyboard. */
export function dataTable({ label, caption, id, style, heads, rows }: DataTable): Html {
  const body = rows.map((cells) => markup`<tr>${cells}</tr>\n`);
  return markup`<div class="scroll" role="group" aria-label="${label}" tabindex="0">
<table${id !== undefined && markup` id="${id}"`}${style !== undefined && markup` class="${style}"`}>
<caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

export function textHead(label: string): Html {
  return markup`<th scope="col">${label}</th>`;
}

/** The head of a column of numbers. */
export function figureHead(label: string): Html {
  return markup`<th scope="col" class="figure">${label}</th>`;
}

export function rowHead(label: Html | string): Html {
  return markup`<th scope="row">${label}</th>`;
}

export function textCell(content: Html | string): Html {
  return markup`<td class="text">${content}</td>`;
}

/** Right-aligned, as most cells are: the default needs no class. */
export function figureTextCell(content: Html | string): Html {
  return markup`<td>${content}</td>`;
}
