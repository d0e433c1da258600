/**
 * Answers of an agent outside the system: they arrive as messages, and the run stalls
 * where one is due.
 */

import { excerpt, invariant } from '#values';
import type { AgentAnswer } from '#contracts/streams/runs';
import type { AskedAt } from '#agents';
import type { AnswerSource } from '#backtest';
import type { AnswerEvent, AnswerTranslation } from '#workflows';

/** Maximum answers of one run that may wait for their turn. */
const waitingMax = 100_000;

export class OutsideAnswers implements AnswerSource {
  private translation: AnswerTranslation | undefined;
  private readonly early = new Map<number, AgentAnswer>();
  private due: { asOf: number; settle: (event: AnswerEvent) => void } | undefined;
  private answered = 0;

  constructor(private readonly agent: string) {}

  /** Returns this source, which from now on parses answers with the run's workflow. */
  readBy(translation: AnswerTranslation): this {
    this.translation = translation;
    return this;
  }

  answer({ asOf }: AskedAt): AnswerEvent | Promise<AnswerEvent> {
    const known = this.early.get(asOf);
    // Answers that cite a fact at which no decision was due can never be accepted.
    for (const early of this.early.keys()) if (early <= asOf) this.early.delete(early);
    this.answered = asOf;
    if (known !== undefined) return this.eventOf(known);
    return new Promise((settle) => {
      this.due = { asOf, settle };
    });
  }

  close(): void {}

  /** Whether a decision is due whose answer has not arrived. */
  get isStalled(): boolean {
    return this.due !== undefined;
  }

  /**
   * Accepts an answer, or returns why it is refused: another agent's, for a fact after the end of
   * the tape, or at an as-of where no decision is due any more. The agent may be ahead of the facts
   * here: its answer then waits for them. `tape`: the facts here, and whether they are complete.
   */
  offer(
    answer: AgentAnswer,
    tape: { readonly length: number; readonly isWhole: boolean },
  ): string | undefined {
    const { asOf, agent } = answer;
    if (agent !== this.agent) {
      return `agent: expected ${this.agent}, whose run it is; found ${excerpt(agent)}`;
    }
    if (tape.isWhole && asOf > tape.length) return beyond(asOf, tape.length);
    if (this.due?.asOf === asOf) {
      const { settle } = this.due;
      this.due = undefined;
      settle(this.eventOf(answer));
      return undefined;
    }
    const passed = this.due?.asOf ?? this.answered;
    if (asOf <= passed) return `asOf: expected one behind ${passed}; found ${asOf}`;
    if (this.early.size >= waitingMax) return `expected at most ${waitingMax} answers ahead`;
    if (!this.early.has(asOf)) this.early.set(asOf, answer);
    return undefined;
  }

  /**
   * Answers still waiting for facts that never arrive, once the tape is complete, each
   * with the reason.
   */
  beyondTape(length: number): { readonly answer: AgentAnswer; readonly reason: string }[] {
    const late = [...this.early.values()].filter(({ asOf }) => asOf > length);
    for (const { asOf } of late) this.early.delete(asOf);
    return late.map((answer) => ({ answer, reason: beyond(answer.asOf, length) }));
  }

  private eventOf({ decision }: AgentAnswer): AnswerEvent {
    invariant(this.translation !== undefined, 'nothing is due before the run is opened');
    return this.translation.eventOf(decision);
  }
}

function beyond(asOf: number, length: number): string {
  return `asOf: expected a fact of the tape, up to ${length}; found ${asOf}`;
}
