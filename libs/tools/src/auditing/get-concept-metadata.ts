/** `get_concept_metadata`: balance, period type and label of a concept. */

import { z } from 'zod';
import type { MarketView } from '#market-view';
import { tool } from '../tool.js';
import { conceptField, localName, withColon } from './concept-names.js';
import { filingPathField, requirePackage } from './filing-packages.js';
import { publishedConcept } from './known-taxonomies.js';
import { withFiling } from './loaded-filings.js';
import type { ParsedFiling } from './parsed-filing.js';
import { isTwoWay } from './two-way.js';

export const yearField = z.int().min(1990).max(2200);

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
    source: z.enum(['xsd', 'taxonomy', 'not_found']),
    is_directional_hint: z.boolean(),
    taxonomy_year_used: z.int().nullable(),
  }),
  call: ({ filing_path: path, concept_id: asked, taxonomy_year: year }, { view }) => {
    const { filing, year: filingYear } = requirePackage(view, path);
    const concept = withColon(asked);
    return withFiling(view, filing, (parsed) => ({
      ...declarationOf(view, parsed, { concept, year: year ?? filingYear }),
      is_directional_hint: isTwoWay(localName(concept)),
    }));
  },
});

function declarationOf(
  view: MarketView,
  parsed: ParsedFiling,
  { concept, year }: { readonly concept: string; readonly year: number },
) {
  const labelOf = parsed.labels();
  const label = labelOf(concept, { lang: 'en' }) ?? labelOf(concept) ?? null;
  const own = parsed.elementOf(concept);
  if (own !== undefined) {
    const { balance = 'unknown', periodType = 'unknown' } = own;
    const declared = { balance, period_type: periodType, label };
    return { ...declared, source: 'xsd', taxonomy_year_used: null };
  }
  const published = publishedConcept(view, parsed.prefixes().usualName(concept), year);
  if (published === undefined) {
    const unknown = { balance: 'unknown', period_type: 'unknown', label };
    return { ...unknown, source: 'not_found', taxonomy_year_used: null };
  }
  return {
    balance: published.balance,
    period_type: published.periodType,
    label: label ?? published.label,
    source: 'taxonomy',
    taxonomy_year_used: published.year,
  };
}
