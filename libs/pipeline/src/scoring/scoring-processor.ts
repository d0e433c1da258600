/** Scoring: folds the journals of its partitions, checks whose they are, and sends the figures of what is finished. */

import { conflict, isFailure, printable } from '#values';
import { engineSemantics } from '#contracts';
import { isOfTheseSemantics } from '#contracts/streams/runs';
import type { Events, RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import type { BrokenMessage, MessageBatch, OutgoingMessage } from '#event-log';
import { allWorkflows, isTradingPlan, type Workflows } from '#workflows';
import { planOfSubmitted } from '#workflows/workflow/submitted-plan';
import { EarlyMessages, type PartitionProgress } from '../messages/partition-progress.js';
import { readRuns } from '../messages/message-reader.js';
import { outgoing } from '../messages/outgoing.js';
import { PartitionProcessor, type OwnedPartition } from '../messages/partition-processor.js';
import { noSolutions, type SolutionsOf } from './registered-solutions.js';
import { ScoredRun } from './scored-run.js';

/** A line, not a log. */
const reasonMax = 500;

interface PlacedEvents {
  readonly events: Events;
  /** As it was read, for dead letters. */
  readonly letter: Omit<BrokenMessage, 'reason'>;
}

interface ScoringState {
  readonly runs: Map<string, ScoredRun>;
  /** Runs with all of their journals, in the order in which they became so, and the message that was the last piece. */
  readonly whole: Map<string, PlacedEvents['letter']>;
  /** Records of runs that are not known yet. */
  readonly early: EarlyMessages<PlacedEvents>;
  /** Runs of other semantics that have no figures yet, and whether their journals have ended. */
  readonly earlier: Map<string, boolean>;
}
type Partition = OwnedPartition & ScoringState;

export interface ScoringOptions {
  /** Kinds of work that plans may ask for; those of this version when left out. */
  readonly workflows?: Workflows;
  /** Ground truth of runs of tasks; none when left out. */
  readonly solutionsOf?: SolutionsOf;
}

export class ScoringProcessor extends PartitionProcessor<ScoringState> {
  readonly inputs: readonly TopicName[] = ['runs', 'portfolio.events', 'scores'];
  readonly output: TopicName = 'scores';
  private readonly workflows: Workflows;
  private readonly solutionsOf: SolutionsOf;

  constructor({ workflows = allWorkflows, solutionsOf = noSolutions }: ScoringOptions = {}) {
    super();
    this.workflows = workflows;
    this.solutionsOf = solutionsOf;
  }

  protected stateOf(progress: PartitionProgress): ScoringState {
    const early = new EarlyMessages<PlacedEvents>(progress);
    return { runs: new Map(), whole: new Map(), early, earlier: new Map() };
  }

  async receive(batch: MessageBatch): Promise<OutgoingMessage[]> {
    const partition = this.note(batch);
    if (partition === undefined) return [];
    if (batch.topic === 'runs') this.takeRuns(batch, partition);
    else if (batch.topic === 'scores') this.takeScores(batch, partition);
    else this.takeEvents(batch, partition);
    requireTheseSemantics(partition);
    return partition.isCaughtUp ? this.finished(partition) : [];
  }

  private takeRuns(batch: MessageBatch, partition: Partition): void {
    const { onBroken, workflows } = this;
    for (const { message, stored } of readRuns(batch, workflows, onBroken, partition.progress)) {
      if (message.type === 'RunSubmitted') this.submit(message, partition);
      else end(stored.key, partition);
    }
    partition.early.settle();
  }

  private submit(message: RunSubmitted, partition: Partition): void {
    const { run: id } = message;
    const { runs, earlier, progress } = partition;
    if (runs.has(id) || earlier.has(id) || progress.isEnded(id)) return;
    if (!isOfTheseSemantics(message)) {
      // Nothing of it is waited for, and no successor has to read it again.
      earlier.set(id, false);
      progress.end(id);
      for (const { events } of partition.early.take(id)) noteEnd(events, partition);
      return;
    }
    const run = new ScoredRun(message, this.workflows);
    partition.runs.set(id, run);
    for (const placed of partition.early.take(id)) this.hand(placed, run, partition);
  }

  private takeScores(batch: MessageBatch, partition: Partition): void {
    for (const { message } of this.messagesOf('scores', batch, partition)) {
      end(message.run, partition);
    }
    this.catchesUp(batch);
  }

  private takeEvents(batch: MessageBatch, partition: Partition): void {
    const read = this.messagesOf('portfolio.events', batch, partition);
    for (const { message: events, stored: letter } of read) {
      const run = partition.runs.get(events.run);
      if (partition.earlier.has(events.run)) noteEnd(events, partition);
      else if (partition.progress.isEnded(events.run)) continue;
      else if (run === undefined) partition.early.add(events.run, { events, letter });
      else this.hand({ events, letter }, run, partition);
    }
  }

  private hand({ events, letter }: PlacedEvents, run: ScoredRun, partition: Partition): void {
    const wasWhole = run.isWhole;
    const reason = run.take(events);
    if (reason !== undefined) this.onBroken?.({ ...letter, reason });
    if (run.isWhole && !wasWhole) partition.whole.set(events.run, letter);
  }

  private async finished(partition: Partition): Promise<OutgoingMessage[]> {
    const out: OutgoingMessage[] = [];
    for (const [id, letter] of partition.whole) {
      const run = partition.runs.get(id);
      const score = run && (await this.scoreOf(run, letter));
      partition.whole.delete(id);
      if (score === undefined) continue;
      out.push(score);
      end(id, partition);
    }
    return out;
  }

  /**
   * What is sent of a run whose journal is whole. Solutions that its workflow refuses, or that cannot be read, are as a
   * broken data set is at ingest: it is said once, as a dead letter, and holds up no other run. For whoever submits
   * chooses data set and workflow, and could end scoring for all otherwise. The run is not over, as its journal is the
   * same whatever the solutions are: once they are mended, a restart scores it. `Unavailable` ends the service, which
   * is started again: a disk that does not answer may answer then.
   */
  private async scoreOf(
    run: ScoredRun,
    letter: PlacedEvents['letter'],
  ): Promise<OutgoingMessage | undefined> {
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

/** A journal of another version hashes otherwise when it is encoded today: its figures can only be that version's. */
function requireTheseSemantics({ earlier, isCaughtUp, progress }: Partition): void {
  if (!isCaughtUp || !progress.isRead('runs') || !progress.isRead('portfolio.events')) return;
  for (const [run, hasEnded] of earlier) {
    if (!hasEnded) continue;
    throw conflict(
      'the cluster has finished runs of another version of the engine without figures',
      {
        where: `run ${run}`,
        expected: `semantics ${engineSemantics}; let the version that finished the run score it`,
        found: 'other semantics',
      },
    );
  }
}

function noteEnd({ run, hash }: Events, { earlier }: Partition): void {
  if (hash !== null) earlier.set(run, true);
}

function end(run: string, { runs, whole, earlier, progress }: Partition): void {
  runs.delete(run);
  whole.delete(run);
  earlier.delete(run);
  progress.end(run);
}
