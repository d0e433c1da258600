/** What sets kinds of work apart on the run's side: what a module is told of them, and how its answers are read. */

import type { Decision, PairDecision, TaskAnswer } from '#contracts';
import type {
  AgentContext,
  AskedAt,
  NoDecision,
  Observation,
  PairObservation,
  TaskContext,
  TaskObservation,
} from '../agent.js';
import { parseAnswer } from './answer.js';
import type { ModuleGiven, ModuleMoment } from './module-observation.js';
import { parsePairAnswer } from './pair-answer.js';
import { parseTaskAnswer } from './task-answer.js';

/** `config` of a scenario's agent. */
type Config = Readonly<Record<string, unknown>>;

export interface ModuleWork<Asked extends AskedAt, Made> {
  /** What the module is told at the start. */
  readonly given: ModuleGiven;
  /** What it is told with a question, as plain data. */
  momentOf(asked: Asked): ModuleMoment;
  /** Reads the plain value that it returned. */
  read(value: unknown): Made | NoDecision;
}

export function tradingWork(
  { symbols, policy }: Pick<AgentContext, 'symbols' | 'policy'>,
  config: Config,
): ModuleWork<Observation, Decision> {
  return {
    given: { symbols, policy, config },
    momentOf: ({ asOf, time, session, account }) => {
      const { cash, equity } = account;
      const shares = symbols.map((symbol) => account.shares(symbol));
      return { asOf, time, session, cash, equity, shares };
    },
    read: (value) => parseAnswer(value, symbols),
  };
}

export function pairWork(
  { symbols: pool, policy }: Pick<AgentContext, 'symbols' | 'policy'>,
  config: Config,
): ModuleWork<PairObservation, PairDecision> {
  return {
    given: { pool, policy, config },
    momentOf: ({ asOf, time, session, account, pair, position }) => {
      const { cash, equity } = account;
      const shares = pool.map((symbol) => account.shares(symbol));
      return { asOf, time, session, cash, equity, shares, pair, position };
    },
    read: parsePairAnswer,
  };
}

/** The inputs of a task are texts of the run's own view, which gives those that are visible and no others. */
export function taskWork(
  { terms, seed }: Pick<TaskContext, 'terms' | 'seed'>,
  config: Config,
): ModuleWork<TaskObservation, TaskAnswer> {
  return {
    given: { terms, seed, config },
    momentOf: ({ asOf, time, view, task: { id, instruction, inputs } }) => {
      const texts = inputs.map(({ name, document: { sha256 } }) => {
        return { name, sha256, text: view.document(sha256) };
      });
      return { asOf, time, task: { id, instruction, inputs: texts } };
    },
    read: parseTaskAnswer,
  };
}
