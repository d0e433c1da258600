/** Answers of an agent outside of the system: they come as messages, and the run stalls where one is due. */

import { excerpt, invariant } from '#values';
import type { AgentAnswer } from '#contracts/streams/runs';
import type { AskedAt } from '#agents';
import type { AnswerSource } from '#backtest';
import type { AnswerEvent, AnswerTranslation } from '#workflows';

/** Answers that may wait for their turn, of one run. */
const waitingMax = 100_000;

export class OutsideAnswers implements AnswerSource {
  private translation: AnswerTranslation | undefined;
  private readonly early = new Map<number, AgentAnswer>();
  private due: { asOf: number; settle: (event: AnswerEvent) => void } | undefined;
  private answered = 0;

  constructor(private readonly agent: string) {}

  /** The same source, which from now on reads answers as the workflow of its run does. */
  readBy(translation: AnswerTranslation): this {
    this.translation = translation;
    return this;
  }

  answer({ asOf }: AskedAt): AnswerEvent | Promise<AnswerEvent> {
    const known = this.early.get(asOf);
    // What cites a fact at which nothing was due can never be taken.
    for (const early of this.early.keys()) if (early <= asOf) this.early.delete(early);
    this.answered = asOf;
    if (known !== undefined) return this.eventOf(known);
    return new Promise((settle) => {
      this.due = { asOf, settle };
    });
  }

  close(): void {}

  /** Whether a decision is due whose answer has not come. */
  get isStalled(): boolean {
    return this.due !== undefined;
  }

  /**
   * Takes an answer; why not, where it cannot be: of another agent, of a fact behind the end of the tape, at an as-of
   * where no decision is due any more. The agent may have read facts that have not come here yet: its answer waits for
   * them. `tape`: the facts that are here, and whether they are all.
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

  /** Answers that wait for facts which never come, once the tape is whole: what is wrong with each. */
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
