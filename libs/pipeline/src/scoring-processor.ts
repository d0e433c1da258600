/** Scoring: folds the journals of its partitions, checks their hashes, and sends the figures of what is finished. */

import { intervals, measure } from '#metrics';
import type { JournalEvent } from '#contracts';
import type { Events, RunScored } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { RunFold } from '#backtest';
import {
  JournalChain,
  type BrokenMessage,
  type MessageBatch,
  type OutgoingMessage,
  type Position,
  type Processor,
  type Unread,
} from '#event-log';
import { InOrder } from './in-order.js';
import { readMessages } from './message-reader.js';
import { outgoing } from './outgoing.js';
import { OwnedPartitions, type OwnedPartition } from './owned-partitions.js';

interface ScoringState {
  readonly runs: Map<string, ScoredRun>;
  /** Where the journals ended when the partition was opened. */
  readonly unreadEnd: number;
  /** Runs whose figures have been sent. */
  readonly scored: Set<string>;
}
type Partition = OwnedPartition & ScoringState;

export class ScoringProcessor implements Processor {
  readonly inputs: readonly TopicName[] = ['portfolio.events', 'scores'];
  readonly output: TopicName = 'scores';
  readonly readsTapes = false;
  onBroken?: (broken: BrokenMessage) => void;
  private readonly partitions = new OwnedPartitions<ScoringState>(this, (_, unread) => ({
    runs: new Map(),
    unreadEnd: unread.get('portfolio.events') ?? 0,
    scored: new Set(),
  }));

  open(partition: number, outputEnd: number, unread: Unread): void {
    this.partitions.open(partition, outputEnd, unread);
  }

  receive(batch: MessageBatch): OutgoingMessage[] {
    const partition = this.partitions.note(batch);
    if (partition === undefined) return [];
    if (batch.topic === 'scores') this.takeScores(batch, partition);
    else this.takeEvents(batch, partition);
    return partition.isCaughtUp ? this.finished(partition) : [];
  }

  close(partition: number): void {
    this.partitions.close(partition);
  }

  restartAt(partition: number): readonly Position[] {
    return this.partitions.restartAt(partition);
  }

  private takeScores(batch: MessageBatch, partition: Partition): void {
    for (const { message } of readMessages('scores', batch, this.onBroken, partition.progress)) {
      partition.scored.add(message.run);
      partition.runs.delete(message.run);
      partition.progress.end(message.run);
    }
    this.partitions.catchesUp(batch);
  }

  private takeEvents(batch: MessageBatch, partition: Partition): void {
    for (const { message, offset } of readMessages(
      'portfolio.events',
      batch,
      this.onBroken,
      partition.progress,
    )) {
      if (partition.scored.has(message.run) || partition.progress.isEnded(message.run)) continue;
      let run = partition.runs.get(message.run);
      if (run === undefined) partition.runs.set(message.run, (run = new ScoredRun(message.run)));
      const wrong = run.take(message, offset);
      if (wrong === undefined) continue;
      const stored = batch.messages.find((one) => one.offset === offset);
      if (stored !== undefined) this.onBroken?.({ ...stored, reason: wrong });
    }
  }

  private finished(partition: Partition): OutgoingMessage[] {
    const out: OutgoingMessage[] = [];
    const isRead = partition.progress.isRead('portfolio.events');
    for (const [id, run] of partition.runs) {
      // Its first records lie before everything that is unfinished: it was scored long ago.
      if (isRead && run.lacksStart && run.lastOffset < partition.unreadEnd) {
        partition.runs.delete(id);
        partition.progress.end(id);
        continue;
      }
      const score = run.score();
      if (score === undefined) continue;
      out.push(outgoing('scores', score));
      partition.scored.add(id);
      partition.runs.delete(id);
      partition.progress.end(id);
    }
    return out;
  }
}

class ScoredRun {
  private readonly fold = new RunFold();
  private readonly chain = new JournalChain();
  private readonly order: InOrder<readonly JournalEvent[]>;
  /** Offset of the last message. */
  lastOffset = -1;
  private hash: string | undefined;
  private claimed: string | undefined;

  constructor(private readonly run: string) {
    this.order = new InOrder(`portfolio.events: ${run}`);
  }

  /** Takes events; what is wrong with them, if anything is. */
  take({ first, events, hash }: Events, offset: number): string | undefined {
    this.lastOffset = Math.max(this.lastOffset, offset);
    this.claimed ??= hash ?? undefined;
    for (const { content, from } of this.order.accept(first, events.length, events)) {
      for (const event of content.slice(from)) {
        this.chain.append(event);
        this.fold.take(event);
      }
      this.chain.taken();
    }
    if (this.fold.closed === undefined || this.hash !== undefined) return undefined;
    this.hash = this.chain.close();
    if (this.claimed === undefined || this.claimed === this.hash) return undefined;
    return `hash: expected ${this.hash}, which is that of the events; found ${this.claimed}`;
  }

  /** Whether its first record is missing. */
  get lacksStart(): boolean {
    return this.order.next === 1;
  }

  score(): RunScored | undefined {
    const { hash, fold, run } = this;
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
      coverage: fold.coverageNow(),
    };
  }
}
