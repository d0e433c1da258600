/** Filing packages that are known: facts of kind `filing` whose sections are the files of an XBRL folder. */

import { excerpt, invalidInput } from '#values';
import type { Filing } from '#contracts';
import type { MarketView } from '#market-view';
import { z } from 'zod';
import { filesOfKind } from './file-kinds.js';

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
  /** Names of sections, `XBRL/10k-aapl-20230930/aapl-20230930_htm.xml`. */
  readonly files: readonly string[];
}

const folder = 'XBRL/';
const nameParts = /^[^-/\\]+-[^/\\]+-(\d{4})\d{4}$/;

/** The package by HERCULEAN's three parts, upper and lower case alike; also one without an instance. */
export function findPackage(
  view: MarketView,
  asked: { readonly filingName: string; readonly ticker: string; readonly issueTime: string },
): FilingPackage | undefined {
  const [ticker, name] = [asked.ticker.toLowerCase(), asked.filingName.toLowerCase()];
  const wanted = `${name}-${ticker}-${asked.issueTime}`;
  return packageWhere(
    view,
    (symbol) => symbol.toLowerCase() === ticker,
    (accession) => {
      return accession.toLowerCase() === wanted;
    },
  );
}

/**
 * The filing of a path. What is not known yet is refused in the same words as what never existed, lies elsewhere, or
 * has no instance.
 */
export function requirePackage(view: MarketView, path: string): FilingPackage {
  const accession = path.startsWith(folder) ? path.slice(folder.length) : '';
  const found = packageWhere(
    view,
    (symbol) => accession.includes(`-${symbol}-`),
    (name) => {
      return name === accession;
    },
  );
  if (found !== undefined && hasInstance(found)) return found;
  throw invalidInput('no such filing', {
    where: 'filing_path',
    expected: 'the filing_path that find_filing answers',
    found: excerpt(path),
  });
}

export const hasInstance = ({ files }: FilingPackage): boolean =>
  filesOfKind(files, 'htm').length > 0;

function packageWhere(
  view: MarketView,
  isSymbol: (symbol: string) => boolean,
  isAccession: (accession: string) => boolean,
): FilingPackage | undefined {
  for (const symbol of view.symbols.filter(isSymbol)) {
    for (const filing of view.filings(symbol)) {
      const { accession } = filing;
      const year = nameParts.exec(accession ?? '')?.[1];
      if (accession === null || year === undefined || !isAccession(accession)) continue;
      const path = `${folder}${accession}`;
      const files = filing.sections.map(({ name }) => name);
      if (files.every((name) => !name.startsWith(`${path}/`))) continue;
      return { path, year: Number(year), filing, files };
    }
  }
  return undefined;
}
