/** A network as rows, for tables and trees on paper. */

import { invalidInput } from '#values';
import type { Branch, Network } from './network.js';

const rowsMax = 100_000;

export interface TreeRow {
  readonly concept: string;
  /** 0 for a root. */
  readonly depth: number;
  /** How it is attached to its parent; undefined for a root. */
  readonly branch: Branch | undefined;
  /** It is its own ancestor here: its children are left out. */
  readonly isRepeated: boolean;
}

/**
 * Depth first, children in order; a concept with several parents appears below each of them.
 * @throws invalid input beyond 100,000 rows, which a small network with many paths can produce
 */
export function treeRows(network: Network): TreeRow[] {
  const rows: TreeRow[] = [];
  const above: string[] = [];
  const isAbove = new Set<string>();
  const waiting = network.roots.map((concept) => ({
    concept,
    depth: 0,
    branch: undefined as Branch | undefined,
  }));
  waiting.reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { concept, depth } = next;
    for (const left of above.splice(depth)) isAbove.delete(left);
    const isRepeated = isAbove.has(concept);
    rows.push({ ...next, isRepeated });
    if (rows.length > rowsMax) {
      const where = `role ${network.role}`;
      throw invalidInput('the tree is too large', {
        where,
        expected: `at most ${rowsMax} rows`,
        found: 'more',
      });
    }
    if (isRepeated) continue;
    above.push(concept);
    isAbove.add(concept);
    for (const branch of network.childrenOf(concept).toReversed()) {
      waiting.push({ concept: branch.child, depth: depth + 1, branch });
    }
  }
  return rows;
}
