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

/** Keeps copies of what is given, which belong to the module alone, and its notebook. */
export function moduleObserver(given: PlainData): ModuleObserver {
  const own = freezeDeep(structuredClone(given));
  const state = {};
  return ({ asOf, time, shown }, view) => {
    const now = readable(structuredClone(shown));
    return Object.freeze({ asOf, time, view, ...freezeDeep(now), ...own, state });
  };
}

/** What data alone cannot say: shares by symbol, and inputs by a name that may be none. */
function readable(shown: PlainData): PlainData {
  const { account } = shown as { readonly account?: { readonly shares: Held } };
  const { task } = shown as { readonly task?: object };
  // Without a prototype: a name that is no input gives undefined, whatever it is.
  const inputs = Object.create(null) as Record<string, string | undefined>;
  for (const { name, text } of inputsIn(shown)) inputs[name] = text;
  return {
    ...shown,
    ...(account && { account: { ...account, shares: sharesOf(account.shares) } }),
    ...(task && { task: { ...task, inputs } }),
  };
}

type Held = readonly (readonly [symbol: string, shares: number])[];

function sharesOf(held: Held): (symbol: string) => number {
  const bySymbol = new Map(held);
  return (symbol) => bySymbol.get(symbol) ?? 0;
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

/** Freezes a tree of plain data, and the functions in it. */
function freezeDeep<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'function' || (typeof member === 'object' && member !== null)) {
      freezeDeep(member as object);
    }
  }
  return Object.freeze(value);
}
