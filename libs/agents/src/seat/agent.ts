/** The agent port: a question goes in, an answer comes out, now or later. */

import type { CivilDate, Instant } from '#values';
import type {
  Decision,
  ExecutionPolicy,
  FactColumns,
  PairDecision,
  Task,
  TaskAnswer,
} from '#contracts';
import type { FailureClass } from '#contracts/journal/answer-class';
import type { DecideAt } from '#contracts/scenario/scenario';
import type { MarketView } from '#market-view';

/** A run's initial data for its agent, constant for the whole run. */
export interface AgentContext {
  /** The symbols that the run trades: one, or several in a portfolio run. */
  readonly symbols: readonly string[];
  readonly policy: ExecutionPolicy;
  /** When decisions are due: at the closes of sessions, unless it says otherwise. */
  readonly decide?: DecideAt;
  /** The run's own seed: that of the scenario, mixed with agent and repeat. */
  readonly seed: number;
  /** Follows the run's cursor. */
  readonly view: MarketView;
}

/** The agent's own account as of the observation; values in currency, shares signed. */
export interface AccountView {
  readonly cash: number;
  readonly equity: number;
  /** Shares held; 0 for a symbol that is not held. */
  shares(symbol: string): number;
}

/** What every agent sees when it is asked, for any kind of work. */
export interface AskedAt {
  readonly asOf: number;
  readonly time: Instant;
  readonly view: MarketView;
}

/** What an agent sees when a decision is due. */
export interface Observation extends AskedAt {
  readonly session: CivilDate;
  readonly symbols: readonly string[];
  readonly account: AccountView;
}

/** The pair of a hedging run, in the order in which it was chosen. */
export interface Pair {
  readonly left: string;
  readonly right: string;
}

/** An open position in a pair, as the system keeps it. */
export interface PairPosition {
  /** LONG_SHORT is long `left` and short `right`. */
  readonly direction: 'LONG_SHORT' | 'SHORT_LONG';
  /** Signed. */
  readonly shares: { readonly left: number; readonly right: number };
  /**
   * Price at which each leg was opened, after slippage; in the shares of today if
   * there was a split.
   */
  readonly entryPrices: { readonly left: number; readonly right: number };
}

/** What an agent of a hedging run sees when a decision is due. */
export interface PairObservation extends AskedAt {
  readonly session: CivilDate;
  /** The symbols from which the first decision chooses the pair. */
  readonly pool: readonly string[];
  /** Null until a decision has chosen it. */
  readonly pair: Pair | null;
  /** Null while nothing is held. */
  readonly position: PairPosition | null;
  readonly account: AccountView;
}

/** What an agent sees when it is asked to do a task. */
export interface TaskObservation extends AskedAt {
  /** The task; its inputs are documents, which the view returns by their SHA-256. */
  readonly task: Task;
}

/** Why there is no decision; each becomes an event of its own and never a HOLD. */
export type NoDecision = (
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'late'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
) & {
  /** Reported by agents that ask models, whose failures have more kinds than events. */
  readonly class?: FailureClass;
};

export type Answer = Decision | NoDecision;

/** An answer of an agent of a hedging run. */
export type PairReply = PairDecision | NoDecision;

/** An agent that trades one pair of a pool. Its context has the pool for `symbols`. */
export type PairAgent = Agent<PairObservation, PairReply>;

/** An answer to a task: its workflow judges whether the answer is valid. */
export type TaskReply = TaskAnswer | NoDecision;

/** An agent that does tasks. */
export type TaskAgent = Agent<TaskObservation, TaskReply>;

/**
 * What a run asks. Its workflow defines the content of `Asked`, and accepts anything as `Said`:
 * here those of trading.
 */
export interface Agent<Asked extends AskedAt = Observation, Reply = Answer> {
  /** How far back it looks, if only the opened agent knows: a module's own declaration. */
  readonly history?: HistoryNeed;
  /**
   * Rows [from, to) of `facts`, released since the last call, in tape order: for agents that keep
   * their own copy of the past. Called for every fact up to an as-of before the decision at it is
   * due. The columns are the run's own: rows that stay are copied.
   */
  observe?(facts: FactColumns, from: number, to: number): void;
  /**
   * All facts that the clock has released, before `observe` is called for those that the run has
   * reached: for agents of which a trusted part may be ahead.
   */
  foresee?(facts: FactColumns): void;
  /** An answer that has already arrived, before `decide` is called for it. */
  here?(asked: Asked): Reply | undefined;
  /**
   * When it answers; at once when left out. Concurrent asks that are answered later are bounded.
   */
  readonly answers?: 'at once' | 'later' | 'either';
  /**
   * Called once for each due answer, in tape order, never twice at a time. Never throws: a failure
   * is an answer. Once `signal` is aborted the answer is abandoned.
   */
  decide(asked: Asked, signal?: AbortSignal): Reply | Promise<Reply>;
  /**
   * For an agent that keeps a state in this system: decides again what the journal of a resumed run
   * has, to rebuild that state. Undefined if there is nothing to compare, since the record followed
   * from the clock.
   */
  repeat?(asked: Asked, recorded: RecordedOutcome): Reply | undefined | Promise<Reply | undefined>;
  /** The tool calls behind the last answer, if it holds tools; null if it made none. */
  calls?(): { readonly calls: number; readonly digest: string } | null;
  /** Releases processes and files; safe to call twice. */
  close(): void | Promise<void>;
}

/** Original outcome of a decision: the event in the journal. */
export interface RecordedOutcome {
  readonly type: string;
  readonly reason?: string | undefined;
}

/** What the as-of store keeps for an agent. */
export interface HistoryNeed {
  /** Bars per symbol; null for all. */
  readonly bars: number | null;
}
