/** The taxonomy years of a data set, and which of them stands in for another. */

import type { MarketView } from '#market-view';
import { prefixOf } from './concept-names.js';
import { ParsedCache } from './parsed-cache.js';
import { TaxonomyYear, type TaxonomyConcept } from './taxonomy.js';

const parsed = new ParsedCache((names, textOf) => new TaxonomyYear(names, textOf));

/** A year as it was parsed, once in a process. */
export interface KnownTaxonomy {
  readonly year: number;
  with<R>(use: (taxonomy: TaxonomyYear) => R): R;
}

/** Facts of symbol `us-gaap` and form `taxonomy`, oldest year first. */
export function knownTaxonomies(view: MarketView): KnownTaxonomy[] {
  if (!view.symbols.includes('us-gaap')) return [];
  return view
    .filings('us-gaap')
    .filter(({ form }) => form === 'taxonomy')
    .map((filing) => ({
      year: Number(/^us-gaap-(\d{4})$/.exec(filing.accession ?? '')?.[1]),
      with: <R>(use: (taxonomy: TaxonomyYear) => R): R => parsed.use(view, filing, use),
    }))
    .filter(({ year }) => !Number.isNaN(year))
    .sort((one, other) => one.year - other.year);
}

/** The year that is nearest to `wanted`, the earlier one of two; undefined where there is none. */
export function nearestYear(
  years: readonly KnownTaxonomy[],
  wanted: number,
): KnownTaxonomy | undefined {
  const distance = ({ year }: KnownTaxonomy): number => Math.abs(year - wanted);
  // Stable: of two at one distance the earlier stays first.
  return years.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** The years that have the taxonomy of a concept, that is any concept with its prefix. */
export const yearsOfPrefix = (years: readonly KnownTaxonomy[], concept: string): KnownTaxonomy[] =>
  years.filter((year) => year.with((taxonomy) => taxonomy.prefixes().has(prefixOf(concept))));

/** A concept in the nearest year that has its taxonomy; undefined where that year lacks it. */
export function publishedConcept(
  view: MarketView,
  concept: string,
  wanted: number,
): (TaxonomyConcept & { readonly year: number }) | undefined {
  const nearest = nearestYear(yearsOfPrefix(knownTaxonomies(view), concept), wanted);
  const found = nearest?.with((taxonomy) => taxonomy.concepts().get(concept));
  return nearest && found && { ...found, year: nearest.year };
}
