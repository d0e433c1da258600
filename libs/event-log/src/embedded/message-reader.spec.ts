/**
 * Which batch is next: partitions take turns, failed batches rest, and what was given
 * up is not read.
 */

import { expect, it } from 'vitest';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch } from '../log/message-log.js';
import { MessageReader } from './message-reader.js';
import { MessageStore, streamOf } from './message-store.js';

const topic = 'scores' satisfies TopicName;

/** Messages of partitions, by their number, and a reader from the start of each. */
function reading(counts: readonly number[]) {
  const store = new MessageStore({});
  const reader = new MessageReader(store);
  const add = (partition: number, count: number): void =>
    store.append(
      new Map([
        [
          streamOf({ topic, partition }),
          Array.from({ length: count }, (_, at) => ({
            topic,
            key: `${partition}`,
            value: `${at}`,
          })),
        ],
      ]),
      5,
    );
  for (const [partition, count] of counts.entries()) {
    if (count > 0) add(partition, count);
    reader.add({ topic, partition, offset: 0 });
  }
  const next = (now = 0): MessageBatch | undefined => reader.next(now);
  const told = (batch: MessageBatch | undefined): string =>
    batch === undefined
      ? 'none'
      : `${batch.topic} ${batch.partition}: ${batch.messages.map(({ value }) => value).join('')} ` +
        `${batch.nextOffset} of ${batch.endOffset}`;
  return { reader, add, next, told };
}

it('lets partitions take turns, and reads on behind what was taken', () => {
  const { reader, add, next, told } = reading([2, 0, 3]);
  const batches = [next(), next(), next()];
  expect(batches.map(told)).toEqual([
    'scores 2: 012 3 of 3',
    'scores 0: 01 2 of 2',
    'scores 2: 012 3 of 3',
  ]);
  reader.taken(batches[0]!);
  expect([next(), next()].map(told)).toEqual(['scores 0: 01 2 of 2', 'scores 0: 01 2 of 2']);
  reader.taken(batches[1]!);
  expect(told(next())).toBe('none');
  add(1, 1);
  add(2, 1);
  expect([next(), next(), next()].map(told)).toEqual([
    'scores 1: 0 1 of 1',
    'scores 2: 0 4 of 4',
    'scores 1: 0 1 of 1',
  ]);
});

it('reads a batch that failed again, but not before its time', () => {
  const { reader, next, told } = reading([1, 1]);
  const batch = next()!;
  reader.failed(batch, 10);
  expect([next(9), next(9)].map(told)).toEqual(['scores 0: 0 1 of 1', 'scores 0: 0 1 of 1']);
  expect([next(10), next(10)].map(told)).toEqual(['scores 1: 0 1 of 1', 'scores 0: 0 1 of 1']);
});

it('does not read partitions that it gave up, and ignores what becomes of their batches', () => {
  const { reader, next, told } = reading([1, 1, 1]);
  const first = next()!;
  const second = next()!;
  expect([first, second].map(({ partition }) => partition)).toEqual([1, 2]);
  reader.drop(new Set([1, 2]));
  reader.taken(first);
  reader.failed(second, 100);
  expect([next(), next()].map(told)).toEqual(['scores 0: 0 1 of 1', 'scores 0: 0 1 of 1']);
  reader.add({ topic, partition: 2, offset: 0 });
  reader.drop(new Set([0]));
  expect(told(next())).toBe('scores 2: 0 1 of 1');
  reader.drop(new Set([2]));
  expect(told(next())).toBe('none');
});
