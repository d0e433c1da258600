/** Template reports, and the rule that reads their outline. */

import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { shapeOf } from '../terms/logic-tree.js';
import { wordsIn } from '../text/report-measures.js';
import { foundTree } from './found-tree.js';
import { outlineOf } from './outline.js';
import { treePair } from './template-writer.js';
import { sizeBinOf } from './extracted-trees.js';

const pairs = Array.from({ length: 100 }, (_, at) => treePair(7, at));

describe('a hundred pairs', () => {
  it('are read exactly by the rule, and nothing of them must be repaired', () => {
    for (const { report, tree } of pairs) {
      expect(outlineOf(report)).toEqual(tree);
      const { tree: found, repairs } = foundTree(tree, report);
      expect(repairs).toEqual({ dropped: 0, moved: 0, turned: 0 });
      expect(shapeOf(found)).toEqual(shapeOf(tree));
    }
  });

  it('are the same for a seed, word by word', () => {
    const digest = sha256Hex(JSON.stringify(pairs));
    expect(digest.slice(0, 16)).toBe('d15ae9e138a7aec2');
  });

  it('spread over depth, width, size and length', () => {
    const shapes = pairs.map(({ tree }) => shapeOf(tree));
    expect([...new Set(shapes.map(({ deepest }) => deepest))].sort()).toEqual([2, 3, 4, 5, 6]);
    const widths = shapes.map(({ width }) => width);
    expect(Math.min(...widths)).toBeLessThan(1.8);
    expect(Math.max(...widths)).toBeGreaterThan(3);
    const bins = Map.groupBy(shapes, ({ nodes }) => sizeBinOf(nodes));
    for (const own of bins.values()) expect(own.length).toBeGreaterThan(15);
    expect(bins.size).toBe(3);
    const words = pairs.map(({ report }) => wordsIn(report));
    expect(Math.max(...words)).toBeGreaterThan(5 * Math.min(...words));
  });

  it('are small enough for one submission, whatever the seed', () => {
    const sizes = Array.from({ length: 1000 }, (_, at) => {
      return JSON.stringify(treePair(Math.floor(at / 100), at % 100).tree).length;
    });
    expect(Math.max(...sizes)).toBeLessThan(60_000);
  });

  it('follow from the seed alone', () => {
    expect(treePair(7, 42)).toEqual(pairs[42]);
    expect(treePair(8, 42).report).not.toBe(pairs[42]!.report);
  });
});

describe('outlineOf', () => {
  it('reads headings and bullets, and leaves prose and code out', () => {
    const report = '# A\nprose\n## B\n- C\n  - Evidence: d\n```\n- no\n```\n# E\n* Evidence: f\n';
    const leaf = (text: string) => ({ kind: 'evidence', text, children: [] });
    const below = (text: string, child: object) => ({ kind: 'argument', text, children: [child] });
    expect(outlineOf(report)).toEqual({
      kind: 'argument',
      text: 'A',
      children: [below('B', below('C', leaf('d'))), below('E', leaf('f'))],
    });
    expect(outlineOf('- a bullet\nprose')).toBeNull();
  });
});
