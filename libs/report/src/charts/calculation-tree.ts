/** Calculations as trees: a line a concept, below its total, with its weight and its value. */

import { inThousands } from '#values';
import type { CalculationTree } from '#contracts/result/report-pictures';
import { markup, trustedHtml, type Html } from '../html/html.js';

/** In units of the picture: about CSS pixels where there is room. */
const width = 640;
const rowHeight = 24;
const indent = 20;
const weightEnd = 470;
/** Characters of a label that fit before its weight, at depth 0. */
const charsMax = 54;

/** All pictures of a section. `id` is unique in the page. */
export const calculationTrees = (trees: readonly CalculationTree[], id: string): Html =>
  markup`<div class="calculations">${trees.map((tree, at) => treeFigure(tree, `${id}-c${at}`))}</div>
`;

function treeFigure({ title, text, nodes }: CalculationTree, id: string): Html {
  const height = nodes.length * rowHeight;
  const box = `viewBox="0 0 ${width} ${height}"`;
  const missing = nodes.filter(({ value }) => value === null).length;
  const parents = parentsOf(nodes);
  return markup`<figure class="calculation"><p class="chart-title">${title}</p>
<div class="scroll" role="group" aria-label="${title}, picture" tabindex="0">
<svg role="img" aria-labelledby="${id}-t ${id}-d" ${trustedHtml(box)}>
<title id="${id}-t">${title}</title>
<desc id="${id}-d">${nodes.length} lines, ${missing} without a value. A table has the values.</desc>
${nodes.map((node, at) => line(node, at, parents[at]!))}</svg></div>
<figcaption>${text}</figcaption></figure>
`;
}

type Node = CalculationTree['nodes'][number];

/** The place of the node above each; -1 at the top. */
const parentsOf = (nodes: readonly Node[]): number[] =>
  nodes.map(({ depth }, at) => nodes.slice(0, at).findLastIndex((node) => node.depth < depth));

function line({ depth, label, weight, value }: Node, at: number, parent: number): Html {
  const x = depth * indent;
  const y = at * rowHeight + rowHeight / 2;
  const look = value === null ? 'missing' : '';
  const top = parent * rowHeight + rowHeight - 4;
  const branch =
    parent >= 0 && markup`<path class="${look}" d="M${x - indent / 2} ${top}V${y}H${x - 4}"/>`;
  const text = (at: number, words: string): Html =>
    markup`<text x="${at}" y="${y}" dy=".32em" text-anchor="end">${words}</text>`;
  return markup`<g class="${look}">${branch}<text x="${x}" y="${y}" dy=".32em">${labelOf(label, depth)}</text>${
    weight !== null && text(weightEnd, `× ${signed(weight)}`)
  }${text(width - 2, value === null ? 'missing' : grouped(value))}</g>
`;
}

function labelOf(label: string, depth: number): Html {
  const letters = [...label];
  const most = charsMax - 3 * depth;
  if (letters.length <= most) return markup`${label}`;
  // Long names differ at their ends.
  const kept = Math.floor((most - 1) / 2);
  const [start, end] = [letters.slice(0, kept), letters.slice(-kept)].map((part) => part.join(''));
  return markup`${start!}…${end!}<title>${label}</title>`;
}

const signed = (number: string): string => number.replace('-', '−');

/** Thousands apart, in front of the point alone. */
const grouped = (number: string): string => signed(number).replace(/\d+/, inThousands);
