/** Known filing packages: facts of kind `filing` whose sections are the files of an XBRL folder. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import type { MarketView } from '#market-view';
import { ParsedCache } from './parsed-cache.js';
import { fileKinds, filesOfKind, ParsedFiling, type FileKind } from './parsed-filing.js';

/** A filing in an argument. */
export const filingPathField = z
  .string()
  .min(1)
  .max(300)
  .describe('filing_path as find_filing answers it, for example XBRL/10k-aapl-20230930.');

const pathParts = /^XBRL\/[^-/\\]+-([^/\\]+)-(\d{4})\d{4}$/;
const parsed = new ParsedCache((names, textOf) => new ParsedFiling(names, textOf));

/**
 * The packages of a ticker, ignoring case, including those without an instance: path `XBRL/10k-aapl-20230930`, the
 * year of its date, and the first file of each kind by its name in the package, `aapl-20230930_htm.xml`.
 */
export function packagesOf(view: MarketView, ticker: string) {
  const symbols = view.symbols.filter((symbol) => symbol.toLowerCase() === ticker.toLowerCase());
  const filings = symbols.flatMap((symbol) => view.filings(symbol));
  return filings.flatMap((filing) => {
    const path = `XBRL/${filing.accession ?? ''}`;
    const year = pathParts.exec(path)?.[2];
    const own = filing.sections.filter(({ name }) => name.startsWith(`${path}/`));
    if (year === undefined || own.length === 0) return [];
    const names = own.map(({ name }) => name.slice(path.length + 1));
    const byKind = fileKinds.map((kind) => [kind, filesOfKind(names, kind)[0]]);
    const files: Partial<Record<FileKind, string>> = Object.fromEntries(
      byKind.filter(([, file]) => file !== undefined),
    );
    return { path, year: Number(year), filing, files };
  });
}

/**
 * Passes the filing at a path to `use`; it is parsed once, however many capabilities read it. A filing that is not
 * known yet is refused in the same words as one that does not exist, is elsewhere, or has no instance.
 */
export function withFiling<R>(
  view: MarketView,
  path: string,
  use: (filing: ParsedFiling, year: number) => R,
): R {
  const packages = packagesOf(view, pathParts.exec(path)?.[1] ?? '');
  const found = packages.find((one) => one.path === path && one.files.htm);
  if (found) return parsed.use(view, found.filing, (filing) => use(filing, found.year));
  throw invalidInput('no such filing', {
    where: 'filing_path',
    expected: 'the filing_path that find_filing answers',
    found: excerpt(path),
  });
}
