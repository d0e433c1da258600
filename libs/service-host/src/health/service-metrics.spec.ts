/** Metrics of the messages that a service reads and appends. */

import { describe, expect, it } from 'vitest';
import type { MessagesByTopic } from '#contracts/streams/catalogue';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { TopicName } from '#contracts/streams/topics';
import { outgoing, type OutgoingMessage } from '#event-log';
import { ServiceMetrics } from './service-metrics.js';

const log = { endOffsets: () => Promise.resolve([]) };
const examplesOf = <T extends TopicName>(topic: T): readonly OutgoingMessage[] =>
  messageExamples[topic].map((message) => outgoing(topic, message as MessagesByTopic[T]));
const onTape = examplesOf('market.tape');

const figure = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}{.*} (\\d+)$`, 'm').exec(text)?.[1];

describe('a service', () => {
  it('counts a tape that has failed, and no other message of it', async () => {
    const metrics = new ServiceMetrics({ service: 'clock' });
    const before = await metrics.text(log, true);
    expect(figure(before, 'tapefold_tapes_failed_total')).toBe('0');
    metrics.appended(onTape);
    const after = await metrics.text(log, true);
    expect(figure(after, 'tapefold_tapes_failed_total')).toBe('1');
    expect(figure(after, 'tapefold_messages_total')).toBe(`${onTape.length}`);
  });

  it.each<[string, readonly OutgoingMessage[], number]>([
    ['facts, beside three messages without any', onTape, 3 + 3],
    ['events', examplesOf('portfolio.events'), 3],
    ['a decision, beside an answer and a refusal', examplesOf('agent.decisions'), 1 + 2],
    ['a message without headers as one', [{ topic: 'runs', key: 'a', value: '{"count":9}' }], 1],
    ...['', '-1', '1e3', 'NaN', '9'.repeat(16)].map((count) => {
      const odd: OutgoingMessage = { topic: 'runs', key: 'a', value: '', headers: { count } };
      return [`a header of "${count}" as one`, [odd], 1] as [string, OutgoingMessage[], number];
    }),
  ])('counts the items of messages both ways: %s', async (_, messages, items) => {
    const metrics = new ServiceMetrics({ service: 'any' });
    const topic = messages[0]?.topic ?? 'runs';
    const place = { topic, partition: 0, timestampMs: 0 };
    const stored = messages.map((one, offset) => ({ headers: {}, ...one, ...place, offset }));
    const batch = { topic, partition: 0, messages: stored, nextOffset: 9, endOffset: 9 };
    metrics.batchTook(batch, 1);
    const text = await metrics.text(log, true);
    expect(figure(text, 'tapefold_items_total')).toBe(`${items}`);
    metrics.appended(messages);
    const both = await metrics.registry.getSingleMetric('tapefold_items_total')?.get();
    expect(both?.values.map(({ value }) => value)).toEqual([items, items]);
  });
});
