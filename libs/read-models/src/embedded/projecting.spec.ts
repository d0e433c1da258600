/** The law of projecting: tables depend only on what was published, not on how it was delivered. */

import { cpSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch } from '#event-log';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import type { ContractPlace } from '../tables/contract-place.fixture.js';
import type { ReadModels } from '../tables/read-models.js';
import { batchOf, sampleBatches, sampleMessages, type Sizes } from '../sample-messages.fixture.js';
import { embeddedPlace } from './embedded-place.fixture.js';

const small = fc.integer({ min: 1, max: 6 });

/** How messages are split, repeated on the topic and delivered. */
const deliveries = fc.record({
  sizes: fc.array(small, {
    minLength: 1,
    maxLength: 4,
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<Sizes>,
  /** A message that a second worker publishes again, some messages later. */
  repeated: fc.array(fc.record({ topic: fc.nat(6), message: fc.nat(20), after: fc.nat(4) }), {
    maxLength: 6,
  }),
  steps: fc.array(
    fc.record({
      topic: fc.nat(6),
      take: small,
      rewind: fc.nat(5),
      restart: fc.boolean().chain((one) => (one ? fc.boolean() : fc.constant(false))),
    }),
    { maxLength: 20 },
  ),
});
type Delivery = typeof deliveries extends fc.Arbitrary<infer T> ? T : never;

/** Each topic as it is on the log: repeats after their originals. */
function published({ sizes, repeated }: Delivery): MessageBatch[] {
  const topics = Object.entries(sampleMessages(sizes)).map(([topic, messages], index) => {
    const list: Message[] = [...messages];
    for (const { message, after } of repeated.filter((repeat) => repeat.topic === index)) {
      const original = message % list.length;
      list.splice(original + 1 + after, 0, list[original] as Message);
    }
    return batchOf(topic as TopicName, list);
  });
  return topics;
}

async function deliver(
  topics: readonly MessageBatch[],
  steps: Delivery['steps'],
  place: ContractPlace,
): Promise<ReadModels> {
  let models = await place.open();
  const positions = topics.map(() => 0);
  const part = (topic: number, from: number, to: number): Promise<void> => {
    const batch = topics[topic] as MessageBatch;
    const messages = batch.messages.slice(from, to);
    const nextOffset = (messages.at(-1)?.offset ?? -1) + 1;
    return models.project({ ...batch, messages, nextOffset });
  };
  for (const { topic, take, rewind, restart } of steps) {
    const position = positions[topic] as number;
    const to = Math.min(position + take, (topics[topic] as MessageBatch).messages.length);
    await part(topic, Math.max(0, position - rewind), to);
    positions[topic] = to;
    if (!restart) continue;
    await models.close();
    models = await place.open();
  }
  for (const [topic, position] of positions.entries()) await part(topic, position, Infinity);
  return models;
}

describe('projecting', () => {
  let template: Awaited<ReturnType<typeof embeddedPlace>>;
  let reference: ContractPlace;
  let undisturbed: ReadModels;
  beforeAll(async () => {
    template = await embeddedPlace();
    await (await template.open()).close();
    reference = await embeddedPlace();
    undisturbed = await reference.open();
    for (const batch of sampleBatches()) await undisturbed.project(batch);
  });
  afterAll(async () => {
    await template.dispose();
    await reference.dispose();
  });

  it('gives the same tables for any cut, order of topics, repeat, redelivery and restart', async () => {
    const law = fc.asyncProperty(deliveries, async (delivery) => {
      const place = await embeddedPlace();
      cpSync(template.folder, place.folder, { recursive: true });
      const models = await deliver(published(delivery), delivery.steps, place);
      const comparisons = await undisturbed.compare(models);
      await place.dispose();
      expect(comparisons.filter(({ difference }) => difference !== null)).toEqual([]);
    });
    await fc.assert(law, runsOfSweep(sweepSize(15, 200)));
  });
});
