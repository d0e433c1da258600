/** The portfolio: every run of its partitions follows tape and decisions; its journal goes to `portfolio.events`. */

import { conflict } from '#values';
import { engineSemantics } from '#contracts';
import { isOfTheseSemantics } from '#contracts/streams/earlier-messages';
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
import { allWorkflows, type Workflows } from '#workflows';
import { EarlyMessages } from './early-messages.js';
import type { LoadedTape } from './loaded-tape.js';
import { readMessages, readRuns } from './message-reader.js';
import { outgoingEvents } from './outgoing.js';
import { OwnedPartitions, type OwnedPartition } from './owned-partitions.js';
import { PortfolioRun } from './portfolio-run.js';
import { runsOnTapes } from './runs-on-tapes.js';
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

  constructor(
    readonly tapes = new TapeLibrary(),
    private readonly workflows: Workflows = allWorkflows,
  ) {}

  open(partition: number, outputEnd: number, unread: Unread): void {
    this.partitions.open(partition, outputEnd, unread);
  }

  async receive(batch: MessageBatch, controls?: BatchControls): Promise<OutgoingMessage[]> {
    const partition = this.partitions.note(batch);
    if (partition === undefined) return [];
    const due = this.take(batch, partition);
    this.requireTheseSemantics(partition);
    const out: OutgoingMessage[] = [];
    for (const run of due) out.push(...(await this.advance(run, partition, controls)));
    return out;
  }

  async tapeBatch(
    batch: MessageBatch,
    controls?: BatchControls,
    isAgain = false,
  ): Promise<OutgoingMessage[]> {
    const grown = this.tapes.receive(batch, this.onBroken, isAgain);
    for (const partition of this.partitions.values()) this.requireTheseSemantics(partition);
    const out: OutgoingMessage[] = [];
    for (const [run, partition] of runsOnTapes(grown, this.partitions.values())) {
      out.push(...(await this.advance(run, partition, controls)));
    }
    return out;
  }

  close(partition: number): void {
    for (const run of this.partitions.close(partition)?.runs.values() ?? []) this.letGo(run);
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
    const { onBroken, workflows } = this;
    for (const { message, key } of readRuns(batch, workflows, onBroken, partition.progress)) {
      if (message.type === 'RunSubmitted') {
        const run = this.submit(message, partition);
        if (run !== undefined) due.add(run);
      } else {
        const run = partition.runs.get(key);
        if (run !== undefined) this.letGo(run);
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
    const tape = this.tapes.get(run.tape, run.id);
    if (!partition.isCaughtUp || !isOfTheseSemantics(run)) return [];
    // One that was done before it came needs no tape to be so.
    if (run.isDone || tape?.failed !== undefined) this.end(run, partition);
    else if (tape !== undefined) return this.goOn(run, tape, partition, controls);
    return [];
  }

  private async goOn(
    run: PortfolioRun,
    tape: LoadedTape,
    partition: Partition,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    await controls?.heartbeat();
    const messages = await run.advance(tape);
    for (const message of messages) run.noteSent(message);
    if (run.isDone) this.end(run, partition);
    return messages.flatMap(outgoingEvents);
  }

  private end(run: PortfolioRun, partition: Partition): void {
    partition.runs.delete(run.id);
    partition.progress.end(run.id);
    this.letGo(run);
  }

  private letGo({ tape, id }: PortfolioRun): void {
    this.tapes.letGo(tape, id);
  }

  private submit(message: RunSubmitted, partition: Partition): PortfolioRun | undefined {
    const known = partition.runs.has(message.run) || partition.progress.isEnded(message.run);
    if (known) return undefined;
    const run = new PortfolioRun(message, this.workflows);
    partition.runs.set(message.run, run);
    this.tapes.need(run.tape, run.id, run.lookBack);
    for (const one of partition.early.take(message.run)) {
      if (one.type === 'Decisions') run.decide(one);
      else run.noteSent(one);
    }
    return run;
  }

  /**
   * A run that an earlier version of the engine began cannot be gone on with: half of its journal would mean something
   * else. `Conflict`, which ends the service, once all is read that could say that the run has ended.
   */
  private requireTheseSemantics(partition: Partition): void {
    const { runs, isCaughtUp, progress } = partition;
    if (!isCaughtUp || !progress.isRead('runs')) return;
    for (const run of [...runs.values()].filter((one) => !isOfTheseSemantics(one))) {
      const hasEnded = run.isDone || this.tapes.get(run.tape, run.id)?.failed !== undefined;
      if (hasEnded) this.end(run, partition);
      else if (this.tapes.isCaughtUp(run.tape)) throw unfinished(run);
    }
  }
}

const unfinished = ({ id, semantics }: PortfolioRun): Error =>
  conflict('the cluster has unfinished runs of another version of the engine', {
    where: `run ${id}`,
    expected: `semantics ${engineSemantics}; let the version that began the run finish it, or cancel it`,
    found: `semantics ${semantics}`,
  });
