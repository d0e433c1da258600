/** Messages that a processor could not read: each becomes a dead letter, or stops its partition. */

import type { TopicName } from '#contracts/streams/topics';
import { outgoing, type BrokenMessage, type MessageBatch, type OutgoingMessage } from '#event-log';
import { deadLetterBytesMax } from '#contracts/streams/dead-letters';
import { printable } from '#values';
import { placeOf } from '../log/service-log.js';
import type { ProcessorHostOptions } from './host-options.js';

export class BrokenMessages {
  /** `topic/partition` of the stopped ones. */
  private readonly stopped = new Set<string>();
  private found: BrokenMessage[] = [];

  constructor(
    private readonly options: Pick<ProcessorHostOptions, 'onBroken' | 'metrics' | 'logger'>,
  ) {}

  get stoppedPartitions(): readonly string[] {
    return [...this.stopped].sort();
  }

  /** Records an unreadable message of the current batch. */
  note(message: BrokenMessage): void {
    this.found.push(message);
  }

  /** Starts a new batch. */
  clear(): void {
    this.found = [];
  }

  /** Dead letters of the current batch; empty if broken messages stop their partition instead. */
  letters(): OutgoingMessage[] {
    return this.options.onBroken === 'stop' ? [] : this.found.map(deadLetterOf);
  }

  /** Counts and reports the letters, now that they are durable. */
  lettersKept(): void {
    const { onBroken, metrics, logger } = this.options;
    if (onBroken === 'stop') return;
    for (const message of this.found) {
      metrics.deadLetters.inc({ topic: message.topic });
      logger.error(detailOf(message), 'a message cannot be read: it went to dead-letters');
    }
  }

  /** Whether the current batch has a broken message that stops its partition. */
  stopsAt({ topic, partition }: MessageBatch): boolean {
    const [first] = this.found;
    const { onBroken, metrics, logger } = this.options;
    if (first === undefined || onBroken !== 'stop') return false;
    this.stopped.add(`${topic}/${partition}`);
    metrics.stopped.set(this.stopped.size);
    logger.error(detailOf(first), 'a message cannot be read: its partition is stalled');
    return true;
  }

  /** Whether any of these topics is stopped in this partition. */
  isStopped(topicNames: readonly TopicName[], partition: number): boolean {
    return topicNames.some((topic) => this.stopped.has(`${topic}/${partition}`));
  }

  /**
   * Forgets a partition that has moved to another worker, which will find the broken
   * message itself.
   */
  forget(topicNames: readonly TopicName[], partition: number): void {
    for (const topic of topicNames) this.stopped.delete(`${topic}/${partition}`);
    this.options.metrics.stopped.set(this.stopped.size);
  }
}

function detailOf(broken: BrokenMessage): object {
  const { topic, partition, offset, key, reason } = broken;
  return { topic, partition, offset, key, reason, ...placeOf(broken) };
}

const reasonMax = 1000;

/** Keeps the first 64 KB of its bytes and records the full length. */
export function deadLetterOf({
  topic,
  partition,
  offset,
  key,
  value,
  reason,
}: BrokenMessage): OutgoingMessage {
  const bytes = Buffer.from(value);
  return outgoing('dead-letters', {
    type: 'DeadLetter',
    version: 1,
    topic,
    partition,
    offset,
    key,
    reason: printable(reason, reasonMax),
    value: bytes.subarray(0, deadLetterBytesMax).toString('base64'),
    size: bytes.length,
  });
}
