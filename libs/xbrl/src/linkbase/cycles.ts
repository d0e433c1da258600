/** Cycles of a base set as data, and whether its arcrole allows them (XBRL 2.1, 5.1.4.3 and 5.2). */

import type { BaseSet, Relationship } from './base-sets.js';
import { arcroles } from './vocabulary.js';

export type CyclesAllowed = 'any' | 'undirected' | 'none';

export interface Cycles {
  /** Hrefs that reach each other, a list for each strongly connected part; a loop onto itself is a list of one. */
  readonly directed: readonly (readonly string[])[];
  /** Whether two ways lead from one end to another when the directions are left out; true with any directed cycle. */
  readonly undirected: boolean;
}

const undirectedOnly: readonly string[] = [
  arcroles.parentChild,
  arcroles.generalSpecial,
  arcroles.essenceAlias,
];

/** What XBRL 2.1 says of its own arcroles: summation-item allows any. Other arcroles say it in their declaration. */
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

/** Joins ends; a relationship within what is joined already is a second way. */
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
    const [source, target] = [top(from.href), top(to.href)];
    if (source === target) return true;
    parent.set(source, target);
    return false;
  });
}

interface Visit {
  readonly href: string;
  readonly index: number;
  low: number;
  next: number;
}

/** Tarjan's algorithm with a stack of its own. */
function connectedParts(relationships: readonly Relationship[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of relationships) {
    const known = targets.get(from.href);
    if (known === undefined) targets.set(from.href, [to.href]);
    else known.push(to.href);
  }
  const parts: string[][] = [];
  const indexes = new Map<string, number>();
  const pending: string[] = [];
  const isPending = new Set<string>();
  const enter = (href: string): Visit => {
    const index = indexes.size;
    indexes.set(href, index);
    pending.push(href);
    isPending.add(href);
    return { href, index, low: index, next: 0 };
  };
  const leave = ({ href, low, index }: Visit): void => {
    if (low !== index) return;
    const part = pending.splice(pending.lastIndexOf(href));
    for (const each of part) isPending.delete(each);
    if (part.length > 1 || targets.get(href)?.includes(href) === true) parts.push(part);
  };
  for (const root of targets.keys()) {
    if (indexes.has(root)) continue;
    const path = [enter(root)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = targets.get(visit.href)?.[visit.next];
      visit.next += 1;
      if (target === undefined) {
        path.pop();
        leave(visit);
        const above = path.at(-1);
        if (above !== undefined) above.low = Math.min(above.low, visit.low);
      } else if (!indexes.has(target)) path.push(enter(target));
      else if (isPending.has(target)) {
        visit.low = Math.min(visit.low, indexes.get(target) ?? visit.low);
      }
    }
  }
  return parts;
}
