/** Reads whole topics of Kafka as the only member of a group that nobody else knows. */

import { randomUUID } from 'node:crypto';
import type { Position, Tail, TailOptions } from '../message-log.js';
import { KafkaMember } from './kafka-member.js';
import { KafkaPositions } from './kafka-positions.js';
import type { KafkaSettings } from './kafka-settings.js';
import type { KafkaTopics } from './kafka-topics.js';

/**
 * The library knows no consumer without a group. Nothing is committed: the tail remembers where it is, whatever happens
 * to its membership, and the group is forgotten when it stops.
 */
export async function openKafkaTail(
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
        // Fetched again, where the member lost its place while it was at it.
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
    // Asked in any case: a topic that nobody made is refused here.
    const ends = from === 'end' ? await topics.endOffsets(topic) : [];
    await topics.partitionsOf(topic);
    for (const [partition, offset] of ends.entries()) positions.push({ topic, partition, offset });
  }
  return typeof from === 'string' ? positions : from;
}
