/** Filing packages that are known: facts of kind `filing` whose sections are the files of an XBRL folder. */

import { excerpt, invalidInput } from '#values';
import type { Filing } from '#contracts';
import type { MarketView } from '#market-view';
import { z } from 'zod';
import { ParsedCache } from './parsed-cache.js';
import { filesOfKind, ParsedFiling } from './parsed-filing.js';

/** A filing in an argument. */
export const filingPathField = z
  .string()
  .min(1)
  .max(300)
  .describe('filing_path as find_filing answers it, for example XBRL/10k-aapl-20230930.');

export interface FilingPackage {
  /** `XBRL/10k-aapl-20230930` */
  readonly path: string;
  /** Of the date at the end of the path. */
  readonly year: number;
  readonly filing: Filing;
  /** `XBRL/10k-aapl-20230930/aapl-20230930_htm.xml` */
  readonly files: readonly string[];
}

const pathParts = /^XBRL\/[^-/\\]+-([^/\\]+)-(\d{4})\d{4}$/;
const parsed = new ParsedCache((names, textOf) => new ParsedFiling(names, textOf));

/** The packages of a ticker, in upper or lower case, also those without an instance. */
export function packagesOf(view: MarketView, ticker: string): FilingPackage[] {
  const symbols = view.symbols.filter((symbol) => symbol.toLowerCase() === ticker.toLowerCase());
  return symbols.flatMap((symbol) =>
    view.filings(symbol).flatMap((filing) => {
      const path = `XBRL/${filing.accession ?? ''}`;
      const year = pathParts.exec(path)?.[2];
      const files = filing.sections.map(({ name }) => name);
      const isPackage = files.some((name) => name.startsWith(`${path}/`));
      return year === undefined || !isPackage ? [] : [{ path, year: Number(year), filing, files }];
    }),
  );
}

export const hasInstance = ({ files }: FilingPackage): boolean =>
  filesOfKind(files, 'htm').length > 0;

/**
 * Gives the filing of a path to `use`; it is parsed once, however many capabilities read it. What is not known yet is
 * refused in the same words as what never existed, lies elsewhere, or has no instance.
 */
export function withFiling<R>(
  view: MarketView,
  path: string,
  use: (filing: ParsedFiling, year: number) => R,
): R {
  const packages = packagesOf(view, pathParts.exec(path)?.[1] ?? '');
  const found = packages.find((one) => one.path === path && hasInstance(one));
  if (found !== undefined) {
    return parsed.use(view, found.filing, (filing) => use(filing, found.year));
  }
  throw invalidInput('no such filing', {
    where: 'filing_path',
    expected: 'the filing_path that find_filing answers',
    found: excerpt(path),
  });
}
