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
  type SchemaElement,
} from '#xbrl';
import { prefixOf, withColon } from './concept-names.js';
import { once } from './once.js';

export interface TaxonomyConcept {
  /** `us-gaap:Assets` */
  readonly concept: string;
  readonly balance: 'debit' | 'credit' | 'none';
  readonly periodType: 'instant' | 'duration' | 'unknown';
  /** Without a prefix, `monetaryItemType`; null where none is declared. */
  readonly type: string | null;
  readonly isAbstract: boolean;
  readonly label: string | null;
  readonly documentation: string | null;
}

/** A line of concepts.jsonl, as far as it is read. */
const lineSchema = z.object({
  concept: z.string(),
  balance: z.enum(['debit', 'credit']).nullish(),
  period_type: z.enum(['instant', 'duration']).nullish(),
  type: z.string().nullish(),
  abstract: z.boolean().nullish(),
  label: z.string().nullish(),
  documentation: z.string().nullish(),
});

/** `us-gaap/2023/us-gaap-2023.xsd`, `us-gaap/2020/srt-2020-01-31.xsd` */
const schemaName = /(?:^|\/)([A-Za-z][A-Za-z-]*)-\d{4}(?:-\d\d-\d\d)?\.xsd$/;

export class TaxonomyYear {
  constructor(
    private readonly names: readonly string[],
    private readonly textOf: (name: string) => string,
  ) {}

  /** By concept, in the order of the files; schemas speak for what concepts.jsonl leaves out. */
  readonly concepts = once((): ReadonlyMap<string, TaxonomyConcept> => {
    const listed = this.names.filter((name) => /(^|\/)concepts\.jsonl$/.test(name));
    const concepts = listed.flatMap((name) => listedConcepts(this.textOf(name), name));
    const prefixes = new Set(concepts.map(({ concept }) => prefixOf(concept)));
    const schemas = this.names.filter((name) => {
      const prefix = schemaName.exec(name)?.[1];
      return prefix !== undefined && !prefixes.has(prefix);
    });
    const declared = schemas.flatMap((name) =>
      readSchema(Buffer.from(this.textOf(name)), name).elements.flatMap(declaredConcept),
    );
    return new Map([...concepts, ...declared].map((one) => [one.concept, one]));
  });

  /** Of which there are concepts. */
  readonly prefixes = once(
    (): ReadonlySet<string> => new Set([...this.concepts().keys()].map(prefixOf)),
  );

  /** Of the published calculation linkbases, `*-cal-*.xml`. */
  readonly calculations = once((): readonly CalculationNetwork[] => {
    const linkbases = this.calculationFiles.map((name) =>
      readLinkbase(Buffer.from(this.textOf(name)), name),
    );
    return calculationNetworks(baseSets(linkbases), (href) => {
      return withColon(href.slice(href.indexOf('#') + 1));
    });
  });

  get calculationFiles(): readonly string[] {
    return this.names.filter((name) => /[-_]cal[-_.][^/]*xml$/.test(name));
  }
}

function listedConcepts(text: string, file: string): TaxonomyConcept[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, where: `${file}, line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, where }) => listedConcept(line, where));
}

function listedConcept(line: string, where: string): TaxonomyConcept {
  const { concept, balance, period_type, type, abstract, label, documentation } = lineOf(
    line,
    where,
  );
  return {
    concept,
    balance: balance ?? 'none',
    periodType: period_type ?? 'unknown',
    type: type?.slice(type.indexOf(':') + 1) ?? null,
    isAbstract: abstract === true,
    label: label ?? null,
    documentation: documentation ?? null,
  };
}

function lineOf(line: string, where: string): z.output<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch (cause) {
    const expected = 'an object {concept, balance, period_type, type, …}';
    throw invalidInput('not a concept', { where, expected, found: excerpt(line), cause });
  }
}

function declaredConcept(element: SchemaElement): TaxonomyConcept[] {
  const { id, balance, periodType, type, abstract: isAbstract } = element;
  // What has no period type is no item, such as a part of a linkbase or of a dimension.
  if (id === undefined || periodType === undefined) return [];
  const declared = { balance: balance ?? ('none' as const), periodType, isAbstract };
  const named = { type: type === undefined ? null : localOf(type), label: null };
  return [{ concept: withColon(id), ...declared, ...named, documentation: null }];
}
