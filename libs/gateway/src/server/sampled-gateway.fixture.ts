/** A gateway over a small system's messages: three runs of one submission, of which one has finished. */

import type { Message } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import { runA, runOfTasks, sampleMessages, tape } from '#read-models/sample-messages.fixture';
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
  const { models } = gateway;
  await eventually(
    async () =>
      [await models.run(runA), await models.tape(tape), await models.score(runOfTasks)] as const,
    ([run, found, score]) =>
      run?.isScored === true &&
      found !== undefined &&
      found.request !== null &&
      score !== undefined,
  );
  return gateway;
}
