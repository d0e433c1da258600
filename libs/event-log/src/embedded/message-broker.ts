/** A message log inside one process, in a folder or in memory, for services without a broker. */

import { conflict, invariant, unavailable } from '#values';
import type { TopicName } from '#contracts/streams/topics';
import type {
  GroupMember,
  GroupOptions,
  MessageLog,
  OutgoingMessage,
  Position,
  Tail,
  TailOptions,
  TopicLayout,
} from '../log/message-log.js';
import { partitionOf, requireMessageSize } from '../log/message-log-placement.js';
import { MessageDelivery } from './message-delivery.js';
import { memoryKeeper, openKeeperFolder, type MessageKeeper } from './message-folder.js';
import { EmbeddedMember, MessageGroup } from './message-group.js';
import { MessageReader } from './message-reader.js';
import type { MessageStore } from './message-store.js';

interface EmbeddedLogOptions {
  /** Folder of all data, for one process at a time. Without it, everything is in memory and ends with the log. */
  readonly folder?: string;
  /** Called for each failed write into the folder; its data was not stored. */
  readonly onWriteFailure?: (error: Error) => void;
  /** A member that is silent for this long during a batch loses its partitions; by default never. */
  readonly sessionTimeoutMs?: number;
  /** Delay before a refused batch is redelivered. */
  readonly retryDelayMs?: number;
}

/**
 * Opens a log. What `append` has settled for survives crashes of the process, as long as the folder exists.
 * `Conflict` while the folder is open elsewhere, `CorruptJournal` if it is damaged, `Unavailable` if it cannot be
 * used.
 */
export async function openEmbeddedLog(options: EmbeddedLogOptions = {}): Promise<MessageLog> {
  const { folder, onWriteFailure } = options;
  const keeper = folder === undefined ? memoryKeeper() : openKeeperFolder(folder, onWriteFailure);
  try {
    return new EmbeddedLog(keeper, options);
  } catch (error) {
    keeper.close();
    throw error;
  }
}

type Layouts = Record<string, { partitions: number; compacted: boolean }>;

class EmbeddedLog implements MessageLog {
  private readonly layouts: Layouts;
  private readonly stores = new Map<string, MessageStore>();
  private readonly groups = new Map<string, MessageGroup>();
  private readonly offsets: CommittedOffsets;
  private readonly members = new Set<GroupMember>();
  private readonly tails = new Map<Tail, MessageDelivery>();
  private joined = 0;
  private closed = false;

  constructor(
    private readonly keeper: MessageKeeper,
    private readonly options: EmbeddedLogOptions,
  ) {
    this.layouts = (keeper.table('topics') as Layouts | undefined) ?? {};
    this.offsets = new CommittedOffsets(keeper);
    for (const topic of Object.keys(this.layouts)) this.openStores(topic as TopicName);
  }

  async ensureTopics(layouts: readonly TopicLayout[]): Promise<void> {
    this.requireOpen();
    for (const { topic, partitions } of layouts) {
      invariant(partitions > 0, 'a topic has a partition');
      const found = this.layouts[topic]?.partitions ?? partitions;
      if (found === partitions) continue;
      throw conflict('a topic has another number of partitions', {
        where: topic,
        expected: `${partitions}`,
        found: `${found}`,
      });
    }
    const missing = layouts.filter(({ topic }) => this.layouts[topic] === undefined);
    if (missing.length === 0) return;
    for (const { topic, partitions, compacted } of missing) {
      this.layouts[topic] = { partitions, compacted };
    }
    this.keeper.keep('topics', this.layouts);
    for (const { topic } of missing) this.openStores(topic);
  }

  async endOffsets(topic: TopicName): Promise<number[]> {
    return Array.from(
      { length: this.partitions(topic) },
      (_, partition) => this.storeOf(topic, partition).end,
    );
  }

  async committedOffsets(group: string, topic: TopicName): Promise<number[]> {
    return Array.from({ length: this.partitions(topic) }, (_, partition) =>
      this.offsets.of(group, topic, partition),
    );
  }

  async emptyGroups(groups: readonly string[]): Promise<string[]> {
    return groups.filter((group) => this.groups.get(group)?.isEmpty ?? true);
  }

  async append(messages: readonly OutgoingMessage[]): Promise<void> {
    const byStore = new Map<MessageStore, OutgoingMessage[]>();
    for (const message of messages) {
      requireMessageSize(message);
      const { topic, key } = message;
      const store = this.storeOf(topic, partitionOf(key, this.partitions(topic)));
      const together = byStore.get(store);
      if (together === undefined) byStore.set(store, [message]);
      else together.push(message);
    }
    const timestampMs = Date.now();
    for (const [store, together] of byStore) store.append(together, timestampMs);
    for (const group of this.groups.values()) group.wake();
    for (const delivery of this.tails.values()) delivery.wake();
  }

  async join(options: GroupOptions): Promise<GroupMember> {
    for (const topic of options.topics) this.partitions(topic);
    const group = this.groups.get(options.group) ?? new MessageGroup();
    this.groups.set(options.group, group);
    const id = `${options.group}-${String(++this.joined).padStart(9, '0')}`;
    const member = new EmbeddedMember(id, group, options, {
      sessionTimeoutMs: this.options.sessionTimeoutMs ?? Infinity,
      retryDelayMs: this.retryDelayMs,
      partitionsOf: (topic) => this.partitions(topic),
      reader: () => this.reader(),
      committed: (topic, partition) => this.offsets.of(options.group, topic, partition),
      commit: (positions) => this.offsets.commit(options.group, positions),
      left: () => this.members.delete(member),
    });
    this.members.add(member);
    return member;
  }

  async tail({ topics, from, onBatch, onCrash }: TailOptions): Promise<Tail> {
    const reader = this.reader();
    for (const topic of topics) {
      for (let partition = 0; partition < this.partitions(topic); partition++) {
        reader.add({ topic, partition, offset: this.startOf(from, topic, partition) });
      }
    }
    const delivery = new MessageDelivery({
      reader,
      take: async (batch) => {
        await onBatch(batch);
        return true;
      },
      onCrash,
      retryDelayMs: this.retryDelayMs,
    });
    const tail = {
      stop: async (): Promise<void> => {
        await delivery.stop();
        this.tails.delete(tail);
      },
    };
    this.tails.set(tail, delivery);
    delivery.start();
    return tail;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    await Promise.all([...this.members, ...this.tails.keys()].map((reader) => reader.stop()));
    this.closed = true;
    await this.offsets.settled();
    for (const store of this.stores.values()) store.close();
    this.keeper.close();
  }

  private startOf(from: TailOptions['from'], topic: TopicName, partition: number): number {
    if (from === 'start') return 0;
    if (from === 'end') return this.storeOf(topic, partition).end;
    const said = from.find((at: Position) => at.topic === topic && at.partition === partition);
    return said?.offset ?? 0;
  }

  private get retryDelayMs(): number {
    return this.options.retryDelayMs ?? 250;
  }

  private reader(): MessageReader {
    return new MessageReader((topic, partition) => this.storeOf(topic, partition));
  }

  private partitions(topic: TopicName): number {
    this.requireOpen();
    const layout = this.layouts[topic];
    if (layout === undefined) throw unavailable('there is no such topic', { where: topic });
    return layout.partitions;
  }

  private openStores(topic: TopicName): void {
    const { partitions } = this.layouts[topic] ?? { partitions: 0 };
    for (let partition = 0; partition < partitions; partition++) {
      this.stores.set(`${topic}/${partition}`, this.keeper.store(topic, partition));
    }
  }

  private storeOf(topic: TopicName, partition: number): MessageStore {
    const store = this.stores.get(`${topic}/${partition}`);
    invariant(store !== undefined, 'a partition of a topic has a store');
    return store;
  }

  private requireOpen(): void {
    if (this.closed) throw unavailable('the log is closed');
  }
}

type Table = Record<string, Record<string, number>>;

/** The offsets committed by groups of an embedded log, in one small table that is replaced as a whole. */
class CommittedOffsets {
  private readonly table: Table;
  /** The next write of the table, which includes everything committed by then. */
  private writing: Promise<void> | undefined;

  constructor(private readonly keeper: MessageKeeper) {
    this.table = (keeper.table('groups') as Table | undefined) ?? {};
  }

  /** Where the group resumes; 0 if it committed nothing. */
  of(group: string, topic: string, partition: number): number {
    return this.table[group]?.[`${topic}/${partition}`] ?? 0;
  }

  /** Settles when the offsets are stored. `Unavailable` if they cannot be. */
  commit(group: string, positions: readonly Position[]): Promise<void> {
    const offsets = (this.table[group] ??= {});
    for (const { topic, partition, offset } of positions) {
      offsets[`${topic}/${partition}`] = offset;
    }
    this.writing ??= this.write();
    return this.writing;
  }

  async settled(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.writing = undefined;
    try {
      this.keeper.keep('groups', this.table);
    } catch (cause) {
      throw unavailable('the offsets of groups cannot be kept', { cause });
    }
  }
}
