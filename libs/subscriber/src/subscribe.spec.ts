/**
 * A subscriber gets each message once and in order, ends when it has to, and resumes
 * where it stopped.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf, type Message, type MessagesByTopic } from '#contracts/streams/catalogue';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { topicNames, topics, type TopicName } from '#contracts/streams/topics';
import { openEmbeddedLog, outgoing, type MessageLog } from '#event-log';
import { subscribe, type Received, type Subscription } from './subscribe.js';

let log: MessageLog;
const open: Subscription[] = [];

beforeEach(async () => {
  log = await openEmbeddedLog({ retryDelayMs: 1 });
  const layout = topicNames.map((topic) => ({
    topic,
    partitions: 3,
    compacted: topics[topic].compacted,
  }));
  await log.ensureTopics(layout);
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((subscription) => subscription.stop()));
  await log.close();
});

const append = (topic: TopicName, ...messages: Message[]): Promise<void> =>
  log.append(messages.map((one) => ({ topic, key: keyOf(one), value: JSON.stringify(one) })));

const cancelled = (digit: string, reason: string): MessagesByTopic['runs'] => ({
  type: 'RunCancelled',
  version: 1,
  run: digit.repeat(64),
  reason,
});

/** A subscription to `runs` that records the reasons of cancelled runs. */
async function listen(
  more: Partial<Parameters<typeof subscribe<'runs'>>[0]> = {},
): Promise<{ reasons: string[]; subscription: Subscription }> {
  const reasons: string[] = [];
  const onMessage = ({ message }: Received<'runs'>): void => {
    reasons.push(message.type === 'RunCancelled' ? message.reason : message.type);
  };
  const subscription = await subscribe({ log, topics: ['runs'], onMessage, ...more });
  open.push(subscription);
  return { reasons, subscription };
}

describe('a subscription', () => {
  it('reads what is there and what comes, in the order of each key', async () => {
    await append('runs', cancelled('a', '1'), cancelled('a', '2'));
    const { reasons } = await listen();
    await append('runs', cancelled('a', '3'), cancelled('a', '4'));
    await expect.poll(() => reasons).toEqual(['1', '2', '3', '4']);
  });

  it('reads several topics, each message with its topic, key and offset', async () => {
    const all: Received<'market.tape' | 'scores'>[] = [];
    const onMessage = (one: Received<'market.tape' | 'scores'>): void => void all.push(one);
    open.push(await subscribe({ log, topics: ['market.tape', 'scores'], onMessage }));
    await append('market.tape', ...messageExamples['market.tape']);
    await append('scores', ...messageExamples.scores);
    const count = messageExamples['market.tape'].length + messageExamples.scores.length;
    await expect.poll(() => all).toHaveLength(count);
    const tape = all.flatMap((one) => (one.topic === 'market.tape' ? [one] : []));
    expect(tape.map(({ message }) => message)).toEqual(messageExamples['market.tape']);
    expect(tape.map(({ offset, key }) => [offset, key])).toEqual([
      [0, 'aapl-daily-2018-02-20'],
      [1, 'aapl-daily-2018-02-20'],
      [2, 'aapl-daily-2018-02-20'],
      [3, 'aapl-daily-2018-02-20'],
    ]);
  });

  it('from the end reads only what comes', async () => {
    await append('runs', cancelled('a', 'before'));
    const { reasons } = await listen({ from: 'end' });
    await append('runs', cancelled('a', 'after'));
    await expect.poll(() => reasons).toEqual(['after']);
  });

  it('resumes where the last one ended, with no duplicates and no omissions', async () => {
    const first = await listen({ from: 'end' });
    await append('runs', cancelled('a', '1'), cancelled('b', '2'), cancelled('c', '3'));
    await expect.poll(() => first.reasons).toHaveLength(3);
    await first.subscription.stop();
    await append('runs', cancelled('a', '4'), cancelled('d', '5'));
    const second = await listen({ from: first.subscription.positions() });
    await append('runs', cancelled('b', '6'));
    await expect.poll(() => second.reasons).toHaveLength(3);
    expect(second.reasons.sort()).toEqual(['4', '5', '6']);
  });

  it('to one key reads nothing else, whatever it is', async () => {
    const { reasons } = await listen({ key: 'b'.repeat(64) });
    await append('runs', cancelled('a', '1'), cancelled('b', '2'));
    await log.append([{ topic: 'runs', key: 'other', value: 'hello' }]);
    await append('runs', cancelled('b', '3'));
    await expect.poll(() => reasons).toEqual(['2', '3']);
  });

  it('ends with the error of its handler, after the last message that was handled', async () => {
    const onMessage = ({ message }: Received<'runs'>): void => {
      if (message.type === 'RunCancelled' && message.reason === '2') throw new Error('enough');
    };
    const { subscription } = await listen({ onMessage });
    await append('runs', cancelled('a', '1'), cancelled('a', '2'), cancelled('a', '3'));
    await expect(subscription.ended).rejects.toThrow('enough');
    expect(subscription.positions()).toMatchObject([{ topic: 'runs', offset: 1 }]);
  });

  it('ends at a broken message, unless a handler accepts it', async () => {
    const broken: string[] = [];
    const strict = await listen();
    const lenient = await listen({ onBroken: ({ reason }) => void broken.push(reason) });
    await log.append([{ topic: 'runs', key: 'a'.repeat(64), value: 'hello' }]);
    await append('runs', cancelled('a', '1'));
    await expect(strict.subscription.ended).rejects.toThrow('not valid JSON');
    await expect.poll(() => lenient.reasons).toEqual(['1']);
    expect(strict.reasons).toEqual([]);
    expect(broken).toEqual(['runs: the message is not valid JSON; found "hello"']);
  });

  it('hands a message over as broken that its headers contradict', async () => {
    const broken: string[] = [];
    const { reasons } = await listen({ onBroken: ({ reason }) => void broken.push(reason) });
    const right = outgoing('runs', cancelled('a', '1'));
    await log.append([{ ...right, headers: { type: 'RunSubmitted' } }, right]);
    await expect.poll(() => reasons).toEqual(['1']);
    expect(broken).toEqual([
      'runs: RunCancelled: header type: a header that differs from its message; ' +
        'expected "RunCancelled"; found "RunSubmitted"',
    ]);
  });

  it('skips messages of unknown types', async () => {
    const { reasons } = await listen();
    const key = 'a'.repeat(64);
    await log.append([{ topic: 'runs', key, value: '{"type":"RunPaused","version":1}' }]);
    await append('runs', cancelled('a', '1'));
    await expect.poll(() => reasons).toEqual(['1']);
  });

  it('is refused when there is no such topic', async () => {
    const empty = await openEmbeddedLog();
    const options = { log: empty, topics: ['runs'], onMessage: () => {} } as const;
    await expect(subscribe(options)).rejects.toMatchObject({ code: 'Unavailable' });
    await empty.close();
  });
});
