/**
 * Known filing packages (facts of kind `filing` whose sections are the files of an XBRL folder),
 * and `find_filing`.
 */

import { z } from 'zod';
import type { Filing } from '#contracts';
import type { MarketView } from '#market-view';
import { excerpt, invalidInput } from '#values';
import { packageKey, packageNameOf, type PackageName } from '#market-data/xbrl/package-files';
import { tool } from '../tool/tool.js';
import { ParsedCache } from './parsed-cache.js';
import { type FileKind, fileKinds, filesOfKind, ParsedFiling } from './parsed-filing.js';

/** A filing in an argument. */
export const filingPathField = z
  .string()
  .min(1)
  .max(300)
  .describe('filing_path as find_filing answers it, for example XBRL/10k-aapl-20230930.');

/** What the path of a package names; undefined for any other path. */
const namedBy = (path: string): PackageName | undefined =>
  path.startsWith('XBRL/') ? packageNameOf(path.slice('XBRL/'.length)) : undefined;

const parsed = new ParsedCache((names, textOf) => new ParsedFiling(names, textOf));

/**
 * The packages of a ticker, ignoring case, including those without an instance: path
 * `XBRL/10k-aapl-20230930`, the year of its date, and the first file of each kind by its name in
 * the package, `aapl-20230930_htm.xml`.
 */
export function packagesOf(view: MarketView, ticker: string) {
  const symbols = view.symbols.filter((symbol) => symbol.toLowerCase() === ticker.toLowerCase());
  const filings = symbols.flatMap((symbol) => view.filings(symbol));
  return filings.flatMap((filing) => {
    const path = `XBRL/${filing.accession ?? ''}`;
    const year = namedBy(path)?.date.slice(0, 4);
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

/** Passes the files of a package to `use`; they are parsed once, however many read them. */
export const parsedPackage = <R>(
  view: MarketView,
  filing: Filing,
  use: (filing: ParsedFiling) => R,
): R => parsed.use(view, filing, use);

/**
 * Passes the filing at a path to `use`; it is parsed once, however many capabilities read it. A
 * filing that is not known yet is refused in the same words as one that does not exist, is
 * elsewhere, or has no instance.
 */
export function withFiling<R>(
  view: MarketView,
  path: string,
  use: (filing: ParsedFiling, year: number) => R,
): R {
  const packages = packagesOf(view, namedBy(path)?.ticker ?? '');
  const found = packages.find((one) => one.path === path && one.files.htm);
  if (found) return parsed.use(view, found.filing, (filing) => use(filing, found.year));
  throw invalidInput('no such filing', {
    where: 'filing_path',
    expected: 'the filing_path that find_filing answers',
    found: excerpt(path),
  });
}

const missing = { filing_path: null, filing_year: null, files: {}, found: false };

export const findFiling = tool({
  name: 'find_filing',
  title: 'A filing by filer, form and date',
  description:
    'The package of one filing: filing_path, which the other tools take, the year of issue_time, ' +
    'and its files by kind: htm (instance), cal, def, lab, pre (calculation, definition, label ' +
    'and presentation linkbase), xsd (schema); kinds that it lacks are left out. ticker and ' +
    'filing_name may be in upper or lower case. found is false, and message says why, where no ' +
    'such filing is known at the as-of or where it has no instance: then there is nothing to ' +
    'audit.',
  input: z.strictObject({
    ticker: z.string().min(1).max(60).describe('Ticker of the filer, for example aapl.'),
    filing_name: z.string().min(1).max(60).describe('Form without a hyphen: 10k or 10q.'),
    issue_time: z
      .string()
      .regex(/^\d{8}$/)
      .describe('Date in the name of the filing, YYYYMMDD.'),
  }),
  output: z.strictObject({
    filing_path: z.string().nullable(),
    filing_year: z.int().nullable(),
    files: z.partialRecord(z.enum(fileKinds), z.string()),
    found: z.boolean(),
    message: z.string(),
  }),
  call: ({ ticker, filing_name, issue_time }, { view }) => {
    const name = `${filing_name}-${ticker}-${issue_time}`;
    const wanted = packageKey({ form: filing_name, ticker, date: issue_time });
    const found = packagesOf(view, ticker).find(({ path }) => {
      const named = namedBy(path);
      return named !== undefined && packageKey(named) === wanted;
    });
    if (found === undefined) return { ...missing, message: `no filing ${name} is known` };
    const { path: filing_path, year: filing_year, files } = found;
    if (files.htm === undefined)
      return { ...missing, message: `filing ${name} has no instance (*_htm.xml)` };
    return { filing_path, filing_year, files, found: true, message: `found ${filing_path}` };
  },
});
