/**
 * Reads topics from any position, message by message, typed by topic, each once, and reports
 * its positions.
 */

import { invalidInput, isFailure } from '#values';
import type { MessagesByTopic } from '#contracts/streams/catalogue';
import { requireHints } from '#contracts/streams/hints';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch, MessageLog, Position, StoredMessage } from '#event-log';
import { openConnection, type Connection } from './connection.js';
import { readMessage } from './read-message.js';

/** A message with its position; `topic` determines which messages `message` may be. */
export type Received<T extends TopicName = TopicName> = {
  [K in T]: Omit<StoredMessage, 'value' | 'topic'> & {
    readonly topic: K;
    readonly message: MessagesByTopic[K];
  };
}[T];

/** A message that violates the published format, or differs from its headers, with the reason. */
export interface Broken {
  readonly stored: StoredMessage;
  readonly reason: string;
}

export type SubscribeOptions<T extends TopicName> = Connection & {
  readonly topics: readonly T[];
  /** Only messages of this key, a run's or a tape's; others are not even parsed. */
  readonly key?: string;
  /**
   * Everything stored (the default), what comes from now on, or the last result of `positions()`.
   */
  readonly from?: 'start' | 'end' | readonly Position[];
  /** Called with one message at a time. If it throws, the subscription ends with that error. */
  onMessage(received: Received<T>): void | Promise<void>;
  /** Receives broken messages; without it the first one ends the subscription. */
  onBroken?(broken: Broken): void | Promise<void>;
};

export interface Subscription {
  /** Where to resume: after the last message that `onMessage` finished, partition by partition. */
  positions(): readonly Position[];
  /** Settles after `stop`; fails with the error that ended the subscription otherwise. */
  readonly ended: Promise<void>;
  /**
   * Finishes the current message, and releases the connection. Awaiting it inside
   * `onMessage` deadlocks.
   */
  stop(): Promise<void>;
}

/**
 * Subscribes to topics. Messages of one key arrive in order. Message types and members that
 * this version does not know are skipped. `Unavailable` if the brokers do not respond or the
 * topics do not exist.
 */
export async function subscribe<T extends TopicName>(
  options: SubscribeOptions<T>,
): Promise<Subscription> {
  const opened = await openConnection(options);
  const places = new Places();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  const end = (error: Error): void => {
    isOver = true;
    reject(error);
  };
  try {
    const from = await startOf(opened.log, options);
    if (typeof from !== 'string') for (const position of from) places.set(position);
    const tail = await opened.log.tail({
      topics: options.topics,
      from,
      onCrash: end,
      onBatch: async (batch) => {
        if (isOver) return;
        await takeBatch(batch, options, places, () => isOver).catch(end);
      },
    });
    const stop = async (): Promise<void> => {
      isOver = true;
      await tail.stop();
      await opened.close();
      resolve();
    };
    return { positions: () => places.all(), ended, stop };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Resolves the end at once, so that a subscriber that resumes misses nothing that came meanwhile.
 */
async function startOf<T extends TopicName>(
  log: MessageLog,
  { topics, from = 'start' }: SubscribeOptions<T>,
): Promise<'start' | readonly Position[]> {
  if (from !== 'end') return from;
  const ends = topics.map(async (topic) =>
    (await log.endOffsets(topic)).map((offset, partition) => ({ topic, partition, offset })),
  );
  return (await Promise.all(ends)).flat();
}

async function takeBatch<T extends TopicName>(
  { topic, partition, messages, nextOffset }: MessageBatch,
  options: SubscribeOptions<T>,
  places: Places,
  isOver: () => boolean,
): Promise<void> {
  for (const stored of messages) {
    if (isOver()) return;
    if (stored.offset < places.next(topic, partition)) continue;
    await take(stored, options);
    places.set({ topic, partition, offset: stored.offset + 1 });
  }
  if (nextOffset > places.next(topic, partition)) {
    places.set({ topic, partition, offset: nextOffset });
  }
}

async function take<T extends TopicName>(
  stored: StoredMessage,
  { key, onMessage, onBroken }: SubscribeOptions<T>,
): Promise<void> {
  if (key !== undefined && key !== stored.key) return;
  const { value, unreadable, ...place } = stored;
  let message: MessagesByTopic[TopicName] | undefined;
  try {
    if (unreadable !== undefined) throw invalidInput(unreadable.reason, { where: stored.topic });
    message = readMessage(stored.topic, value);
    if (message !== undefined) requireHints(stored.topic, message, stored.headers);
  } catch (error) {
    if (onBroken === undefined || !isFailure(error, 'InvalidInput')) throw error;
    await onBroken({ stored, reason: error.message });
    return;
  }
  if (message !== undefined) await onMessage({ ...place, message } as Received<T>);
}

/** The next offset of each partition that was read. */
class Places {
  private readonly positions = new Map<string, Position>();

  next(topic: TopicName, partition: number): number {
    return this.positions.get(`${topic}/${partition}`)?.offset ?? 0;
  }

  set(position: Position): void {
    this.positions.set(`${position.topic}/${position.partition}`, position);
  }

  all(): Position[] {
    return [...this.positions.values()];
  }
}
