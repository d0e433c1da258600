/** Where a group goes on, and where what its processor said before ends. */

import type { TopicName } from '#contracts/streams/topics';
import type { MessageLog, Processor } from '#event-log';

export interface GroupOffsets {
  /** For each partition of the processor's output the offset behind its last message. */
  readonly ends: readonly number[];
  /** For each topic that it reads, by partition, the offset from which the group goes on. */
  readonly committed: ReadonlyMap<TopicName, readonly number[]>;
}

export interface GroupOfProcessor {
  readonly log: Pick<MessageLog, 'endOffsets' | 'committedOffsets'>;
  readonly group: string;
  readonly processor: Pick<Processor, 'inputs' | 'output'>;
}

/** `Unavailable` while the log does not answer. */
export async function groupOffsets({
  log,
  group,
  processor: { inputs, output },
}: GroupOfProcessor): Promise<GroupOffsets> {
  const offsets = inputs.map(
    async (topic) => [topic, await log.committedOffsets(group, topic)] as const,
  );
  const [ends, ...committed] = await Promise.all([log.endOffsets(output), ...offsets]);
  return { ends, committed: new Map(committed) };
}
