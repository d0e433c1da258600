/** Topics of a cluster through its admin interface: created, counted, and queried for offsets. */

import type { Admin } from 'kafkajs';
import { conflict, unavailable } from '#values';
import type { TopicName } from '#contracts/streams/topics';
import type { TopicLayout } from '../log/message-log.js';
import { persist } from './kafka-failure.js';
import { newKafka, type KafkaSettings } from './kafka-settings.js';

/** Twice the largest message: one batch of the producer has to fit as well. */
const batchBytesMax = 2_097_152;

export class KafkaTopics {
  private admin: Promise<Admin> | undefined;
  /** Cached: the number of partitions of a topic never changes. */
  private readonly counts = new Map<TopicName, number>();
  private closed = false;

  constructor(private readonly settings: KafkaSettings) {}

  name(topic: TopicName): string {
    return this.settings.prefix + topic;
  }

  async ensure(layouts: readonly TopicLayout[]): Promise<void> {
    await this.asked('topics cannot be created', 'topics', async (admin) => {
      const known = new Set(await admin.listTopics());
      const missing = layouts.filter(({ topic }) => !known.has(this.name(topic)));
      if (missing.length > 0) await this.make(admin, missing);
      for (const { topic, partitions } of layouts) {
        const found = await this.counted(admin, topic);
        if (found === partitions) continue;
        throw conflict('a topic has a different number of partitions', {
          where: topic,
          expected: `${partitions}`,
          found: `${found}`,
        });
      }
    });
  }

  async partitionsOf(topic: TopicName): Promise<number> {
    this.requireOpen();
    const known = this.counts.get(topic);
    if (known !== undefined) return known;
    return this.asked('a topic cannot be found', topic, async (admin) => {
      const names = await admin.listTopics();
      return names.includes(this.name(topic)) ? this.counted(admin, topic) : undefined;
    }).then((count) => {
      if (count !== undefined) return count;
      throw unavailable('no such topic', { where: topic });
    });
  }

  async endOffsets(topic: TopicName): Promise<number[]> {
    const count = await this.partitionsOf(topic);
    return this.asked('the end of a topic cannot be found', topic, async (admin) => {
      const offsets = await admin.fetchTopicOffsets(this.name(topic));
      return byPartition(
        count,
        offsets.map(({ partition, low, high }) => [partition, low === high ? '0' : high]),
      );
    });
  }

  async committedOffsets(group: string, topic: TopicName): Promise<number[]> {
    const count = await this.partitionsOf(topic);
    return this.asked('offsets of a group cannot be found', group, async (admin) => {
      const groupId = this.settings.prefix + group;
      const [found] = await admin.fetchOffsets({ groupId, topics: [this.name(topic)] });
      const offsets = found?.partitions ?? [];
      return byPartition(
        count,
        offsets.map(({ partition, offset }) => [partition, offset]),
      );
    });
  }

  async emptyGroups(groups: readonly string[]): Promise<string[]> {
    return this.asked('groups cannot be found', groups.join(', '), async (admin) => {
      const ids = groups.map((group) => this.settings.prefix + group);
      const found = await admin.describeGroups(ids);
      const empty = found.groups.filter(({ members }) => members.length === 0);
      return groups.filter((_, at) => empty.some(({ groupId }) => groupId === ids[at]));
    });
  }

  /** Deletes a group without members from the cluster, which would eventually expire by itself. */
  async forgetGroup(group: string): Promise<void> {
    if (this.closed) return;
    try {
      const admin = await this.connected();
      await admin.deleteGroups([this.settings.prefix + group]);
    } catch {
      // The group holds nothing worth keeping.
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.dropAdmin();
  }

  private requireOpen(): void {
    if (this.closed) throw unavailable('the log is closed');
  }

  private async make(admin: Admin, layouts: readonly TopicLayout[]): Promise<void> {
    await admin.createTopics({
      waitForLeaders: true,
      topics: layouts.map(({ topic, partitions, compacted }) => ({
        topic: this.name(topic),
        numPartitions: partitions,
        replicationFactor: this.settings.replicationFactor,
        configEntries: [
          { name: 'cleanup.policy', value: compacted ? 'compact' : 'delete' },
          // Everything is computed from the log: messages do not expire.
          { name: 'retention.ms', value: '-1' },
          // Whatever codec an outside agent uses, the broker stores one that we read.
          { name: 'compression.type', value: 'gzip' },
          { name: 'max.message.bytes', value: `${batchBytesMax}` },
        ],
      })),
    });
  }

  private async counted(admin: Admin, topic: TopicName): Promise<number> {
    const { topics } = await admin.fetchTopicMetadata({ topics: [this.name(topic)] });
    const count = topics[0]?.partitions.length ?? 0;
    if (count === 0) throw unavailable('no such topic', { where: topic });
    this.counts.set(topic, count);
    return count;
  }

  /** Runs a request; reconnects after the last one failed. */
  private asked<T>(what: string, where: string, ask: (admin: Admin) => Promise<T>): Promise<T> {
    return persist(this.settings.patienceMs, what, where, async () => {
      this.requireOpen();
      try {
        return await ask(await this.connected());
      } catch (error) {
        await this.dropAdmin();
        throw error;
      }
    });
  }

  private connected(): Promise<Admin> {
    this.admin ??= (async () => {
      const admin = newKafka(this.settings).admin();
      await admin.connect();
      return admin;
    })();
    return this.admin;
  }

  private async dropAdmin(): Promise<void> {
    const dropped = this.admin;
    this.admin = undefined;
    try {
      await (await dropped)?.disconnect();
    } catch {
      // It is gone already, or never existed.
    }
  }
}

/** Offsets in order of partitions; 0 for those missing or never committed (-1). */
function byPartition(count: number, offsets: readonly (readonly [number, string])[]): number[] {
  const found = new Map(offsets);
  return Array.from({ length: count }, (_, partition) =>
    Math.max(0, Number(found.get(partition) ?? 0)),
  );
}
