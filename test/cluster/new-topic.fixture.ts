/** Topics that tests create by themselves. */

import type { Admin, ITopicConfig } from 'kafkajs';
import { untilTrue } from '../faults/until.fixture.js';

/**
 * Creates a topic and settles once each of its partitions has a leader. The library waits for
 * leaders by itself, but gives up where a broker does not know the new topic yet, as happens on
 * a busy machine.
 */
export async function createTopic(admin: Admin, topic: ITopicConfig): Promise<void> {
  const { topic: name, numPartitions: expected = 1 } = topic;
  await untilTrue(`the topic ${name} is created`, async () => {
    if (!(await admin.listTopics()).includes(name)) {
      await admin.createTopics({ topics: [topic], waitForLeaders: false });
    }
    return hasLeaders(admin, name, expected);
  });
}

/**
 * Adds partitions to a topic, up to this count, and settles once each has a leader. Until then a
 * producer of the library does not know them: it drops what is sent to them without an error.
 */
export async function addPartitions(admin: Admin, topic: string, count: number): Promise<void> {
  await admin.createPartitions({ topicPartitions: [{ topic, count }] });
  await untilTrue(`the topic ${topic} has ${count} partitions`, () =>
    hasLeaders(admin, topic, count),
  );
}

/** Whether the broker names a leader for each of so many partitions. */
async function hasLeaders(admin: Admin, topic: string, expected: number): Promise<boolean> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const partitions = topics[0]?.partitions ?? [];
  return partitions.length === expected && partitions.every(({ leader }) => leader >= 0);
}
