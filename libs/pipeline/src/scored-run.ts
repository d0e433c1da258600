/** One run at scoring: its journal folded, its hash computed, and checked to be the journal of that run. */

import { isFailure } from '#values';
import type { JournalEvent } from '#contracts';
import type { Events, RunScored, RunSubmitted } from '#contracts/streams/runs';
import { requireOwn, type RunIdentity } from '#backtest';
import { JournalChain } from '#event-log';
import { intervals, measure } from '#metrics';
import { TradingFold } from '#workflows';
import { InOrder } from './in-order.js';
import { planOfSubmitted } from './run-plan-of.js';

export class ScoredRun {
  private readonly fold = new TradingFold();
  private readonly chain = new JournalChain();
  private readonly order: InOrder<readonly JournalEvent[]>;
  private readonly identity: RunIdentity;
  private hash: string | undefined;
  private claimed: string | undefined;
  /** A journal of another run is never scored. */
  private isForeign = false;

  constructor(private readonly submitted: RunSubmitted) {
    const { run, semantics } = submitted;
    this.order = new InOrder(`portfolio.events: ${run}`);
    this.identity = { plan: planOfSubmitted(submitted), semantics, tapeHash: null };
  }

  /** Takes events; what is wrong with them, if anything is. */
  take({ first, events, hash }: Events): string | undefined {
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

  score(): RunScored | undefined {
    const { hash, fold } = this;
    const { run } = this.submitted;
    if (hash === undefined || hash !== this.claimed) return undefined;
    const performance = fold.performance();
    const { metrics, undefinedBecause, drawdown } = measure(performance);
    return {
      type: 'RunScored',
      version: 1,
      run,
      journalHash: hash,
      records: fold.records,
      metrics,
      undefinedBecause,
      drawdown,
      intervals: intervals(performance, { seed: run }),
      coverage: fold.coverage.now(),
    };
  }

  /** Why the events are of another run, if they are. */
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
      // Records from outside may break any rule of a journal, not only say that they are another run's.
      if (!isFailure(error)) throw error;
      this.isForeign = true;
      return error.message;
    }
    this.chain.taken();
    return undefined;
  }
}
