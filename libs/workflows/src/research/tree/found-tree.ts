/**
 * The part of a tree that is in the report: extracted by a judge, repaired by code, using only the
 * report's words.
 */

import { finderIn, type Span } from '../../judging/text/passages.js';
import { logicTreeSchema, numberedNodes, type LogicNode } from '../terms/logic-tree.js';

/** A node in the report's own words. */
interface FoundNode extends LogicNode, Span {
  readonly children: readonly FoundNode[];
}

export interface FoundTree {
  readonly tree: FoundNode | null;
  /**
   * Repairs made by code, in nodes: dropped, as the report does not have their words; moved up, as
   * their parent was dropped; and turned from evidence into arguments, as they have children.
   */
  readonly repairs: Readonly<Record<'dropped' | 'moved' | 'turned', number>>;
}

/**
 * The nodes whose words occur in the report, word for word up to white space, Markdown marks and
 * case. Other nodes are dropped, and their children go to their parent; of several that are left at
 * the top, the first argument is the root, and the others go below it. Evidence with children
 * becomes an argument. Nothing is added.
 */
export function foundTree(written: LogicNode | null, report: string): FoundTree {
  const placesOf = finderIn(report, { wholeWords: true });
  let dropped = 0;
  let moved = 0;
  let turned = 0;
  const argued = (node: FoundNode): FoundNode => {
    if (node.kind === 'argument' || node.children.length === 0) return node;
    turned++;
    return { ...node, kind: 'argument' };
  };
  const kept = ({ text, kind, children: below }: LogicNode): FoundNode[] => {
    const children = below.flatMap(kept);
    const [place] = placesOf(text);
    if (place !== undefined) {
      return [argued({ ...place, text: report.slice(place.from, place.to), kind, children })];
    }
    dropped++;
    moved += children.length;
    return children;
  };
  const tops = written === null ? [] : kept(written);
  const root = tops.find(({ kind }) => kind === 'argument') ?? tops[0];
  const others = tops.filter((node) => node !== root);
  const tree = root ? argued({ ...root, children: [...root.children, ...others] }) : null;
  return { tree, repairs: { dropped, moved, turned } };
}

/**
 * The tree that a report is known to have: that of its task, unless a node of it is missing
 * in the report.
 */
export function knownTree(
  solution: { readonly tree?: LogicNode | null | undefined } | null,
  report: string,
): LogicNode | null | undefined {
  const tree = solution?.tree;
  return tree && foundTree(tree, report).repairs.dropped > 0 ? undefined : tree;
}

/** The tree as judges read it: a line a node, below its parent by its indentation. */
export const treeText = (tree: LogicNode | null): string =>
  numberedNodes(tree)
    .map(({ id, depth, kind, text }) => {
      return `${'  '.repeat(depth)}${id} ${kind}: ${text.replace(/\s+/g, ' ')}`;
    })
    .join('\n');

/**
 * A judge's tree in a report; undefined if the value is not a tree, or names nothing that is
 * in the report.
 */
export function treeIn(value: unknown, report: string): FoundTree | undefined {
  const { data, success } = logicTreeSchema.safeParse(value);
  if (!success) return undefined;
  const found = foundTree(data, report);
  return data !== null && found.tree === null ? undefined : found;
}
