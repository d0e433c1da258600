/**
 * The suite of message logs, fourth part: a group rebalances when members join, leave
 * or fall silent.
 */

import { expect } from 'vitest';
import type { BatchControls, StoredMessage } from './message-log.js';
import {
  gate,
  pair,
  patience,
  spread,
  witness,
  withTopics,
  type ContractLaws,
  type Witness,
} from './message-log.reading.fixture.js';

const all = [0, 1, 2, 3, 4, 5];
const sizes = (...witnesses: readonly Witness[]): number[] =>
  witnesses.map((each) => each.owned().length);
const together = (...witnesses: readonly Witness[]): number[] =>
  witnesses.flatMap((each) => each.owned()).toSorted((a, b) => a - b);
const places = (messages: readonly StoredMessage[]): string[] =>
  messages.map(({ topic, partition, offset }) => `${topic}/${partition}/${offset}`);
/** The numbers of the partitions that messages come from. */
const numbersIn = (messages: readonly StoredMessage[], topic: string): number[] =>
  [
    ...new Set(messages.filter((each) => each.topic === topic).map((each) => each.partition)),
  ].toSorted();

export const rebalancingLaws: ContractLaws = {
  'shares co-partitioned topics among two, then three, then two': async (open) => {
    const { log } = await withTopics(open);
    const first = await witness(log, { group: 'g' });
    await expect.poll(() => sizes(first), patience).toEqual([6]);
    const second = await witness(log, { group: 'g' });
    await expect.poll(() => sizes(first, second), patience).toEqual([3, 3]);
    expect(together(first, second)).toEqual(all);

    await log.append([...spread('runs', 'x'), ...spread('agent.decisions', 'y')]);
    await expect.poll(() => first.messages.length + second.messages.length, patience).toBe(120);
    for (const each of [first, second]) {
      for (const topic of pair) expect(numbersIn(each.messages, topic)).toEqual(each.owned());
    }

    const third = await witness(log, { group: 'g' });
    await expect.poll(() => sizes(first, second, third), patience).toEqual([2, 2, 2]);
    expect(together(first, second, third)).toEqual(all);
    await second.member.stop();
    await expect.poll(() => sizes(first, second, third), patience).toEqual([3, 0, 3]);
    expect(together(first, third)).toEqual(all);
    expect([first, second, third].flatMap(({ crashes }) => crashes)).toEqual([]);
  },

  'leaves what stays with a member where it was, without a commit': async (open) => {
    const { log } = await withTopics(open);
    await log.append(spread('runs', 'before'));
    const first = await witness(log, { group: 'g' });
    await expect.poll(() => first.messages.length, patience).toBe(60);
    const second = await witness(log, { group: 'g' });
    await expect.poll(() => sizes(first, second), patience).toEqual([3, 3]);
    await log.append(spread('runs', 'after'));
    const seen = (): Set<string> =>
      new Set([...places(first.messages), ...places(second.messages)]);
    await expect.poll(() => seen().size, patience).toBe(120);
    // The second one starts its partitions at 0, since nothing was committed; the
    // first one does not.
    expect(new Set(places(first.messages)).size).toBe(first.messages.length);
    const late = ({ value }: StoredMessage): boolean => value === 'before';
    await expect.poll(() => second.messages.filter(late).length, patience).toBeGreaterThan(0);
    expect(first.assigned[0]).toEqual(all);
    expect(first.revoked[0]).toHaveLength(3);
  },

  'takes partitions from a member that keeps silent, for good': async (open) => {
    const { log } = await withTopics(open);
    const { opened, open: release } = gate();
    const held: { controls?: BatchControls; partition?: number } = {};
    const silent = await witness(log, {
      group: 'g',
      onBatch: async ({ partition }, controls) => {
        if (held.controls !== undefined) return;
        Object.assign(held, { controls, partition });
        await opened;
      },
    });
    await expect.poll(() => sizes(silent), patience).toEqual([6]);
    await log.append(spread('runs', 'x'));
    await expect.poll(() => held.partition, patience).toBeDefined();
    const before = silent.messages.length;
    expect(held.controls?.isOwned()).toBe(true);

    const heir = await witness(log, { group: 'g' });
    await expect.poll(() => heir.messages.length, patience).toBe(60);
    expect(heir.owned()).toEqual(all);
    expect(held.controls?.isOwned()).toBe(false);
    expect(silent.messages).toHaveLength(before);
    const position = { topic: 'runs', partition: held.partition ?? 0, offset: 1 } as const;
    await expect(silent.member.commit([position])).rejects.toMatchObject({ code: 'Conflict' });

    release();
    await expect.poll(() => sizes(silent, heir), patience).toEqual([3, 3]);
    expect(held.controls?.isOwned()).toBe(silent.owned().includes(held.partition ?? -1));
    expect(silent.revoked[0]).toEqual(all);
    expect(together(silent, heir)).toEqual(all);
  },

  'delivers nothing of a partition to two members at a time': async (open) => {
    const { log } = await withTopics(open);
    const inHand = new Map<number, string>();
    const clashes: string[] = [];
    const member = (name: string): Promise<Witness> =>
      witness(log, {
        group: 'g',
        onBatch: async ({ partition, messages, topic }, { isOwned, heartbeat }) => {
          const other = inHand.get(partition);
          if (other !== undefined) clashes.push(`${name} and ${other} at ${partition}`);
          inHand.set(partition, name);
          await new Promise((resolve) => setTimeout(resolve, 20));
          await heartbeat();
          if (!isOwned()) clashes.push(`${name} lost ${partition}`);
          inHand.delete(partition);
          const offset = (messages.at(-1)?.offset ?? 0) + 1;
          await witnesses.get(name)?.member.commit([{ topic, partition, offset }]);
        },
      });
    const witnesses = new Map<string, Witness>();
    witnesses.set('first', await member('first'));
    for (let round = 0; round < 5; round++) {
      await log.append(spread('runs', `${round}`));
      if (round === 1) witnesses.set('second', await member('second'));
      if (round === 2) witnesses.set('third', await member('third'));
      if (round === 3) await witnesses.get('first')?.member.stop();
    }
    const messages = (): StoredMessage[] =>
      [...witnesses.values()].flatMap((each) => each.messages);
    await expect.poll(() => new Set(places(messages())).size, patience).toBe(300);
    expect(clashes).toEqual([]);
  },
};
