/** Explains the lines and signs of a figure. */

import { markup, type Html } from '../html/html.js';

/** Class of the color of a line, by its place among others. */
export const toneOf = (at: number): string => `tone-${at % 8}`;

export interface LegendEntry {
  readonly label: string;
  /** The tone of the line that the entry explains. */
  readonly tone: string;
}

/** Words for each sign, and whether it points at its value from below, 1, or from above, -1. */
export const signs = {
  long: ['Entry', 1],
  short: ['Short entry', -1],
  gain: ['Exit with a profit', 0],
  loss: ['Exit without a profit', 0],
  up: ['Up', 1],
  down: ['Down', -1],
  flat: ['Flat', 0],
} as const;

export type ChartSign = keyof typeof signs;

/** A list of lines, and of the signs that the figure has. */
export function curveLegend(
  entries: readonly LegendEntry[],
  shown: readonly ChartSign[] = [],
): Html {
  const lines = entries.map(({ label, tone }) => {
    const line = markup`<path class="curve ${tone}" d="M1 5h22"/>`;
    return markup`<li><svg width="24" height="10" aria-hidden="true">${line}</svg>${label}</li>\n`;
  });
  return markup`<ul class="legend">${lines}${shown.map((kind) => signEntry(kind))}</ul>`;
}

/** An entry of a legend for a sign, in the sign's own words by default. */
export function signEntry(kind: ChartSign, label: string = signs[kind][0]): Html {
  const side = signs[kind][1];
  const sign = markup`<use href="#${kind}" x="6" y="${6 - 5 * side}"/>`;
  return markup`<li><svg width="12" height="12" aria-hidden="true">${sign}</svg>${label}</li>\n`;
}
