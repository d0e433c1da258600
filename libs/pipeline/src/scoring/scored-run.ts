/**
 * One run at scoring: folds its journal, computes its hash, and checks that the journal
 * belongs to the run.
 */

import { isFailure } from '#values';
import type { JournalEvent } from '#contracts';
import type { Events, RunScored, RunSubmitted } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/scenario/task-terms';
import { requireOwn, type RunIdentity } from '#backtest';
import { JournalChain, type BrokenMessage } from '#event-log';
import { workflowOf, type Workflow, type WorkflowFold, type Workflows } from '#workflows';
import { InOrder } from '../messages/in-order.js';
import { planOfSubmitted } from '#workflows/workflow/run-plan';

/** A message as read, for dead letters. */
export type Letter = Omit<BrokenMessage, 'reason'>;

export class ScoredRun {
  /** The last piece of a journal that is complete and has no figures yet. */
  letter: Letter | undefined;
  private readonly workflow: Workflow;
  private readonly fold: WorkflowFold;
  private readonly chain = new JournalChain();
  private readonly order: InOrder<readonly JournalEvent[]>;
  private readonly identity: RunIdentity;
  private hash: string | undefined;
  private claimed: string | undefined;
  /** A journal of another run is never scored. */
  private isForeign = false;

  /** Throws `InvalidInput` if none of the workflows is the run's. */
  constructor(
    readonly submitted: RunSubmitted,
    workflows: Workflows,
  ) {
    const { run, plan } = submitted;
    this.workflow = workflowOf(workflows, plan);
    this.fold = this.workflow.openFold();
    this.order = new InOrder(`portfolio.events: ${run}`);
    this.identity = { plan: planOfSubmitted(submitted), tapeHash: null };
  }

  /** Whether the journal is complete, with the hash that it was published with. */
  get isWhole(): boolean {
    return this.hash !== undefined && this.hash === this.claimed;
  }

  /** Applies events from the message `letter`; returns what is wrong with them, if anything. */
  take(events: Events, letter: Letter): string | undefined {
    const wasWhole = this.isWhole;
    const wrong = this.apply(events);
    if (this.isWhole && !wasWhole) this.letter = letter;
    return wrong;
  }

  private apply({ first, events, hash }: Events): string | undefined {
    this.claimed ??= hash ?? undefined;
    for (const { content, from } of this.order.accept(first, events.length, events)) {
      const foreign = this.takeAll(content.slice(from));
      if (foreign !== undefined) return foreign;
    }
    if (this.isForeign || this.fold.closed === undefined || this.hash !== undefined)
      return undefined;
    this.hash = this.chain.close();
    if (this.claimed === undefined || this.claimed === this.hash) return undefined;
    return `hash: expected ${this.hash}, which is that of the events; found ${this.claimed}`;
  }

  /**
   * The figures of a complete journal; undefined before that. `InvalidInput` if the workflow does
   * not recognize a solution.
   */
  score(solutions: Solutions | null): RunScored | undefined {
    const { hash, fold, workflow } = this;
    const { run, plan } = this.submitted;
    if (hash === undefined || !this.isWhole) return undefined;
    const { figures, drawdown } = workflow.score(fold, { seed: plan.baseSeed, solutions });
    return {
      type: 'RunScored',
      version: 2,
      run,
      workflow: workflow.name,
      journalHash: hash,
      records: fold.records,
      ...(workflow.market === undefined && { solutions: solutions?.sha256 ?? null }),
      figures: { ...figures },
      ...(drawdown && { drawdown }),
      coverage: fold.coverage.now(),
    };
  }

  /** Why the events belong to another run; undefined if they do not. */
  private takeAll(events: readonly JournalEvent[]): string | undefined {
    if (this.isForeign) return undefined;
    try {
      for (const event of events) {
        const seq = this.fold.records + 1;
        requireOwn(this.identity, { seq, event }, `run ${this.submitted.run}`);
        this.chain.append(event);
        this.fold.take(event);
      }
    } catch (error) {
      // Records from outside may break any rule of a journal, besides belonging to another run.
      if (!isFailure(error)) throw error;
      this.isForeign = true;
      return error.message;
    }
    this.chain.taken();
    return undefined;
  }
}
