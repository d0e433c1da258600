/**
 * A gateway over a small system's messages: three runs of one submission, of which
 * one has finished.
 */

import type { Message } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import { sampleMessages } from '#read-models/sample-messages.fixture';
import { eventually, testGateway, type TestGateway, type TestOptions } from './gateway.fixture.js';
import type { GatewayLimits } from '../providers/gateway-limits.js';

export async function sampledGateway(
  limits: Partial<GatewayLimits> = {},
  options: TestOptions = {},
): Promise<TestGateway> {
  const gateway = await testGateway(limits, options);
  for (const [topic, messages] of Object.entries(sampleMessages())) {
    await gateway.publish(topic as TopicName, ...(messages as Message[]));
  }
  const { log, models } = gateway;
  // Until everything is projected: a message that cannot be read leaves a dead letter and moves the
  // position, too.
  await eventually(
    async () => {
      const reached = new Map(
        (await models.checkpoints()).map(({ topic, partition, offset }) => [
          `${topic} ${partition}`,
          offset,
        ]),
      );
      const topics = Object.keys(sampleMessages()) as TopicName[];
      const ends = await Promise.all(topics.map((topic) => log.endOffsets(topic)));
      return topics.flatMap((topic, at) =>
        ends[at]!.map((end, partition) => end - (reached.get(`${topic} ${partition}`) ?? 0)),
      );
    },
    (behind) => behind.every((messages) => messages <= 0),
  );
  return gateway;
}
