/** Topics that tests create by themselves. */

import type { Admin, ITopicConfig } from 'kafkajs';
import { untilTrue } from '../faults/until.fixture.js';

/**
 * Creates a topic and settles once each of its partitions has a leader. The library waits for leaders by itself, but
 * gives up where a broker does not know the new topic yet, as happens on a busy machine.
 */
export async function createTopic(admin: Admin, topic: ITopicConfig): Promise<void> {
  const { topic: name, numPartitions: expected = 1 } = topic;
  await untilTrue(`the topic ${name} is created`, async () => {
    if (!(await admin.listTopics()).includes(name)) {
      await admin.createTopics({ topics: [topic], waitForLeaders: false });
    }
    const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
    const partitions = topics[0]?.partitions ?? [];
    return partitions.length === expected && partitions.every(({ leader }) => leader >= 0);
  });
}
