/**
 * What is sent comes back; headers say what the body holds, or the message is refused; no
 * header is needed.
 */

import { describe, expect, it } from 'vitest';
import { keyOf, type Message, type MessagesByTopic } from '#contracts/streams/catalogue';
import { hintNames } from '#contracts/streams/hints';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { topicNames, type TopicName } from '#contracts/streams/topics';
import { openEmbeddedLog } from '../embedded/message-broker.js';
import type { OutgoingMessage, StoredMessage } from './message-log.js';
import { outgoing, readStored } from './read-stored.js';

const examples = topicNames.flatMap((topic) =>
  messageExamples[topic].map((message): [string, TopicName, Message] => [
    message.type,
    topic,
    message,
  ]),
);
const sent = (topic: TopicName, message: Message): OutgoingMessage =>
  outgoing(topic, message as MessagesByTopic[TopicName]);
const stored = (message: OutgoingMessage): StoredMessage => {
  return { headers: {}, ...message, partition: 0, offset: 0, timestampMs: 0 };
};

/** By hand, from the examples. */
const numbers: Readonly<Record<string, object>> = {
  RawFacts: { first: '1', count: '1' },
  TapeFacts: { first: '1', count: '3' },
  Decisions: { first: '1', count: '1' },
  Events: { first: '2', count: '3' },
  CallsMade: { count: '1' },
};

describe('a message that is sent', () => {
  it.each(examples)('%s on %s has the headers of what it holds', (type, topic, message) => {
    const { key, headers } = sent(topic, message);
    expect(key).toBe(keyOf(message));
    expect(headers).toEqual({ type, ...numbers[type] });
  });

  it('comes back from the embedded log with its headers', async () => {
    const log = await openEmbeddedLog();
    await log.ensureTopics(topicNames.map((topic) => ({ topic, partitions: 1, compacted: false })));
    await log.append(examples.map(([, topic, message]) => sent(topic, message)));
    const found: [string, TopicName, Message][] = [];
    const headers: unknown[] = [];
    const tail = await log.tail({
      topics: topicNames,
      from: 'start',
      onBatch({ topic, messages }) {
        for (const one of messages) {
          const message = readStored(topic, one);
          found.push([message.type, topic, message]);
          headers.push(one.headers);
        }
      },
    });
    await expect.poll(() => found).toHaveLength(examples.length);
    expect(found).toEqual(expect.arrayContaining(examples));
    expect(headers).toEqual(found.map(([type]) => ({ type, ...numbers[type] })));
    await tail.stop();
    await log.close();
  });
});

describe('a message that is read', () => {
  it.each(examples)('%s on %s needs no header', (_, topic, message) => {
    const { headers = {}, ...bare } = sent(topic, message);
    expect(readStored(topic, stored(bare))).toEqual(message);
    const other = { ...bare, headers: { traceparent: '00-ab-cd-01', size: '7' } };
    expect(readStored(topic, stored(other))).toEqual(message);
    for (const [name, value] of Object.entries(headers)) {
      expect(readStored(topic, stored({ ...bare, headers: { [name]: value } }))).toEqual(message);
    }
  });

  it.each(
    examples.flatMap(([type, topic, message]) =>
      hintNames.map((name) => ({ type, topic, name, message })),
    ),
  )('$type is refused where its header $name says something else', ({ topic, name, message }) => {
    const right = sent(topic, message);
    for (const said of ['99', '', '01', 'Rumour']) {
      const wrong = stored({ ...right, headers: { ...right.headers, [name]: said } });
      const held = right.headers?.[name];
      expect(() => readStored(topic, wrong)).toThrow(
        `${topic}: ${message.type}: header ${name}: a header that differs from its message; ` +
          `expected ${held === undefined ? 'none' : `"${held}"`}; found "${said}"`,
      );
    }
  });

  it('cannot write lines of its own into the reason', () => {
    const [, topic, message] = examples[0]!;
    const type = `x\n\u202e${'y'.repeat(5_000)}`;
    const wrong = stored({ ...sent(topic, message), headers: { type } });
    expect(() => readStored(topic, wrong)).toThrow(/^[^\n\u202e]{1,300}$/);
  });
});
