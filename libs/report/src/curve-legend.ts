/** What the lines and signs of a figure mean. */

import { markup, trustedHtml, type Html } from './html.js';

export interface LegendEntry {
  readonly label: string;
  /** The tone of the line that the entry explains. */
  readonly tone: string;
}

/** A list of lines, and of the signs for fills where the figure has them. */
export function curveLegend(entries: readonly LegendEntry[], fills: boolean): Html {
  const lines = entries.map(({ label, tone }) => {
    const line = markup`<path class="curve ${tone}" d="M1 5h22"/>`;
    return markup`<li><svg width="24" height="10" aria-hidden="true">${line}</svg>${label}</li>\n`;
  });
  const signs = fills && [fillSign('buy', 'Buy', 1), fillSign('sell', 'Sell', 11)];
  return markup`<ul class="legend">${lines}${signs}</ul>`;
}

function fillSign(kind: string, label: string, y: number): Html {
  const sign = markup`<use href="#${kind}" x="6" y="${y}"/>`;
  return markup`<li><svg width="12" height="12" aria-hidden="true">${sign}</svg>${label}</li>\n`;
}

/** The signs that all figures refer to: up and filled for a buy, down and hollow for a sale. */
export const fillSymbols = trustedHtml(
  '<svg class="unseen" aria-hidden="true" width="0" height="0"><defs>' +
    '<path id="buy" d="M0 0l4.5 8h-9z"/><path id="sell" d="M0 0l4.5-8h-9z"/></defs></svg>',
);
