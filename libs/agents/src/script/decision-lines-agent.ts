/** An agent that answers at each instant from its script. */

import type { z } from 'zod';
import type { Agent, AskedAt, NoDecision } from '../seat/agent.js';

const missing: NoDecision = Object.freeze({ kind: 'missing' });

/** Whether a script has decisions of every kind, and not actions by date alone. */
export const isDecisionLines = (file: string): boolean => file.toLowerCase().endsWith('.jsonl');

/**
 * Reads decisions of `schema`; an instant without a line for a run over these symbols is
 * missing. Fails as `readDecisionLines` does, which loads when it is asked for: a parser costs
 * start-up time.
 */
export async function openDecisionLines<D>(
  file: string,
  schema: z.ZodType<D>,
  symbols: readonly string[],
): Promise<Agent<AskedAt, D | NoDecision>> {
  const { readDecisionLines, symbolsKey } = await import('./decision-lines.js');
  const answers = (await readDecisionLines(file, schema)).get(symbolsKey(symbols));
  return {
    decide: ({ time }) => answers?.get(time) ?? missing,
    close: () => undefined,
  };
}
