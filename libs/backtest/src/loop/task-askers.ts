/**
 * Runs several independent tasks at once. Askers move along the tape ahead of their run, each with
 * its own cursor, which stays still while its agent works. The run takes the answers in tape order.
 */

import type { FactColumns } from '#contracts';
import type { AskedAt, KeepCalls } from '#agents';
import type { Cursor } from '#market-view';
import type { CallRecord } from '#tools';
import type { AnswerEvent, KeepText, PreludeEvent, WorkflowRun } from '#workflows';
import type { KeptAnswer, KeptAnswers } from './kept-answers.js';
import type { AnswerSource } from './run-loop.js';

/** The answers to a run's tasks, from all of its askers. */
export class AnswersAhead implements AnswerSource {
  private readonly askers: TaskAsker[] = [];
  private readonly open = new Map<number, PromiseWithResolvers<KeptAnswer>>();
  /** What preceded the last answer. */
  private before: readonly PreludeEvent[] = [];
  /** As-of of the last task that an asker has claimed. */
  private claimed = 0;

  /** Calls of the tasks that are worked on, by their as-of. */
  private readonly calls = new Map<number, CallRecord[]>();

  /** `to` takes texts of results at once, and the calls behind an answer in its turn. */
  constructor(
    private readonly kept: KeptAnswers,
    private readonly to: {
      readonly keepCalls?: KeepCalls | undefined;
      readonly keepText?: KeepText;
    },
  ) {}

  /** Holds calls until the turn of their answer. */
  readonly keepCalls: KeepCalls = {
    keep: (asOf, record, text) => {
      const calls = this.calls.get(asOf);
      if (calls === undefined) this.calls.set(asOf, [record]);
      else calls.push(record);
      if (text !== null && record.result !== null) this.to.keepText?.(record.result, text);
    },
    settle: () => undefined,
  };

  add(asker: TaskAsker): void {
    this.askers.push(asker);
  }

  answer({ asOf }: AskedAt): AnswerEvent | Promise<AnswerEvent> {
    const known = this.kept.known.get(asOf);
    if (known !== undefined) return this.given(asOf, known);
    const { promise } = this.at(asOf);
    return promise.then((answer) => {
      this.open.delete(asOf);
      return this.given(asOf, answer);
    });
  }

  preludes(): readonly PreludeEvent[] {
    return this.before;
  }

  async close(): Promise<void> {
    await Promise.all(this.askers.map((asker) => asker.close()));
  }

  /**
   * Claims a task unless another asker has, or its answer is known. Tasks are claimed
   * in tape order.
   */
  claim(asOf: number): boolean {
    if (asOf <= this.claimed) return false;
    this.claimed = asOf;
    return !this.kept.known.has(asOf);
  }

  settle(place: Pick<Cursor, 'asOf' | 'time'>, settled: Omit<KeptAnswer, 'calls'>): void {
    const answer = { ...settled, calls: this.calls.get(place.asOf) ?? [] };
    this.calls.delete(place.asOf);
    this.kept.keep(place, answer);
    this.at(place.asOf).resolve(answer);
  }

  private given(asOf: number, { answer, preludes, calls }: KeptAnswer): AnswerEvent {
    this.before = preludes;
    const { keepCalls: log } = this.to;
    for (const record of calls) log?.keep(asOf, record, null);
    if (calls.length > 0) log?.settle();
    return answer;
  }

  private at(asOf: number): PromiseWithResolvers<KeptAnswer> {
    let open = this.open.get(asOf);
    if (open === undefined) this.open.set(asOf, (open = Promise.withResolvers<KeptAnswer>()));
    return open;
  }
}

interface TaskAskerOptions {
  readonly cursor: Cursor;
  /**
   * A separate run over the cursor: tells when a task is due and what the agent sees; its
   * events are dropped.
   */
  readonly workflow: WorkflowRun;
  /** Asks the asker's own agent. */
  readonly answers: AnswerSource;
  readonly ahead: AnswersAhead;
}

/**
 * Moves along the tape, claims the next free task, and stays there until its agent has answered.
 */
export class TaskAsker {
  private pending: Promise<void> | undefined;
  private readonly closed = new AbortController();
  private observedTo = 0;

  constructor(private readonly options: TaskAskerOptions) {
    options.ahead.add(this);
  }

  /** Settles when the agent has answered; undefined while the asker can move on. */
  get waiting(): Promise<void> | undefined {
    return this.pending;
  }

  /**
   * Like `RunLoop.advance`: takes rows [from, to) and stops after a task that its agent
   * is working on.
   */
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

  /** Cancels the pending ask. */
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
    const { cursor, workflow, ahead, answers } = this.options;
    workflow.takeAnswer(answer);
    ahead.settle(cursor, { answer, preludes: answers.preludes?.() ?? [] });
  }

  private observe(facts: FactColumns, to: number): void {
    const { answers } = this.options;
    if (to > this.observedTo) answers.observe?.(facts, this.observedTo, to);
    this.observedTo = to;
  }
}

/** Clears a task that another asker has claimed. */
const notAsked: AnswerEvent = { type: 'DecisionMissing' };
