/** Circles and second ways in networks of a few concepts, and of many. */

import { describe, expect, it } from 'vitest';
import { breaksCycles, cyclesOf, standardCycles } from './cycles.js';
import { linkOf, setsOf } from './linkbase-text.fixture.js';
import { arcroles } from './vocabulary.js';

const cycles = (...arcs: string[]) => {
  const { directed, undirected } = cyclesOf(setsOf(linkOf('presentation', arcs))[0]!);
  const ids = directed.map((part) => part.map((href) => href.replace('s.xsd#t_', '')).toSorted());
  return { directed: ids, undirected };
};

describe('cyclesOf', () => {
  it('finds none in a tree', () => {
    expect(cycles('A B', 'A C', 'C D')).toEqual({ directed: [], undirected: false });
  });

  it('finds a second path that is not a cycle', () => {
    expect(cycles('A B', 'A C', 'B D', 'C D')).toEqual({ directed: [], undirected: true });
  });

  it('finds each circle, and a loop', () => {
    expect(cycles('A B', 'B C', 'C A', 'C D', 'D E', 'E D', 'F F')).toEqual({
      directed: [['D', 'E'], ['A', 'B', 'C'], ['F']],
      undirected: true,
    });
  });

  it('does not run out of stack on a chain of 50,000', () => {
    const href = (index: number): { href: string } => ({ href: `s.xsd#${index}` });
    const [set] = setsOf(linkOf('presentation', ['A B']));
    const relationships = Array.from({ length: 50_000 }, (_, index) => ({
      ...set!.relationships[0]!,
      from: href(index),
      to: href(index + 1),
    }));
    expect(cyclesOf({ relationships })).toEqual({ directed: [], undirected: false });
    const closed = [...relationships, { ...relationships[0]!, from: href(50_000), to: href(0) }];
    expect(cyclesOf({ relationships: closed }).directed[0]).toHaveLength(50_001);
  });
});

describe('breaksCycles', () => {
  const circle = { directed: [['A', 'B']], undirected: true };
  const twoWays = { directed: [], undirected: true };

  it('allows calculations any, and presentations no circles', () => {
    expect(standardCycles(arcroles.summationItem)).toBe('any');
    expect(standardCycles(arcroles.parentChild)).toBe('undirected');
    expect(breaksCycles(circle, 'any')).toBe(false);
    expect(breaksCycles(circle, 'undirected')).toBe(true);
    expect(breaksCycles(twoWays, 'undirected')).toBe(false);
    expect(breaksCycles(twoWays, 'none')).toBe(true);
  });
});
