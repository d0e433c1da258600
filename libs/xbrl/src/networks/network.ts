/**
 * Base sets over concepts: children in order, parents, roots; those of calculations with
 * their definitions.
 */

import type { Big } from 'big.js';
import { append } from '../names/lists.js';
import type { BaseSet } from '../linkbase/base-sets.js';
import { arcroles } from '../linkbase/vocabulary.js';
import type { QName } from '../names/names.js';

/** The element that `file#id` leads to; undefined if the schema is not available. */
export type ConceptOf = (href: string) => QName | undefined;

export interface Branch {
  readonly parent: string;
  readonly child: string;
  readonly order: Big;
  readonly weight: Big | undefined;
  readonly preferredLabel: string | undefined;
  readonly file: string;
  readonly line: number;
}

export interface Network {
  readonly arcrole: string;
  readonly role: string;
  /** Concepts that have children, in document order. */
  readonly parents: readonly string[];
  /** Parents without a parent of their own; empty if all are in cycles. */
  readonly roots: readonly string[];
  /** By order, then as in the document. Two relationships with one child are two branches. */
  childrenOf(concept: string): readonly Branch[];
  /** Branches that lead to the concept. */
  parentsOf(concept: string): readonly Branch[];
  /**
   * The other children of the concept's parents, by parent; the branch to the concept
   * itself is left out.
   */
  siblingsOf(concept: string): readonly Branch[];
}

/**
 * The networks of an arcrole, one a base set, in the order in which their roles first appear.
 * Concepts are Clark names where `conceptOf` knows them, and `prefix:name` else.
 */
export function networksOf(
  sets: readonly BaseSet[],
  wanted: readonly string[],
  conceptOf: ConceptOf,
): Network[] {
  return sets
    .filter((set) => wanted.includes(set.arcrole) && set.relationships.length > 0)
    .map((set) => networkOf(set, conceptOf));
}

export function networkOf(set: BaseSet, conceptOf: ConceptOf): Network {
  const children = new Map<string, Branch[]>();
  const parents = new Map<string, Branch[]>();
  for (const { from, to, order, weight, preferredLabel, file, line } of set.relationships) {
    const parent = conceptAt(from.href, conceptOf);
    const child = conceptAt(to.href, conceptOf);
    const branch = { parent, child, order, weight, preferredLabel, file, line };
    append(children, parent, branch);
    append(parents, child, branch);
  }
  for (const branches of children.values()) branches.sort((a, b) => a.order.cmp(b.order));
  const childrenOf = (concept: string): readonly Branch[] => children.get(concept) ?? [];
  const parentsOf = (concept: string): readonly Branch[] => parents.get(concept) ?? [];
  return {
    arcrole: set.arcrole,
    role: set.role,
    parents: [...children.keys()],
    roots: [...children.keys()].filter((concept) => !parents.has(concept)),
    childrenOf,
    parentsOf,
    siblingsOf: (concept) =>
      [...new Set(parentsOf(concept).map(({ parent }) => parent))].flatMap((parent) =>
        childrenOf(parent).filter(({ child }) => child !== concept),
      ),
  };
}

/**
 * The caller's answer; without one, an id such as `us-gaap_Assets` is taken for prefix and name,
 * `us-gaap:Assets`. An id without an underscore is a name.
 */
export const conceptAt = (href: string, conceptOf: ConceptOf): string =>
  conceptOf(href) ?? href.slice(href.indexOf('#') + 1).replace('_', ':');

/**
 * A `Network` whose branches all have a weight; its role with the definition that the
 * schema gives it.
 */
export interface CalculationNetwork extends Network {
  readonly definition: string | undefined;
}

/**
 * All calculation networks (5.2.5), of XBRL 2.1 and of Calculations 1.1, with roles in
 * document order.
 */
export function calculationNetworks(
  sets: readonly BaseSet[],
  conceptOf: ConceptOf,
  definitionOf: (role: string) => string | undefined = () => undefined,
): CalculationNetwork[] {
  const { summationItem, summationItem11 } = arcroles;
  const networks = networksOf(sets, [summationItem, summationItem11], conceptOf);
  return networks.map((own) => ({ ...own, definition: definitionOf(own.role) }));
}
