/**
 * Agents that answer when a test allows it: asks of all of them are counted, and stay
 * open until then.
 */

import type { Agent, Answer } from '#agents';

export interface HeldAsk {
  readonly run: string;
  readonly asOf: number;
  readonly signal: AbortSignal | undefined;
  readonly settle: () => void;
}

/** Rounds of the event loop after which nothing moves any more without an answer. */
const rounds = 30;

export class HeldAsks {
  /** In the order in which they were asked. */
  readonly asked: HeldAsk[] = [];
  /** Most that were open at once. */
  most = 0;
  private readonly open = new Set<HeldAsk>();

  /** An agent that later answers what `decide` makes of its observation. */
  agentOf(run: string, decide: Agent['decide']): Agent {
    return {
      answers: 'later',
      decide: (observation, signal) =>
        new Promise<Answer>((settle) => {
          const answer = (): void => {
            this.open.delete(ask);
            settle(decide(observation));
          };
          const ask: HeldAsk = { run, asOf: observation.asOf, signal, settle: answer };
          this.asked.push(ask);
          this.open.add(ask);
          this.most = Math.max(this.most, this.open.size);
        }),
      // Open asks are settled, as when a process is ended: their answers are void.
      close: () => {
        for (const ask of this.openAsks) if (ask.run === run) ask.settle();
      },
    };
  }

  get openAsks(): readonly HeldAsk[] {
    return [...this.open];
  }

  /** Until nothing moves without an answer. */
  async quiet(most = rounds): Promise<void> {
    for (let round = 0; round < most; round++) {
      await new Promise((settle) => void setImmediate(settle));
    }
  }

  /** Answers what is open, the last asked first, again and again until `isOver`. */
  async answerAll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.quiet();
      for (const ask of this.openAsks.toReversed()) ask.settle();
    }
  }
}
