/**
 * A decision stream: what one agent decided in one run, apart from the policy under which it did.
 */

import type { ExecutionPolicy } from '#contracts';
import type { DecisionLine } from '#agents/script/decision-lines';
import type { TradingScenario } from '#contracts/scenario/scenario';

/** What streams must share to be scored side by side. */
export type StreamTerms = Pick<
  TradingScenario,
  'data' | 'window' | 'workflow' | 'portfolio' | 'capital' | 'seed' | 'badRows'
> & { readonly decide: NonNullable<TradingScenario['decide']> };

export interface DecisionStream {
  /** Id that its agent gets in the scenario that scores it. */
  readonly agent: string;
  /** File or folder that it was read from, as it was given. */
  readonly source: string;
  readonly kind: 'journal' | 'result file';
  /** Journal hash, or SHA-256 of the file. */
  readonly sha256: string;
  /** What the run traded: one symbol, or several in a portfolio run. */
  readonly symbols: readonly string[];
  readonly terms: StreamTerms;
  /** Policy under which it was decided; a result file does not state one. */
  readonly policy?: ExecutionPolicy;
  /** In the order of time; the instants without a decision have none. */
  readonly said: readonly Pick<DecisionLine, 'time' | 'said'>[];
}
