/** `get_stock_pool`: the symbols from which a pair is chosen. */

import { z } from 'zod';
import { tool, type ToolContext } from '../tool/tool.js';

/** The symbols of the run, or of the data set if tools are served outside a run. */
export function poolOf({ view, desk }: ToolContext): readonly string[] {
  return desk?.symbols ?? view.symbols;
}

export const getStockPool = tool({
  name: 'get_stock_pool',
  title: 'The pool of symbols',
  description:
    'The symbols among which the pair of a hedging run is chosen, in the order of the run (of the data set, where ' +
    'there is no run). Any two of them, in either order, can be a pair.',
  input: z.strictObject({}),
  output: z.strictObject({
    pool_name: z.string(),
    symbols: z.array(z.string()),
    size: z.int(),
  }),
  call: (_, context) => {
    const symbols = poolOf(context);
    const name = context.desk === null ? 'symbols of the data set' : 'symbols of the run';
    return { pool_name: name, symbols: [...symbols], size: symbols.length };
  },
});
