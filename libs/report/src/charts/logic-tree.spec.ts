/**
 * Logic trees in a page: folding, targets of links, and that no text of a report becomes markup.
 */

import { describe, expect, it } from 'vitest';
import type { LogicTreePicture } from '#contracts/result/report-pictures';
import { logicTrees } from './logic-tree.js';

const report = 'Buy <b>now</b>.\nSales *rose*. Debt fell.';
const node = (
  words: string,
  depth: number,
  kind: 'argument' | 'evidence' = 'argument',
  supported: boolean | null = null,
): LogicTreePicture['nodes'][number] => {
  const from = report.indexOf(words);
  return { depth, kind, from, to: from + words.length, supported };
};
const nodes = [
  node('Buy <b>now</b>', 0, 'argument', false),
  node('Sales *rose', 1, 'argument', true),
  node('rose', 2, 'evidence'),
  node('Debt fell', 1, 'evidence'),
];
const [html = ''] = logicTrees([{ title: 'A & B', report, nodes }], 's1').map(({ text }) => text);

describe('a logic tree', () => {
  it('folds when an argument has nodes below it, and is open at first', () => {
    expect(html.match(/<details open>/g)).toHaveLength(2);
    expect(html).toContain(
      '<li><span class="argument"><a href="#s1-l0-2" id="s1-l0-2-words">Sales rose</a></span>' +
        '<details open><summary aria-labelledby="s1-l0-2-words"></summary><ul><li><span ' +
        'class="evidence">Evidence: <a href="#s1-l0-3" ' +
        'id="s1-l0-3-words">rose</a></span></li></ul></details></li>',
    );
    expect(html).toContain('Debt fell</a></span></li></ul></details></li></ul>');
    expect(html.match(/not supported/g)).toHaveLength(1);
    expect(html).not.toContain('<script');
  });

  it('leads from each node to its words in the report', () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toEqual(['s1-l0-1', 's1-l0-2', 's1-l0-3', 's1-l0-4']);
    for (const id of targets) expect(html.split(`id="${id}"`), id).toHaveLength(2);
    expect(html).toContain('<span id="s1-l0-2">Sales *</span><span id="s1-l0-3">rose</span>*. ');
    const text = /<pre[^>]*>([\s\S]*)<\/pre>/.exec(html)?.[1] ?? '';
    expect(text.replace(/<\/?span[^>]*>/g, '')).toBe(
      report.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    );
    expect(html).toContain('A &amp; B');
  });

  it('has two targets when two nodes have the same words', () => {
    const twice = [node('Debt fell', 0), node('Debt fell', 1)];
    const [both] = logicTrees([{ title: 't', report, nodes: twice }], 's');
    expect(both!.text).toContain('<span id="s-l0-2"><span id="s-l0-1">Debt fell</span></span>.');
  });
});
