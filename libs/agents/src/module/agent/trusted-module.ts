/** A module in this process: same view, same reading of answers, no protection from its code. */

import type { Agent, AskedAt, HistoryNeed, NoDecision, RecordedOutcome } from '../../seat/agent.js';
import { answerText, isPromiseLike, type AnswerText } from '../../seat/answer-text.js';
import { answerReader } from '../answers/answer.js';
import { thrownBy, type LoadedModule } from './load-module.js';
import { moduleObserver, type ModuleObserver } from '../facts/module-observation.js';
import type { PlainData, Work } from '../../seat/work.js';

/** At least, for a promise that was in time when its decision was first made. */
const repeatBudgetMs = 30_000;

interface TrustedModuleOptions<Asked extends AskedAt, Made> {
  readonly work: Work<Asked, Made>;
  /** The module's initial message. */
  readonly given: PlainData;
  /** For promises; synchronous code cannot be interrupted. */
  readonly timeBudgetMs: number;
  readonly history: number | null;
}

export class TrustedModule<Asked extends AskedAt, Made> implements Agent<Asked, Made | NoDecision> {
  readonly history: HistoryNeed;
  readonly answers = 'either';
  private readonly observationOf: ModuleObserver;
  private readonly readText: (text: AnswerText) => Made | NoDecision;
  /** The last text returned, and its reading: most strategies return the same one again. */
  private wordLast: string | undefined;
  private wordRead!: Made | NoDecision;
  /** Ends the wait for the promise that `decide` returned last. */
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly module: LoadedModule,
    private readonly options: TrustedModuleOptions<Asked, Made>,
  ) {
    const { given, work } = options;
    this.observationOf = moduleObserver(given);
    this.readText = answerReader((value) => work.read(value));
    this.history = { bars: options.history };
  }

  decide(asked: Asked): Made | NoDecision | Promise<Made | NoDecision> {
    return this.decideWithin(this.options.timeBudgetMs, asked);
  }

  repeat(
    asked: Asked,
    { type }: RecordedOutcome,
  ): Made | NoDecision | undefined | Promise<Made | NoDecision | undefined> {
    const { timeBudgetMs } = this.options;
    const isLate = type === 'DecisionLate';
    const budgetMs = isLate ? timeBudgetMs : Math.max(timeBudgetMs, repeatBudgetMs);
    const answer = this.decideWithin(budgetMs, asked);
    return isLate ? Promise.resolve(answer).then(() => undefined) : answer;
  }

  private decideWithin(
    budgetMs: number,
    asked: Asked,
  ): Made | NoDecision | Promise<Made | NoDecision> {
    try {
      const { asOf, time, view } = asked;
      const shown = this.options.work.shown(asked);
      const returned = this.module.decide(this.observationOf({ asOf, time, shown }, view));
      return isPromiseLike(returned) ? this.inTime(returned, budgetMs) : this.read(returned);
    } catch (error) {
      return { kind: 'failed', reason: thrownBy(this.module, error) };
    }
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private read(returned: unknown): Made | NoDecision {
    if (typeof returned === 'string' && returned === this.wordLast) return this.wordRead;
    const made = this.readText(answerText(returned, this.options.work.answers));
    if (typeof returned === 'string') [this.wordLast, this.wordRead] = [returned, made];
    return made;
  }

  private inTime(returned: PromiseLike<unknown>, budgetMs: number): Promise<Made | NoDecision> {
    return new Promise((resolve) => {
      const late = (): void => resolve({ kind: 'late', reason: `no answer within ${budgetMs} ms` });
      const timer = (this.timer = setTimeout(late, budgetMs));
      const settle = (answer: Made | NoDecision): void => {
        clearTimeout(timer);
        resolve(answer);
      };
      Promise.resolve(returned).then(
        (value) => settle(this.read(value)),
        (error: unknown) => settle({ kind: 'failed', reason: thrownBy(this.module, error) }),
      );
    });
  }
}
