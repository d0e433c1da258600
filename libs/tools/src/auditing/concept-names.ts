/** Names of concepts as agents read and write them: `prefix:Name`. */

import { z } from 'zod';
import { localOf, namespaceOf, type QName } from '#xbrl';

/** A concept in an argument. */
export const conceptField = z
  .string()
  .min(1)
  .max(400)
  .describe(
    'Concept with the prefix that the filing uses, us-gaap:Assets or us-gaap_Assets; upper and lower case matter.',
  );

/** With a colon, whichever of the two separators was written. */
export const withColon = (concept: string): string =>
  concept.includes(':') ? concept : concept.replace('_', ':');

/** The part behind the prefix. */
export const localName = (concept: string): string => concept.slice(concept.indexOf(':') + 1);

/** The prefix; empty where there is none. */
export const prefixOf = (concept: string): string =>
  concept.slice(0, Math.max(0, concept.indexOf(':')));

/** `http://fasb.org/us-gaap/2023`, or with a whole date: the name of a taxonomy, and its year. */
const published = /\/([A-Za-z][A-Za-z0-9-]*)\/\d{4}(?:-\d\d-\d\d)?$/;

/** Prefixes of one filing: those that its instance declares, by namespace. */
export class Prefixes {
  private readonly namespaces: ReadonlyMap<string, string>;
  /** From the usual prefix of a published taxonomy to the one that the filing uses. */
  private readonly own: ReadonlyMap<string, string>;

  constructor(private readonly byNamespace: ReadonlyMap<string, string>) {
    const all = [...byNamespace];
    this.namespaces = new Map(all.map(([namespace, prefix]) => [prefix, namespace]));
    this.own = new Map(
      all.flatMap(([namespace, prefix]) => {
        const usual = published.exec(namespace)?.[1];
        return usual === undefined ? [] : [[usual, prefix] as const];
      }),
    );
  }

  /** `prefix:Name`; the Clark name where the filing has no prefix for the namespace. */
  nameOf(name: QName): string {
    const prefix = this.byNamespace.get(namespaceOf(name));
    return prefix === undefined ? name : `${prefix}:${localOf(name)}`;
  }

  /** The concept behind an id of a schema that is not at hand, `us-gaap_Assets`. */
  nameOfId(id: string): string {
    const concept = withColon(id);
    const prefix = prefixOf(concept);
    const own = this.own.get(prefix);
    return own === undefined ? concept : `${own}:${localName(concept)}`;
  }

  namespaceOf(concept: string): string | undefined {
    return this.namespaces.get(prefixOf(concept));
  }

  /** With the usual prefix of its taxonomy, under which published taxonomies are searched. */
  usualName(concept: string): string {
    const usual = published.exec(this.namespaceOf(concept) ?? '')?.[1];
    return usual === undefined ? concept : `${usual}:${localName(concept)}`;
  }
}
