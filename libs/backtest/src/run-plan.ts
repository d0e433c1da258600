/** One run, planned: everything that its journal is a function of, besides the tape. */

import type { CivilDate } from '#values';
import type { ExecutionPolicy } from '#contracts';
import type { AgentConfig, DecideAt } from '#contracts/scenario';

export interface RunPlan {
  /** Hash of scenario, agent, symbol and repeat: names the run for ever. */
  readonly id: string;
  /** Folder name within a result, legible. */
  readonly label: string;
  readonly agent: AgentConfig;
  /** What the run trades: one symbol, or all of the scenario's in a portfolio run. */
  readonly symbols: readonly string[];
  readonly portfolio: boolean;
  readonly repeat: number;
  readonly seed: number;
  readonly policy: ExecutionPolicy;
  readonly capital: number;
  readonly currency: string;
  readonly decide: DecideAt;
  /** First and last session of the window. */
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
  readonly sessionsPerYear: number;
}
