/**
 * Topics in memory, as a broker keeps them: everything that reaches them has an offset and stays.
 */

import type { TopicName } from '#contracts/streams/topics';
import { topicNames } from '#contracts/streams/topics';
import type { Message } from '#contracts/streams/catalogue';
import { hintNames, hintsOf } from '#contracts/streams/hints';
import type { MessageBatch, OutgoingMessage, StoredMessage } from '#event-log';

export class SimulatedTopics {
  private readonly logs: Readonly<Record<TopicName, StoredMessage[][]>>;

  constructor(readonly partitions: number) {
    const log = () => Array.from({ length: partitions }, (): StoredMessage[] => []);
    this.logs = Object.fromEntries(topicNames.map((name) => [name, log()])) as Record<
      TopicName,
      StoredMessage[][]
    >;
  }

  /** Every other message loses its hints, as if its producer had none. */
  append({ topic, key, value, headers = {} }: OutgoingMessage): void {
    const hints = hintsOf(JSON.parse(value) as Message);
    if (hintNames.some((name) => headers[name] !== hints[name])) {
      throw new Error(`${topic}: hints ${JSON.stringify(headers)} of ${JSON.stringify(hints)}`);
    }
    const partition = partitionOf(key, this.partitions);
    const log = this.log(topic, partition);
    const offset = log.length;
    const kept = offset % 2 === 0 ? headers : {};
    log.push({ topic, partition, offset, key, value, headers: kept, timestampMs: 0 });
  }

  end(topic: TopicName, partition: number): number {
    return this.log(topic, partition).length;
  }

  read(topic: TopicName, partition: number, from: number, count: number): MessageBatch {
    const log = this.log(topic, partition);
    const messages = log.slice(from, from + count);
    const nextOffset = from + messages.length;
    return { topic, partition, messages, nextOffset, endOffset: log.length };
  }

  /** All messages of a topic, partition by partition. */
  all(topic: TopicName): StoredMessage[] {
    return this.logs[topic].flat();
  }

  private log(topic: TopicName, partition: number): StoredMessage[] {
    return this.logs[topic][partition] as StoredMessage[];
  }
}

function partitionOf(key: string, partitions: number): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (hash * 31 + key.charCodeAt(at)) >>> 0;
  return hash % partitions;
}
