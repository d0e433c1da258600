/** Reads batches of some partitions in turn, each from its own position. */

import type { MessageBatch, Position } from '../log/message-log.js';
import { streamOf, type MessageStore } from './message-store.js';

/** Bytes after which a batch ends. */
const batchBytesMax = 1 << 20;

interface Place extends Position {
  offset: number;
  /** Time before which a failed batch is not read again. */
  restsUntil: number;
}

export class MessageReader {
  private readonly places = new Map<string, Place>();
  private turn = 0;

  constructor(private readonly store: MessageStore) {}

  /** Reads a partition from an offset on. */
  add(position: Position): void {
    this.places.set(streamOf(position), { ...position, restsUntil: 0 });
  }

  /** Stops reading these partitions, for all topics. */
  drop(partitions: ReadonlySet<number>): void {
    for (const [stream, { partition }] of this.places) {
      if (partitions.has(partition)) this.places.delete(stream);
    }
  }

  /** The next available batch; partitions take turns. */
  next(now: number): MessageBatch | undefined {
    const places = [...this.places];
    for (let tried = 0; tried < places.length; tried++) {
      this.turn = (this.turn + 1) % places.length;
      const [stream, place] = places[this.turn] as [string, Place];
      const endOffset = this.store.end(stream);
      if (place.restsUntil > now || place.offset >= endOffset) continue;
      const { topic, partition, offset } = place;
      const messages = this.store.read(place, batchBytesMax);
      return { topic, partition, messages, nextOffset: offset + messages.length, endOffset };
    }
    return undefined;
  }

  /** Marks the batch as done. */
  taken(batch: MessageBatch): void {
    const place = this.places.get(streamOf(batch));
    if (place !== undefined) place.offset = batch.nextOffset;
  }

  /** Schedules the batch for redelivery, not before `until`. */
  failed(batch: MessageBatch, until: number): void {
    const place = this.places.get(streamOf(batch));
    if (place !== undefined) place.restsUntil = until;
  }
}
