/** Builds what a module's `decide` is called with: frozen, and without a way to anything else. */

import { formatCivilDate, type CivilDate, type Instant } from '#values';
import type { ExecutionPolicy } from '#contracts';
import type { MarketView } from '#market-view';
import type { ModuleObservation } from './author.js';

/** What stays the same from decision to decision. */
export interface ModuleSurroundings {
  readonly symbols: readonly string[];
  readonly policy: ExecutionPolicy;
  readonly config: Readonly<Record<string, unknown>>;
  /** The module's own; the one thing that is not frozen. */
  readonly state: Record<string, unknown>;
}

/** What is new at each decision. `shares` in the order of the symbols. */
export interface ModuleMoment {
  readonly asOf: number;
  readonly time: Instant;
  readonly session: CivilDate;
  readonly cash: number;
  readonly equity: number;
  readonly shares: readonly number[];
}

/** Copies of the surroundings that belong to the module alone. */
export function moduleSurroundings(given: Omit<ModuleSurroundings, 'state'>): ModuleSurroundings {
  const { symbols, policy, config } = structuredClone(given);
  return freezeDeep({ symbols, policy, config, state: {} }, 'state');
}

export function moduleObservation(
  surroundings: ModuleSurroundings,
  moment: ModuleMoment,
  view: MarketView,
): ModuleObservation {
  const { symbols, policy, config, state } = surroundings;
  const { asOf, time, cash, equity } = moment;
  const held = new Map(symbols.map((symbol, index) => [symbol, moment.shares[index] ?? 0]));
  const shares = Object.freeze((symbol: string) => held.get(symbol) ?? 0);
  const account = Object.freeze({ cash, equity, shares });
  const session = formatCivilDate(moment.session);
  return Object.freeze({ asOf, time, session, symbols, view, account, policy, config, state });
}

/** Freezes a tree of plain data, the member called `except` left out. */
function freezeDeep<T extends object>(value: T, except?: string): T {
  for (const [key, member] of Object.entries(value)) {
    if (key !== except && typeof member === 'object' && member !== null) freezeDeep(member);
  }
  return Object.freeze(value);
}
