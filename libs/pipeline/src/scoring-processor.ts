/** Scoring: folds the journals of its partitions, checks whose they are, and sends the figures of what is finished. */

import { conflict } from '#values';
import { engineSemantics } from '#contracts';
import { isOfTheseSemantics } from '#contracts/streams/earlier-messages';
import type { Events, RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import type {
  BrokenMessage,
  MessageBatch,
  OutgoingMessage,
  Position,
  Processor,
  Unread,
} from '#event-log';
import { allWorkflows } from '#workflows';
import { EarlyMessages } from './early-messages.js';
import { readMessages, readRuns } from './message-reader.js';
import { outgoing } from './outgoing.js';
import { OwnedPartitions, type OwnedPartition } from './owned-partitions.js';
import { ScoredRun } from './scored-run.js';

interface PlacedEvents {
  readonly events: Events;
  /** As it was read, for dead letters. */
  readonly letter: Omit<BrokenMessage, 'reason'>;
}

interface ScoringState {
  readonly runs: Map<string, ScoredRun>;
  /** Records of runs that are not known yet. */
  readonly early: EarlyMessages<PlacedEvents>;
  /** Runs of other semantics that have no figures yet, and whether their journals have ended. */
  readonly earlier: Map<string, boolean>;
}
type Partition = OwnedPartition & ScoringState;

export class ScoringProcessor implements Processor {
  readonly inputs: readonly TopicName[] = ['runs', 'portfolio.events', 'scores'];
  readonly output: TopicName = 'scores';
  readonly readsTapes = false;
  onBroken?: (broken: BrokenMessage) => void;
  private readonly partitions = new OwnedPartitions<ScoringState>(this, (progress) => ({
    runs: new Map(),
    early: new EarlyMessages(progress),
    earlier: new Map(),
  }));

  open(partition: number, outputEnd: number, unread: Unread): void {
    this.partitions.open(partition, outputEnd, unread);
  }

  receive(batch: MessageBatch): OutgoingMessage[] {
    const partition = this.partitions.note(batch);
    if (partition === undefined) return [];
    if (batch.topic === 'runs') this.takeRuns(batch, partition);
    else if (batch.topic === 'scores') this.takeScores(batch, partition);
    else this.takeEvents(batch, partition);
    requireTheseSemantics(partition);
    return partition.isCaughtUp ? finished(partition) : [];
  }

  close(partition: number): void {
    this.partitions.close(partition);
  }

  restartAt(partition: number): readonly Position[] {
    return this.partitions.restartAt(partition);
  }

  private takeRuns(batch: MessageBatch, partition: Partition): void {
    const { onBroken } = this;
    for (const { message, key } of readRuns(batch, allWorkflows, onBroken, partition.progress)) {
      if (message.type === 'RunSubmitted') this.submit(message, partition);
      else end(key, partition);
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
    const run = new ScoredRun(message);
    partition.runs.set(id, run);
    for (const placed of partition.early.take(id)) this.hand(placed, run);
  }

  private takeScores(batch: MessageBatch, partition: Partition): void {
    for (const { message } of readMessages('scores', batch, this.onBroken, partition.progress)) {
      end(message.run, partition);
    }
    this.partitions.catchesUp(batch);
  }

  private takeEvents(batch: MessageBatch, partition: Partition): void {
    for (const { message: events, offset } of readMessages(
      'portfolio.events',
      batch,
      this.onBroken,
      partition.progress,
    )) {
      const letter = batch.messages.find((one) => one.offset === offset);
      const run = partition.runs.get(events.run);
      if (partition.earlier.has(events.run)) noteEnd(events, partition);
      else if (letter === undefined || partition.progress.isEnded(events.run)) continue;
      else if (run === undefined) partition.early.add(events.run, { events, letter });
      else this.hand({ events, letter }, run);
    }
  }

  private hand({ events, letter }: PlacedEvents, run: ScoredRun): void {
    const reason = run.take(events);
    if (reason !== undefined) this.onBroken?.({ ...letter, reason });
  }
}

function finished(partition: Partition): OutgoingMessage[] {
  const out: OutgoingMessage[] = [];
  for (const [id, run] of partition.runs) {
    const score = run.score();
    if (score === undefined) continue;
    out.push(outgoing('scores', score));
    end(id, partition);
  }
  return out;
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

function end(run: string, { runs, earlier, progress }: Partition): void {
  runs.delete(run);
  earlier.delete(run);
  progress.end(run);
}
