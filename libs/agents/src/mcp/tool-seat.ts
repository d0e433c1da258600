/** Requirements of an agent that works through tools: from its run, and from its process. */

import type { SubmittedDecision } from '#contracts';
import type { ToolRules, Work } from '../seat/work.js';
import type { Capability, CallRecord, RunDesk, ToolSet } from '#tools';
import type { MarketView } from '#market-view';

/** What belongs to the run: what its tools read, and its workflow's description of a decision. */
export interface ToolSeat {
  readonly run: { readonly id: string; readonly label: string };
  readonly sets: readonly ToolSet[];
  /** Follows the run's cursor. */
  readonly view: MarketView;
  readonly work: Pick<Work, 'prompts' | 'isAnsweredInText' | 'words' | 'posted' | 'read'>;
  /** Rules of the workflow that work through tools, by name. */
  readonly toolRules: ToolRules;
  /** Reads the present state of the run. */
  readonly desk: Omit<RunDesk, 'submit'>;
  /** Why a decision is invalid in this run now; undefined if it is valid. */
  defectOf(decision: SubmittedDecision): string | undefined;
  /** Keeps the calls, if present. */
  readonly calls: KeepCalls | undefined;
}

/** Stores the calls of decisions beside the journal. */
export interface KeepCalls {
  /**
   * Takes a call of the decision at this as-of, with its result as JSON. Never throws:
   * `settle` does.
   */
  keep(asOf: number, record: CallRecord, text: string | null): void;
  /**
   * Makes the kept calls durable: the journal is about to refer to them. Throws if a call
   * could not be kept.
   */
  settle(): void;
}

/** What belongs to the process: where capabilities are served, and who learns of a due decision. */
export interface ToolService {
  /**
   * Serves a capability at an address of its own until it is ended; the agent is given `deadline`.
   */
  serve(
    capability: Capability,
    terms: { readonly deadline: string },
  ): ServedCapability | Promise<ServedCapability>;
  /** Announces an open decision. Rejects if the announcement failed. */
  announce(due: DecisionDue, how: Announcing): void | Promise<void>;
}

interface Announcing {
  /** URL to post to; the process has a way of its own when left out. */
  readonly post: string | undefined;
  /** Aborted once the decision is made, or too late. */
  readonly signal: AbortSignal;
}

export interface ServedCapability {
  readonly url: string;
  /** Whether the tools were listed: an agent that never saw them decided without any. */
  readonly isListed: boolean;
  end(): void;
}

/** An open decision, as it is printed and posted: one JSON object. */
export interface DecisionDue {
  readonly type: 'decision-due';
  /** Id and label of the run. */
  readonly run: string;
  readonly label: string;
  readonly agent: string;
  readonly workflow: string;
  readonly symbols: readonly string[];
  readonly asOf: number;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Civil date. */
  readonly session: string | null;
  /** Where its tools are served, with the token that opens them. */
  readonly url: string;
  /** When it is too late, by the wall clock: ISO 8601, UTC. */
  readonly deadline: string;
}
