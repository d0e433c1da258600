/** `query_taxonomy`: search in the published taxonomies. */

import { z } from 'zod';
import { isGiven } from '../market/fields.js';
import { tool } from '../tool.js';
import { conceptField, localName, withColon } from './concept-names.js';
import { placeFields, placeIn } from './get-calculation-network.js';
import { yearField } from './get-concept-metadata.js';
import { knownTaxonomies, nearestYear, yearsOfPrefix } from './known-taxonomies.js';
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
    const years = knownTaxonomies(view);
    const concept = isGiven(asked) ? withColon(asked) : null;
    const whole = yearsOfPrefix(years, concept ?? 'us-gaap:');
    const year = wanted ?? whole.at(-1)?.year ?? 0;
    const read = nearestYear(whole, year);
    const all = read?.with((taxonomy) => [...taxonomy.concepts().values()]) ?? [];
    const found = all.filter(matcherOf({ concept, ...words })).sort(shorterFirst);
    const summed = years.filter(({ with: use }) => use((one) => one.calculations().length > 0));
    const { year: taxonomy_year, with: use } = nearestYear(summed, year) ?? {};
    return {
      taxonomy_year_used: read?.year ?? null,
      years: years.map((known) => known.year),
      total: found.length,
      concepts: found.slice(0, limit).map((one) => ({
        ...one,
        years: years
          .filter((known) => known.with((taxonomy) => taxonomy.concepts().has(one.concept)))
          .map((known) => known.year),
      })),
      relationships:
        concept === null || use === undefined
          ? null
          : use((taxonomy) => ({ taxonomy_year, ...placeIn(taxonomy.calculations(), concept) })),
    };
  },
});

/** What was meant is seldom the longest name that has the words. */
const shorterFirst = (one: TaxonomyConcept, other: TaxonomyConcept): number =>
  one.concept.length - other.concept.length;

interface Wanted {
  readonly concept: string | null;
  readonly name?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly balance?: string | null | undefined;
}

function matcherOf({ concept, balance, ...words }: Wanted): (one: TaxonomyConcept) => boolean {
  const [name, label] = [words.name?.toLowerCase(), words.label?.toLowerCase()];
  return (one) =>
    (concept === null || one.concept === concept) &&
    (name === undefined || localName(one.concept).toLowerCase().includes(name)) &&
    (label === undefined || one.label?.toLowerCase().includes(label) === true) &&
    (!isGiven(balance) || one.balance === balance);
}
