/** The tool set of retrieval: the three tools over what filings say that are known at the as-of. */

import type { ToolContext, ToolSet } from '#tools';
import { conventions } from '#tools/conventions';
import { filingFundamentals } from './store/filing-source.js';
import { fundamentalsStores, type FundamentalsStore } from './store/fundamentals-store.js';
import { fundamentalsTools } from './tools/fundamentals-tools.js';
import type { RetrievalSwitches } from './tools/retrieval-switches.js';

/** Of each view the store that was made last: filings come seldom, and calls often. */
const stores = new WeakMap<object, { readonly asOf: number; readonly store: FundamentalsStore }>();

/** What the filings that are known say; what is in the view is known. */
function storeOf({ view }: ToolContext): FundamentalsStore {
  const made = stores.get(view);
  if (made?.asOf === view.asOf) return made.store;
  const filings = view.symbols.flatMap((symbol) => view.fundamentals(symbol));
  const store = fundamentalsStores(filingFundamentals(filings))(Infinity);
  stores.set(view, { asOf: view.asOf, store });
  return store;
}

export const retrievalTools = (on: readonly (keyof RetrievalSwitches)[] = []): ToolSet => ({
  name: 'retrieval_mcp',
  title: 'Fundamentals',
  instructions:
    'Companies, their series and values, found in three steps: the company, its series, the values of a period. ' +
    conventions,
  tools: fundamentalsTools(storeOf, Object.fromEntries(on.map((name) => [name, true]))),
});
