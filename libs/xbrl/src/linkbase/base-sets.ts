/**
 * Base sets and the relationships in force after equivalence, prohibition and priority (XBRL
 * 2.1, 3.5.3.9.7).
 */

import { invalidInput } from '#values';
import type { Big } from 'big.js';
import type { QName } from '../names/names.js';
import type { Arc, End, ExtendedLink, Linkbase } from './linkbase.js';

const relationshipsMax = 250_000;

/** Relationships of one arcrole, link role, link element and arc element (3.5.3.9.7.3). */
export interface BaseSet {
  readonly arcrole: string;
  readonly role: string;
  readonly link: QName;
  readonly arc: QName;
  /** In force, in document order over the linkbases as given. */
  readonly relationships: readonly Relationship[];
}

export interface Relationship {
  readonly from: End;
  readonly to: End;
  readonly order: Big;
  readonly weight: Big | undefined;
  readonly preferredLabel: string | undefined;
  readonly file: string;
  readonly line: number;
}

interface Candidate {
  relationship: Relationship;
  prohibited: boolean;
  priority: number;
}

interface OpenSet extends Omit<BaseSet, 'relationships'> {
  /** The strongest of each group of equivalent relationships, by what makes them equivalent. */
  readonly strongest: Map<string, Candidate>;
}

/**
 * One spelling for all spellings of a value, by the attribute's type: `1.0` and `+1` of a decimal.
 */
export type Canonical = (attribute: QName, text: string) => string;

/**
 * All base sets of several linkbases, in the order in which they are first met.
 * @param canonical for attributes of arcs that XBRL does not know; their text, unless a
 * schema defines more
 * @throws invalid input when labels with many ends make more than 250,000 relationships
 */
export function baseSets(
  linkbases: readonly Linkbase[],
  canonical: Canonical = (_, text) => text,
): BaseSet[] {
  const sets = new Map<string, OpenSet>();
  let count = 0;
  for (const { file, links } of linkbases) {
    for (const link of links) {
      for (const arc of link.arcs) {
        const set = setOf(sets, arc, link);
        const targets = link.ends.get(arc.to) ?? [];
        const sources = link.ends.get(arc.from) ?? [];
        count += sources.length * targets.length;
        if (count > relationshipsMax) {
          const expected = `at most ${relationshipsMax}`;
          throw invalidInput('relationships', { where: `${file}:${arc.line}`, expected });
        }
        const others = arc.others.map(([name, text]) => [name, canonical(name, text)] as const);
        for (const from of sources) {
          for (const to of targets) consider(set, { ...arc, others }, from, to, file);
        }
      }
    }
  }
  return [...sets.values()].map(({ strongest, ...rest }) => ({
    ...rest,
    relationships: [...strongest.values()]
      .filter(({ prohibited }) => !prohibited)
      .map(({ relationship }) => relationship),
  }));
}

function setOf(sets: Map<string, OpenSet>, arc: Arc, link: ExtendedLink): OpenSet {
  const base = { arcrole: arc.arcrole, role: link.role, link: link.element, arc: arc.element };
  const key = JSON.stringify(base);
  const set = sets.get(key) ?? { ...base, strongest: new Map() };
  sets.set(key, set);
  return set;
}

/** The higher priority wins; at the same one a prohibition does, then the first (3.5.3.9.7.5). */
function consider(set: OpenSet, arc: Arc, from: End, to: End, file: string): void {
  const { order, weight, preferredLabel, line, prohibited, priority } = arc;
  // Decimals by value: `1.0` is `+1`. Use, priority and XLink attributes are exempt (3.5.3.9.7.4).
  const key = JSON.stringify([
    from.href,
    to.href,
    order.toString(),
    weight?.toString() ?? null,
    preferredLabel ?? null,
    arc.others,
  ]);
  const known = set.strongest.get(key);
  const wins =
    known === undefined ||
    priority > known.priority ||
    (priority === known.priority && prohibited && !known.prohibited);
  if (!wins) return;
  const relationship = { from, to, order, weight, preferredLabel, file, line };
  set.strongest.set(key, { relationship, prohibited, priority });
}
