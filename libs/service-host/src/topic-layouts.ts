/** How the topics are laid out in a cluster of so many partitions. */

import { topicNames, topics } from '#contracts/streams/topics';
import type { TopicLayout } from '#event-log';

/** All topics. Those of a group have to agree in their number of partitions, hence one number for all. */
export function topicLayouts(partitions: number): TopicLayout[] {
  return topicNames.map((topic) => ({
    topic,
    partitions: topics[topic].partitioned === 'single' ? 1 : partitions,
    compacted: topics[topic].compacted,
  }));
}
