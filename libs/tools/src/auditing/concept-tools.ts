/**
 * Tools for concepts: calculations they take part in, declarations, and a search in the
 * published taxonomies.
 */

import { z } from 'zod';
import type { Branch, CalculationNetwork } from '#xbrl';
import { isGiven } from '../market/fields.js';
import { tool, type Tool } from '../tool/tool.js';
import { conceptField, isDirectional, isTwoWay, localName, withColon } from './concept-names.js';
import { filingPathField, withFiling } from './filing-packages.js';
import type { ParsedFiling } from './parsed-filing.js';
import { knownTaxonomies, nearestYear, yearsOfPrefix, type TaxonomyConcept } from './taxonomy.js';

const weighted = z.array(
  z.strictObject({ concept: z.string(), weight: z.number(), order: z.number() }),
);

/** The place of a concept in calculation networks. */
const placeFields = {
  as_parent: z.array(z.strictObject({ role: z.string(), children: weighted })),
  as_child: z.array(z.strictObject({ role: z.string(), parent: z.string(), siblings: weighted })),
  is_isolated: z.boolean(),
  roles_scanned: z.int(),
};

const getCalculationNetwork = tool({
  name: 'get_calculation_network',
  title: 'What a concept is made of',
  description:
    'The place of one concept in the calculation linkbase of the filing. as_parent: for each ' +
    'role in which it is a total, its children in order with their weights; the total should be ' +
    'the sum of weight × child. as_child: for each role and parent, all children of that parent, ' +
    'the concept itself among siblings. Roles come in the order of the linkbase; several can ' +
    'apply. is_isolated: it is neither total nor child. roles_scanned counts the roles of the ' +
    'linkbase.',
  input: z.strictObject({ filing_path: filingPathField, concept_id: conceptField }),
  output: z.strictObject(placeFields),
  call: ({ filing_path: path, concept_id: asked }, { view }) =>
    withFiling(view, path, (filing) => placeIn(filing.calculations(), withColon(asked))),
});

/** The place of a concept in calculation networks, as returned by `get_calculation_network`. */
export function placeIn(networks: readonly CalculationNetwork[], concept: string) {
  const asParent = networks.flatMap((network) => {
    const children = network.childrenOf(concept);
    return children.length === 0 ? [] : [{ role: network.role, children: children.map(rowOf) }];
  });
  const asChild = networks.flatMap((network) => {
    const parents = new Set(network.parentsOf(concept).map(({ parent }) => parent));
    return [...parents].map((parent) => {
      return { role: network.role, parent, siblings: network.childrenOf(parent).map(rowOf) };
    });
  });
  return {
    as_parent: asParent,
    as_child: asChild,
    is_isolated: asParent.length === 0 && asChild.length === 0,
    roles_scanned: new Set(networks.map(({ role }) => role)).size,
  };
}

const rowOf = ({ child, weight, order }: Branch) => ({
  concept: child,
  weight: weight?.toNumber() ?? 1,
  order: order.toNumber(),
});

const yearField = z.int().min(1990).max(2200);
const sources = z.enum(['xsd', 'taxonomy', 'not_found']);

const getConceptMetadata = tool({
  name: 'get_concept_metadata',
  title: 'Balance, period type and label of a concept',
  description:
    'What a concept is declared to be: balance debit or credit; none where a published taxonomy ' +
    'declares no balance; unknown where the filing’s own schema declares none, or the concept is ' +
    'not found. source tells where the declaration is: xsd (the filing’s own schema), taxonomy ' +
    '(the published us-gaap, srt or dei taxonomy) or not_found. Of the published taxonomies the ' +
    'year nearest to taxonomy_year is read, the earlier one of two, and taxonomy_year_used tells ' +
    'which; null for the other sources. label is the filing’s label, else the taxonomy’s. ' +
    'is_directional_hint: by words of its name and label, and its balance, it is an item of one ' +
    'direction (expense, loss, depreciation …), whose negative value is suspect. is_two_way: by ' +
    'its name it is a two-way item (a change, gain or loss, net income, equity …), whose ' +
    'negative values are meant.',
  input: z.strictObject({
    filing_path: filingPathField,
    concept_id: conceptField,
    taxonomy_year: yearField
      .nullish()
      .describe('Year of the published taxonomy, an integer; without it, the year of the filing.'),
  }),
  output: z.strictObject({
    balance: z.enum(['debit', 'credit', 'none', 'unknown']),
    period_type: z.enum(['instant', 'duration', 'unknown']),
    label: z.string().nullable(),
    source: sources,
    is_directional_hint: z.boolean(),
    is_two_way: z.boolean(),
    taxonomy_year_used: z.int().nullable(),
  }),
  call: ({ filing_path: path, concept_id: asked, taxonomy_year: year }, { view }) => {
    const concept = withColon(asked);
    return withFiling(view, path, (filing, filingYear) => {
      const labelOf = filing.labels();
      const element = filing.elementOf(concept);
      const years = element ? [] : yearsOfPrefix(knownTaxonomies(view), concept);
      const taxonomy = nearestYear(years, year ?? filingYear);
      const listed = taxonomy?.with(({ concepts }) => concepts().get(concept));
      const declared = declarationOf(element, listed);
      const published = listed?.label ?? null;
      return {
        balance: declared.balance,
        period_type: declared.period_type,
        label: labelOf(concept, { lang: 'en' }) ?? labelOf(concept) ?? published,
        source: declared.source,
        is_directional_hint: isDirectional(concept, published, declared.balance),
        is_two_way: isTwoWay(concept),
        taxonomy_year_used: (listed && taxonomy?.year) ?? null,
      };
    });
  },
});

const limitMax = 50;
const wordField = z.string().min(1).max(200).nullish();

const queryTaxonomy = tool({
  name: 'query_taxonomy',
  title: 'Search in the published taxonomies',
  description:
    'Concepts of the published us-gaap, srt and dei taxonomies of one year that have name as a ' +
    'part of their name and label as a part of their label (in upper or lower case alike), and ' +
    'the given balance; or the one concept concept_id. total counts all of them, concepts shows ' +
    'the first limit ones, shortest names first, each with the years that have it. ' +
    'relationships, for concept_id only, is its place in the published calculation linkbases of ' +
    'the nearest year that has them, in the form of get_calculation_network; null where there ' +
    'are none. Labels are often wordings of filers. The year nearest to taxonomy_year is read, ' +
    'the earlier one of two.',
  input: z.strictObject({
    name: wordField.describe('Part of the name without its prefix, for example AssetsCurrent.'),
    label: wordField.describe('Part of the label, for example current assets.'),
    balance: z.enum(['debit', 'credit', 'none']).nullish().describe('Only concepts with it.'),
    concept_id: conceptField.nullish(),
    taxonomy_year: yearField.nullish().describe('An integer; without it, the latest year at hand.'),
    limit: z.int().min(1).max(limitMax).default(10).describe(`At most ${limitMax}; default 10.`),
  }),
  output: z.strictObject({
    taxonomy_year_used: z.int().nullable(),
    years: z.array(z.int()),
    total: z.int(),
    concepts: z.array(
      z.strictObject({
        concept: z.string(),
        balance: z.enum(['debit', 'credit', 'none']),
        period_type: z.enum(['instant', 'duration', 'unknown']),
        type: z.string().nullable(),
        abstract: z.boolean(),
        label: z.string().nullable(),
        documentation: z.string().nullable(),
        years: z.array(z.int()),
      }),
    ),
    relationships: z.strictObject({ taxonomy_year: z.int(), ...placeFields }).nullable(),
  }),
  call: ({ concept_id: asked, taxonomy_year: wanted, limit, ...sought }, { view }) => {
    const years = knownTaxonomies(view);
    const concept = isGiven(asked) ? withColon(asked) : undefined;
    const whole = yearsOfPrefix(years, concept ?? 'us-gaap:');
    const year = wanted ?? whole.at(-1)?.year ?? 0;
    const read = nearestYear(whole, year);
    const found = [...(read?.with(({ concepts }) => concepts().values()) ?? [])]
      .filter(
        (listed) =>
          listed.concept === (concept ?? listed.concept) &&
          listed.balance === (sought.balance ?? listed.balance) &&
          hasPart(localName(listed.concept), sought.name) &&
          hasPart(listed.label, sought.label),
      )
      // The intended concept is seldom the longest name with these words.
      .sort((a, b) => a.concept.length - b.concept.length);
    return {
      taxonomy_year_used: read?.year ?? null,
      years: years.map((known) => known.year),
      total: found.length,
      concepts: found.slice(0, limit).map((listed) => ({
        ...listed,
        years: years
          .filter((known) => known.with(({ concepts }) => concepts().has(listed.concept)))
          .map((known) => known.year),
      })),
      relationships: publishedPlace(years, concept, year),
    };
  },
});

type Listed = Pick<TaxonomyConcept, 'balance' | 'period_type'>;

/** Balance and period type, as the filing's own schema declares them, else a published taxonomy. */
export function declarationOf(
  element: ReturnType<ParsedFiling['elementOf']>,
  listed: Listed | undefined,
) {
  if (element) {
    const { balance = 'unknown', periodType = 'unknown' } = element;
    return { balance, period_type: periodType, source: 'xsd' } as const;
  }
  if (listed) {
    return {
      balance: listed.balance,
      period_type: listed.period_type,
      source: 'taxonomy',
    } as const;
  }
  return { balance: 'unknown', period_type: 'unknown', source: 'not_found' } as const;
}

/** The place of a concept in the nearest year with calculation linkbases; null if none is asked. */
function publishedPlace(
  years: ReturnType<typeof knownTaxonomies>,
  concept: string | undefined,
  year: number,
) {
  const summed = years.filter((known) => known.with((read) => read.calculations().length > 0));
  if (concept === undefined) return null;
  const published = nearestYear(summed, year);
  return (
    published?.with(({ calculations }) => ({
      taxonomy_year: published.year,
      ...placeIn(calculations(), concept),
    })) ?? null
  );
}

const hasPart = (text: string | null, part: string | null | undefined): boolean =>
  !isGiven(part) || text?.toLowerCase().includes(part.toLowerCase()) === true;

export const conceptTools: readonly Tool[] = [
  getCalculationNetwork,
  getConceptMetadata,
  queryTaxonomy,
];
