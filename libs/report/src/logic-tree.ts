/** Logic trees: arguments that fold and unfold over what they rest on, each a link to its sentence in the report. */

import type { LogicTreePicture } from '#contracts/report-pictures';
import { folded } from './folded.js';
import { markup, type Html } from './html.js';

type Node = LogicTreePicture['nodes'][number];

/** All trees of a section. `id` is unique in the page. */
export const logicTrees = (trees: readonly LogicTreePicture[], id: string): Html[] =>
  trees.map((tree, at) => treeFigure(tree, `${id}-l${at}`));

/** Elements that browsers fold themselves, by pointer and by key: there is no script. */
function treeFigure({ title, report, nodes }: LogicTreePicture, id: string): Html {
  const root = markup`<ul>${listed(nodes, 0, { report, id }).items}</ul>`;
  const text = markup`<pre tabindex="0" aria-label="${title}, report">${marked(report, nodes, id)}</pre>`;
  return markup`<div class="logic"><p class="chart-title">${title}</p>${root}${folded('The report', text)}</div>
`;
}

interface Drawing {
  readonly report: string;
  readonly id: string;
}

/** The nodes from a place on that are as deep as the first of them, each with those below it; and the next place. */
function listed(nodes: readonly Node[], from: number, drawing: Drawing) {
  const items: Html[] = [];
  const depth = nodes[from]?.depth ?? 0;
  let at = from;
  while (at < nodes.length && nodes[at]!.depth >= depth) {
    const node = nodes[at]!;
    const label = labelOf(node, at, drawing);
    const hasChildren = (nodes[at + 1]?.depth ?? 0) > node.depth;
    if (!hasChildren) {
      items.push(markup`<li>${label}</li>`);
      at++;
      continue;
    }
    const below = listed(nodes, at + 1, drawing);
    // Not around the words: a summary may not contain a link.
    const summary = markup`<summary aria-labelledby="${drawing.id}-${at + 1}-words"></summary>`;
    items.push(markup`<li>${label}<details open>${summary}<ul>${below.items}</ul></details></li>`);
    at = below.next;
  }
  return { items, next: at };
}

function labelOf({ kind, from, to, supported }: Node, at: number, { report, id }: Drawing): Html {
  const words = report.slice(from, to).replace(/[*_`\s]+/g, ' ');
  const link = markup`<a href="#${id}-${at + 1}" id="${id}-${at + 1}-words">${words}</a>`;
  const note = supported === false && markup` <span class="unsupported">not supported</span>`;
  return markup`<span class="${kind}">${kind === 'evidence' ? 'Evidence: ' : ''}${link}</span>${note}`;
}

/** The report, cut where nodes begin: a link leads to its node, as far as the next one. */
function marked(report: string, nodes: readonly Node[], id: string): Html[] {
  const starts = Map.groupBy(nodes.keys(), (at) => nodes[at]!.from);
  const places = [...starts.keys()].sort((one, other) => one - other);
  return [
    markup`${report.slice(0, places[0])}`,
    ...places.map((from, at) => {
      const own = starts.get(from)!;
      const next = places[at + 1] ?? report.length;
      const to = Math.min(next, Math.max(...own.map((node) => nodes[node]!.to)));
      // Several nodes in the same place: all of them are around the words.
      const around = own.reduce<Html>(
        (inner, node) => markup`<span id="${id}-${node + 1}">${inner}</span>`,
        markup`${report.slice(from, to)}`,
      );
      return markup`${around}${report.slice(to, next)}`;
    }),
  ];
}
