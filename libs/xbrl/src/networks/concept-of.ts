/** Concepts behind locators. */

import type { QName } from '../names.js';

/** The element that `file#id` leads to; undefined where the schema is not at hand. */
export type ConceptOf = (href: string) => QName | undefined;

/**
 * The caller's answer; without one, an id such as `us-gaap_Assets` is taken for prefix and name, `us-gaap:Assets`.
 * An id without an underscore is a name.
 */
export function conceptAt(href: string, conceptOf: ConceptOf): string {
  return conceptOf(href) ?? href.slice(href.indexOf('#') + 1).replace('_', ':');
}
