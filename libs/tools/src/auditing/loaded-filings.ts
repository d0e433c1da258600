/** The filings that all capabilities of the process share. */

import type { Filing } from '#contracts';
import type { MarketView } from '#market-view';
import { ParsedCache } from './parsed-cache.js';
import { ParsedFiling } from './parsed-filing.js';

const filings = new ParsedCache((names, textOf) => new ParsedFiling(names, textOf));

/** Gives the parsed filing to `use`; a filing is parsed once, however many capabilities read it. */
export const withFiling = <R>(
  view: MarketView,
  filing: Filing,
  use: (parsed: ParsedFiling) => R,
): R => filings.use(view, filing, use);
