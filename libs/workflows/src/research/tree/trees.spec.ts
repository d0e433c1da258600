/** Trees in reports: extraction, repairs, and similarity. */

import { describe, expect, it } from 'vitest';
import { numberedNodes, shapeOf, type LogicNode } from '../terms/logic-tree.js';
import { foundTree, treeIn, treeText } from './found-tree.js';
import { compared, extractedTree, sizeBinOf, similarityOf } from './extracted-trees.js';
import { treeTask } from './tree-workflow.js';

const node = (kind: LogicNode['kind'], text: string, ...children: LogicNode[]): LogicNode => ({
  kind,
  text,
  children,
});
const a = (text: string, ...children: LogicNode[]) => node('argument', text, ...children);
const e = (text: string, ...children: LogicNode[]) => node('evidence', text, ...children);

const report = '# Buy\n## Growth is back\n- Sales rose 5 %\n- Orders rose\n## Debt falls\n';
const plain = ({ kind, text, children }: LogicNode): unknown => [kind, text, children.map(plain)];

describe('foundTree', () => {
  it('keeps a tree whose words are all in the report, in the report’s spelling', () => {
    const { tree, repairs } = foundTree(
      a('buy', a('GROWTH is back', e('Sales  rose 5 %'), e('Orders rose')), a('Debt falls')),
      report,
    );
    const growth = ['argument', 'Growth is back'];
    const below = ['Sales rose 5 %', 'Orders rose'].map((text) => ['evidence', text, []]);
    expect(plain(tree!)).toEqual([
      'argument',
      'Buy',
      [
        [...growth, below],
        ['argument', 'Debt falls', []],
      ],
    ]);
    expect(tree).toMatchObject({ from: 2, to: 5 });
    expect(repairs).toEqual({ dropped: 0, moved: 0, turned: 0 });
  });

  it('drops what the report does not say, and moves children up', () => {
    const { tree, repairs } = foundTree(
      a('Buy', a('Made up', e('Orders rose'), a('Invented', e('Sales rose 5 %')))),
      report,
    );
    expect(tree!.children.map(({ text }) => text)).toEqual(['Orders rose', 'Sales rose 5 %']);
    expect(repairs).toEqual({ dropped: 2, moved: 3, turned: 0 });
  });

  it('makes the first argument the root when the root is not found', () => {
    const { tree, repairs } = foundTree(
      a('Nowhere', e('Orders rose'), a('Growth is back', e('Sales rose 5 %')), a('Debt falls')),
      report,
    );
    expect(treeText(tree)).toBe(
      [
        'n1 argument: Growth is back',
        '  n2 evidence: Sales rose 5 %',
        '  n3 evidence: Orders rose',
        '  n4 argument: Debt falls',
      ].join('\n'),
    );
    expect(repairs).toEqual({ dropped: 1, moved: 3, turned: 0 });
  });

  it('takes evidence with nodes below it for an argument', () => {
    const { tree, repairs } = foundTree(e('Buy', e('Growth is back', e('Orders rose'))), report);
    expect(numberedNodes(tree).map(({ kind }) => kind)).toEqual([
      'argument',
      'argument',
      'evidence',
    ]);
    expect(repairs.turned).toBe(2);
  });

  it('is empty if the judge finds none, and missing if no part of it is in the report', () => {
    expect(treeIn(null, report)).toMatchObject({ tree: null, repairs: { dropped: 0 } });
    expect(treeIn(a('Sell'), report)).toBeUndefined();
    expect(treeIn({ text: 'Buy' }, report)).toBeUndefined();
  });
});

describe('similarityOf', () => {
  it('compares nodes, depth and width with the larger of the two', () => {
    const one = shapeOf(a('r', a('x', e('1'), e('2')), e('3')));
    const other = shapeOf(a('r', e('1'), e('2')));
    // Nodes 5 and 3; leaf depths (3 + 3 + 2) / 3 and 2; widths 4 / 2 and 2.
    const { nodes, depth, width, mean } = similarityOf(one, other);
    expect([nodes, width]).toEqual([0.6, 1]);
    expect(depth).toBeCloseTo(0.75, 12);
    expect(mean).toBeCloseTo((0.6 + 0.75 + 1) / 3, 12);
    expect(similarityOf(one, one)).toEqual({ nodes: 1, depth: 1, width: 1, mean: 1 });
    expect(similarityOf(shapeOf(null), other)).toEqual({ nodes: 0, depth: 0, width: 0, mean: 0 });
    expect(similarityOf(shapeOf(null), shapeOf(null)).mean).toBe(1);
  });

  it('has bins by the true number of nodes, their ends left out', () => {
    expect([0, 24, 25, 49, 50, 5000].map(sizeBinOf)).toEqual([
      '[0, 25)',
      '[0, 25)',
      '[25, 50)',
      '[25, 50)',
      '[50, ∞)',
      '[50, ∞)',
    ]);
  });
});

it('a task shows the report alone; who wrote it, its words and its true tree are the solution', () => {
  const known = { agent: 'one', run: 'one', task: 'A', report, words: 9 };
  const truth = a('buy', e('Orders rose'));
  const task = treeTask('answer-1', known as never, truth);
  expect([task.id, task.inputs]).toEqual(['answer-1', { report }]);
  expect(task.solution).toEqual({ ...known, truth });
  expect(treeTask('answer-1', known as never).solution).toEqual(known);
});

it('compares the trees whose true tree is known, and no others', () => {
  const truth = a('Buy', a('Growth is back', e('Sales rose 5 %')));
  const found = foundTree(truth, report);
  const known = extractedTree(found, { words: 12, truth });
  const [first, ...rest] = compared([extractedTree(found, { words: 12 }), known]);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ similarity: { mean: 1 }, nodes: 3, words: 12 });
});
