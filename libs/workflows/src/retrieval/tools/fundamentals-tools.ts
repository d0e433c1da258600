/** The three tools of the FinRetrieval benchmark over the store as of a decision. */

import type { Tool, ToolContext } from '#tools';
import type { FundamentalsStore } from '../store/fundamentals-store.js';
import { discoverCompanies } from './discover-companies.js';
import { discoverCompanySeries } from './discover-company-series.js';
import { getCompanyFundamentals } from './get-company-fundamentals.js';
import { noSwitches, type RetrievalSwitches } from './retrieval-switches.js';

/** `storeOf` opens the store at the context's as-of; switches that are not given are off. */
export function fundamentalsTools(
  storeOf: (context: ToolContext) => FundamentalsStore,
  switches: Partial<RetrievalSwitches> = {},
): readonly Tool[] {
  const desk = { storeOf, switches: { ...noSwitches, ...switches } };
  return [discoverCompanies(desk), discoverCompanySeries(desk), getCompanyFundamentals(desk)];
}
