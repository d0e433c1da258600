/** A module in this process: same view, same reading of answers, no protection from its code. */

import type { Agent, AskedAt, HistoryNeed, NoDecision, RecordedOutcome } from '../../seat/agent.js';
import { answerText, isPromiseLike } from '../../seat/answer-text.js';
import { readAnswerText } from '../answers/answer.js';
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
  /**
   * The JSON of the last answer, and its frozen reading: most strategies return the same one again.
   */
  private jsonLast: string | undefined;
  private madeLast!: Made | NoDecision;
  /** Ends the wait for the promise that `decide` returned last. */
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly module: LoadedModule,
    private readonly options: TrustedModuleOptions<Asked, Made>,
  ) {
    this.observationOf = moduleObserver(options.given);
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
    const { work } = this.options;
    const text = answerText(returned, work.answers);
    const isSame = text.kind === 'answer' && text.json === this.jsonLast;
    if (isSame) return this.madeLast;
    const made = readAnswerText(text, (value) => work.read(value));
    if (text.kind === 'answer') {
      this.jsonLast = text.json;
      this.madeLast = Object.freeze(made);
    }
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
