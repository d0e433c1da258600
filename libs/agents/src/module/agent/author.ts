/**
 * The types that the author of a module agent writes against: one that trades, trades a pair,
 * or does tasks.
 */

import type { Instant } from '#values';
import type {
  DecisionInput,
  ExecutionPolicy,
  PairAction,
  PairDecision,
  TaskAnswer,
} from '#contracts';
import type { TaskTerms } from '#contracts/scenario/task-terms';
import type { MarketView } from '#market-view';
import type { Pair, PairPosition } from '../../seat/agent.js';

/** The agent's own account as of the observation; cash and equity in currency, shares signed. */
interface ModuleAccount {
  readonly cash: number;
  readonly equity: number;
  /** Shares held, negative for a short; 0 for a symbol that is not held. */
  shares(symbol: string): number;
}

/**
 * What `decide` is called with. All of it is frozen or a copy, `state` excepted: a write to the
 * rest throws a `TypeError` and fails the decision.
 */
export interface ModuleObservation<State extends object = Record<string, unknown>> {
  /** Position on the tape of the last fact that can be read, from 1. */
  readonly asOf: number;
  /** Knowledge time of that fact, microseconds since 1970-01-01T00:00:00Z. */
  readonly time: Instant;
  /** The session that the decision is due in, `YYYY-MM-DD`. */
  readonly session: string;
  /** The symbols that the run trades: one, or several in a portfolio run. */
  readonly symbols: readonly string[];
  /** Prices, news, filings, fundamentals, corporate actions and indicators as of now. */
  readonly view: MarketView;
  readonly account: ModuleAccount;
  /** How decisions become fills: fill price, what HOLD means, shorting, size and costs. */
  readonly policy: ExecutionPolicy;
  /** `config` of the scenario, unchanged. */
  readonly config: Readonly<Record<string, unknown>>;
  /**
   * The module's own notebook between decisions; empty at the start and after a restart
   * of its process.
   */
  readonly state: State;
}

/** The short forms serve a run of one symbol; `long`, `flat` and `short` are target positions. */
type ShortDecision = 'BUY' | 'SELL' | 'HOLD' | 'long' | 'flat' | 'short';

/**
 * What `decide` returns. Nothing (`undefined`, `null`) counts as a missing decision, never as HOLD.
 * A symbol that a target or weights do not name keeps its position.
 * `{ kind: 'weights', weights: { AAPL: 0.5 }, rest: 'flat' }` closes every other position.
 */
type ModuleDecision = DecisionInput | ShortDecision | null | undefined | void;

export type Decide<State extends object = Record<string, unknown>> = (
  observation: ModuleObservation<State>,
) => ModuleDecision | Promise<ModuleDecision>;

/**
 * The default export of a module agent; a bare `decide` function does as well, and so does a named
 * export `decide`.
 *
 * @example
 * const agent: ModuleAgent = {
 *   history: 60,
 *   decide({ view, symbols: [symbol] }) {
 *     const closes = view.closes(symbol, 60);
 *     const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
 *     return closes.at(-1) > mean ? 'long' : 'flat';
 *   },
 * };
 * export default agent;
 */
export interface ModuleAgent<State extends object = Record<string, unknown>> {
  /**
   * Bars per symbol that `decide` looks back; all of them when left out. `history` of the
   * scenario wins.
   */
  readonly history?: number;
  decide: Decide<State>;
}

/**
 * What the `decide` of a module is called with in a run of hedging, once a session. All of
 * it is frozen or a copy, `state` excepted: a write to the rest throws a `TypeError` and
 * fails the decision.
 */
interface PairModuleObservation<State extends object = Record<string, unknown>> extends Omit<
  ModuleObservation<State>,
  'symbols'
> {
  /** The symbols from which the first decision chooses the pair. */
  readonly pool: readonly string[];
  /** Null until a decision has chosen it. */
  readonly pair: Pair | null;
  /** Null while nothing is held. */
  readonly position: PairPosition | null;
}

/**
 * What `decide` returns in a run of hedging: first
 * `{ kind: 'pair', left: 'A', right: 'B', action: 'HOLD' }`, from then on an action alone. Nothing
 * (`undefined`, `null`) counts as a missing decision, never as HOLD.
 */
type PairModuleDecision = PairDecision | PairAction | null | undefined | void;

type DecidePair<State extends object = Record<string, unknown>> = (
  observation: PairModuleObservation<State>,
) => PairModuleDecision | Promise<PairModuleDecision>;

/** The default export of a module that trades a pair; a bare `decide` function does as well. */
export interface PairModule<State extends object = Record<string, unknown>> {
  /**
   * Bars per symbol that `decide` looks back; all of them when left out. `history` of the
   * scenario wins.
   */
  readonly history?: number;
  decide: DecidePair<State>;
}

/** What is to be done. */
interface ModuleTask {
  readonly id: string;
  readonly instruction: string;
  /** Texts by name, all of them available; undefined for an unknown name. */
  readonly inputs: Readonly<Record<string, string | undefined>>;
}

/**
 * What the `decide` of a module that does tasks is called with, once for each task. All of
 * it is frozen or a copy, `state` excepted: a write to the rest throws a `TypeError` and
 * fails the answer.
 */
interface TaskModuleObservation<State extends object = Record<string, unknown>> {
  /** Position on the tape of the last fact that can be read, from 1. */
  readonly asOf: number;
  /** Knowledge time of that fact, microseconds since 1970-01-01T00:00:00Z. */
  readonly time: Instant;
  readonly task: ModuleTask;
  /** What is known of the market now; `view.symbols` is empty if the work has no market. */
  readonly view: MarketView;
  /** `terms` of the scenario, which the workflow defines. */
  readonly terms: TaskTerms;
  /** `config` of the scenario, unchanged. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The run's own seed, another one in each repeat: for randomness that can be repeated. */
  readonly seed: number;
  /**
   * The module's own notebook between tasks; empty at the start and after a restart of its process.
   */
  readonly state: State;
}

/** Any JSON, up to 64 objects and arrays within each other. */
type JsonAnswer = TaskAnswer['answer'];

/**
 * What `decide` returns for a task: the answer itself, or in full with a rationale. An object whose
 * `kind` is `answer` is always one in full, so an answer that looks like this itself is given in
 * full. Nothing (`undefined`, `null`) counts as missing; an answer that is null is given in full.
 */
type TaskModuleAnswer = JsonAnswer | TaskAnswer | null | undefined | void;

type DecideTask<State extends object = Record<string, unknown>> = (
  observation: TaskModuleObservation<State>,
) => TaskModuleAnswer | Promise<TaskModuleAnswer>;

/**
 * The default export of a module that does tasks; a bare `decide` function does as well, and so
 * does a named export `decide`.
 *
 * @example
 * const agent: TaskModule = {
 *   decide({ task }) {
 *     const words = (task.inputs['filing'] ?? '').split(/\s+/);
 *     return { words: words.length };
 *   },
 * };
 * export default agent;
 */
export interface TaskModule<State extends object = Record<string, unknown>> {
  /**
   * Bars per symbol that `decide` looks back; all of them when left out. `history` of the
   * scenario wins.
   */
  readonly history?: number;
  decide: DecideTask<State>;
}
