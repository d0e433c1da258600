/** Answers of an agent outside of the system: they come as messages, and the run stalls where one is due. */

import { excerpt } from '#values';
import type { AgentAnswer } from '#contracts/streams/runs';
import type { AnswerSource } from '#backtest';
import { AnswerTranslator, type AnswerEvent } from '#backtest/journalled-answer';
import type { LoopObservation } from '#backtest/loop-observation';

/** Answers that may wait for their turn, of one run. */
const waitingMax = 100_000;

export class OutsideAnswers implements AnswerSource {
  private readonly translator: AnswerTranslator;
  private readonly early = new Map<number, AgentAnswer>();
  private due: { asOf: number; settle: (event: AnswerEvent) => void } | undefined;
  private answered = 0;
  /** Called when a decision is due and its answer is not there. */
  onStall: () => void = () => undefined;

  constructor(
    private readonly agent: string,
    symbols: readonly string[],
  ) {
    this.translator = new AnswerTranslator(symbols);
  }

  answer(observation: LoopObservation): AnswerEvent | Promise<AnswerEvent> {
    const { asOf } = observation;
    const known = this.early.get(asOf);
    // What cites a fact at which nothing was due can never be taken.
    for (const early of this.early.keys()) if (early <= asOf) this.early.delete(early);
    this.answered = asOf;
    if (known !== undefined) return this.translator.eventOf(known.decision);
    return new Promise((settle) => {
      this.due = { asOf, settle };
      this.onStall();
    });
  }

  close(): void {}

  /**
   * Takes an answer; why not, where it cannot be: of another agent, of a fact that the tape does not have yet, at an
   * as-of where no decision is due any more.
   */
  offer(answer: AgentAnswer, tapeLength: number): string | undefined {
    const { asOf, agent } = answer;
    if (agent !== this.agent) {
      return `agent: expected ${this.agent}, whose run it is; found ${excerpt(agent)}`;
    }
    if (asOf > tapeLength) {
      return `asOf: expected a fact of the tape, up to ${tapeLength}; found ${asOf}`;
    }
    if (this.due?.asOf === asOf) {
      const { settle } = this.due;
      this.due = undefined;
      settle(this.translator.eventOf(answer.decision));
      return undefined;
    }
    const passed = this.due?.asOf ?? this.answered;
    if (asOf <= passed) return `asOf: expected one behind ${passed}; found ${asOf}`;
    if (this.early.size >= waitingMax) return `expected at most ${waitingMax} answers ahead`;
    if (!this.early.has(asOf)) this.early.set(asOf, answer);
    return undefined;
  }
}
