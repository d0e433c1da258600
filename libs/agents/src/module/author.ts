/** The types that the author of a module agent writes against. */

import type { Instant } from '#values';
import type { DecisionInput, ExecutionPolicy } from '#contracts';
import type { MarketView } from '#market-view';

/** The agent's own account as of the observation; cash and equity in currency, shares signed. */
export interface ModuleAccount {
  readonly cash: number;
  readonly equity: number;
  /** Shares held, negative for a short; 0 for a symbol that is not held. */
  shares(symbol: string): number;
}

/**
 * What `decide` is called with. All of it is frozen or a copy, `state` excepted: a write to the rest
 * throws a `TypeError` and fails the decision.
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
  /** `config` of the scenario, as it stands there. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The module's own notebook between decisions; empty at the start and after a restart of its process. */
  readonly state: State;
}

/** The short forms serve a run of one symbol; `long`, `flat` and `short` are target positions. */
export type ShortDecision = 'BUY' | 'SELL' | 'HOLD' | 'long' | 'flat' | 'short';

/** What `decide` returns. Nothing (`undefined`, `null`) counts as a missing decision, never as HOLD. */
export type ModuleDecision = DecisionInput | ShortDecision | null | undefined | void;

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
  /** Bars per symbol that `decide` looks back; all of them when left out. `history` of the scenario wins. */
  readonly history?: number;
  decide: Decide<State>;
}
