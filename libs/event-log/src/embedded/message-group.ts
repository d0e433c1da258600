/**
 * A group of an embedded log: which member holds which partitions, and where the
 * group would resume.
 */

import { conflict } from '#values';
import type { TopicName } from '#contracts/streams/topics';
import type {
  BatchControls,
  GroupMember,
  GroupOptions,
  MessageBatch,
  Position,
} from '../log/message-log.js';
import { assignPartitions } from '../log/message-log-assignment.js';
import { MessageDelivery } from './message-delivery.js';
import type { MessageReader } from './message-reader.js';
import { streamOf, type MessageStore } from './message-store.js';

/** What a member needs from its log. */
interface MemberSurroundings {
  readonly sessionTimeoutMs: number;
  readonly retryDelayMs: number;
  readonly reader: MessageReader;
  /** The number of a topic's partitions. */
  partitions(topic: TopicName): number;
  left(): void;
}

export class MessageGroup {
  private readonly members: EmbeddedMember[] = [];
  private targets = new Map<string, number[]>();
  private readonly stream: string;
  /** Committed offsets by stream. */
  private offsets: Readonly<Record<string, number>>;

  constructor(
    name: string,
    private readonly store: MessageStore,
  ) {
    this.stream = `group ${name}`;
    this.offsets = (store.latest(this.stream) as Record<string, number> | undefined) ?? {};
  }

  /** Where the group resumes; 0 if it committed nothing. */
  committed(topic: TopicName, partition: number): number {
    return this.offsets[streamOf({ topic, partition })] ?? 0;
  }

  /** Stores offsets. `Unavailable` if they cannot be; then none has changed. */
  commit(positions: readonly Position[]): void {
    const added = positions.map((position) => [streamOf(position), position.offset] as const);
    const all = { ...this.offsets, ...Object.fromEntries(added) };
    this.store.keep(this.stream, all);
    this.offsets = all;
  }

  add(member: EmbeddedMember): void {
    this.members.push(member);
    this.rebalance();
  }

  /** Removes a member; its partitions are free at once. */
  remove(member: EmbeddedMember): void {
    const at = this.members.indexOf(member);
    if (at >= 0) this.members.splice(at, 1);
    this.rebalance();
  }

  has(member: EmbeddedMember): boolean {
    return this.members.includes(member);
  }

  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  /** The partitions that the member should hold. */
  targetOf(member: EmbeddedMember): readonly number[] {
    return this.targets.get(member.id) ?? [];
  }

  /** Whether the partition has no holder. */
  isFree(partition: number): boolean {
    return !this.members.some(({ held }) => held.has(partition));
  }

  wake(): void {
    for (const member of this.members) member.wake();
  }

  private rebalance(): void {
    const claims = this.members.map(({ id, held }) => ({ id, holds: [...held] }));
    const partitions = Math.max(0, ...this.members.map((member) => member.partitions()));
    this.targets = assignPartitions(claims, partitions);
    this.wake();
  }
}

/**
 * One member. Partitions are reassigned only between batches, unless a member sends no heartbeat
 * during a batch for longer than the session: then it loses all of them at once and rejoins when
 * the batch is done.
 */
export class EmbeddedMember implements GroupMember {
  readonly held = new Set<number>();
  private readonly delivery: MessageDelivery;
  /** Taken away by the group, before their former owner has noticed. */
  private lost: number[] = [];
  private session: NodeJS.Timeout | undefined;

  constructor(
    readonly id: string,
    private readonly group: MessageGroup,
    private readonly options: GroupOptions,
    private readonly around: MemberSurroundings,
  ) {
    this.delivery = new MessageDelivery({
      reader: around.reader,
      between: () => this.settle(),
      take: (batch) => this.take(batch),
      onCrash: (error) => this.crash(error),
      retryDelayMs: around.retryDelayMs,
    });
    group.add(this);
    this.delivery.start();
  }

  partitions(): number {
    return Math.max(...this.options.topics.map((topic) => this.around.partitions(topic)));
  }

  wake(): void {
    this.delivery.wake();
  }

  isReady(): boolean {
    const target = this.group.targetOf(this);
    return this.group.has(this) && target.every((partition) => this.held.has(partition));
  }

  async commit(positions: readonly Position[]): Promise<void> {
    const foreign = positions.find(({ partition }) => !this.held.has(partition));
    if (foreign !== undefined) {
      const where = `group ${this.options.group}, ${foreign.topic}/${foreign.partition}`;
      throw conflict('the partition is not assigned to this member', { where });
    }
    this.group.commit(positions);
  }

  async stop(): Promise<void> {
    await this.delivery.stop();
    const all = [...this.held, ...this.lost];
    this.leave();
    if (all.length > 0) await this.options.onRevoked?.(all);
  }

  private leave(): void {
    this.held.clear();
    this.lost = [];
    this.group.remove(this);
    this.around.left();
  }

  private crash(error: Error): void {
    void this.stop().catch(() => {});
    this.options.onCrash?.(error);
  }

  /** Gives up the partitions of others, and takes the free ones. */
  private async settle(): Promise<void> {
    if (!this.group.has(this)) this.group.add(this);
    const target = new Set(this.group.targetOf(this));
    const given = [...this.held].filter((partition) => !target.has(partition));
    this.let(given);
    const gone = this.lost.splice(0);
    if (given.length > 0) this.group.wake();
    if (gone.length > 0) await this.options.onRevoked?.(gone);
    const fresh = [...target].filter((partition) => this.group.isFree(partition));
    if (fresh.length > 0) await this.takeOver(fresh);
  }

  private let(partitions: readonly number[]): void {
    for (const partition of partitions) this.held.delete(partition);
    this.around.reader.drop(new Set(partitions));
    this.lost.push(...partitions);
  }

  private async takeOver(fresh: readonly number[]): Promise<void> {
    for (const partition of fresh) this.held.add(partition);
    let asked: readonly Position[];
    try {
      asked = (await this.options.onAssigned?.(fresh)) ?? [];
    } catch (error) {
      for (const partition of fresh) this.held.delete(partition);
      throw error;
    }
    for (const topic of this.options.topics) {
      for (const partition of fresh) {
        if (partition >= this.around.partitions(topic)) continue;
        const requested = asked.find((at) => at.topic === topic && at.partition === partition);
        const offset = requested?.offset ?? this.group.committed(topic, partition);
        this.around.reader.add({ topic, partition, offset });
      }
    }
  }

  private async take(batch: MessageBatch): Promise<boolean> {
    const { partition } = batch;
    const controls: BatchControls = {
      heartbeat: () => Promise.resolve(this.heartbeat()),
      isOwned: () => this.held.has(partition),
    };
    this.heartbeat();
    try {
      await this.options.onBatch(batch, controls);
    } finally {
      clearTimeout(this.session);
    }
    return this.held.has(partition);
  }

  private heartbeat(): void {
    clearTimeout(this.session);
    const { sessionTimeoutMs } = this.around;
    if (sessionTimeoutMs === Infinity || !this.group.has(this)) return;
    this.session = setTimeout(() => this.expel(), sessionTimeoutMs).unref();
  }

  private expel(): void {
    this.let([...this.held]);
    this.group.remove(this);
  }
}
