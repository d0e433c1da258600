/**
 * Tasks that do not depend on each other, several at once: askers go along the tape ahead of their run, each with a
 * cursor of its own that stands still while its agent works; the run takes the answers in their turn.
 */

import type { FactColumns } from '#contracts';
import type { AskedAt } from '#agents';
import type { Cursor } from '#market-view';
import type { AnswerEvent, WorkflowRun } from '#workflows';
import type { AnswerSource } from './run-loop.js';

/** Where answers lie from their arrival to their turn, so that nobody is asked twice whatever happens. */
export interface KeptAnswers {
  /** By the as-of of the task: what was kept before, in this process or an earlier one. */
  readonly known: ReadonlyMap<number, AnswerEvent>;
  /** Tasks that have no answer yet: more askers would have nothing to do. */
  readonly open: number;
  /** Keeps an answer; it is durable on return. */
  keep(place: Pick<Cursor, 'asOf' | 'time'>, answer: AnswerEvent): void;
  /** Lets go of what it holds; safe to call twice. */
  close(): void;
}

/** The answers of a run's tasks, whoever of its askers has got them. */
export class AnswersAhead implements AnswerSource {
  private readonly askers: TaskAsker[] = [];
  private readonly open = new Map<number, PromiseWithResolvers<AnswerEvent>>();
  /** As-of of the last task that somebody has taken on. */
  private claimed = 0;

  constructor(private readonly kept: KeptAnswers) {}

  add(asker: TaskAsker): void {
    this.askers.push(asker);
  }

  answer({ asOf }: AskedAt): AnswerEvent | Promise<AnswerEvent> {
    const known = this.kept.known.get(asOf);
    if (known !== undefined) return known;
    const { promise } = this.at(asOf);
    return promise.then((answer) => {
      this.open.delete(asOf);
      return answer;
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.askers.map((asker) => asker.close()));
    this.kept.close();
  }

  /** Takes a task on, unless another asker has, or its answer is known. Tasks are taken on in their order. */
  claim(asOf: number): boolean {
    if (asOf <= this.claimed) return false;
    this.claimed = asOf;
    return !this.kept.known.has(asOf);
  }

  settle(place: Pick<Cursor, 'asOf' | 'time'>, answer: AnswerEvent): void {
    this.kept.keep(place, answer);
    this.at(place.asOf).resolve(answer);
  }

  private at(asOf: number): PromiseWithResolvers<AnswerEvent> {
    let open = this.open.get(asOf);
    if (open === undefined) this.open.set(asOf, (open = Promise.withResolvers<AnswerEvent>()));
    return open;
  }
}

export interface TaskAskerOptions {
  readonly cursor: Cursor;
  /** A run of its own over the cursor: it says when a task is due, and what the agent sees; nothing is journalled. */
  readonly workflow: WorkflowRun;
  /** Asks an agent of its own. */
  readonly answers: AnswerSource;
  readonly ahead: AnswersAhead;
}

/** Goes along the tape, takes the next free task on, and stands at it until its agent has answered. */
export class TaskAsker {
  private pending: Promise<void> | undefined;
  private readonly closed = new AbortController();
  private observedTo = 0;

  constructor(private readonly options: TaskAskerOptions) {
    options.ahead.add(this);
  }

  /** Settles once its agent has answered; undefined while it can go on. */
  get waiting(): Promise<void> | undefined {
    return this.pending;
  }

  /** As `RunLoop.advance`: takes rows [from, to), and stops behind a task that its agent works on. */
  advance(facts: FactColumns, from: number, to: number): number {
    const { cursor, workflow, ahead } = this.options;
    if (this.closed.signal.aborted) return from;
    this.observedTo = from;
    for (let row = from; row < to; row++) {
      cursor.advance(facts, row);
      workflow.takeFact(facts, row);
      if (!workflow.isDue) continue;
      if (!ahead.claim(cursor.asOf)) {
        workflow.takeAnswer(notAsked);
        continue;
      }
      this.observe(facts, row + 1);
      this.ask();
      if (this.pending !== undefined) return row + 1;
    }
    this.observe(facts, to);
    return to;
  }

  /** Cancels what its agent is asked. */
  async close(): Promise<void> {
    this.closed.abort();
    await this.options.answers.close();
  }

  private ask(): void {
    const { answers, workflow } = this.options;
    const { signal } = this.closed;
    const answer = answers.answer(workflow.observation, signal);
    if (!(answer instanceof Promise)) return this.take(answer);
    this.pending = answer.then((settled) => {
      if (signal.aborted) return new Promise<void>(() => undefined);
      this.pending = undefined;
      return this.take(settled);
    });
  }

  private take(answer: AnswerEvent): void {
    const { cursor, workflow, ahead } = this.options;
    workflow.takeAnswer(answer);
    ahead.settle(cursor, answer);
  }

  private observe(facts: FactColumns, to: number): void {
    const { answers } = this.options;
    if (to > this.observedTo) answers.observe?.(facts, this.observedTo, to);
    this.observedTo = to;
  }
}

/** What an asker tells its own run of a task that is another's. */
const notAsked: AnswerEvent = { type: 'DecisionMissing' };
