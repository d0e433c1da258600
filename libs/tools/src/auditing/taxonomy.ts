/**
 * The published taxonomies (us-gaap, srt, dei) by year: their concepts, and the calculations
 * published with them.
 */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import type { MarketView } from '#market-view';
import { baseSets, calculationNetworks, localOf, readLinkbase, readSchema } from '#xbrl';
import { localName, prefixOf, withColon } from './concept-names.js';
import { once, ParsedCache } from './parsed-cache.js';

const text = z.string().nullish().default(null);
const balance = z.enum(['debit', 'credit']).nullish();
const periodType = z.enum(['instant', 'duration']).nullish();

/**
 * A line of concepts.jsonl, as shown by tools; a concept without a balance has the balance `none`.
 */
const conceptSchema = z.object({
  concept: z.string(),
  balance: balance.transform((known) => known ?? ('none' as const)),
  period_type: periodType.transform((known) => known ?? ('unknown' as const)),
  /** Without its prefix, `monetaryItemType`. */
  type: text.transform((type) => type && localName(type)),
  abstract: z.boolean().nullish().transform(Boolean),
  label: text,
  documentation: text,
});
export type TaxonomyConcept = z.output<typeof conceptSchema>;

/** A line of chunks_core.jsonl, the form in which HERCULEAN keeps a taxonomy. */
const chunkSchema = z
  .object({
    concept_id: z.string(),
    balance: z.string().nullish(),
    periodType: z.string().nullish(),
    period_type: z.string().nullish(),
    label: text,
  })
  .transform(({ concept_id, periodType: camel, period_type: snake, ...own }) => {
    const period = camel ?? snake;
    return conceptSchema.parse({
      concept: withColon(concept_id),
      balance: own.balance === 'debit' || own.balance === 'credit' ? own.balance : null,
      period_type: period === 'instant' || period === 'duration' ? period : null,
      label: own.label,
    });
  });

/** `us-gaap/2023/us-gaap-2023.xsd`, `us-gaap/2020/srt-2020-01-31.xsd` */
const schemaName = /(?:^|\/)([A-Za-z][A-Za-z-]*)-\d{4}(?:-\d\d-\d\d)?\.xsd$/;

/** A year from its files, each read on first use. */
function taxonomyOf(names: readonly string[], textOf: (name: string) => string) {
  const bytesOf = (name: string): Uint8Array => Buffer.from(textOf(name));
  /** By name: as listed in chunks_core.jsonl alone; empty without such a file. */
  const chunks = once((): ReadonlyMap<string, TaxonomyConcept> => {
    const listed = listedIn(names, '/chunks_core.jsonl', chunkSchema, textOf);
    return new Map(listed.map(byConcept));
  });
  /**
   * By name: as listed in concepts.jsonl or chunks_core.jsonl, and as declared by schemas for other
   * prefixes.
   */
  const concepts = once((): ReadonlyMap<string, TaxonomyConcept> => {
    const listed = listedIn(names, '/concepts.jsonl', conceptSchema, textOf);
    const prefixes = new Set([undefined, ...listed.map(({ concept }) => prefixOf(concept))]);
    const schemas = names.filter((name) => !prefixes.has(schemaName.exec(name)?.[1]));
    const declared = schemas.flatMap((name) => declaredConcepts(bytesOf(name), name));
    return new Map([...chunks().values(), ...listed, ...declared].map(byConcept));
  });
  return {
    concepts,
    chunks,
    prefixes: once(() => new Set([...concepts().keys()].map(prefixOf))),
    /** Reads the published calculation linkbases, `us-gaap-stm-soi-cal-2020-01-31.xml`. */
    calculations: once(() => {
      const files = names.filter(isCalculation);
      const linkbases = files.map((name) => readLinkbase(bytesOf(name), name));
      return calculationNetworks(baseSets(linkbases), () => undefined);
    }),
  };
}

/** `cal` between separators in the last part of a name that ends in `xml`. */
const isCalculation = (name: string): boolean =>
  name.endsWith('xml') && /[-_]cal[-_.]/.test(name.slice(name.lastIndexOf('/') + 1, -'xml'.length));

const byConcept = (one: TaxonomyConcept) => [one.concept, one] as const;

/** The concepts of all files of a name. */
const listedIn = (
  names: readonly string[],
  end: string,
  schema: z.ZodType<TaxonomyConcept>,
  textOf: (name: string) => string,
): TaxonomyConcept[] =>
  names
    .filter((name) => name.endsWith(end))
    .flatMap((name) => listedConcepts(textOf(name), name, schema));

function listedConcepts(
  lines: string,
  file: string,
  schema: z.ZodType<TaxonomyConcept>,
): TaxonomyConcept[] {
  return lines.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (cause) {
      const where = `${file}, line ${index + 1}`;
      const expected = 'an object {concept (or concept_id), balance, period_type, …}';
      throw invalidInput('not a concept', { where, expected, found: excerpt(line), cause });
    }
  });
}

/** Concepts with a period type: other elements are parts of linkbases or dimensions. */
function declaredConcepts(bytes: Uint8Array, file: string): TaxonomyConcept[] {
  return readSchema(bytes, file).elements.flatMap(({ id, periodType: period_type, ...own }) => {
    if (id === undefined || period_type === undefined) return [];
    const type = own.type && localOf(own.type);
    return conceptSchema.parse({ ...own, concept: withColon(id), period_type, type });
  });
}

/** A parsed year, once per process. */
interface KnownTaxonomy {
  readonly year: number;
  with<R>(use: (taxonomy: ReturnType<typeof taxonomyOf>) => R): R;
}

const parsed = new ParsedCache(taxonomyOf);

/** Facts of symbol `us-gaap` and form `taxonomy`, oldest year first. */
export function knownTaxonomies(view: MarketView): KnownTaxonomy[] {
  const filings = view.symbols.includes('us-gaap') ? view.filings('us-gaap') : [];
  const years = filings.flatMap((filing): KnownTaxonomy[] => {
    const year = /^us-gaap-(\d{4})$/.exec(filing.accession ?? '')?.[1];
    if (filing.form !== 'taxonomy' || year === undefined) return [];
    return [{ year: Number(year), with: (use) => parsed.use(view, filing, use) }];
  });
  return years.sort((one, other) => one.year - other.year);
}

/** The year nearest to `wanted`, the earlier one in a tie; undefined if there is none. */
export function nearestYear(years: readonly KnownTaxonomy[], wanted: number) {
  const distance = ({ year }: KnownTaxonomy): number => Math.abs(year - wanted);
  // The sort is stable: in a tie the earlier year stays first.
  return years.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** The years whose taxonomy covers a concept, that is, has any concept with its prefix. */
export const yearsOfPrefix = (years: readonly KnownTaxonomy[], concept: string): KnownTaxonomy[] =>
  years.filter((year) => year.with(({ prefixes }) => prefixes().has(prefixOf(concept))));
