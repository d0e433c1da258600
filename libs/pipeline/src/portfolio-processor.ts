/** The portfolio: every run of its partitions follows tape and decisions; its journal goes to `portfolio.events`. */

import type { Decisions, Events, RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import type {
  BatchControls,
  BrokenMessage,
  MessageBatch,
  OutgoingMessage,
  Position,
  Processor,
  Unread,
} from '#event-log';
import { EarlyMessages } from './early-messages.js';
import { readMessages } from './message-reader.js';
import { outgoing } from './outgoing.js';
import { OwnedPartitions, type OwnedPartition } from './owned-partitions.js';
import { PortfolioRun } from './portfolio-run.js';
import { TapeLibrary } from './tape-library.js';

interface PortfolioState {
  readonly runs: Map<string, PortfolioRun>;
  /** What came for runs that are not known yet. */
  readonly early: EarlyMessages<Decisions | Events>;
}
type Partition = OwnedPartition & PortfolioState;

export class PortfolioProcessor implements Processor {
  readonly inputs: readonly TopicName[] = ['runs', 'agent.decisions', 'portfolio.events'];
  readonly output: TopicName = 'portfolio.events';
  readonly readsTapes = true;
  onBroken?: (broken: BrokenMessage) => void;
  private readonly partitions = new OwnedPartitions<PortfolioState>(this, (progress) => ({
    runs: new Map(),
    early: new EarlyMessages(progress),
  }));

  constructor(private readonly tapes = new TapeLibrary()) {}

  open(partition: number, outputEnd: number, unread: Unread): void {
    this.partitions.open(partition, outputEnd, unread);
  }

  async receive(batch: MessageBatch, controls?: BatchControls): Promise<OutgoingMessage[]> {
    const partition = this.partitions.note(batch);
    if (partition === undefined) return [];
    const due = this.take(batch, partition);
    const out: OutgoingMessage[] = [];
    for (const run of due) out.push(...(await this.advance(run, partition, controls)));
    return out;
  }

  async tapeBatch(batch: MessageBatch, controls?: BatchControls): Promise<OutgoingMessage[]> {
    const grown = this.tapes.receive(batch, this.onBroken);
    const out: OutgoingMessage[] = [];
    if (grown.size === 0) return out;
    for (const partition of this.partitions.values()) {
      for (const run of partition.runs.values()) {
        if (grown.has(run.tape)) out.push(...(await this.advance(run, partition, controls)));
      }
    }
    return out;
  }

  close(partition: number): void {
    this.partitions.close(partition);
  }

  restartAt(partition: number): readonly Position[] {
    return this.partitions.restartAt(partition);
  }

  /** The runs that may go further now. */
  private take(batch: MessageBatch, partition: Partition): Iterable<PortfolioRun> {
    if (batch.topic === 'runs') return this.takeRuns(batch, partition);
    if (batch.topic === 'agent.decisions') return this.takeDecisions(batch, partition);
    if (partition.isCaughtUp) return [];
    for (const { message } of readMessages(
      'portfolio.events',
      batch,
      this.onBroken,
      partition.progress,
    )) {
      const run = partition.runs.get(message.run);
      if (run === undefined) partition.early.add(message.run, message);
      else run.noteSent(message);
    }
    if (!this.partitions.catchesUp(batch)) return [];
    return partition.runs.values();
  }

  private takeRuns(batch: MessageBatch, partition: Partition): Set<PortfolioRun> {
    const due = new Set<PortfolioRun>();
    for (const { message, key } of readMessages('runs', batch, this.onBroken, partition.progress)) {
      if (message.type === 'RunSubmitted') {
        const run = submit(message, partition);
        if (run !== undefined) due.add(run);
      } else {
        partition.runs.delete(key);
        partition.progress.end(key);
      }
    }
    partition.early.settle();
    return due;
  }

  private takeDecisions(batch: MessageBatch, partition: Partition): Set<PortfolioRun> {
    const due = new Set<PortfolioRun>();
    for (const { message } of readMessages(
      'agent.decisions',
      batch,
      this.onBroken,
      partition.progress,
    )) {
      if (message.type !== 'Decisions') continue;
      const run = partition.runs.get(message.run);
      if (run === undefined) {
        partition.early.add(message.run, message);
      } else {
        run.decide(message);
        due.add(run);
      }
    }
    return due;
  }

  private async advance(
    run: PortfolioRun,
    partition: Partition,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    const tape = this.tapes.get(run.tape);
    if (tape === undefined || !partition.isCaughtUp) return [];
    if (tape.failed !== undefined) {
      end(run, partition);
      return [];
    }
    await controls?.heartbeat();
    const messages = await run.advance(tape);
    for (const message of messages) run.noteSent(message);
    if (run.isDone) end(run, partition);
    return messages.map((message) => outgoing('portfolio.events', message));
  }
}

function end({ id }: PortfolioRun, partition: Partition): void {
  partition.runs.delete(id);
  partition.progress.end(id);
}

function submit(message: RunSubmitted, partition: Partition): PortfolioRun | undefined {
  if (partition.runs.has(message.run) || partition.progress.isEnded(message.run)) return undefined;
  const run = new PortfolioRun(message);
  partition.runs.set(message.run, run);
  for (const one of partition.early.take(message.run)) {
    if (one.type === 'Decisions') run.decide(one);
    else run.noteSent(one);
  }
  return run;
}
