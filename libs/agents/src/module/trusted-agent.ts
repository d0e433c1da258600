/** A module agent in this process: same view, same reading of answers, no protection from its code. */

import type { Agent, AgentContext, Answer, HistoryNeed, Observation } from '../agent.js';
import { answerText } from './answer-text.js';
import { parseAnswerText } from './answer.js';
import { reasonOf } from './failure-text.js';
import type { LoadedModule } from './load-module.js';
import {
  moduleObservation,
  moduleSurroundings,
  type ModuleSurroundings,
} from './module-observation.js';

export interface TrustedAgentOptions {
  readonly context: Pick<AgentContext, 'symbols' | 'policy'>;
  readonly config: Readonly<Record<string, unknown>>;
  /** For promises; synchronous code cannot be interrupted. */
  readonly timeBudgetMs: number;
  readonly history: number | null;
}

export class TrustedAgent implements Agent {
  readonly history: HistoryNeed;
  readonly answers = 'either';
  private readonly surroundings: ModuleSurroundings;

  constructor(
    private readonly module: LoadedModule,
    private readonly options: TrustedAgentOptions,
  ) {
    const { symbols, policy } = options.context;
    this.surroundings = moduleSurroundings({ symbols, policy, config: options.config });
    this.history = { bars: options.history };
  }

  decide(observation: Observation): Answer | Promise<Answer> {
    const { symbols } = this.surroundings;
    const { asOf, time, session, account, view } = observation;
    const { cash, equity } = account;
    const shares = symbols.map((symbol) => account.shares(symbol));
    const moment = { asOf, time, session, cash, equity, shares };
    try {
      const returned = this.module.decide(moduleObservation(this.surroundings, moment, view));
      if (isPromiseLike(returned)) return this.inTime(returned);
      return parseAnswerText(answerText(returned), symbols);
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) };
    }
  }

  /** What it prints goes where this process prints. */
  diagnostics(): string {
    return '';
  }

  close(): void {}

  private inTime(returned: PromiseLike<unknown>): Promise<Answer> {
    const { timeBudgetMs } = this.options;
    const { symbols } = this.surroundings;
    return new Promise((resolve) => {
      const late = (): void =>
        resolve({ kind: 'late', reason: `no answer within ${timeBudgetMs} ms` });
      const timer = setTimeout(late, timeBudgetMs);
      const settle = (answer: Answer): void => {
        clearTimeout(timer);
        resolve(answer);
      };
      Promise.resolve(returned).then(
        (value) => settle(parseAnswerText(answerText(value), symbols)),
        (error: unknown) => settle({ kind: 'failed', reason: reasonOf(error) }),
      );
    });
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
