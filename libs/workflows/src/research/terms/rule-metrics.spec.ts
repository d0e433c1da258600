/** Trees drawn by hand, and scores computed by hand. */

import { describe, expect, it } from 'vitest';
import { logicTreeSchema, shapeOf, type LogicNode } from './logic-tree.js';
import { ruleMetrics } from './rule-metrics.js';

const leaf = (text: string): LogicNode => ({ text, kind: 'evidence', children: [] });
const argument = (text: string, ...children: LogicNode[]): LogicNode => {
  return { text, kind: 'argument', children };
};
/** Ten nodes, five of them evidence; four parents; leaves at depths 1, 2, 3, 3, 3 and 2 from 0. */
const tree = argument(
  'buy',
  leaf('a'),
  argument('growth', leaf('b'), argument('margin', leaf('c'), leaf('d'), argument('open'))),
  argument('value', leaf('e')),
);

describe('the shape of a tree', () => {
  it('counts nodes, parents and leaves', () => {
    expect(shapeOf(tree)).toEqual({
      nodes: 10,
      evidence: 5,
      deepest: 3,
      width: 9 / 4,
      leafDepth: (1 + 2 + 3 + 3 + 3 + 2) / 6,
    });
  });

  it('of one node has no width', () => {
    expect(shapeOf(leaf('a'))).toEqual({
      nodes: 1,
      evidence: 1,
      width: 0,
      deepest: 0,
      leafDepth: 0,
    });
  });
});

describe('rule metrics', () => {
  it('follow from the shape, with a root at depth 1 or 0', () => {
    const shared = { analysisWidth: 33.33 * 1.25, informationDensity: 0.7 * 10 + 0.3 * 50 };
    const at1 = { analysisDepth: 0.4 * 50 + 0.6 * (40 * (14 / 6 + 1 - 1.5)) };
    const at0 = { analysisDepth: 0.4 * 25 + 0.6 * (40 * (14 / 6 - 1.5)) };
    expect(ruleMetrics(tree, 0)).toEqual({ ...shared, ...at1, paragraphRichness: 0 });
    expect(ruleMetrics(tree, 0, 0)).toEqual({ ...shared, ...at0, paragraphRichness: 0 });
  });

  it.each([
    [-1, 0],
    [0, 0],
    [50, 30],
    [99.5, 59.7],
    [100, 68],
    [499, 99.92],
    [500, 100],
    [1000, 100],
    [1200, 90],
    [1800, 60],
    [5000, 60],
  ])('of %d words under a subtitle give a richness of %d', (words, score) => {
    expect(ruleMetrics(null, words).paragraphRichness).toBeCloseTo(score, 10);
  });

  it('of an empty tree are 0', () => {
    expect(ruleMetrics(null, 600)).toEqual({
      analysisWidth: 0,
      analysisDepth: 0,
      informationDensity: 0,
      paragraphRichness: 100,
    });
  });

  it('end at 100', () => {
    const wide = argument('wide', ...Array.from({ length: 60 }, (_, at) => leaf(`${at}`)));
    const { analysisWidth, informationDensity } = ruleMetrics(wide, 1);
    expect(analysisWidth).toBe(100);
    expect(informationDensity).toBeCloseTo(70 + (0.3 * 6000) / 61, 10);
  });
});

describe('a tree from outside', () => {
  it('may leave children out, and be empty', () => {
    expect(logicTreeSchema.parse({ text: 'a', kind: 'evidence', more: 1 })).toEqual(leaf('a'));
    expect(logicTreeSchema.parse(null)).toBeNull();
  });

  it('is refused when it is too deep, and when a kind is unknown', () => {
    let deep: object = { text: '', kind: 'argument', children: [] };
    for (let level = 0; level < 5000; level++)
      deep = { text: '', kind: 'argument', children: [deep] };
    expect(logicTreeSchema.safeParse(deep).error?.issues[0]?.message).toBe('at most 100 levels');
    expect(logicTreeSchema.safeParse({ text: 'a', kind: 'fact' }).success).toBe(false);
  });
});
