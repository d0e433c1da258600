/**
 * What a golden journal is made from: prices, other facts, a policy, and what the agent answers.
 */

import type { ExecutionPolicyInput, FactPayload } from '#contracts';
import type { AgentConfig } from '#contracts/scenario/scenario';

/** Open, high, low, close. */
export type GoldenBar = readonly [open: number, high: number, low: number, close: number];

export interface GoldenSession {
  /** `YYYY-MM-DD`; opens at 14:30 and closes at 21:00 UTC, as New York does in winter. */
  readonly date: string;
  /** By symbol, known at the close; a symbol that is left out did not trade. */
  readonly bars: Readonly<Record<string, GoldenBar>>;
}

/** A fact that is no bar, known at `at` (ISO 8601). */
export interface GoldenFact {
  readonly at: string;
  readonly fact: FactPayload;
}

export interface GoldenInput {
  /** Given for a pair; trading when left out. */
  readonly workflow?: 'hedging';
  /** Several make one portfolio run, or the pool of a pair. */
  readonly symbols: readonly string[];
  readonly capital: number;
  readonly execution: string | ExecutionPolicyInput;
  readonly sessions: readonly GoldenSession[];
  /** In order of `at`. */
  readonly facts?: readonly GoldenFact[];
  /** As a live feed delivers them: what comes behind the tape is late. */
  readonly feed?: readonly GoldenFact[];
  /**
   * A rule agent, or what is answered in each session: a decision, one of the short forms, anything
   * invalid, `throws`, or `hangs`. A session that is left out has no answer.
   */
  readonly agent: AgentConfig | { readonly answers: Readonly<Record<string, GoldenAnswer>> };
}

export type GoldenAnswer = string | number | { readonly [member: string]: unknown };
