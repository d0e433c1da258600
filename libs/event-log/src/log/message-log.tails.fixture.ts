/**
 * The suite of message logs, second part: tails read whole topics from given positions, and
 * continue live.
 */

import { expect } from 'vitest';
import type { StoredMessage } from './message-log.js';
import { partitionOf } from './message-log-placement.js';
import {
  gate,
  message,
  pair,
  partitions,
  patience,
  spread,
  values,
  withTopics,
  type ContractLaws,
} from './message-log.reading.fixture.js';

export const tailLaws: ContractLaws = {
  'catches up from the start, and continues live': async (open) => {
    const { log } = await withTopics(open);
    await log.append(spread('runs', 'before'));
    const got: StoredMessage[] = [];
    const onBatch = ({ messages }: { messages: readonly StoredMessage[] }): void =>
      void got.push(...messages);
    const tail = await log.tail({ topics: pair, from: 'start', onBatch });
    await expect.poll(() => got.length, patience).toBe(60);
    await log.append([...spread('runs', 'live'), ...spread('agent.decisions', 'live')]);
    await expect.poll(() => got.length, patience).toBe(180);
    await tail.stop();
    const ofOne = got.filter(({ topic, key }) => topic === 'runs' && key === 'key 7');
    expect(values(ofOne)).toEqual(['before', 'live']);
    expect(new Set(got.map((at) => `${at.topic}/${at.partition}/${at.offset}`)).size).toBe(180);
  },

  'reads from the end what is appended from now on': async (open) => {
    const { log } = await withTopics(open);
    await log.append(spread('runs', 'before'));
    const got: StoredMessage[] = [];
    const tail = await log.tail({
      topics: ['runs'],
      from: 'end',
      onBatch: ({ messages }) => void got.push(...messages),
    });
    await log.append(spread('runs', 'after'));
    await expect.poll(() => got.length, patience).toBe(60);
    await tail.stop();
    expect(new Set(values(got))).toEqual(new Set(['after']));
  },

  'reads from given positions, and the rest from the start': async (open) => {
    const { log } = await withTopics(open);
    const one = 'a';
    const other = 'b';
    expect(partitionOf(one, partitions)).not.toBe(partitionOf(other, partitions));
    await log.append(
      [1, 2, 3].flatMap((at) => [message('runs', one, `${at}`), message('runs', other, `${at}`)]),
    );
    const got: StoredMessage[] = [];
    const tail = await log.tail({
      topics: ['runs'],
      from: [{ topic: 'runs', partition: partitionOf(one, partitions), offset: 2 }],
      onBatch: ({ messages }) => void got.push(...messages),
    });
    await expect.poll(() => got.length, patience).toBe(4);
    await tail.stop();
    expect(values(got.filter(({ key }) => key === one))).toEqual(['3']);
    expect(values(got.filter(({ key }) => key === other))).toEqual(['1', '2', '3']);
  },

  'gives a batch again when its reader throws': async (open) => {
    const { log } = await withTopics(open);
    await log.append([1, 2, 3].map((number) => message('runs', 'a', `${number}`)));
    const got: string[][] = [];
    const tail = await log.tail({
      topics: ['runs'],
      from: 'start',
      onBatch: ({ messages }) => {
        got.push(values(messages));
        if (got.length < 3) throw new TypeError('not yet');
      },
    });
    await expect.poll(() => got.length, patience).toBe(3);
    await log.append([message('runs', 'a', '4')]);
    await expect.poll(() => got.length, patience).toBe(4);
    await tail.stop();
    expect(got).toEqual([['1', '2', '3'], ['1', '2', '3'], ['1', '2', '3'], ['4']]);
  },

  'finishes the batch in hand when it is stopped, and takes no other': async (open) => {
    const { log } = await withTopics(open);
    await log.append(spread('runs', 'x'));
    const { opened, open: release } = gate();
    let begun = 0;
    let finished = 0;
    const tail = await log.tail({
      topics: ['runs'],
      from: 'start',
      onBatch: async () => {
        begun++;
        await opened;
        finished++;
      },
    });
    await expect.poll(() => begun, patience).toBe(1);
    const stopped = tail.stop();
    expect(finished).toBe(0);
    release();
    await stopped;
    expect([begun, finished]).toEqual([1, 1]);
  },

  'tells with each batch where its partition ends': async (open) => {
    const { log } = await withTopics(open);
    await log.append([1, 2, 3].map((number) => message('runs', 'a', `${number}`)));
    const ends: number[] = [];
    const tail = await log.tail({
      topics: ['runs'],
      from: 'start',
      onBatch: ({ endOffset }) => void ends.push(endOffset),
    });
    await expect.poll(() => ends.at(-1), patience).toBe(3);
    await tail.stop();
  },
};
