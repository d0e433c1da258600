/**
 * Cycles of a base set as data, and whether its arcrole allows them (XBRL 2.1, 5.1.4.3 and 5.2).
 */

import { append } from '../names/lists.js';
import type { BaseSet, Relationship } from './base-sets.js';
import { arcroles } from './vocabulary.js';

export type CyclesAllowed = 'any' | 'undirected' | 'none';

export interface Cycles {
  /**
   * Hrefs that reach each other, a list for each strongly connected part; a loop onto itself is
   * a list of one.
   */
  readonly directed: readonly (readonly string[])[];
  /**
   * Whether two paths lead from one end to another if directions are ignored; true with any
   * directed cycle.
   */
  readonly undirected: boolean;
}

const undirectedOnly: readonly string[] = [
  arcroles.parentChild,
  arcroles.generalSpecial,
  arcroles.essenceAlias,
];

/**
 * The cycles of XBRL 2.1's own arcroles: summation-item allows any. Other arcroles declare theirs.
 */
export function standardCycles(arcrole: string): CyclesAllowed {
  return undirectedOnly.includes(arcrole) ? 'undirected' : 'any';
}

/** Whether the cycles of a set break what its arcrole allows. */
export function breaksCycles({ directed, undirected }: Cycles, allowed: CyclesAllowed): boolean {
  if (allowed === 'any') return false;
  return directed.length > 0 || (allowed === 'none' && undirected);
}

/** Linear in the relationships, and never deep on the stack. */
export function cyclesOf({ relationships }: Pick<BaseSet, 'relationships'>): Cycles {
  const directed = connectedParts(relationships);
  return { directed, undirected: directed.length > 0 || hasSecondWay(relationships) };
}

/** Joins ends; a relationship between ends that are already joined is a second path. */
function hasSecondWay(relationships: readonly Relationship[]): boolean {
  const parent = new Map<string, string>();
  const top = (href: string): string => {
    let at = href;
    for (let above = parent.get(at); above !== undefined; above = parent.get(at)) {
      const next = parent.get(above);
      if (next !== undefined) parent.set(at, next);
      at = above;
    }
    return at;
  };
  return relationships.some(({ from, to }) => {
    const source = top(from.href);
    const target = top(to.href);
    if (source === target) return true;
    parent.set(source, target);
    return false;
  });
}

/**
 * Kosaraju's algorithm: components are found backwards, from the ends that a forward
 * walk leaves last.
 */
function connectedParts(relationships: readonly Relationship[]): string[][] {
  const targets = new Map<string, string[]>();
  const sources = new Map<string, string[]>();
  for (const { from, to } of relationships) {
    append(targets, from.href, to.href);
    append(sources, to.href, from.href);
  }
  const forwards = new Set<string>();
  const left = [...targets.keys()].flatMap((root) => walk(root, targets, forwards));
  const backwards = new Set<string>();
  return left
    .toReversed()
    .map((root) => walk(root, sources, backwards))
    .toReversed()
    .filter(([first = '', second]) => second !== undefined || targets.get(first)?.includes(first));
}

/** Ends reached from a root and not seen before, in the order in which they are left. */
function walk(root: string, next: ReadonlyMap<string, string[]>, seen: Set<string>): string[] {
  const left: string[] = [];
  const stack = [{ href: root, isLeft: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { href, isLeft } = top;
    if (isLeft) left.push(href);
    if (isLeft || seen.has(href)) continue;
    seen.add(href);
    stack.push({ href, isLeft: true });
    for (const each of next.get(href) ?? []) stack.push({ href: each, isLeft: false });
  }
  return left;
}
