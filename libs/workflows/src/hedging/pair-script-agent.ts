/** An agent of a hedging run that submits the decisions of a script, session by session. */

import type { PairAgent } from '#agents';
import { requireOfPool } from './rules/require-of-pool.js';
import type { PairScript } from '#agents/script/script-file';

const missing = Object.freeze({ kind: 'missing' } as const);

/**
 * Looks up the session; one without a record is missing, not a HOLD. A script whose first session has no record names
 * its pair with its first record, as each of them has it. `InvalidInput` for a pair that is not in the `pool`.
 */
export function pairScriptAgent(script: PairScript, pool: readonly string[]): PairAgent {
  const { file, decisions } = script;
  requireOfPool(script, pool, file);
  return { decide: ({ session }) => decisions.get(session) ?? missing, close: () => undefined };
}
