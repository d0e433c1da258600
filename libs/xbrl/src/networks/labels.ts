/** Labels of concepts (XBRL 2.1, 5.2.2). */

import { append } from '../names/lists.js';
import type { BaseSet } from '../linkbase/base-sets.js';
import type { Resource } from '../linkbase/linkbase.js';
import { arcroles, standardLabel } from '../linkbase/vocabulary.js';
import { conceptAt, type ConceptOf } from './network.js';

interface LabelWish {
  /** The standard label when left out. */
  readonly role?: string | undefined;
  /** `en` also finds `en-US`; any language when left out. */
  readonly lang?: string | undefined;
}

export type LabelOf = (concept: string, wish?: LabelWish) => string | undefined;

/**
 * The label of a role and a language: the exact language first, then a part of it, in
 * document order.
 */
export function labelsOf(sets: readonly BaseSet[], conceptOf: ConceptOf): LabelOf {
  const labels = new Map<string, Resource[]>();
  for (const set of sets) {
    if (set.arcrole !== arcroles.conceptLabel) continue;
    for (const { from, to } of set.relationships) {
      if (to.resource === undefined) continue;
      append(labels, conceptAt(from.href, conceptOf), to.resource);
    }
  }
  return (concept, { role = standardLabel, lang } = {}) => {
    const wanted = lang?.toLowerCase();
    const ofRole = (labels.get(concept) ?? [])
      .filter((label) => (label.role ?? standardLabel) === role)
      .map(({ text, lang: tag = '' }) => ({ text, tag: tag.toLowerCase() }));
    if (wanted === undefined) return ofRole[0]?.text;
    const found =
      ofRole.find(({ tag }) => tag === wanted) ??
      ofRole.find(({ tag }) => tag.startsWith(`${wanted}-`));
    return found?.text;
  };
}
