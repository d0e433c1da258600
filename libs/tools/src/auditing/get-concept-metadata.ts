/** `get_concept_metadata`: balance, period type and label of a concept. */

import { z } from 'zod';
import type { MarketView } from '#market-view';
import { tool } from '../tool.js';
import { conceptField, isTwoWay, withColon } from './concept-names.js';
import { filingPathField, withFiling } from './filing-packages.js';
import { publishedConcept } from './known-taxonomies.js';
import type { ParsedFiling } from './parsed-filing.js';

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
    const concept = withColon(asked);
    return withFiling(view, path, (filing, filingYear) => {
      const labelOf = filing.labels();
      const label = labelOf(concept, { lang: 'en' }) ?? labelOf(concept);
      const { label: publishedLabel = null, ...declared } =
        ownDeclaration(filing, concept) ?? published(view, concept, year ?? filingYear);
      return {
        ...declared,
        label: label ?? publishedLabel,
        is_directional_hint: isTwoWay(concept),
      };
    });
  },
});

interface Declaration {
  readonly balance: 'debit' | 'credit' | 'none' | 'unknown';
  readonly period_type: 'instant' | 'duration' | 'unknown';
  readonly source: 'xsd' | 'taxonomy' | 'not_found';
  readonly taxonomy_year_used: number | null;
  readonly label?: string | null;
}

const unknown = { balance: 'unknown', period_type: 'unknown', taxonomy_year_used: null } as const;

function ownDeclaration(filing: ParsedFiling, concept: string): Declaration | undefined {
  const own = filing.elementOf(concept);
  if (own === undefined) return undefined;
  const { balance = 'unknown', periodType: period_type = 'unknown' } = own;
  return { ...unknown, balance, period_type, source: 'xsd' };
}

function published(view: MarketView, concept: string, wanted: number): Declaration {
  const found = publishedConcept(view, concept, wanted);
  if (found === undefined) return { ...unknown, source: 'not_found' };
  const { balance, period_type, label, year: taxonomy_year_used } = found;
  return { balance, period_type, label, source: 'taxonomy', taxonomy_year_used };
}
