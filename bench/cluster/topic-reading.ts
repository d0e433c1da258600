/**
 * Reads topics after the fact: their contents from given offsets on, and when a service has
 * caught up with them.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageLog, Position, StoredMessage } from '#event-log';

const waitMaxMs = 120_000;
const pollMs = 100;

export type Offsets = readonly number[];

/**
 * Messages of a topic between the offsets `from` and `to`, by partition, in the order of
 * their timestamps.
 */
export async function messagesBetween(
  log: MessageLog,
  topic: TopicName,
  from: Offsets,
  to: Offsets,
): Promise<StoredMessage[]> {
  const found: StoredMessage[] = [];
  const missing = new Set(
    to.flatMap((end, partition) => (end > (from[partition] ?? 0) ? [partition] : [])),
  );
  if (missing.size === 0) return found;
  const complete = Promise.withResolvers<void>();
  const tail = await log.tail({
    topics: [topic],
    from: to.map((_, partition): Position => ({ topic, partition, offset: from[partition] ?? 0 })),
    onBatch({ partition, messages }) {
      const end = to[partition] ?? 0;
      for (const message of messages) if (message.offset < end) found.push(message);
      if ((messages.at(-1)?.offset ?? 0) + 1 >= end) missing.delete(partition);
      if (missing.size === 0) complete.resolve();
    },
    onCrash: complete.reject,
  });
  await complete.promise;
  await tail.stop();
  return found.sort((a, b) => a.timestampMs - b.timestampMs || a.offset - b.offset);
}

/** The first message of each partition between two offsets, or the last one. */
export function edgesBetween(
  log: MessageLog,
  topic: TopicName,
  from: Offsets,
  to: Offsets,
  edge: 'first' | 'last',
): Promise<StoredMessage[]> {
  const some = to.map((end, partition) => {
    const begin = from[partition] ?? 0;
    if (end <= begin) return { begin: end, end };
    return edge === 'first' ? { begin, end: begin + 1 } : { begin: end - 1, end };
  });
  return messagesBetween(
    log,
    topic,
    some.map(({ begin }) => begin),
    some.map(({ end }) => end),
  );
}

/** Waits until a service has committed everything on its topics, that is, has no lag. */
export async function untilDone(
  log: MessageLog,
  service: string,
  topics: readonly TopicName[],
): Promise<void> {
  const isDone = async (topic: TopicName): Promise<boolean> => {
    const [ends, committed] = await Promise.all([
      log.endOffsets(topic),
      log.committedOffsets(`tapefold.${service}`, topic),
    ]);
    return ends.every((end, partition) => (committed[partition] ?? 0) >= end);
  };
  await until(`${service} to have done everything`, async () => {
    for (const topic of topics) if (!(await isDone(topic))) return false;
    return true;
  });
}

/** Asks again and again; an error when the answer stays no. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitMaxMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`the bench waited in vain for ${what}`);
    await sleep(pollMs);
  }
}
