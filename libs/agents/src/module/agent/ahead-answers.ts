/** Answers of a module whose process follows the run by itself, and is ahead of it. */

import type { NoDecision } from '../../seat/agent.js';
import type { Work } from '../../seat/work.js';
import type { ChildMessage } from '../answers/child-message.js';
import { lost, type Lost, type ModuleProcess, type Reply } from '../process/module-process.js';
import { readChildAnswer } from '../answers/answer.js';

/** Beyond the time budget, which the process itself watches: its report is on its way. */
const graceMs = 2_000;

type Answers = Extract<ChildMessage, { kind: 'answers' }>;

interface Answered<Made> {
  readonly kind: 'said';
  readonly said: Made | NoDecision;
}

export class AheadAnswers<Made> {
  /** Facts that the process was given ahead; later ones are sent as they are released. */
  facts = 0;
  /** Whether it gets no more of them. */
  isOver = false;
  private readonly queue: Answers[] = [];
  /** In the first message: the current run of equal answers, and how many of them are taken. */
  private run = 0;
  private taken = 0;
  private said: Made | NoDecision | undefined;
  private end: Lost | undefined;
  private wake: (() => void) | undefined;

  constructor(
    private readonly work: Pick<Work<never, Made>, 'read'>,
    process: ModuleProcess,
  ) {
    process.listen((reply) => this.receive(reply));
  }

  /**
   * The answer to the question at `asOf`; undefined if it has not arrived, and does not follow
   * from one that has.
   */
  take(asOf: number): Made | NoDecision | undefined {
    const [first] = this.queue;
    const run = first?.runs[this.run];
    if (first === undefined || run === undefined) return undefined;
    const [count, message] = run;
    if (this.taken === 0) this.said = readChildAnswer(message, this.work);
    if (++this.taken === count) {
      this.taken = 0;
      this.run++;
    }
    const isLast = this.run === first.runs.length;
    if (isLast !== (first.asOf === asOf)) {
      this.queue.length = 0;
      this.receive(lost('sent an invalid answer'));
      return undefined;
    }
    if (isLast) {
      this.queue.shift();
      this.run = 0;
    }
    return this.said;
  }

  /**
   * The same, once it has arrived; `silent` if nothing came within the budget, or the fate
   * of the process.
   */
  async next(asOf: number, budgetMs: number): Promise<Answered<Made> | Lost> {
    for (;;) {
      const said = this.take(asOf);
      if (said !== undefined) return { kind: 'said', said };
      if (this.end !== undefined) return this.end;
      const timer = setTimeout(() => this.receive({ kind: 'silent' }), budgetMs + graceMs);
      await new Promise<void>((resolve) => (this.wake = resolve));
      clearTimeout(timer);
    }
  }

  private receive(reply: Reply): void {
    if (reply.kind !== 'message') this.end ??= reply;
    else if (reply.message.kind === 'answers') this.queue.push(reply.message);
    else this.end ??= { kind: 'silent' };
    this.wake?.();
  }
}
