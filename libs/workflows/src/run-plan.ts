/** One run, planned: everything that its journal is a function of, besides the tape. */

import type { CivilDate } from '#values';
import type { ExecutionPolicy } from '#contracts';
import type { AgentConfig, DecideAt } from '#contracts/scenario';

export interface RunPlan {
  /** Hash of scenario, agent, symbol and repeat: names the run for ever. */
  readonly id: string;
  /** Folder name within a result, legible. */
  readonly label: string;
  readonly workflow: 'trading';
  readonly agent: AgentConfig;
  /** What the run trades: one symbol, or all of the scenario's in a portfolio run. */
  readonly symbols: readonly string[];
  readonly portfolio: boolean;
  readonly repeat: number;
  /** The scenario's seed. */
  readonly baseSeed: number;
  /** The run's own: that of the scenario, mixed with agent, symbol and repeat. */
  readonly seed: number;
  readonly policy: ExecutionPolicy;
  readonly capital: number;
  readonly currency: string;
  readonly decide: DecideAt;
  /** First and last session of the window. */
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
  readonly sessionsPerYear: number;
  /** SHA-256 of the data set's content; null on a live tape. */
  readonly data: string | null;
  /** SHA-256 of the agent's file; null for an agent without one. */
  readonly file: string | null;
}
