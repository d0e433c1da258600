/**
 * Runs a processor: takes batches in turn, and makes its output durable before it commits offsets.
 */

import PQueue from 'p-queue';
import { invariant } from '#values';
import type { TopicName } from '#contracts/streams/topics';
import type {
  BatchControls,
  GroupMember,
  MessageBatch,
  OutgoingMessage,
  Position,
  Processor,
} from '#event-log';
import type { BatchTrace } from '../tracing/batch-tracing.js';
import { BrokenMessages } from './broken-messages.js';
import { CommitSchedule } from './commit-schedule.js';
import { usualTimes, type HostTimes, type ProcessorHostOptions } from './host-options.js';
import { groupOffsets, type GroupOffsets, unreadOf } from './group-offsets.js';
import { confirmOwnership, keptAlive, patientControls } from './keep-alive.js';
import { lostPartition, MessageEmitter } from './message-emitter.js';
import { PartitionOwnership, type Tenure } from './partition-ownership.js';
import { TapeRereading } from './tape-rereading.js';
import { watched } from './watched-batch.js';

export class ProcessorHost {
  /** How far `market.tape` has been read. */
  readonly tape = new TapeProgress();
  private readonly turns = new PQueue({ concurrency: 1 });
  private readonly ownership = new PartitionOwnership();
  /** Partitions whose state the processor holds. */
  private readonly open = new Set<number>();
  /**
   * Output held back while ownership was uncertain; published first if we still own the partition.
   */
  private readonly unsent = new Map<number, readonly OutgoingMessage[]>();
  private readonly broken: BrokenMessages;
  private readonly emitter: MessageEmitter;
  private readonly commits: CommitSchedule;
  private readonly rereading: TapeRereading;
  private readonly times: HostTimes;
  private failure: Error | undefined;
  private isFinishing = false;

  constructor(private readonly options: ProcessorHostOptions) {
    const { processor, logger } = options;
    this.times = { ...usualTimes, ...options.times };
    this.broken = new BrokenMessages(options);
    const { ownership } = this;
    this.emitter = new MessageEmitter({ ...options, ownership, giveUpMs: this.times.giveUpMs });
    this.commits = new CommitSchedule({
      everyMs: this.times.commitEveryMs,
      positionsOf: (partition) => this.positionsOf(partition),
      inTurn: (work) => this.turns.add(work),
      onRefused: (error) => logger.warn({ err: error }, 'offsets were not committed'),
    });
    this.rereading = new TapeRereading({
      ...options,
      tapes: processor.tapes,
      giveUpMs: this.times.giveUpMs,
      take: (batch) => this.takeTape(batch, true),
      inTurn: (work) => this.turns.add(work),
      onCrash: (error) => this.fail(error),
    });
    processor.onBroken = (message) => this.broken.note(message);
    processor.publish = (messages) => this.publish(messages);
  }

  get processor(): Processor {
    return this.options.processor;
  }

  /** What keeps a service from being ready; `stopped`: topic and partition of the stopped ones. */
  get state() {
    return {
      failed: this.failure !== undefined,
      tapeCaughtUp: !this.processor.readsTapes || this.tape.isCaughtUp,
      ownedPartitions: this.ownership.partitions,
      stopped: this.broken.stoppedPartitions,
    };
  }

  /** Sets the member that commits offsets from now on. */
  attach(member: Pick<GroupMember, 'commit'>): void {
    this.commits.attach(member);
  }

  /**
   * Opens partitions; returns where to read them, if not at the committed offset. `Unavailable`
   * while the log does not report their ends: the group may ask again.
   */
  assigned(partitions: readonly number[]): Promise<readonly Position[]> {
    return this.turns.add(async () => {
      if (this.isFinishing) return [];
      const offsets = await groupOffsets(this.options);
      return this.fatally(async () => this.openAll(partitions, offsets));
    });
  }

  /** From now on nothing is published for these partitions, not even by pending work. */
  async revoked(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) this.ownership.end(partition);
    await this.turns.add(() => this.closeAll(partitions));
  }

  /** Takes a batch of the group or of `market.tape`, as `take` and `takeTape` do. */
  deliver(batch: MessageBatch, controls: BatchControls): Promise<void> {
    const isInput = this.processor.inputs.includes(batch.topic);
    return isInput ? this.take(batch, controls) : this.takeTape(batch);
  }

  /**
   * Takes a batch of the group. Settles when its output is durable. `Conflict` if we no longer own
   * the partition: the batch must be redelivered if we own it after all.
   */
  async take(batch: MessageBatch, controls: BatchControls): Promise<void> {
    const work = () => this.turns.add(() => this.receive(batch, controls));
    const isTaken = await this.fatally(() =>
      keptAlive(controls, this.times.heartbeatEveryMs, work),
    );
    if (!isTaken) throw lostPartition(batch.messages);
  }

  /** As `GroupOptions.mayBeLate`: the processor already knows its own output. */
  mayBeLate(topic: TopicName, partition: number): boolean {
    const { processor } = this;
    return topic === processor.output && processor.awaitsOutput?.(partition) !== true;
  }

  /**
   * Takes a batch of `market.tape`, which is read in full, outside the group; `isAgain`: reread
   * for a late run.
   */
  takeTape(batch: MessageBatch, isAgain = false): Promise<void> {
    return this.fatally(() => this.turns.add(() => this.receiveTape(batch, isAgain)));
  }

  /** Stops taking batches; settles when the current one is done and committed. */
  async finish(): Promise<void> {
    this.isFinishing = true;
    this.emitter.end();
    await this.turns.onIdle();
    await this.rereading.stop();
    if (this.failure === undefined) await this.commits.now(this.ownership.partitions);
    await this.revoked(this.ownership.partitions);
    await this.emitter.idle();
    this.commits.close();
  }

  /** Ends the service because of an error outside of a batch. */
  fail(error: Error): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.options.onFatal(error);
  }

  private openAll(
    partitions: readonly number[],
    { ends, committed }: GroupOffsets,
  ): readonly Position[] {
    const { processor, metrics } = this.options;
    processor.partitionCount = ends.get(processor.output)?.length;
    for (const partition of partitions) {
      const end = ends.get(processor.output)?.[partition] ?? 0;
      // Output that is not read back, or only from its end, does not return to the processor.
      const comesBack = (committed.get(processor.output)?.[partition] ?? end) < end;
      this.ownership.begin(partition);
      this.open.add(partition);
      processor.open(partition, comesBack ? end : 0, unreadOf(partition, { ends, committed }));
      for (const [topic, offsets] of committed) {
        metrics.position(topic, partition, offsets[partition] ?? 0);
      }
    }
    metrics.owned.set(this.ownership.partitions.length);
    return partitions.flatMap((partition) => processor.restartAt(partition));
  }

  private closeAll(partitions: readonly number[]): void {
    const { processor, metrics } = this.options;
    for (const partition of partitions) {
      this.closeOne(partition);
      this.commits.forget(partition);
      metrics.forget(processor.inputs, partition);
      this.broken.forget(processor.inputs, partition);
    }
    metrics.owned.set(this.ownership.partitions.length);
    this.updateTapes();
  }

  /** False if the batch was not taken, or its output could not be published. */
  private async receive(batch: MessageBatch, controls: BatchControls): Promise<boolean> {
    const { processor } = this;
    const { partition } = batch;
    if (this.isFinishing || this.broken.isStopped(processor.inputs, partition)) return true;
    if (!(await confirmOwnership(controls))) return false;
    const tenure = this.ownership.of(partition);
    invariant(tenure !== undefined, 'a batch comes from a partition that is open');
    const isOwned = () => tenure.isHeld && controls.isOwned() && this.failure === undefined;
    const owner = { isOwned, heartbeat: () => controls.heartbeat() };
    const isTaken = await this.work(batch, async (trace) => {
      const messages = await processor.receive(batch, this.patient(owner));
      // We keep the partition, so that no other worker hits the same message.
      if (this.broken.stopsAt(batch)) {
        this.closeOne(partition);
        return true;
      }
      const wasSent = await this.send(messages, tenure, owner, trace);
      if (wasSent) await this.commits.due(partition);
      return wasSent;
    });
    this.updateTapes();
    return isTaken;
  }

  private async receiveTape(batch: MessageBatch, isAgain: boolean): Promise<void> {
    const { partition, topic } = batch;
    if (this.isFinishing || this.broken.isStopped([topic], partition)) return;
    const tenures = this.ownership.partitions.map((number) => this.ownership.of(number));
    const controls = this.patient({
      isOwned: () => this.failure === undefined,
      heartbeat: async () => {},
    });
    const process = async (trace: BatchTrace): Promise<void> => {
      const messages = (await this.processor.tapeBatch?.(batch, controls, isAgain)) ?? [];
      // A broken message stops the tape after it; what came before is still valid.
      if (this.broken.stopsAt(batch)) this.processor.tapes?.standStill(partition);
      const held = tenures.flatMap((one) => (one?.isHeld ? one.partition : []));
      const wasSent = await this.emit(this.ownedMessages(messages, held), controls, trace);
      for (const number of held) {
        if (wasSent) await this.commits.due(number);
        else this.revoke(number);
      }
    };
    await this.work(batch, process, isAgain);
    if (!isAgain) this.tape.note(batch);
    this.updateTapes();
  }

  /** Runs have arrived or ended: updates what has to be reread and what is held in memory. */
  private updateTapes(): void {
    const { processor, metrics } = this.options;
    this.rereading.look();
    if (processor.tapes !== undefined) metrics.tapeFacts.set(processor.tapes.facts);
  }

  private work<T>(
    batch: MessageBatch,
    process: (trace: BatchTrace) => Promise<T>,
    isAgain = false,
  ): Promise<T> {
    this.broken.clear();
    return watched(batch, this.options, process, isAgain);
  }

  /**
   * Publishes a partition's output, held-back output first; false if it must wait for the batch to
   * be redelivered.
   */
  private async send(
    messages: readonly OutgoingMessage[],
    tenure: Tenure,
    controls: BatchControls,
    trace: BatchTrace,
  ): Promise<boolean> {
    const { partition } = tenure;
    const all = [...(this.unsent.get(partition) ?? []), ...messages];
    const wasSent = (await confirmOwnership(controls)) && (await this.emit(all, controls, trace));
    if (wasSent) this.unsent.delete(partition);
    else if (tenure.isHeld) this.unsent.set(partition, all);
    return wasSent;
  }

  /** Messages for partitions that we own; they queue behind held-back output. */
  private ownedMessages(
    messages: readonly OutgoingMessage[],
    held: readonly number[],
  ): readonly OutgoingMessage[] {
    return messages.filter((message) => {
      const partition = this.options.partitionOf(message.key);
      if (!held.includes(partition)) return false;
      const waiting = this.unsent.get(partition);
      if (waiting !== undefined) this.unsent.set(partition, [...waiting, message]);
      return waiting === undefined;
    });
  }

  /** Empty if the processor is ahead of its published output. */
  private positionsOf(partition: number): readonly Position[] {
    return this.unsent.has(partition) ? [] : this.processor.restartAt(partition);
  }

  private async emit(
    messages: readonly OutgoingMessage[],
    controls: BatchControls,
    trace: BatchTrace,
  ): Promise<boolean> {
    const all = trace.onto([...this.broken.letters(), ...messages]);
    const done = await this.emitter.emit(all, controls);
    if (done) this.broken.lettersKept();
    return done;
  }

  private closeOne(partition: number): void {
    if (this.open.delete(partition)) this.processor.close(partition);
    this.unsent.delete(partition);
  }

  /** Gives up a partition whose processor is ahead of its published output. */
  private revoke(partition: number): void {
    this.ownership.end(partition);
    this.closeAll([partition]);
  }

  private async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const published = await this.fatally(() => this.emitter.publish(messages));
    if (published.length === 0 && messages.length > 0) throw lostPartition(messages);
    for (const partition of published) this.commits.note(partition);
  }

  private patient(controls: BatchControls): BatchControls {
    return patientControls(controls, this.times.heartbeatEveryMs);
  }

  /** Any error in `work` ends the service. */
  private async fatally<T>(work: () => Promise<T>): Promise<T> {
    if (this.failure !== undefined) throw this.failure;
    try {
      return await work();
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.fail(error);
      throw error;
    }
  }
}

/**
 * How far `market.tape` has been read: caught up once everything present at the beginning
 * has been read.
 */
export class TapeProgress {
  private readonly missing = new Map<number, number>();
  private hasBegun = false;

  /** `ends`: for each partition, the offset after its last message. */
  begin(ends: readonly number[]): void {
    ends.forEach((end, partition) => {
      if (end > 0) this.missing.set(partition, end);
    });
    this.hasBegun = true;
  }

  note({ partition, nextOffset }: MessageBatch): void {
    const end = this.missing.get(partition);
    if (end !== undefined && nextOffset >= end) this.missing.delete(partition);
  }

  get isCaughtUp(): boolean {
    return this.hasBegun && this.missing.size === 0;
  }
}
