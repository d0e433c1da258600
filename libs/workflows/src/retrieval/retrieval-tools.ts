/** The tool set of retrieval: the three tools over what filings say that are known at the as-of. */

import type { Instant } from '#values';
import type { ToolContext, ToolSet } from '#tools';
import { conventions } from '#tools/conventions';
import { fundamentalsStores, type FundamentalsStore } from './store/fundamentals-store.js';
import { viewFundamentals } from './store/line-documents.js';
import { fundamentalsTools } from './tools/fundamentals-tools.js';
import type { RetrievalSwitches } from './retrieval-terms.js';

interface MadeStore {
  readonly asOf: number;
  readonly known: string;
  readonly open: (asOf: Instant) => FundamentalsStore;
  readonly store: FundamentalsStore;
}

/** Of each view the store that was made last: values come seldom, and calls often. */
const stores = new WeakMap<object, MadeStore>();

/** What is known at the as-of. */
function storeOf({ view }: ToolContext): FundamentalsStore {
  const made = stores.get(view);
  if (made?.asOf === view.asOf) return made.store;
  const { known, read } = viewFundamentals(view);
  const open = made?.known === known ? made.open : fundamentalsStores(read());
  const store = open(view.time);
  stores.set(view, { asOf: view.asOf, known, open, store });
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
