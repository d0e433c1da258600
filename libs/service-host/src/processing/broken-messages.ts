/** Messages that a processor could not read: each becomes a dead letter, or ends the reading of its partition. */

import type { TopicName } from '#contracts/streams/topics';
import type { BrokenMessage, MessageBatch, OutgoingMessage } from '#event-log';
import { deadLetterBytesMax, type DeadLetter } from '#contracts/streams/dead-letters';
import { keyOf } from '#contracts/streams/catalogue';
import { printable } from '#values';
import { placeOf } from '../log/service-log.js';
import type { ProcessorHostOptions } from './host-options.js';

export class BrokenMessages {
  /** `topic/partition` of those that stand still. */
  private readonly stopped = new Set<string>();
  private found: BrokenMessage[] = [];

  constructor(
    private readonly options: Pick<ProcessorHostOptions, 'onBroken' | 'metrics' | 'logger'>,
  ) {}

  get stoppedPartitions(): readonly string[] {
    return [...this.stopped].sort();
  }

  /** A processor met one in the batch in hand. */
  note(message: BrokenMessage): void {
    this.found.push(message);
  }

  /** A new batch begins. */
  clear(): void {
    this.found = [];
  }

  /** Dead letters of the batch in hand; none where broken messages stop their partition instead. */
  letters(): OutgoingMessage[] {
    return this.options.onBroken === 'stop' ? [] : this.found.map(deadLetterOf);
  }

  /** They are durable: counts and reports them. */
  lettersKept(): void {
    const { onBroken, metrics, logger } = this.options;
    if (onBroken === 'stop') return;
    for (const message of this.found) {
      metrics.deadLetter(message.topic);
      logger.error(detailOf(message), 'a message cannot be read: it went to dead-letters');
    }
  }

  /** Whether the batch in hand has one at which its partition now stands still. */
  stopsAt({ topic, partition }: MessageBatch): boolean {
    const [first] = this.found;
    const { onBroken, metrics, logger } = this.options;
    if (first === undefined || onBroken !== 'stop') return false;
    this.stopped.add(`${topic}/${partition}`);
    metrics.stand(this.stopped.size);
    logger.error(detailOf(first), 'a message cannot be read: its partition stands still');
    return true;
  }

  /** Whether any of these topics stands still in this partition. */
  isStopped(topicNames: readonly TopicName[], partition: number): boolean {
    return topicNames.some((topic) => this.stopped.has(`${topic}/${partition}`));
  }

  /** The partition is somebody else's, who will find out alone. */
  forget(topicNames: readonly TopicName[], partition: number): void {
    for (const topic of topicNames) this.stopped.delete(`${topic}/${partition}`);
    this.options.metrics.stand(this.stopped.size);
  }
}

function detailOf(broken: BrokenMessage): object {
  const { topic, partition, offset, key, reason } = broken;
  return { topic, partition, offset, key, reason, ...placeOf(broken) };
}

const reasonMax = 1000;

/** Keeps the first 64 KB of its bytes and says how many there were. */
export function deadLetterOf({
  topic,
  partition,
  offset,
  key,
  value,
  reason,
}: BrokenMessage): OutgoingMessage {
  const bytes = Buffer.from(value);
  const message: DeadLetter = {
    type: 'DeadLetter',
    version: 1,
    topic,
    partition,
    offset,
    key,
    reason: printable(reason, reasonMax),
    value: bytes.subarray(0, deadLetterBytesMax).toString('base64'),
    size: bytes.length,
  };
  return { topic: 'dead-letters', key: keyOf(message), value: JSON.stringify(message) };
}
