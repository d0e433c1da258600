/**
 * The suite of message logs, third part: one member of a group, its positions, its
 * batches and its end.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { partitionOf } from './message-log-placement.js';
import {
  gate,
  message,
  pair,
  partitions,
  patience,
  spread,
  values,
  witness,
  withTopics,
  type ContractLaws,
} from './message-log.reading.fixture.js';

const partition = partitionOf('a', partitions);
const positionOfA = (offset: number): { topic: 'runs'; partition: number; offset: number } => ({
  topic: 'runs',
  partition,
  offset,
});
const numbered = (...numbers: readonly number[]): ReturnType<typeof message>[] =>
  numbers.map((number) => message('runs', 'a', `${number}`));

export const memberLaws: ContractLaws = {
  'gets all partitions when it is alone, before the first batch': async (open) => {
    const { log, sessionMs } = await withTopics(open);
    await log.append([...spread('runs', 'x'), ...spread('agent.decisions', 'y')]);
    let early: number | undefined;
    const only = await witness(log, {
      group: 'g',
      onAssigned: async () => {
        await sleep(Math.min(sessionMs, 1000));
        early = only.messages.length;
        return [];
      },
      onBatch: async () => {},
    });
    await expect.poll(() => early, patience).toBe(0);
    await expect.poll(() => only.messages.length, patience).toBe(120);
    expect(only.assigned).toEqual([[0, 1, 2, 3, 4, 5]]);
    await expect.poll(() => only.member.isReady(), patience).toBe(true);
    await only.member.stop();
    expect(only.messages).toHaveLength(120);
    expect(only.revoked).toEqual([[0, 1, 2, 3, 4, 5]]);
    expect(only.crashes).toEqual([]);
  },

  'starts where onAssigned says': async (open) => {
    const { log } = await withTopics(open);
    await log.append([...numbered(1, 2, 3, 4), message('runs', 'b', 'elsewhere')]);
    const only = await witness(log, { group: 'g', onAssigned: () => [positionOfA(2)] });
    const got = (): string[] => values(only.messages).toSorted();
    await expect.poll(got, patience).toEqual(['3', '4', 'elsewhere']);
    await only.member.commit([positionOfA(3)]);
    await only.member.stop();
    const next = await witness(log, { group: 'g', onAssigned: () => [positionOfA(1)] });
    const gotNext = (): string[] => values(next.messages).toSorted();
    await expect.poll(gotNext, patience).toEqual(['2', '3', '4', 'elsewhere']);
  },

  'gets few messages as well when it has them gathered': async (open) => {
    const { log } = await withTopics(open);
    const only = await witness(log, { group: 'g', gathers: true });
    await expect.poll(() => only.member.isReady(), patience).toBe(true);
    await log.append(numbered(1));
    await expect.poll(() => values(only.messages), patience).toEqual(['1']);
    await log.append(numbered(2, 3));
    await expect.poll(() => values(only.messages), patience).toEqual(['1', '2', '3']);
  },

  'asks onAssigned again when it throws': async (open) => {
    const { log } = await withTopics(open);
    await log.append(numbered(1));
    let asked = 0;
    const only = await witness(log, {
      group: 'g',
      onAssigned: () => {
        if (++asked < 3) throw new Error('not yet');
        return [];
      },
    });
    await expect.poll(() => values(only.messages), patience).toEqual(['1']);
    expect(asked).toBe(3);
  },

  'is distinguished from groups without members': async (open) => {
    const { log } = await withTopics(open);
    const all = ['g', 'nobody', 'gone'];
    expect(await log.emptyGroups(all)).toEqual(all);
    const first = await witness(log, { group: 'g' });
    const gone = await witness(log, { group: 'gone' });
    await expect.poll(() => first.member.isReady() && gone.member.isReady(), patience).toBe(true);
    await gone.member.stop();
    expect(await log.emptyGroups(all)).toEqual(['nobody', 'gone']);
  },

  'resumes from its commit, even after a restart': async (open) => {
    const opened = await withTopics(open);
    await opened.log.append(numbered(1, 2, 3));
    const first = await witness(opened.log, { group: 'g' });
    await expect.poll(() => first.messages.length, patience).toBe(3);
    await first.member.commit([positionOfA(2)]);
    await first.member.stop();
    const log = await opened.reopen();
    expect(await log.committedOffsets('g', 'runs')).toEqual([0, 0, 0, 0, 0, 0].with(partition, 2));
    expect(await log.committedOffsets('other', 'runs')).toEqual([0, 0, 0, 0, 0, 0]);
    const second = await witness(log, { group: 'g' });
    const stranger = await witness(log, { group: 'other' });
    await expect.poll(() => values(second.messages), patience).toEqual(['3']);
    await expect.poll(() => values(stranger.messages), patience).toEqual(['1', '2', '3']);
  },

  'gets a batch again when it throws, and the batches of others meanwhile': async (open) => {
    const { log } = await withTopics(open);
    await log.append([...numbered(1, 2), message('runs', 'b', 'other')]);
    let refusals = 0;
    const only = await witness(log, {
      group: 'g',
      onBatch: async (batch) => {
        if (batch.partition !== partition || refusals === 3) return;
        refusals++;
        throw new TypeError('not yet');
      },
    });
    await expect.poll(() => only.messages.length, patience).toBe(9);
    await log.append(numbered(3));
    await expect.poll(() => only.messages.length, patience).toBe(10);
    const ofA = only.messages.filter(({ key }) => key === 'a');
    expect(values(ofA)).toEqual(['1', '2', '1', '2', '1', '2', '1', '2', '3']);
    expect(only.crashes).toEqual([]);
    expect(only.assigned).toHaveLength(1);
  },

  'keeps its partitions through a long batch by heartbeats': async (open) => {
    const { log, sessionMs } = await withTopics(open);
    await log.append(numbered(1));
    const owned: boolean[] = [];
    const only = await witness(log, {
      group: 'g',
      onBatch: async (_, { heartbeat, isOwned }) => {
        for (let step = 0; step < 16; step++) {
          await sleep(sessionMs / 8);
          await heartbeat();
          owned.push(isOwned());
        }
        await only.member.commit([positionOfA(1)]);
      },
    });
    await expect
      .poll(() => log.committedOffsets('g', 'runs'), patience)
      .toEqual([0, 0, 0, 0, 0, 0].with(partition, 1));
    expect(owned).toEqual(Array.from({ length: 16 }, () => true));
    expect(only.assigned).toHaveLength(1);
    expect(only.revoked).toEqual([]);
  },

  'finishes the batch in hand when it is stopped, and may commit it': async (open) => {
    const { log } = await withTopics(open);
    await log.append([...numbered(1, 2), message('agent.decisions', 'b', 'x')]);
    const { opened, open: release } = gate();
    let finished = 0;
    const first = await witness(log, {
      group: 'g',
      onBatch: async ({ topic, messages }) => {
        await opened;
        const offset = (messages.at(-1)?.offset ?? 0) + 1;
        const { partition: at } = messages[0] ?? { partition };
        await first.member.commit([{ topic, partition: at, offset }]);
        finished++;
      },
    });
    await expect.poll(() => first.messages.length, patience).toBeGreaterThan(0);
    const stopped = first.member.stop();
    release();
    await stopped;
    expect(finished).toBe(1);
    const [taken] = first.messages;
    const committed = await log.committedOffsets('g', taken?.topic ?? 'runs');
    expect(committed[taken?.partition ?? 0]).toBe(first.messages.length);
    expect(first.member.isReady()).toBe(false);
    await expect(first.member.commit([positionOfA(1)])).rejects.toMatchObject({
      code: 'Conflict',
    });
  },

  'brings what may be late, in order and whole': async (open) => {
    const { log } = await withTopics(open);
    const asked = new Set<string>();
    const only = await witness(log, {
      group: 'g',
      mayBeLate: (topic, number) => {
        asked.add(`${topic}/${number}`);
        return topic === 'runs';
      },
    });
    await expect.poll(() => only.member.isReady(), patience).toBe(true);
    const expected: string[] = [];
    for (const numbers of [[1], [2, 3], [4]]) {
      await log.append([...numbered(...numbers), message('agent.decisions', 'a', 'x')]);
      expected.push(...numbers.map(String));
      const ofRuns = () => values(only.messages.filter(({ topic }) => topic === 'runs'));
      await expect.poll(ofRuns, patience).toEqual(expected);
    }
    expect([...asked].every((place) => place.endsWith(`/${partition}`))).toBe(true);
    expect(only.messages).toHaveLength(7);
  },

  'is stopped when its log is closed': async (open) => {
    const opened = await withTopics(open);
    const only = await witness(opened.log, { group: 'g', topics: pair });
    await expect.poll(() => only.member.isReady(), patience).toBe(true);
    await opened.log.close();
    expect(only.member.isReady()).toBe(false);
    expect(only.revoked).toEqual([[0, 1, 2, 3, 4, 5]]);
    await expect(opened.log.append(numbered(1))).rejects.toMatchObject({ code: 'Unavailable' });
  },
};
