/** `get_concept_metadata`: balance, period type and label of a concept. */

import { z } from 'zod';
import { tool } from '../tool/tool.js';
import { conceptField, isTwoWay, withColon } from './concept-names.js';
import { filingPathField, withFiling } from './filing-packages.js';
import { knownTaxonomies, nearestYear, yearsOfPrefix } from './taxonomy.js';

export const yearField = z.int().min(1990).max(2200);
const sources = z.enum(['xsd', 'taxonomy', 'not_found']);

export const getConceptMetadata = tool({
  name: 'get_concept_metadata',
  title: 'Balance, period type and label of a concept',
  description:
    'What a concept is declared to be: balance debit or credit; none where a published taxonomy declares no balance; ' +
    'unknown where the filing’s own schema declares none, or the concept is not found. source tells where the ' +
    'declaration is: xsd (the filing’s own schema), taxonomy (the published us-gaap, srt or dei taxonomy) or ' +
    'not_found. Of the published taxonomies the year nearest to taxonomy_year is read, the earlier one of two, and ' +
    'taxonomy_year_used tells which; null for the other sources. label is the filing’s label, else the taxonomy’s. ' +
    'is_directional_hint: by its name the concept is a two-way item (a change, gain or loss, net income, equity …) ' +
    'whose negative values are meant.',
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
    taxonomy_year_used: z.int().nullable(),
  }),
  call: ({ filing_path: path, concept_id: asked, taxonomy_year: year }, { view }) => {
    const concept = withColon(asked);
    return withFiling(view, path, (filing, filingYear) => {
      const labelOf = filing.labels();
      const own = filing.elementOf(concept);
      const years = own ? [] : yearsOfPrefix(knownTaxonomies(view), concept);
      const taxonomy = nearestYear(years, year ?? filingYear);
      const listed = taxonomy?.with(({ concepts }) => concepts().get(concept));
      const source: z.output<typeof sources> = own ? 'xsd' : listed ? 'taxonomy' : 'not_found';
      return {
        balance: own?.balance ?? listed?.balance ?? 'unknown',
        period_type: own?.periodType ?? listed?.period_type ?? 'unknown',
        label: labelOf(concept, { lang: 'en' }) ?? labelOf(concept) ?? listed?.label ?? null,
        source,
        is_directional_hint: isTwoWay(concept),
        taxonomy_year_used: (listed && taxonomy?.year) ?? null,
      };
    });
  },
});
