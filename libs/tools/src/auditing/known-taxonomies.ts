/** The taxonomy years of a data set, and which of them stands in for another. */

import type { Filing } from '#contracts';
import type { MarketView } from '#market-view';
import { prefixOf } from './concept-names.js';
import { ParsedCache } from './parsed-cache.js';
import { TaxonomyYear, type TaxonomyConcept } from './taxonomy.js';

/** Of the texts of schemas and lists of concepts. */
const charsMax = 128 * 1024 * 1024;
const parsed = new ParsedCache((names, textOf) => new TaxonomyYear(names, textOf), charsMax);

export interface KnownTaxonomy {
  readonly year: number;
  readonly filing: Filing;
}

/** Facts of symbol `us-gaap` and form `taxonomy`, oldest year first. */
export function knownTaxonomies(view: MarketView): KnownTaxonomy[] {
  if (!view.symbols.includes('us-gaap')) return [];
  return view
    .filings('us-gaap')
    .filter(({ form }) => form === 'taxonomy')
    .flatMap((filing) => {
      const year = /^us-gaap-(\d{4})$/.exec(filing.accession ?? '')?.[1];
      return year === undefined ? [] : [{ year: Number(year), filing }];
    })
    .sort((one, other) => one.year - other.year);
}

/** Gives the parsed year to `use`; it is parsed once in a process. */
export const withTaxonomy = <R>(
  view: MarketView,
  { filing }: KnownTaxonomy,
  use: (year: TaxonomyYear) => R,
): R => parsed.use(view, filing, use);

/** The year that is nearest to `wanted`, the earlier one of two; undefined where there is none. */
export function nearestTaxonomy(
  taxonomies: readonly KnownTaxonomy[],
  wanted: number,
): KnownTaxonomy | undefined {
  const distance = ({ year }: KnownTaxonomy): number => Math.abs(year - wanted);
  return taxonomies.toSorted(
    (one, other) => distance(one) - distance(other) || one.year - other.year,
  )[0];
}

/** Whether a year has the taxonomy of a concept, that is any concept with its prefix. */
export const hasTaxonomy = (view: MarketView, known: KnownTaxonomy, concept: string): boolean =>
  withTaxonomy(view, known, (year) => year.prefixes().has(prefixOf(concept)));

/** A concept in the nearest year that has its taxonomy (us-gaap, srt, dei); undefined where that year lacks it. */
export function publishedConcept(
  view: MarketView,
  concept: string,
  wanted: number,
): (TaxonomyConcept & { readonly year: number }) | undefined {
  const withPrefix = knownTaxonomies(view).filter((known) => hasTaxonomy(view, known, concept));
  const nearest = nearestTaxonomy(withPrefix, wanted);
  if (nearest === undefined) return undefined;
  const found = withTaxonomy(view, nearest, (year) => year.concepts().get(concept));
  return found && { ...found, year: nearest.year };
}
