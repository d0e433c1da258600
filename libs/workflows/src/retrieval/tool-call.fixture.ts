/** Calls the tools as agents do: arguments and answers by their schemas. */

import type { Tool, ToolContext } from '#tools';
import type { FundamentalsStore } from './store/fundamentals-store.js';
import { fundamentalsTools } from './retrieval-tools.js';
import type { RetrievalSwitches } from './store/retrieval-terms.js';

/** A row of any of the answers. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** In these tests the context is only the store. */
interface StoreContext {
  readonly store: FundamentalsStore;
}
const toolsBySwitches = new Map<string, readonly Tool[]>();

function toolsOf(switches: RetrievalSwitches): readonly Tool[] {
  const key = JSON.stringify(switches);
  const storeOf = (context: ToolContext) => (context as unknown as StoreContext).store;
  const tools = toolsBySwitches.get(key) ?? fundamentalsTools(storeOf, switches);
  toolsBySwitches.set(key, tools);
  return tools;
}

export function callTool(
  store: FundamentalsStore,
  [name, args]: readonly [name: string, args: object],
  switches: RetrievalSwitches = {},
): readonly AnyRow[] {
  const tool = toolsOf(switches).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const context: StoreContext = { store };
  const answer = tool.call(tool.input.parse(args), context as unknown as ToolContext);
  tool.output.parse(answer);
  return answer as readonly AnyRow[];
}
