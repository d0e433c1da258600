/** A message log on Apache Kafka, through kafkajs. */

import { invalidInput, unavailable } from '#values';
import type { GroupMember, MessageLog, Tail } from '../message-log.js';
import { KafkaAppender } from './kafka-appender.js';
import { KafkaMember } from './kafka-member.js';
import { kafkaSettings, type KafkaLogOptions } from './kafka-settings.js';
import { openKafkaTail } from './kafka-tail.js';
import { KafkaTopics } from './kafka-topics.js';

export type { KafkaLogLine, KafkaLogOptions } from './kafka-settings.js';

/**
 * A log on a cluster. Nothing is asked of it yet: what is done first tells whether it answers. A cluster that is away
 * for less than `patienceMs` is not noticed but for the delay. `InvalidInput` when no brokers are given.
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
    partitionsOf: (topic) => topics.partitionsOf(topic),
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
