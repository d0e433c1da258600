/** A message log on Apache Kafka, through kafkajs. */

import { randomUUID } from 'node:crypto';
import { invalidInput, unavailable } from '#values';
import type { GroupMember, MessageLog, Tail, Position, TailOptions } from '../log/message-log.js';
import { KafkaAppender } from './kafka-appender.js';
import { KafkaMember } from './kafka-member.js';
import { kafkaSettings, type KafkaLogOptions, type KafkaSettings } from './kafka-settings.js';
import { KafkaTopics } from './kafka-topics.js';
import { KafkaPositions } from './kafka-positions.js';

export type { KafkaLogLine, KafkaLogOptions } from './kafka-settings.js';

/**
 * A log on a cluster. Opening it sends no request: the first operation shows whether the cluster
 * responds. An outage shorter than `patienceMs` only causes a delay. `InvalidInput` when no
 * brokers are given.
 */
export async function openKafkaLog(options: KafkaLogOptions): Promise<MessageLog> {
  if (options.brokers.length === 0) {
    throw invalidInput('no brokers', { where: 'brokers', expected: 'host:port, …' });
  }
  const settings = kafkaSettings(options);
  const topics = new KafkaTopics(settings);
  const appender = new KafkaAppender(settings, topics);
  const readers = new Set<GroupMember | Tail>();
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    await Promise.all([...readers].map((reader) => reader.stop()));
    await appender.close();
    await topics.close();
  };

  const requireOpen = (): void => {
    if (closing !== undefined) throw unavailable('the log is closed');
  };

  return {
    ensureTopics: (layouts) => topics.ensure(layouts),
    endOffsets: (topic) => topics.endOffsets(topic),
    committedOffsets: (group, topic) => topics.committedOffsets(group, topic),
    emptyGroups: (groups) => topics.emptyGroups(groups),
    append: (messages) => appender.append(messages),
    async join(group) {
      for (const topic of group.topics) await topics.partitionsOf(topic);
      requireOpen();
      const member = new KafkaMember(settings, group, (gone) => readers.delete(gone));
      readers.add(member);
      return member;
    },
    async tail(tailOptions) {
      const tail = await openKafkaTail(settings, topics, tailOptions, (gone) =>
        readers.delete(gone),
      );
      readers.add(tail);
      if (closing !== undefined) await tail.stop();
      requireOpen();
      return tail;
    },
    close: () => (closing ??= close()),
  };
}

/**
 * The library requires a group for every consumer. Nothing is committed: the tail remembers its
 * position, whatever happens to its membership, and the group is deleted when it stops.
 */
async function openKafkaTail(
  settings: KafkaSettings,
  topics: KafkaTopics,
  { topics: names, from, onBatch, onCrash }: TailOptions,
  left: (tail: Tail) => void,
): Promise<Tail> {
  const group = `tail-${settings.clientId}-${randomUUID()}`;
  const positions = new KafkaPositions();
  for (const position of await startOf(topics, names, from)) positions.set(position);
  const member = new KafkaMember(
    settings,
    {
      group,
      topics: names,
      onAssigned: () => positions.all(),
      onBatch: async (fetched) => {
        // A member that lost its place meanwhile fetches messages again.
        const batch = positions.unpassed(fetched);
        if (batch === undefined) return;
        await onBatch(batch);
        const { topic, partition, nextOffset: offset } = batch;
        positions.set({ topic, partition, offset });
      },
      ...(onCrash === undefined ? {} : { onCrash }),
    },
    () => left(tail),
  );
  const tail: Tail = {
    stop: async () => {
      await member.stop();
      await topics.forgetGroup(group);
    },
  };
  return tail;
}

async function startOf(
  topics: KafkaTopics,
  names: TailOptions['topics'],
  from: TailOptions['from'],
): Promise<readonly Position[]> {
  const positions: Position[] = [];
  for (const topic of names) {
    // Always requested: a topic that does not exist is refused here.
    const ends = from === 'end' ? await topics.endOffsets(topic) : [];
    await topics.partitionsOf(topic);
    for (const [partition, offset] of ends.entries()) positions.push({ topic, partition, offset });
  }
  return typeof from === 'string' ? positions : from;
}
