/** Appends in pieces, and commits on a timer. */

import { describe, expect, it, vi } from 'vitest';
import type { OutgoingMessage, Position } from '#event-log';
import { CommitSchedule } from './commit-schedule.js';
import { appendPatiently } from './message-emitter.js';

const patience = { timeout: 120_000 };

function messagesOf(lengths: readonly number[]): OutgoingMessage[] {
  return lengths.map((length, index) => ({
    topic: 'scores',
    key: `${index}`,
    value: 'x'.repeat(length),
  }));
}

describe('appendPatiently', () => {
  it.each([
    ['nothing', [], []],
    ['a few', [1, 1, 1], [3]],
    ['more than 1,000', Array.from({ length: 2500 }, () => 1), [1000, 1000, 500]],
    ['more than a million characters', [600_000, 500_000, 400_000], [1, 2]],
    ['one that is larger alone', [10, 2_000_000, 10], [1, 1, 1]],
  ])('appends %s in pieces', async (_, lengths, expected) => {
    const pieces: number[] = [];
    const log = { append: async (piece: readonly unknown[]) => void pieces.push(piece.length) };
    const messages = messagesOf(lengths);
    expect(await appendPatiently(messages, { log, mayTry: () => true, giveUpMs: 0 })).toBe(true);
    expect(pieces).toEqual(expected);
  });

  it('asks before each piece', async () => {
    let asked = 0;
    const pieces: number[] = [];
    const log = { append: async (piece: readonly unknown[]) => void pieces.push(piece.length) };
    const messages = messagesOf(Array.from({ length: 2500 }, () => 1));
    const mayTry = () => ++asked <= 2;
    expect(await appendPatiently(messages, { log, mayTry, giveUpMs: 0 })).toBe(false);
    expect(pieces).toEqual([1000, 1000]);
  });

  it('repeats nothing that is wrong in itself', async () => {
    const wrong = Object.assign(new Error('too large'), { code: 'InvalidInput' });
    const log = { append: () => Promise.reject(wrong) };
    const options = { log, mayTry: () => true, giveUpMs: 60_000 };
    await expect(appendPatiently(messagesOf([1]), options)).rejects.toBe(wrong);
  });
});

describe('CommitSchedule', () => {
  function schedule(everyMs: number) {
    const commits: (readonly Position[])[] = [];
    let offset = 1;
    const refused: unknown[] = [];
    const commitSchedule = new CommitSchedule({
      everyMs,
      positionsOf: (partition) => [{ topic: 'runs', partition, offset }],
      inTurn: (work) => work(),
      onRefused: (error) => void refused.push(error),
    });
    return { commitSchedule, commits, refused, moveTo: (to: number) => (offset = to) };
  }

  it('commits what has changed, once', async () => {
    const { commitSchedule, commits, moveTo } = schedule(0);
    commitSchedule.attach({ commit: async (positions) => void commits.push(positions) });
    await commitSchedule.due(3);
    await commitSchedule.due(3);
    moveTo(2);
    await commitSchedule.due(3);
    expect(commits.flat().map(({ offset }) => offset)).toEqual([1, 2]);
  });

  it('makes up for a commit that was refused', async () => {
    const { commitSchedule, commits, refused } = schedule(0);
    commitSchedule.attach({ commit: () => Promise.reject(new Error('rebalance')) });
    await commitSchedule.due(3);
    expect(refused).toHaveLength(1);
    commitSchedule.attach({ commit: async (positions) => void commits.push(positions) });
    await commitSchedule.due(3);
    expect(commits).toHaveLength(1);
  });

  it('gathers batches until its time has come', async () => {
    const { commitSchedule, commits } = schedule(10);
    commitSchedule.attach({ commit: async (positions) => void commits.push(positions) });
    await commitSchedule.due(3);
    await commitSchedule.due(4);
    expect(commits).toEqual([]);
    await vi.waitFor(() => expect(commits).toHaveLength(1), patience);
    expect(commits[0]).toHaveLength(2);
    commitSchedule.close();
  });
});
