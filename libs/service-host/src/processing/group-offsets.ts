/** Where a group resumes, and where its processor's earlier output ends. */

import type { TopicName } from '#contracts/streams/topics';
import type { Unread } from '#event-log';
import type { ProcessorHostOptions } from './host-options.js';

export interface GroupOffsets {
  /** For its input topics and its output, by partition: the offset after the last message. */
  readonly ends: ReadonlyMap<TopicName, readonly number[]>;
  /** For its input topics, by partition: the offset at which the group resumes. */
  readonly committed: ReadonlyMap<TopicName, readonly number[]>;
}

/** Throws `Unavailable` while the log does not respond. */
export async function groupOffsets({
  log,
  group,
  processor: { inputs, output },
}: Pick<ProcessorHostOptions, 'log' | 'group' | 'processor'>): Promise<GroupOffsets> {
  const offsets = inputs.map(
    async (topic) => [topic, await log.committedOffsets(group, topic)] as const,
  );
  const endOf = async (topic: TopicName) => [topic, await log.endOffsets(topic)] as const;
  const [begins, ...others] = new Set([...inputs, output]);
  const [committed, ends] = await Promise.all([
    Promise.all(offsets),
    Promise.all(others.map(endOf)),
  ]);
  // Read last: everything on the other topics by then began before this offset.
  const first = begins === undefined ? [] : [await endOf(begins)];
  return { ends: new Map([...first, ...ends]), committed: new Map(committed) };
}

/** The input topics with unread messages in a partition, and where those end. */
export function unreadOf(partition: number, { ends, committed }: GroupOffsets): Unread {
  const unread = new Map<TopicName, number>();
  for (const [topic, offsets] of committed) {
    const end = ends.get(topic)?.[partition] ?? 0;
    if ((offsets[partition] ?? 0) < end) unread.set(topic, end);
  }
  return unread;
}
