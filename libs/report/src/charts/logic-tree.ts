/**
 * Logic trees: arguments that fold and unfold over what they rest on, each a link to its sentence
 * in the report.
 */

import type { LogicTreePicture } from '#contracts/result/report-pictures';
import { folded } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';

type Node = LogicTreePicture['nodes'][number];

/** All trees of a section. `id` is unique in the page. */
export const logicTrees = (trees: readonly LogicTreePicture[], id: string): Html[] =>
  trees.map((tree, at) => treeFigure(tree, `${id}-l${at}`));

/** Elements that browsers fold themselves, by pointer and by key: no script is needed. */
function treeFigure({ title, report, nodes }: LogicTreePicture, id: string): Html {
  let at = 0;
  /** The nodes of the same depth from `at` on, each with those below it. */
  const listed = (depth: number): Html[] => {
    const items: Html[] = [];
    while (at < nodes.length && nodes[at]!.depth >= depth) {
      const node = nodes[at++]!;
      const target = `${id}-${at}`;
      const label = labelOf(node, report, target);
      const depthBelow = nodes[at]?.depth ?? 0;
      if (depthBelow <= node.depth) {
        items.push(markup`<li>${label}</li>`);
        continue;
      }
      // Not around the words: a summary may not contain a link.
      const summary = markup`<summary aria-labelledby="${target}-words"></summary>`;
      const below = markup`<details open>${summary}<ul>${listed(depthBelow)}</ul></details>`;
      items.push(markup`<li>${label}${below}</li>`);
    }
    return items;
  };
  const root = markup`<ul>${listed(nodes[0]?.depth ?? 0)}</ul>`;
  const text = markup`<pre tabindex="0" aria-label="${title}, report">${marked(report, nodes, id)}</pre>`;
  return markup`<div class="logic"><p class="chart-title">${title}</p>${root}${folded('The report', text)}</div>
`;
}

function labelOf({ kind, from, to, supported }: Node, report: string, target: string): Html {
  const words = report.slice(from, to).replace(/[*_`\s]+/g, ' ');
  const link = markup`<a href="#${target}" id="${target}-words">${words}</a>`;
  const note = supported === false && markup` <span class="unsupported">not supported</span>`;
  return markup`<span class="${kind}">${kind === 'evidence' ? 'Evidence: ' : ''}${link}</span>${note}`;
}

/**
 * The report, cut at the beginnings of nodes: a link leads to its node, and its text extends
 * to the next one.
 */
function marked(report: string, nodes: readonly Node[], id: string): Html[] {
  const starts = Map.groupBy(nodes.keys(), (at) => nodes[at]!.from);
  const places = [...starts.keys()].sort((one, other) => one - other);
  return [
    markup`${report.slice(0, places[0])}`,
    ...places.map((from, at) => {
      const own = starts.get(from)!;
      const next = places[at + 1] ?? report.length;
      const to = Math.min(next, Math.max(...own.map((node) => nodes[node]!.to)));
      // Several nodes in the same place: all of them enclose the words.
      const around = own.reduce<Html>(
        (inner, node) => markup`<span id="${id}-${node + 1}">${inner}</span>`,
        markup`${report.slice(from, to)}`,
      );
      return markup`${around}${report.slice(to, next)}`;
    }),
  ];
}
