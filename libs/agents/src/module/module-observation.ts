/** Builds what a module's `decide` is called with: frozen, and without a way to anything else. */

import { formatCivilDate, invariant, type CivilDate, type Instant } from '#values';
import type { ExecutionPolicy } from '#contracts';
import type { TaskTerms } from '#contracts/task-terms';
import type { MarketView } from '#market-view';
import type { Pair, PairPosition } from '../agent.js';
import type { AnswerForm } from './answer-text.js';
import type {
  ModuleAccount,
  ModuleObservation,
  PairModuleObservation,
  TaskModuleObservation,
} from './author.js';

/** What stays the same from decision to decision. */
export interface TradingGiven {
  readonly symbols: readonly string[];
  readonly policy: ExecutionPolicy;
  readonly config: Readonly<Record<string, unknown>>;
}

/** The same in a run of hedging. */
export interface PairGiven extends Omit<TradingGiven, 'symbols'> {
  readonly pool: readonly string[];
}

/** What stays the same from task to task. */
export interface TaskGiven {
  readonly terms: TaskTerms;
  readonly seed: number;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What a module is told at the start, by which the kinds of work can be told apart. */
export type ModuleGiven = TradingGiven | PairGiven | TaskGiven;

/** What is new at each decision. `shares` in the order of the symbols. */
export interface TradingMoment {
  readonly asOf: number;
  readonly time: Instant;
  readonly session: CivilDate;
  readonly cash: number;
  readonly equity: number;
  readonly shares: readonly number[];
}

/** The same in a run of hedging. `shares` in the order of the pool. */
export interface PairMoment extends TradingMoment {
  readonly pair: Pair | null;
  readonly position: PairPosition | null;
}

/** A text that a task comes with; undefined where the view does not have it. */
export interface TaskInput {
  readonly name: string;
  readonly sha256: string;
  readonly text: string | undefined;
}

/** What is new at each task. */
export interface TaskMoment {
  readonly asOf: number;
  readonly time: Instant;
  readonly task: {
    readonly id: string;
    readonly instruction: string;
    readonly inputs: readonly TaskInput[];
  };
}

export type ModuleMoment = TradingMoment | PairMoment | TaskMoment;

/** What a module is asked with, whatever its work is. */
export type AnyModuleObservation =
  ModuleObservation | PairModuleObservation | TaskModuleObservation;

/** Shows one module what it is asked, over a run. */
export interface ModuleObserver {
  /** What its answers are. */
  readonly answers: AnswerForm;
  /** `moment` is of the work for which the observer was made. */
  observationOf(moment: ModuleMoment, view: MarketView): AnyModuleObservation;
}

/** Keeps copies of what is given, which belong to the module alone, and its notebook. */
export function moduleObserver(given: ModuleGiven): ModuleObserver {
  if ('terms' in given) return taskObserver(given);
  return 'pool' in given ? pairObserver(given) : tradingObserver(given);
}

const ofItsWork = 'a module is asked about the work for which it was opened';

function tradingObserver({ symbols, policy, config }: TradingGiven): ModuleObserver {
  const given = freezeDeep(structuredClone({ symbols, policy, config }));
  const state = {};
  return {
    answers: 'decision',
    observationOf: (moment, view) => {
      invariant(!('task' in moment), ofItsWork);
      const { asOf, time } = moment;
      const account = accountOf(moment, symbols);
      const session = formatCivilDate(moment.session);
      return Object.freeze({ asOf, time, session, view, account, ...given, state });
    },
  };
}

function pairObserver({ pool, policy, config }: PairGiven): ModuleObserver {
  const given = freezeDeep(structuredClone({ pool, policy, config }));
  const state = {};
  return {
    answers: 'decision',
    observationOf: (moment, view) => {
      invariant('pair' in moment, ofItsWork);
      const { asOf, time } = moment;
      const account = accountOf(moment, pool);
      const session = formatCivilDate(moment.session);
      const { pair, position } = freezeDeep(
        structuredClone({ pair: moment.pair, position: moment.position }),
      );
      const now = { asOf, time, session, view, account, pair, position };
      return Object.freeze({ ...now, ...given, state });
    },
  };
}

function accountOf(
  { cash, equity, shares: held }: TradingMoment,
  symbols: readonly string[],
): ModuleAccount {
  const bySymbol = new Map(symbols.map((symbol, index) => [symbol, held[index] ?? 0]));
  const shares = Object.freeze((symbol: string) => bySymbol.get(symbol) ?? 0);
  return Object.freeze({ cash, equity, shares });
}

function taskObserver({ terms, seed, config }: TaskGiven): ModuleObserver {
  const given = freezeDeep(structuredClone({ terms, seed, config }));
  const state = {};
  return {
    answers: 'JSON',
    observationOf: (moment, view) => {
      invariant('task' in moment, ofItsWork);
      const { asOf, time } = moment;
      const { id, instruction } = moment.task;
      // Without a prototype: a name that is no input gives undefined, whatever it is.
      const inputs = Object.create(null) as Record<string, string | undefined>;
      for (const { name, text } of moment.task.inputs) inputs[name] = text;
      const task = Object.freeze({ id, instruction, inputs: Object.freeze(inputs) });
      return Object.freeze({ asOf, time, task, view, ...given, state });
    },
  };
}

/** Freezes a tree of plain data. */
function freezeDeep<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) freezeDeep(member as object);
  }
  return Object.freeze(value);
}
