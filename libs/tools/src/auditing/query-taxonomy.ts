/** `query_taxonomy`: search in the published taxonomies. */

import { z } from 'zod';
import { isGiven } from '../market/fields.js';
import { tool } from '../tool/tool.js';
import { conceptField, localName, withColon } from './concept-names.js';
import { placeFields, placeIn } from './get-calculation-network.js';
import { yearField } from './get-concept-metadata.js';
import { knownTaxonomies, nearestYear, yearsOfPrefix } from './taxonomy.js';

const limitMax = 50;
const wordField = z.string().min(1).max(200).nullish();

export const queryTaxonomy = tool({
  name: 'query_taxonomy',
  title: 'Search in the published taxonomies',
  description:
    'Concepts of the published us-gaap, srt and dei taxonomies of one year that have name as a part of their name ' +
    'and label as a part of their label (in upper or lower case alike), and the given balance; or the one concept ' +
    'concept_id. total counts all of them, concepts shows the first limit ones, shortest names first, each with the ' +
    'years that have it. relationships, for concept_id only, is its place in the published calculation linkbases of ' +
    'the nearest year that has them, in the form of get_calculation_network; null where there are none. Labels are ' +
    'often wordings of filers. The year nearest to taxonomy_year is read, the earlier one of two.',
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
        (one) =>
          one.concept === (concept ?? one.concept) &&
          one.balance === (sought.balance ?? one.balance) &&
          hasPart(localName(one.concept), sought.name) &&
          hasPart(one.label, sought.label),
      )
      // The intended concept is seldom the longest name with these words.
      .sort((one, other) => one.concept.length - other.concept.length);
    const summed = years.filter((known) => known.with((one) => one.calculations().length > 0));
    const published = concept === undefined ? undefined : nearestYear(summed, year);
    return {
      taxonomy_year_used: read?.year ?? null,
      years: years.map((known) => known.year),
      total: found.length,
      concepts: found.slice(0, limit).map((one) => ({
        ...one,
        years: years
          .filter((known) => known.with(({ concepts }) => concepts().has(one.concept)))
          .map((known) => known.year),
      })),
      relationships:
        published?.with(({ calculations }) => ({
          ...{ taxonomy_year: published.year, ...placeIn(calculations(), concept ?? '') },
        })) ?? null,
    };
  },
});

const hasPart = (text: string | null, part: string | null | undefined): boolean =>
  !isGiven(part) || text?.toLowerCase().includes(part.toLowerCase()) === true;
