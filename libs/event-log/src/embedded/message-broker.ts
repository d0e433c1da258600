/** A message log inside one process, in a folder or in memory, for services without a broker. */

import { conflict, invariant, unavailable } from '#values';
import type { TopicName } from '#contracts/streams/topics';
import type {
  GroupMember,
  GroupOptions,
  MessageLog,
  OutgoingMessage,
  Tail,
  TailOptions,
  TopicLayout,
} from '../log/message-log.js';
import { partitionOf, requireMessageSize } from '../log/message-log-placement.js';
import { MessageDelivery } from './message-delivery.js';
import { EmbeddedMember, MessageGroup } from './message-group.js';
import { MessageReader } from './message-reader.js';
import { MessageStore, streamOf, type MessageStoreOptions } from './message-store.js';

interface EmbeddedLogOptions extends MessageStoreOptions {
  /**
   * A member that is silent for this long during a batch loses its partitions; by default never.
   */
  readonly sessionTimeoutMs?: number;
  /** Delay before a refused batch is redelivered. */
  readonly retryDelayMs?: number;
}

/**
 * Opens a log. What `append` has settled for survives crashes of the process, as long as the folder
 * exists. `Conflict` while the folder is open elsewhere, `CorruptJournal` if it is damaged or of an
 * earlier format, `Unavailable` if it cannot be used. Reading a damaged message fails with
 * `CorruptJournal`.
 */
export async function openEmbeddedLog(options: EmbeddedLogOptions = {}): Promise<MessageLog> {
  return new EmbeddedLog(options);
}

type Layouts = Record<string, { partitions: number; compacted: boolean }>;

class EmbeddedLog implements MessageLog {
  private readonly store: MessageStore;
  private layouts: Layouts;
  private readonly groups = new Map<string, MessageGroup>();
  /** Members and tails. */
  private readonly readers = new Set<{ wake(): void; stop(): Promise<void> }>();
  private readonly sessionTimeoutMs: number;
  private readonly retryDelayMs: number;
  private joined = 0;
  private closed = false;

  constructor({ sessionTimeoutMs = Infinity, retryDelayMs = 250, ...stored }: EmbeddedLogOptions) {
    this.sessionTimeoutMs = sessionTimeoutMs;
    this.retryDelayMs = retryDelayMs;
    this.store = new MessageStore(stored);
    this.layouts = (this.store.latest('topics') as Layouts | undefined) ?? {};
  }

  async ensureTopics(layouts: readonly TopicLayout[]): Promise<void> {
    this.requireOpen();
    for (const { topic, partitions } of layouts) {
      invariant(partitions > 0, 'a topic has a partition');
      const found = this.layouts[topic]?.partitions ?? partitions;
      if (found === partitions) continue;
      throw conflict('a topic has a different number of partitions', {
        where: topic,
        expected: `${partitions}`,
        found: `${found}`,
      });
    }
    const missing = layouts.filter(({ topic }) => this.layouts[topic] === undefined);
    if (missing.length === 0) return;
    const added = missing.map(({ topic, ...layout }) => [topic, layout] as const);
    const all = { ...this.layouts, ...Object.fromEntries(added) };
    this.store.keep('topics', all);
    this.layouts = all;
  }

  async endOffsets(topic: TopicName): Promise<number[]> {
    return this.partitionsOf(topic).map((partition) =>
      this.store.end(streamOf({ topic, partition })),
    );
  }

  async committedOffsets(group: string, topic: TopicName): Promise<number[]> {
    return this.partitionsOf(topic).map((partition) =>
      this.group(group).committed(topic, partition),
    );
  }

  async emptyGroups(groups: readonly string[]): Promise<string[]> {
    return groups.filter((group) => this.groups.get(group)?.isEmpty ?? true);
  }

  async append(messages: readonly OutgoingMessage[]): Promise<void> {
    for (const message of messages) requireMessageSize(message);
    const streams = Map.groupBy(messages, ({ topic, key }) =>
      streamOf({ topic, partition: partitionOf(key, this.partitions(topic)) }),
    );
    this.store.append(streams, Date.now());
    for (const reader of this.readers) reader.wake();
  }

  async join(options: GroupOptions): Promise<GroupMember> {
    for (const topic of options.topics) this.partitions(topic);
    const id = `${options.group}-${String(++this.joined).padStart(9, '0')}`;
    const member = new EmbeddedMember(id, this.group(options.group), options, {
      sessionTimeoutMs: this.sessionTimeoutMs,
      retryDelayMs: this.retryDelayMs,
      partitions: (topic) => this.partitions(topic),
      reader: new MessageReader(this.store),
      left: () => this.readers.delete(member),
    });
    this.readers.add(member);
    return member;
  }

  async tail({ topics, from, onBatch, onCrash }: TailOptions): Promise<Tail> {
    const reader = new MessageReader(this.store);
    for (const topic of topics) {
      for (const partition of this.partitionsOf(topic)) {
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
      wake: () => delivery.wake(),
      stop: async (): Promise<void> => {
        await delivery.stop();
        this.readers.delete(tail);
      },
    };
    this.readers.add(tail);
    delivery.start();
    return tail;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    await Promise.all([...this.readers].map((reader) => reader.stop()));
    this.closed = true;
    this.store.close();
  }

  private startOf(from: TailOptions['from'], topic: TopicName, partition: number): number {
    if (from === 'start') return 0;
    if (from === 'end') return this.store.end(streamOf({ topic, partition }));
    return from.find((at) => at.topic === topic && at.partition === partition)?.offset ?? 0;
  }

  private group(name: string): MessageGroup {
    const group = this.groups.get(name) ?? new MessageGroup(name, this.store);
    this.groups.set(name, group);
    return group;
  }

  /** The number of a topic's partitions. */
  private partitions(topic: TopicName): number {
    this.requireOpen();
    const layout = this.layouts[topic];
    if (layout === undefined) throw unavailable('no such topic', { where: topic });
    return layout.partitions;
  }

  private partitionsOf(topic: TopicName): number[] {
    return Array.from({ length: this.partitions(topic) }, (_, partition) => partition);
  }

  private requireOpen(): void {
    if (this.closed) throw unavailable('the log is closed');
  }
}
