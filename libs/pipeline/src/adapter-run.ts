/** One run at the agent adapter: its agent is asked at every due as-of, and what it answers is sent on. */

import { behind, dueInAll, type DecisionEvent } from '#contracts';
import type { Decisions, RunSubmitted } from '#contracts/streams/runs';
import { openRun, recordedAnswers, type AnswerSource, type OpenedRun } from '#backtest';
import { isRepeatable } from '#agents';
import { DecisionSink } from './decision-sink.js';
import { InOrder } from './in-order.js';
import { OutsideAnswers } from './outside-answers.js';
import { planOfSubmitted } from './run-plan-of.js';
import type { LoadedTape } from './loaded-tape.js';
import { TapeWalk } from './tape-walk.js';

/** Decisions and stretches of a message: a bound on its size. */
const decisionsMax = 2000;

export class AdapterRun {
  /** Only of a run whose agent lies outside. */
  readonly outside: OutsideAnswers | undefined;
  private readonly sink = new DecisionSink();
  private readonly sent: InOrder<Decisions>;
  /** Decisions that were sent before; answers of agents that may not be asked twice. */
  private readonly recorded: DecisionEvent[] = [];
  private watermarkSent = -1;
  private opened: { run: OpenedRun; walk: TapeWalk } | undefined;
  private pending: Promise<void> | undefined;
  private stalled = Promise.withResolvers<void>();

  constructor(private readonly submitted: RunSubmitted) {
    const { agent, symbols } = submitted.plan;
    this.sent = new InOrder(`agent.decisions: ${submitted.run}`);
    if (agent.kind === 'external') {
      this.outside = new OutsideAnswers(agent.id, symbols);
      this.outside.onStall = () => this.stalled.resolve();
    }
  }

  get id(): string {
    return this.submitted.run;
  }

  get tape(): string {
    return this.submitted.tape;
  }

  /** Takes a message that this run has sent, or another worker for it. */
  noteSent(message: Decisions): void {
    const pieces = this.sent.accept(message.first, dueInAll(message.decisions), message);
    for (const { content, from } of pieces) {
      if (!this.isRepeatable) this.recorded.push(...behind(content.decisions, from));
      this.watermarkSent = Math.max(this.watermarkSent, content.watermark);
    }
  }

  /** Whether everything up to the end of the tape has been sent. */
  isDone(tape: LoadedTape): boolean {
    return tape.isWhole && this.watermarkSent >= tape.length;
  }

  /** Asks the agent as far as the tape goes; the messages with what has not been sent. */
  async advance(tape: LoadedTape): Promise<Decisions[]> {
    if (this.isDone(tape)) return [];
    this.opened ??= await this.open(tape);
    const { walk } = this.opened;
    for (;;) {
      if (this.pending !== undefined) {
        const isSettled = await settledOrStalled(this.pending, this.stalled.promise);
        if (!isSettled) break;
        this.pending = undefined;
      }
      const step = walk.step(tape.length);
      if (step === undefined) break;
      if (step.done !== undefined) this.pending = step.done;
    }
    // Whoever follows the run live sees its decisions at their instant, not when a stretch has ended.
    this.opened.run.loop.endStretch();
    return this.messages(walk);
  }

  async close(): Promise<void> {
    await this.opened?.run.loop.abandon();
  }

  /** The outside agent has answered. What is not due yet wakes nobody: the run still stalls where it stalled. */
  wake(): void {
    if (this.outside?.isStalled !== true) this.stalled = Promise.withResolvers();
  }

  private get isRepeatable(): boolean {
    const { kind } = this.submitted.plan.agent;
    return kind !== 'external' && isRepeatable(kind);
  }

  private async open(tape: LoadedTape): Promise<{ run: OpenedRun; walk: TapeWalk }> {
    const { header, store } = tape;
    const answers = this.answers();
    const run = await openRun(
      { plan: planOfSubmitted(this.submitted), journal: this.sink, recorded: this.recorded },
      { header, store, agents: { directory: '', hidden: [] }, ...(answers && { answers }) },
    );
    return { run, walk: new TapeWalk(tape, run.loop) };
  }

  private answers(): AnswerSource | undefined {
    return this.outside && recordedAnswers(this.recorded, this.outside);
  }

  /** What the sink has and nobody was sent; at least the new watermark. */
  private messages(walk: TapeWalk): Decisions[] {
    const { first, decisions } = this.sink.take();
    const known = Math.max(0, this.sent.next - first);
    const fresh = behind(decisions, known);
    const watermark = this.pending === undefined ? walk.asOf : this.stalledAt() - 1;
    if (fresh.length === 0 && watermark <= this.watermarkSent) return [];
    let next = first + known;
    const messages = cut(fresh).map((part) => {
      const from = next;
      next += dueInAll(part);
      return {
        type: 'Decisions' as const,
        version: 2 as const,
        run: this.submitted.run,
        first: from,
        decisions: part,
        watermark: part.at(-1)?.asOf ?? watermark,
      };
    });
    const last = messages.at(-1);
    if (last !== undefined) last.watermark = Math.max(watermark, this.watermarkSent);
    return messages;
  }

  private stalledAt(): number {
    return this.opened?.run.cursor.asOf ?? 0;
  }
}

/** Pieces of at most `decisionsMax`; one empty piece of none, which carries a watermark alone. */
function cut(decisions: readonly DecisionEvent[]): DecisionEvent[][] {
  const parts: DecisionEvent[][] = [];
  for (let from = 0; from < decisions.length; from += decisionsMax) {
    parts.push(decisions.slice(from, from + decisionsMax));
  }
  return parts.length === 0 ? [[]] : parts;
}

/** True when `pending` has ended, false when the run stalls first. */
function settledOrStalled(pending: Promise<void>, stalled: Promise<void>): Promise<boolean> {
  return Promise.race([pending.then(() => true), stalled.then(() => false)]);
}
