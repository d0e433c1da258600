/** `query_taxonomy`: search in the published taxonomies. */

import { z } from 'zod';
import type { MarketView } from '#market-view';
import { isGiven } from '../market/fields.js';
import { tool } from '../tool.js';
import { conceptField, localName, withColon } from './concept-names.js';
import { placeFields, placeIn } from './get-calculation-network.js';
import { yearField } from './get-concept-metadata.js';
import {
  hasTaxonomy,
  knownTaxonomies,
  nearestTaxonomy,
  withTaxonomy,
  type KnownTaxonomy,
} from './known-taxonomies.js';
import type { TaxonomyConcept } from './taxonomy.js';

const limitMax = 50;
const wordField = z.string().min(1).max(200).nullish();

export const queryTaxonomy = tool({
  name: 'query_taxonomy',
  title: 'Search in the published taxonomies',
  description:
    'Concepts of the published us-gaap, srt and dei taxonomies of one year that have name as a part of their name ' +
    'and label as a part of their label (both in upper or lower case alike), and the given balance; or the one ' +
    'concept concept_id. total counts all of them, concepts shows the first limit ones, those with the shortest ' +
    'names first, each with the years that have it. relationships, for concept_id only, is its place in the ' +
    'calculation linkbases published with the taxonomy of the nearest year that has any: totals and children as in ' +
    'get_calculation_network; null where none are at hand. Labels are often wordings of filers. The year nearest to ' +
    'taxonomy_year is read, the earlier one of two.',
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
  call: ({ concept_id: asked, taxonomy_year: wanted, limit, ...words }, { view }) => {
    const taxonomies = knownTaxonomies(view);
    const concept = isGiven(asked) ? withColon(asked) : null;
    const whole = taxonomies.filter((known) => hasTaxonomy(view, known, concept ?? 'us-gaap:'));
    const year = wanted ?? whole.at(-1)?.year ?? 0;
    const read = nearestTaxonomy(whole, year);
    const found = read === undefined ? [] : matching(view, read, { concept, ...words });
    return {
      taxonomy_year_used: read?.year ?? null,
      years: taxonomies.map((known) => known.year),
      total: found.length,
      concepts: found.slice(0, limit).map((one) => rowOf(view, taxonomies, one)),
      relationships: concept === null ? null : publishedPlace(view, concept, year),
    };
  },
});

interface Wanted {
  readonly concept: string | null;
  readonly name?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly balance?: string | null | undefined;
}

/** Shortest names first: what was meant is seldom the longest name that has the words. */
function matching(view: MarketView, known: KnownTaxonomy, wanted: Wanted): TaxonomyConcept[] {
  const { concept: asked, balance } = wanted;
  const [name, label] = [wanted.name?.toLowerCase(), wanted.label?.toLowerCase()];
  const concepts = withTaxonomy(view, known, (year) => [...year.concepts().values()]);
  return concepts
    .filter(
      (one) =>
        (asked === null || one.concept === asked) &&
        (!isGiven(name) || localName(one.concept).toLowerCase().includes(name)) &&
        (!isGiven(label) || one.label?.toLowerCase().includes(label) === true) &&
        (!isGiven(balance) || one.balance === balance),
    )
    .sort((one, other) => one.concept.length - other.concept.length);
}

function rowOf(view: MarketView, taxonomies: readonly KnownTaxonomy[], one: TaxonomyConcept) {
  const { concept, balance, periodType, type, isAbstract, label, documentation } = one;
  const having = taxonomies.filter((known) =>
    withTaxonomy(view, known, (year) => year.concepts().has(concept)),
  );
  const declared = { concept, balance, period_type: periodType, type, abstract: isAbstract };
  return { ...declared, label, documentation, years: having.map(({ year }) => year) };
}

function publishedPlace(view: MarketView, concept: string, year: number) {
  const withSums = knownTaxonomies(view).filter((known) =>
    withTaxonomy(view, known, ({ calculationFiles }) => calculationFiles.length > 0),
  );
  const nearest = nearestTaxonomy(withSums, year);
  if (nearest === undefined) return null;
  return withTaxonomy(view, nearest, (taxonomy) => {
    const { as_parent, as_child } = placeIn(taxonomy.calculations(), concept);
    return { taxonomy_year: nearest.year, as_parent, as_child };
  });
}
