/** Builds what a module's `decide` is called with: frozen, and without a way to anything else. */

import type { Instant } from '#values';
import type { MarketView } from '#market-view';
import type { PlainData } from '../work.js';

/** What is new at each question, as plain data. */
export interface ModuleMoment {
  readonly asOf: number;
  readonly time: Instant;
  readonly shown: PlainData;
}

/** What a module is asked with, whatever its work is. */
export type AnyModuleObservation = PlainData;

/** Shows one module what it is asked, over a run. */
export type ModuleObserver = (moment: ModuleMoment, view: MarketView) => AnyModuleObservation;

/**
 * Keeps a copy of what is given, which belongs to the module alone, and its notebook. What is shown belongs to the
 * module from then on, and is frozen; the same object is made readable once.
 */
export function moduleObserver(given: PlainData): ModuleObserver {
  const own = freezeDeep(structuredClone(given));
  const state = {};
  const sharesOf = sharesReader();
  let [shownLast, readableLast]: [unknown, PlainData] = [undefined, {}];
  return ({ asOf, time, shown }, view) => {
    if (shown !== shownLast) {
      [shownLast, readableLast] = [shown, freezeDeep(readable(shown, sharesOf))];
    }
    return Object.freeze({ asOf, time, view, ...readableLast, ...own, state });
  };
}

/** What data alone cannot say: shares by symbol, and inputs by a name that may be none. */
function readable(shown: PlainData, sharesOf: SharesReader): PlainData {
  const { account } = shown as { readonly account?: { readonly shares: Held } };
  const { task } = shown as { readonly task?: object };
  if (account !== undefined) {
    return { ...shown, account: { ...account, shares: sharesOf(account.shares) } };
  }
  if (task === undefined) return { ...shown };
  // Without a prototype: a name that is no input gives undefined, whatever it is.
  const inputs = Object.create(null) as Record<string, string | undefined>;
  for (const { name, text } of inputsIn(shown)) inputs[name] = text;
  return { ...shown, task: { ...task, inputs } };
}

type Held = readonly (readonly [symbol: string, shares: number])[];
type SharesReader = (held: Held) => (symbol: string) => number;

/** Reads lists of shares; the list that was read last is read once, as most decisions change nothing. */
function sharesReader(): SharesReader {
  let heldLast: Held | undefined;
  let readLast: (symbol: string) => number;
  return (held) => {
    if (held !== heldLast) {
      const bySymbol = new Map(held);
      readLast = (symbol) => bySymbol.get(symbol) ?? 0;
      heldLast = held;
    }
    return readLast;
  };
}

/** A text that a task comes with; undefined where the view does not have it. */
export interface TaskInput {
  readonly name: string;
  readonly sha256: string;
  readonly text: string | undefined;
}

/** The texts that come with a question: those of its task, where it has one. */
export function inputsIn(shown: PlainData): readonly TaskInput[] {
  const { task } = shown as { readonly task?: { readonly inputs: readonly TaskInput[] } };
  return task?.inputs ?? [];
}

/** Freezes a tree of plain data, and the functions in it; what is frozen already is so all the way down. */
function freezeDeep<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) {
    if (typeof member === 'function' || (typeof member === 'object' && member !== null)) {
      freezeDeep(member as object);
    }
  }
  return Object.freeze(value);
}
