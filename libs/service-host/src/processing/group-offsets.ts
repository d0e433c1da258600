/** Where a group goes on, and where what its processor said before ends. */

import type { TopicName } from '#contracts/streams/topics';
import type { Unread } from '#event-log';
import type { ProcessorHostOptions } from './host-options.js';

export interface GroupOffsets {
  /** For each topic that it reads, and for its output, by partition: the offset behind the last message. */
  readonly ends: ReadonlyMap<TopicName, readonly number[]>;
  /** For each topic that it reads, by partition, the offset from which the group goes on. */
  readonly committed: ReadonlyMap<TopicName, readonly number[]>;
}

/** `Unavailable` while the log does not answer. */
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
  // Last: what the other topics had before was begun before this.
  const first = begins === undefined ? [] : [await endOf(begins)];
  return { ends: new Map([...first, ...ends]), committed: new Map(committed) };
}

/** Of the topics that a processor reads, those with something left to read in a partition, and up to where. */
export function unreadOf(partition: number, { ends, committed }: GroupOffsets): Unread {
  const unread = new Map<TopicName, number>();
  for (const [topic, offsets] of committed) {
    const end = ends.get(topic)?.[partition] ?? 0;
    if ((offsets[partition] ?? 0) < end) unread.set(topic, end);
  }
  return unread;
}
