/** Scoring: folds the journals of its partitions, checks their owners, and publishes the figures of finished runs. */

import { conflict, isFailure, printable } from '#values';
import { engineSemantics } from '#contracts';
import { isOfTheseSemantics } from '#contracts/streams/runs';
import type { Events, RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import type { BrokenMessage, MessageBatch, OutgoingMessage } from '#event-log';
import { allWorkflows, isTradingPlan, type Workflows } from '#workflows';
import { planOfSubmitted } from '#workflows/workflow/submitted-plan';
import { outgoing } from '../messages/outgoing.js';
import type { OwnedPartition } from '../messages/partition-processor.js';
import { RunProcessor } from '../messages/run-processor.js';
import { noSolutions, type SolutionsOf } from './registered-solutions.js';
import { ScoredRun } from './scored-run.js';

/** Maximum characters of a reason: a line, not a log. */
const reasonMax = 500;

/** A message as read, for dead letters. */
type Letter = Omit<BrokenMessage, 'reason'>;

/** A run with other semantics and no figures yet: only tracks whether its journal has ended. */
class EarlierRun {
  hasEnded = false;
}

type Partition = OwnedPartition<ScoredRun | EarlierRun>;

interface ScoringOptions {
  /** Kinds of work that plans may ask for; those of this version by default. */
  readonly workflows?: Workflows;
  /** Ground truth of runs of tasks; none by default. */
  readonly solutionsOf?: SolutionsOf;
}

export class ScoringProcessor extends RunProcessor<ScoredRun | EarlierRun> {
  readonly inputs: readonly TopicName[] = ['runs', 'portfolio.events', 'scores'];
  readonly output: TopicName = 'scores';
  protected readonly workflows: Workflows;
  /** The last piece of each journal that is complete and has no figures yet, in order of completion. */
  private readonly whole = new Map<ScoredRun, Letter>();
  private readonly solutionsOf: SolutionsOf;

  constructor({ workflows = allWorkflows, solutionsOf = noSolutions }: ScoringOptions = {}) {
    super();
    this.workflows = workflows;
    this.solutionsOf = solutionsOf;
  }

  protected async take(batch: MessageBatch, partition: Partition): Promise<OutgoingMessage[]> {
    if (batch.topic === 'runs') this.takeRuns(batch, partition);
    else if (batch.topic === 'scores') this.takeScores(batch, partition);
    else this.takeEvents(batch, partition);
    requireTheseSemantics(partition);
    return partition.isCaughtUp ? this.finished(partition) : [];
  }

  protected begin(message: RunSubmitted, { progress }: Partition): ScoredRun | EarlierRun {
    if (isOfTheseSemantics(message)) return new ScoredRun(message, this.workflows);
    // It holds nothing back, and no successor has to read it again.
    progress.end(message.run);
    return new EarlierRun();
  }

  protected release(run: ScoredRun | EarlierRun): void {
    if (run instanceof ScoredRun) this.whole.delete(run);
  }

  private takeScores(batch: MessageBatch, partition: Partition): void {
    for (const { message } of this.messagesOf('scores', batch, partition)) {
      this.end(message.run, partition);
    }
    this.catchesUp(batch);
  }

  private takeEvents(batch: MessageBatch, partition: Partition): void {
    for (const { message, stored } of this.messagesOf('portfolio.events', batch, partition)) {
      this.hand(message.run, partition, (run) => this.takeInto(run, message, stored));
    }
  }

  private takeInto(run: ScoredRun | EarlierRun, events: Events, letter: Letter): void {
    if (run instanceof EarlierRun) {
      run.hasEnded ||= events.hash !== null;
      return;
    }
    const wasWhole = run.isWhole;
    const reason = run.take(events);
    if (reason !== undefined) this.onBroken?.({ ...letter, reason });
    if (run.isWhole && !wasWhole) this.whole.set(run, letter);
  }

  private async finished(partition: Partition): Promise<OutgoingMessage[]> {
    const out: OutgoingMessage[] = [];
    for (const [run, letter] of this.whole) {
      const { run: id } = run.submitted;
      if (partition.work.get(id) !== run) continue;
      const score = await this.scoreOf(run, letter);
      this.whole.delete(run);
      if (score === undefined) continue;
      out.push(score);
      this.end(id, partition);
    }
    return out;
  }

  /**
   * Messages for a run with a complete journal. Solutions that its workflow refuses, or that are unreadable, count as
   * a broken data set does at ingest: reported once, as a dead letter, and blocking no other run. The submitter chooses
   * data set and workflow, and could otherwise stop scoring for everyone. The run stays open: its journal does not
   * depend on the solutions: once they are repaired, a restart scores it. `Unavailable` ends the service, which is
   * restarted: a disk that does not respond now may respond then.
   */
  private async scoreOf(run: ScoredRun, letter: Letter): Promise<OutgoingMessage | undefined> {
    const { submitted } = run;
    const isTrading = isTradingPlan(planOfSubmitted(submitted));
    try {
      const score = run.score(isTrading ? null : await this.solutionsOf(submitted));
      return score && outgoing('scores', score);
    } catch (error) {
      if (!isFailure(error, 'InvalidInput') && !isFailure(error, 'CorruptJournal')) throw error;
      const reason = printable(`run ${submitted.run} has no score: ${error.message}`, reasonMax);
      this.onBroken?.({ ...letter, reason });
      return undefined;
    }
  }
}

/** A journal of another version hashes differently when encoded today, so only that version can compute its figures. */
function requireTheseSemantics({ work, isCaughtUp, progress }: Partition): void {
  if (!isCaughtUp || !progress.isRead('runs') || !progress.isRead('portfolio.events')) return;
  for (const [id, run] of work) {
    if (!(run instanceof EarlierRun && run.hasEnded)) continue;
    throw conflict(
      'the cluster has finished runs of another version of the engine without figures',
      {
        where: `run ${id}`,
        expected: `semantics ${engineSemantics}; let the version that finished the run score it`,
        found: 'other semantics',
      },
    );
  }
}
