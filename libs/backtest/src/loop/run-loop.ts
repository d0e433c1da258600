/**
 * One run as a fold over the tape: facts in, answers asked for where due, everything that
 * happens journaled.
 */

import { invariant } from '#values';
import { engineSemantics, type FactColumns, type JournalEvent } from '#contracts';
import type { AskedAt } from '#agents';
import type { JournalSummary, JournalWriter } from '#event-log';
import type { Cursor } from '#market-view';
import type { AnswerEvent, PreludeEvent, RunPlan, WorkflowRun } from '#workflows';
import { planDigest } from '#workflows/workflow/plan-digest';
import { UnchangedDecisions } from './unchanged-decisions.js';

/** Where the answers come from: an agent, or a journal that already has them. */
export interface AnswerSource {
  /** Once `signal` is aborted, the promised answer is no longer awaited. */
  answer(observation: AskedAt, signal?: AbortSignal): AnswerEvent | Promise<AnswerEvent>;
  /**
   * Has an agent that keeps a state decide again what is recorded. `CorruptJournal` if its
   * answer differs.
   */
  repeat?(asked: AskedAt, recorded: AnswerEvent, signal?: AbortSignal): void | Promise<void>;
  /** Journaled before the last answer. */
  preludes?(): readonly PreludeEvent[];
  /** Takes facts that were released; the run may not have reached any of them. */
  foresee?(facts: FactColumns): void;
  observe?(facts: FactColumns, from: number, to: number): void;
  close(): void | Promise<void>;
}

/** What follows a journal as it grows. */
export interface EventFold {
  take(event: JournalEvent): void;
}

/** A journal that continues, and the events that would end it where it stands. */
interface PausedJournal {
  readonly summary: JournalSummary;
  readonly ending: readonly JournalEvent[];
}

interface RunLoopOptions {
  readonly plan: RunPlan;
  readonly cursor: Cursor;
  readonly workflow: WorkflowRun;
  readonly answers: AnswerSource;
  readonly journal: JournalWriter;
  /** Sees every event after the journal has it. */
  readonly fold: EventFold;
  /**
   * Whether the same tape gives the same answers: only then do those that change nothing
   * become one event.
   */
  readonly repeats: boolean;
}

/** How long the tape ran on before an answer came; 0 if it waited, as in a backtest. */
function tookMs(preludes: readonly PreludeEvent[]): number {
  // Asked for at every decision, and nearly none has preludes.
  if (preludes.length === 0) return 0;
  return preludes.find((prelude) => prelude.type === 'AnswerTimed')?.tookMs ?? 0;
}

export class RunLoop {
  private readonly cursor: Cursor;
  private readonly workflow: WorkflowRun;
  private readonly answers: AnswerSource;
  private readonly observes: boolean;
  private observedTo = 0;
  private readonly unchanged = new UnchangedDecisions();
  /** Settles once the awaited answer was taken. */
  private pending: Promise<void> | undefined;
  /** Aborted once the run is abandoned. */
  private readonly abandoned = new AbortController();
  /** Kept, because the controller's member is a call, and this is read at every decision. */
  private readonly signal = this.abandoned.signal;

  constructor(private readonly options: RunLoopOptions) {
    const { plan, workflow } = options;
    this.cursor = options.cursor;
    this.workflow = workflow;
    this.answers = options.answers;
    this.observes = options.answers.observe !== undefined;
    this.record({
      type: 'RunOpened',
      asOf: 0,
      time: 0,
      semantics: engineSemantics,
      workflow: plan.workflow,
      plan: planDigest(plan),
      symbols: workflow.symbols,
      terms: workflow.terms,
    });
  }

  /** The answer that the run waits for. Undefined when the run can continue. */
  get waiting(): Promise<void> | undefined {
    return this.pending;
  }

  /**
   * Decisions that were made but are not in the journal yet: those of a stretch that has not ended.
   */
  get unwritten(): number {
    return this.unchanged.open;
  }

  /** Takes facts that were released, before the run reaches them. */
  foresee(facts: FactColumns): void {
    this.answers.foresee?.(facts);
  }

  /**
   * Takes rows [from, to) of a batch of released facts, which the store has already; the row that
   * it stopped before, which is `to` unless an agent makes it wait.
   */
  advance(facts: FactColumns, from: number, to: number): number {
    const { cursor, workflow } = this;
    if (this.signal.aborted) return from;
    this.observedTo = from;
    for (let row = from; row < to; row++) {
      cursor.advance(facts, row);
      const events = workflow.takeFact(facts, row);
      if (events.length > 0) this.recordAll(events);
      if (!workflow.isDue) continue;
      this.observe(facts, row + 1);
      this.ask();
      if (this.pending !== undefined) return row + 1;
    }
    this.observe(facts, to);
    return to;
  }

  /**
   * Journals an open stretch as far as it goes, for readers that treat a partial
   * journal as complete.
   */
  endStretch(): void {
    const event = this.unchanged.end();
    if (event !== undefined) this.append(event);
  }

  /** The journal's last record and its seal. */
  async finish(tape: { hash: string; facts: number }): Promise<JournalSummary> {
    await this.answers.close();
    invariant(this.cursor.asOf === tape.facts, 'a run reads its tape to the end');
    this.recordAll(this.workflow.end());
    this.record(this.closing(tape));
    return this.options.journal.close();
  }

  private closing({ hash, facts }: { hash: string; facts: number }): JournalEvent {
    const { asOf, time } = this.cursor;
    const { lastSession } = this.workflow;
    const { data } = this.options.plan;
    return { type: 'RunClosed', asOf, time, tapeHash: hash, facts, lastSession, data };
  }

  /**
   * Ends the run for now, if its window has no end: the fold takes `ending`, which would end it
   * here; the journal does not, so that the run can be resumed.
   */
  async pause(tape: { hash: string; facts: number }): Promise<PausedJournal> {
    await this.answers.close();
    invariant(this.cursor.asOf === tape.facts, 'a run reads its tape to the end');
    const { fold, journal } = this.options;
    const summary = journal.pause?.();
    invariant(summary !== undefined, 'a run without an end has a journal that is kept');
    const stretch = this.unchanged.end();
    const ending = [...(stretch ? [stretch] : []), ...this.workflow.end(), this.closing(tape)];
    for (const event of ending) fold.take(event);
    return { summary, ending };
  }

  /**
   * Ends the run early; its journal can be resumed, and an answer that still arrives
   * changes nothing.
   */
  async abandon(): Promise<void> {
    this.abandoned.abort();
    try {
      this.options.journal.abandon();
    } finally {
      await this.answers.close();
    }
  }

  private ask(): void {
    const answer = this.answers.answer(this.workflow.observation, this.signal);
    if (!(answer instanceof Promise)) return this.takeAnswer(answer);
    this.pending = answer.then((settled) => {
      // An abandoned run never settles: nothing may be journaled after its open ask.
      if (this.signal.aborted) return new Promise<void>(() => undefined);
      this.pending = undefined;
      this.takeAnswer(settled);
      // An asynchronous answer may be slow or expensive: a crash must not lose it.
      this.options.journal.flush();
    });
  }

  private takeAnswer(answer: AnswerEvent): void {
    const { asOf, time } = this.cursor;
    const preludes = this.answers.preludes?.() ?? [];
    for (const prelude of preludes) this.record({ ...prelude, asOf, time });
    if (preludes.length === 0 && this.isUnchanged(answer)) {
      if (!this.unchanged.add(answer.decision, asOf, time)) {
        this.endStretch();
        this.unchanged.add(answer.decision, asOf, time);
      }
    } else {
      this.record({ ...answer, asOf, time });
    }
    const events = this.workflow.takeAnswer(answer, tookMs(preludes));
    if (events.length > 0) this.recordAll(events);
  }

  /**
   * While a stretch is open nothing has changed: the decision that it repeats changes
   * nothing now either.
   */
  private isUnchanged(answer: AnswerEvent): answer is AnswerEvent & { type: 'DecisionMade' } {
    if (!this.options.repeats || answer.type !== 'DecisionMade') return false;
    return (
      (answer.rationale === null && this.unchanged.isExtendedBy(answer.decision)) ||
      this.workflow.changesNothing(answer)
    );
  }

  private observe(facts: FactColumns, to: number): void {
    if (this.observes && to > this.observedTo) {
      this.answers.observe?.(facts, this.observedTo, to);
    }
    this.observedTo = to;
  }

  private recordAll(events: readonly JournalEvent[]): void {
    for (const event of events) this.record(event);
  }

  private record(event: JournalEvent): void {
    this.endStretch();
    this.append(event);
  }

  private append(event: JournalEvent): void {
    this.options.journal.append(event);
    this.options.fold.take(event);
  }
}
