/** The suite of message logs, first part: appended messages are kept, in order, and whole. */

import { expect } from 'vitest';
import { messageBytesMax, type MessageLog, type StoredMessage } from './message-log.js';
import { partitionOf } from './message-log-placement.js';
import {
  everything,
  message,
  pair,
  partitions,
  spread,
  values,
  withTopics,
  type ContractLaws,
} from './message-log.reading.fixture.js';

const ofKey = (messages: readonly StoredMessage[], key: string): StoredMessage[] =>
  messages.filter((stored) => stored.key === key);

export const appendingLaws: ContractLaws = {
  'keeps the order of each key, even for appends that were not awaited': async (open) => {
    const { log } = await withTopics(open);
    const appends = Array.from({ length: 40 }, (_, round) =>
      log.append([
        message('runs', 'a', `${2 * round}`),
        message('runs', 'a', `${2 * round + 1}`),
        message('runs', 'b', `${round}`),
      ]),
    );
    await Promise.all(appends);
    const read = await everything(log, ['runs']);
    expect(values(ofKey(read, 'a'))).toEqual(Array.from({ length: 80 }, (_, index) => `${index}`));
    expect(values(ofKey(read, 'b'))).toEqual(Array.from({ length: 40 }, (_, index) => `${index}`));
  },

  'puts equal keys into partitions of equal number, by the hash of the key': async (open) => {
    const { log } = await withTopics(open);
    await log.append([...spread('runs', 'x'), ...spread('agent.decisions', 'y')]);
    const read = await everything(log, pair);
    expect(read).toHaveLength(120);
    for (const { key, partition } of read) expect(partition).toBe(partitionOf(key, partitions));
    expect(new Set(read.map(({ partition }) => partition)).size).toBe(partitions);
  },

  'numbers the messages of a partition from 0': async (open) => {
    const { log } = await withTopics(open);
    expect(await log.endOffsets('runs')).toEqual([0, 0, 0, 0, 0, 0]);
    await log.append([1, 2, 3].map((number) => message('runs', 'a', `${number}`)));
    const partition = partitionOf('a', partitions);
    const ends = [0, 0, 0, 0, 0, 0].with(partition, 3);
    expect(await log.endOffsets('runs')).toEqual(ends);
    const read = await everything(log, ['runs']);
    expect(read.map(({ offset }) => offset)).toEqual([0, 1, 2]);
  },

  'still has everything when it is opened again': async (open) => {
    const opened = await withTopics(open);
    await opened.log.append(spread('runs', 'before'));
    const log = await opened.reopen();
    expect(await log.endOffsets('runs')).toHaveLength(partitions);
    await log.append([message('runs', 'key 0', 'after')]);
    const read = await everything(log, ['runs']);
    expect(read).toHaveLength(61);
    expect(values(ofKey(read, 'key 0'))).toEqual(['before', 'after']);
  },

  'gives back keys, values and headers of any characters, and the time': async (open) => {
    const { log } = await withTopics(open);
    const key = 'clé 键 🗝️ ';
    const headers = { traceparent: '00-ab-cd-01', größe: 'ß🙂' };
    const before = Date.now();
    await log.append([
      { topic: 'runs', key, value: '値\n"🙂"\u0000', headers },
      message('runs', '', ''),
    ]);
    const read = await everything(log, ['runs']);
    expect(ofKey(read, key)).toEqual([
      {
        topic: 'runs',
        partition: partitionOf(key, partitions),
        offset: expect.any(Number),
        key,
        value: '値\n"🙂"\u0000',
        headers,
        timestampMs: expect.any(Number),
      },
    ]);
    expect(ofKey(read, '')[0]).toMatchObject({ key: '', value: '', headers: {} });
    expect(read[0]?.timestampMs).toBeGreaterThanOrEqual(before - 5000);
  },

  'takes messages of 900 KB, many of them at once': async (open) => {
    const { log } = await withTopics(open);
    // Incompressible text.
    const large = (seed: number): string => {
      let state = seed;
      return String.fromCharCode(
        ...Array.from({ length: 9000 }, () => 33 + ((state = (state * 48271) % 2147483647) % 94)),
      ).repeat(100);
    };
    const sent = [1, 2, 3, 4, 5].map((seed) => message('runs', 'a', large(seed)));
    await log.append(sent);
    const read = await everything(log, ['runs']);
    expect(values(read).map((value) => value.length)).toEqual(
      sent.map(({ value }) => value.length),
    );
    expect(values(read)).toEqual(sent.map(({ value }) => value));
  },

  'refuses what is too large, and then appends none of it': async (open) => {
    const { log } = await withTopics(open);
    const large = message('runs', 'a', 'x'.repeat(messageBytesMax));
    await expect(log.append([message('runs', 'a', 'small'), large])).rejects.toMatchObject({
      code: 'InvalidInput',
    });
    expect(await log.endOffsets('runs')).toEqual([0, 0, 0, 0, 0, 0]);
  },

  'makes topics once, and refuses another number of partitions': async (open) => {
    const { log } = await withTopics(open);
    const layout = { topic: 'runs', partitions, compacted: false } as const;
    await log.ensureTopics([layout, { topic: 'tapes', partitions: 2, compacted: true }]);
    expect(await log.endOffsets('tapes')).toHaveLength(2);
    await expect(log.ensureTopics([{ ...layout, partitions: 3 }])).rejects.toMatchObject({
      code: 'Conflict',
      where: 'runs',
    });
    expect(await log.endOffsets('runs')).toHaveLength(partitions);
  },

  'reports Unavailable for a missing topic': async (open) => {
    const { log } = await withTopics(open);
    const refusal = { code: 'Unavailable', where: 'scores' };
    const onBatch = async (): Promise<void> => {};
    await expect(log.append([message('scores', 'a', 'x')])).rejects.toMatchObject(refusal);
    await expect(log.endOffsets('scores')).rejects.toMatchObject(refusal);
    await expect(log.tail({ topics: ['scores'], from: 'start', onBatch })).rejects.toMatchObject(
      refusal,
    );
    await expect(log.join({ group: 'g', topics: ['scores'], onBatch })).rejects.toMatchObject(
      refusal,
    );
  },

  'says Unavailable when the broker is gone, and does not wait for ever': async (open) => {
    const opened = await withTopics(open);
    const log: MessageLog = await opened.gone();
    const onBatch = async (): Promise<void> => {};
    const refusal = { code: 'Unavailable' };
    await expect(log.append([message('runs', 'a', 'x')])).rejects.toMatchObject(refusal);
    await expect(log.endOffsets('runs')).rejects.toMatchObject(refusal);
    await expect(log.ensureTopics([])).rejects.toMatchObject(refusal);
    await expect(log.tail({ topics: ['runs'], from: 'end', onBatch })).rejects.toMatchObject(
      refusal,
    );
    await expect(log.join({ group: 'g', topics: ['runs'], onBatch })).rejects.toMatchObject(
      refusal,
    );
  },
};
