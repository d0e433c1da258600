/** Explains the lines and signs of a figure. */

import { markup, trustedHtml, type Html } from '../html/html.js';

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

/** The signs that all figures refer to: triangles up and down, a diamond for a profit, a cross for none, a dot. */
export const signSymbols = trustedHtml(
  '<svg class="unseen" aria-hidden="true" width="0" height="0"><defs>' +
    '<path id="long" d="M0 0l4.5 8h-9z"/><path id="short" d="M0 0l4.5-8h-9z"/>' +
    '<path id="gain" d="M0-5l5 5-5 5-5-5z"/><path id="loss" d="M-4-4l8 8m0-8l-8 8"/>' +
    '<path id="up" d="M0 0l5 9h-10z"/><path id="down" d="M0 0l5-9h-10z"/>' +
    '<circle id="flat" r="4"/></defs></svg>',
);
