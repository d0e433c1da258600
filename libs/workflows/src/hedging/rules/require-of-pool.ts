/** A pair that is given from outside has to be of the pool from which a run chooses. */

import { excerpt, invalidInput } from '#values';
import type { Pair } from '#agents';

/** `InvalidInput` at `where: left` or `right` for a symbol that the pool does not have. */
export function requireOfPool({ left, right }: Pair, pool: readonly string[], where: string): void {
  for (const [leg, symbol] of Object.entries({ left, right })) {
    if (pool.includes(symbol)) continue;
    throw invalidInput('a leg of the pair is not of the pool', {
      where: `${where}: ${leg}`,
      expected: `one of ${excerpt(pool.join(', '), 160)}`,
      found: excerpt(symbol),
    });
  }
}
