/** Builds the argument of a module's `decide`: frozen, and without a path to anything else. */

import type { Instant } from '#values';
import type { MarketView } from '#market-view';
import type { PlainData } from '../../seat/work.js';

/** What is new at each question, as plain data. */
export interface ModuleMoment {
  readonly asOf: number;
  readonly time: Instant;
  readonly shown: PlainData;
}

/** A module's question, for any kind of work. */
export type AnyModuleObservation = PlainData;

/** Builds one module's questions over a run. */
export type ModuleObserver = (moment: ModuleMoment, view: MarketView) => AnyModuleObservation;

/**
 * Keeps a copy of its input, which belongs to the module alone, and its notebook. The observation
 * belongs to the module from then on, and is frozen; the same object is made readable once.
 */
export function moduleObserver(given: PlainData): ModuleObserver {
  const copy = freezeDeep(structuredClone(given));
  const { symbols, pool } = copy as { symbols?: readonly string[]; pool?: readonly string[] };
  const sharesOf = sharesReader(symbols ?? pool ?? []);
  const state = {};
  let shownLast: unknown;
  let next: Record<string, unknown> | undefined;
  return ({ asOf, time, shown }, view) => {
    if (shown !== shownLast) {
      const now = readable(shown, sharesOf);
      // Members that are there keep their places.
      if (next === undefined) next = { asOf, time, view, ...now, ...copy, state };
      else Object.assign(next, now);
      shownLast = shown;
    }
    // One spread of one object: much quicker than a literal of several.
    const observation: Record<string, unknown> = { ...next };
    observation['asOf'] = asOf;
    observation['time'] = time;
    return Object.freeze(observation);
  };
}

/**
 * Parts that plain data cannot express: shares by symbol, and inputs by a name that may not exist.
 */
function readable(shown: PlainData, sharesOf: SharesReader): PlainData {
  const { account } = shown as { readonly account?: { readonly shares: Float64Array } };
  const { task } = shown as { readonly task?: object };
  if (account !== undefined) {
    const now = Object.freeze({ ...account, shares: sharesOf(account.shares) });
    const { pair, position } = shown as Record<'pair' | 'position', object | null | undefined>;
    if (pair) freezeDeep(pair);
    if (position) freezeDeep(position);
    return { ...shown, account: now };
  }
  if (task === undefined) return freezeDeep({ ...shown });
  // Without a prototype: an unknown name gives undefined, whatever it is.
  const inputs = Object.create(null) as Record<string, string | undefined>;
  for (const { name, text } of inputsIn(shown)) inputs[name] = text;
  return freezeDeep({ ...shown, task: { ...task, inputs } });
}

type SharesReader = (shares: Float64Array) => (symbol: string) => number;

/**
 * Reads shares by symbol; for the same shares as before it is the same function, as most decisions
 * change nothing.
 */
function sharesReader(symbols: readonly string[]): SharesReader {
  const numbers = new Map(symbols.map((symbol, number) => [symbol, number]));
  let sharesLast: Float64Array | undefined;
  let readLast: (symbol: string) => number;
  return (shares) => {
    if (shares !== sharesLast) {
      readLast = Object.freeze((symbol: string) => shares[numbers.get(symbol) ?? -1] ?? 0);
      sharesLast = shares;
    }
    return readLast;
  };
}

/** A text of a task; undefined if the view does not have it. */
export interface TaskInput {
  readonly name: string;
  readonly sha256: string;
  readonly text: string | undefined;
}

/** The texts of a question: those of its task, if it has one. */
export function inputsIn(shown: PlainData): readonly TaskInput[] {
  const { task } = shown as { readonly task?: { readonly inputs: readonly TaskInput[] } };
  return task?.inputs ?? [];
}

/**
 * Freezes a tree of plain data, and the functions in it; a frozen object is frozen
 * all the way down.
 */
function freezeDeep<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) {
    if (typeof member === 'function' || (typeof member === 'object' && member !== null)) {
      freezeDeep(member as object);
    }
  }
  return Object.freeze(value);
}
