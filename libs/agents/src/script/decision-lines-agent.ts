/** An agent that says at each instant what its script has for it. */

import type { Agent, AskedAt, NoDecision } from '../agent.js';
import { symbolsKey, type DecisionLines } from './decision-lines.js';

const missing: NoDecision = Object.freeze({ kind: 'missing' });

/** An instant without a line for a run over these symbols is missing. */
export function decisionLinesAgent<D>(
  lines: DecisionLines<D>,
  symbols: readonly string[],
): Agent<AskedAt, D | NoDecision> {
  const said = lines.get(symbolsKey(symbols));
  return {
    decide: ({ time }) => said?.get(time) ?? missing,
    close: () => undefined,
  };
}
