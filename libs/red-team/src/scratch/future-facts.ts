/**
 * What a peeker knows of the future, to ask for it by name: dates, ids, words and prices
 * after an as-of.
 */

import { formatCivilDate, utcDateOf, type CivilDate } from '#values';
import type { MarketView } from '#market-view';
import { datedDocuments } from '#tools/files/dated-documents';

/** At most so many of each kind are kept: more would only ask the same again. */
const keptMax = 40;

export interface FutureFacts {
  readonly symbols: readonly string[];
  /** Days after the as-of and just before it, `YYYY-MM-DD`. */
  readonly dates: readonly string[];
  /** Ids of news, the later ones first. */
  readonly newsIds: readonly string[];
  /** Words of later news. */
  readonly words: readonly string[];
  /** Dates and forms of later filings. */
  readonly filingDates: readonly string[];
  readonly forms: readonly string[];
  /** Paths of files that come later. */
  readonly paths: readonly string[];
  /** Accession numbers of later filings; those of XBRL packages are names of folders. */
  readonly accessions: readonly string[];
  /** SHA-256 of texts that come later. */
  readonly documents: readonly string[];
  /** What may be asked for at the as-of: a tool that gets no valid question only refuses. */
  readonly known: Readonly<
    Record<'newsIds' | 'filingDates' | 'forms' | 'paths' | 'accessions', readonly string[]>
  >;
}

/** What `end`, the view after all facts, has and the view at `asOf` lacks. */
export function futureFacts(end: MarketView, asOf: MarketView): FutureFacts {
  const { symbols } = end;
  const news = symbols.flatMap((symbol) => later(end.news(symbol), asOf.news(symbol)));
  const filings = symbols.flatMap((symbol) => later(end.filings(symbol), asOf.filings(symbol)));
  const texts = news.flatMap(
    ({ title, summary }) => `${title} ${summary}`.match(/[\p{L}]{6,}/gu) ?? [],
  );
  const bodies = news.flatMap(({ body }) => (body === null ? [] : [body.sha256]));
  const sections = filings.flatMap(({ sections: all }) =>
    all.map(({ document }) => document.sha256),
  );
  const known = new Set(pathsOf(asOf));
  return {
    symbols: spread(symbols),
    dates: datesAround(utcDateOf(asOf.time)),
    newsIds: spread(news.map(({ id }) => id)),
    words: spread(texts),
    filingDates: spread(filings.map(({ filedDate }) => formatCivilDate(filedDate))),
    forms: spread(filings.map(({ form }) => form)),
    paths: spread(pathsOf(end).filter((path) => !known.has(path))),
    accessions: spread(filings.flatMap(({ accession }) => accession ?? [])),
    documents: spread([...bodies, ...sections]),
    known: knownAt(asOf),
  };
}

function knownAt(asOf: MarketView): FutureFacts['known'] {
  const filings = asOf.symbols.flatMap((symbol) => asOf.filings(symbol));
  return {
    newsIds: spread(asOf.symbols.flatMap((symbol) => asOf.news(symbol).map(({ id }) => id))),
    filingDates: spread(filings.map(({ filedDate }) => formatCivilDate(filedDate))),
    forms: spread(filings.map(({ form }) => form)),
    paths: spread(pathsOf(asOf)),
    accessions: spread(filings.flatMap(({ accession }) => accession ?? [])),
  };
}

const pathsOf = (view: MarketView): string[] =>
  datedDocuments({ view, desk: null }).map(({ path }) => path);

const later = <T>(all: readonly T[], known: readonly T[]): readonly T[] => all.slice(known.length);

/** The day itself, days before and after it, and days that no data set reaches. */
function datesAround(day: CivilDate): string[] {
  const apart = [-400, -90, -30, -7, -1, 0, 1, 2, 3, 4, 7, 14, 30, 90, 400];
  return [...apart.map((days) => formatCivilDate(day + days)), '9999-12-31', '1970-01-01'];
}

/** At most `keptMax` different ones, from the first to the last. */
function spread(values: readonly string[]): string[] {
  const distinct = [...new Set(values)];
  const step = Math.max(1, distinct.length / keptMax);
  return Array.from(
    { length: Math.min(keptMax, distinct.length) },
    (_, index) => distinct[Math.floor(index * step)] as string,
  );
}
