/** One year of the published taxonomies (us-gaap, srt, dei): its concepts, and the calculations published with them. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import {
  baseSets,
  calculationNetworks,
  localOf,
  readLinkbase,
  readSchema,
  type CalculationNetwork,
} from '#xbrl';
import { conceptOfHref, localName, prefixOf, withColon } from './concept-names.js';
import { once } from './once.js';

const text = z.string().nullish().default(null);
const orElse =
  <E extends string>(other: E) =>
  <T>(value: T | null | undefined): T | E =>
    value ?? other;

/** A line of concepts.jsonl, as tools show it; a concept without a balance has balance none. */
const conceptSchema = z.object({
  concept: z.string(),
  balance: z.enum(['debit', 'credit']).nullish().transform(orElse('none')),
  period_type: z.enum(['instant', 'duration']).nullish().transform(orElse('unknown')),
  /** Without its prefix, `monetaryItemType`. */
  type: text.transform((type) => (type === null ? null : localName(type))),
  abstract: z.boolean().default(false),
  label: text,
  documentation: text,
});
export type TaxonomyConcept = z.output<typeof conceptSchema>;

/** `us-gaap/2023/us-gaap-2023.xsd`, `us-gaap/2020/srt-2020-01-31.xsd` */
const schemaName = /(?:^|\/)([A-Za-z][A-Za-z-]*)-\d{4}(?:-\d\d-\d\d)?\.xsd$/;

export class TaxonomyYear {
  constructor(
    private readonly names: readonly string[],
    private readonly textOf: (name: string) => string,
  ) {}

  /** By name: as concepts.jsonl lists them, and as schemas declare those of other prefixes. */
  readonly concepts = once((): ReadonlyMap<string, TaxonomyConcept> => {
    const lists = this.names.filter((name) => name.endsWith('/concepts.jsonl'));
    const listed = lists.flatMap((name) => listedConcepts(this.textOf(name), name));
    const prefixes = new Set(listed.map(({ concept }) => prefixOf(concept)));
    const schemas = this.names.filter((name) => {
      const prefix = schemaName.exec(name)?.[1];
      return prefix !== undefined && !prefixes.has(prefix);
    });
    const declared = schemas.flatMap((name) => declaredConcepts(this.bytesOf(name), name));
    return new Map([...listed, ...declared].map((one) => [one.concept, one]));
  });

  readonly prefixes = once(() => new Set([...this.concepts().keys()].map(prefixOf)));

  /** Of the published calculation linkbases, `us-gaap-stm-soi-cal-2020-01-31.xml`. */
  readonly calculations = once((): readonly CalculationNetwork[] => {
    const files = this.names.filter((name) => /[-_]cal[-_.][^/]*xml$/.test(name));
    const linkbases = files.map((name) => readLinkbase(this.bytesOf(name), name));
    return calculationNetworks(baseSets(linkbases), conceptOfHref);
  });

  private bytesOf(name: string): Uint8Array {
    return Buffer.from(this.textOf(name));
  }
}

function listedConcepts(lines: string, file: string): TaxonomyConcept[] {
  return lines.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [conceptSchema.parse(JSON.parse(line))];
    } catch (cause) {
      const where = `${file}, line ${index + 1}`;
      const expected = 'an object {concept, balance, period_type, type, …}';
      throw invalidInput('not a concept', { where, expected, found: excerpt(line), cause });
    }
  });
}

/** Those with a period type: other elements are parts of linkbases or dimensions. */
function declaredConcepts(bytes: Uint8Array, file: string): TaxonomyConcept[] {
  return readSchema(bytes, file).elements.flatMap((element) => {
    const { id, balance = 'none' as const, periodType: period_type, type, abstract } = element;
    if (id === undefined || period_type === undefined) return [];
    const declared = { concept: withColon(id), balance, period_type, abstract };
    const typed = type === undefined ? null : localOf(type);
    return [{ ...declared, type: typed, label: null, documentation: null }];
  });
}
