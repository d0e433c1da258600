/** Reads batches of some partitions in turn, each from its own position. */

import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch, Position } from '../log/message-log.js';
import type { MessageStore } from './message-store.js';

/** Maximum bytes of a batch, unless its first message is larger. */
const batchBytesMax = 1 << 20;

interface Place {
  readonly topic: TopicName;
  readonly partition: number;
  readonly store: MessageStore;
  offset: number;
  /** Time before which a failed batch is not read again. */
  restsUntil: number;
}

export class MessageReader {
  private readonly places: Place[] = [];
  private turn = 0;

  constructor(private readonly storeOf: (topic: TopicName, partition: number) => MessageStore) {}

  /** Reads a partition from an offset on. */
  add({ topic, partition, offset }: Position): void {
    const store = this.storeOf(topic, partition);
    this.places.push({ topic, partition, store, offset, restsUntil: 0 });
  }

  /** Stops reading these partitions, for all topics. */
  drop(partitions: ReadonlySet<number>): void {
    const kept = this.places.filter(({ partition }) => !partitions.has(partition));
    this.places.splice(0, this.places.length, ...kept);
  }

  /** The next available batch; partitions take turns. */
  next(now: number): MessageBatch | undefined {
    for (let tried = 0; tried < this.places.length; tried++) {
      this.turn = (this.turn + 1) % this.places.length;
      const place = this.places[this.turn];
      if (place === undefined || place.restsUntil > now || place.offset >= place.store.end) {
        continue;
      }
      return this.batchOf(place);
    }
    return undefined;
  }

  /** Marks the batch as done. */
  taken({ topic, partition, nextOffset }: MessageBatch): void {
    const place = this.placeOf(topic, partition);
    if (place !== undefined) place.offset = nextOffset;
  }

  /** Schedules the batch for redelivery, not before `until`. */
  failed({ topic, partition }: MessageBatch, until: number): void {
    const place = this.placeOf(topic, partition);
    if (place !== undefined) place.restsUntil = until;
  }

  private placeOf(topic: TopicName, partition: number): Place | undefined {
    return this.places.find((place) => place.topic === topic && place.partition === partition);
  }

  private batchOf({ topic, partition, store, offset }: Place): MessageBatch {
    const messages = store.read(offset, batchBytesMax).map((message, index) => ({
      topic,
      partition,
      offset: offset + index,
      ...message,
    }));
    const nextOffset = offset + messages.length;
    return { topic, partition, messages, nextOffset, endOffset: store.end };
  }
}
