/** A processor under its host: output is durable before offsets are committed, whatever breaks. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '#values';
import { parseMessage } from '#contracts/streams/catalogue';
import type { MessageLog } from '#event-log';
import { memoryLog, valuesByKey } from '../log/service.fixture.js';
import { EchoProcessor } from './echo-processor.fixture.js';
import { appending, group, hostedEcho, keysOf, owned, runsBatch } from './host.fixture.js';

const patience = { timeout: 120_000 };

const [key0 = '', key1 = ''] = keysOf;
const run = (key: string, value = 'x') => ({ topic: 'runs', key, value }) as const;
const quick = { times: { commitEveryMs: 0, heartbeatEveryMs: 5 } };
const conflict = { code: 'Conflict' };
const gone = { ...owned, isOwned: () => false };

let log: MessageLog;
let processor: EchoProcessor;

beforeEach(async () => {
  log = await memoryLog();
  processor = new EchoProcessor();
});

async function scoresAre(expected: Record<string, string[]>): Promise<void> {
  await vi.waitFor(
    async () => expect(await valuesByKey(log, 'scores')).toEqual(expected),
    patience,
  );
}

describe('ProcessorHost: durable, then committed', () => {
  it('appends what comes of a batch and commits where a successor must read', async () => {
    const { start, reader } = hostedEcho(log, processor);
    await start();
    await log.append([run(key0), run(key0, 'last'), run(key1)]);
    await scoresAre({ [key0]: ['1', '2'], [key1]: ['1'] });
    await vi.waitFor(
      async () => expect(await log.committedOffsets(group, 'scores')).toEqual([2, 0]),
      patience,
    );
    await reader.stop();
  });

  it('says that its own output may be late, unless the processor awaits it', async () => {
    const { host } = hostedEcho(log, processor);
    const late = (): boolean[] => [host.mayBeLate('scores', 0), host.mayBeLate('runs', 0)];
    expect(late()).toEqual([true, false]);
    Object.assign(processor, { awaitsOutput: (partition: number) => partition === 0 });
    expect(late()).toEqual([false, false]);
    expect(host.mayBeLate('scores', 1)).toBe(true);
  });

  it('commits nothing while the append has not settled', async () => {
    const settle = Promise.withResolvers<void>();
    const slow = appending(log, async (messages) => {
      await settle.promise;
      await log.append(messages);
    });
    const { host } = hostedEcho(slow, processor);
    const committed: unknown[] = [];
    host.attach({ commit: async (positions) => void committed.push(...positions) });
    await host.assigned([0]);
    const taking = host.take(runsBatch(0, ['x']), owned);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(committed).toEqual([]);
    settle.resolve();
    await taking;
    expect(committed).toEqual([{ topic: 'runs', partition: 0, offset: 0 }]);
  });

  it('repeats an append until the log is back, and reports it', async () => {
    let failures = 2;
    const flaky = appending(log, async (messages) => {
      if (failures-- > 0) throw unavailable('no broker');
      await log.append(messages);
    });
    const { host, fatal, lines } = hostedEcho(flaky, processor);
    await host.assigned([0]);
    await host.take(runsBatch(0, ['x']), owned);
    expect(await valuesByKey(log, 'scores')).toEqual({ [key0]: ['1'] });
    expect(fatal).toEqual([]);
    const warnings = lines.filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(2);
  });

  it('ends the service when the log stays away', async () => {
    const away = appending(log, () => Promise.reject(unavailable('no broker')));
    const times = { commitEveryMs: 0, giveUpMs: 0 };
    const { host, fatal } = hostedEcho(away, processor, { times });
    await host.assigned([0]);
    await expect(host.take(runsBatch(0, ['x']), owned)).rejects.toMatchObject({
      code: 'Unavailable',
    });
    expect(fatal).toHaveLength(1);
  });

  it('takes a batch again without saying anything twice', async () => {
    const { host } = hostedEcho(log, processor);
    await host.assigned([0]);
    await host.take(runsBatch(0, ['x', 'x']), owned);
    await host.take(runsBatch(0, ['x', 'x', 'x']), owned);
    expect(await valuesByKey(log, 'scores')).toEqual({ [key0]: ['1', '2', '3'] });
  });

  it('resumes after a restart where the output ends', async () => {
    await log.append([run(key0), run(key0)]);
    const before = hostedEcho(log, processor);
    await before.start();
    await scoresAre({ [key0]: ['1', '2'] });
    await before.reader.stop();
    await log.append([run(key0)]);
    const successor = new EchoProcessor();
    const after = hostedEcho(log, successor);
    await after.start();
    await scoresAre({ [key0]: ['1', '2', '3'] });
    expect(successor.opened).toContainEqual([0, 2]);
    await after.reader.stop();
  });

  it('opens a partition with 0 when nothing of its output will come back', async () => {
    await log.append([{ topic: 'scores', key: key0, value: '1' }]);
    const first = hostedEcho(log, processor);
    await first.host.assigned([0, 1]);
    expect(processor.opened).toEqual([
      [0, 1],
      [1, 0],
    ]);
    const member = await log.join({ group, topics: processor.inputs, onBatch: async () => {} });
    await vi.waitFor(() => expect(member.isReady()).toBe(true), patience);
    await member.commit([{ topic: 'scores', partition: 0, offset: 1 }]);
    await member.stop();
    const successor = new EchoProcessor();
    await hostedEcho(log, successor).host.assigned([0]);
    expect(successor.opened).toEqual([[0, 0]]);
  });
});

describe('ProcessorHost: partitions that go', () => {
  it('appends nothing once the partition is lost, in the middle of a batch too', async () => {
    const { host } = hostedEcho(log, processor);
    await host.assigned([0]);
    const revoked: Promise<void>[] = [];
    processor.whenSlow = async () => void revoked.push(host.revoked([0]));
    await expect(host.take(runsBatch(0, ['slow', 'x']), owned)).rejects.toMatchObject(conflict);
    await Promise.all(revoked);
    expect(await valuesByKey(log, 'scores')).toEqual({});
    expect(processor.closed).toEqual([0]);
  });

  it('refuses a batch that the group has assigned to another member', async () => {
    const { host } = hostedEcho(log, processor);
    await host.assigned([0]);
    await expect(host.take(runsBatch(0, ['bug']), gone)).rejects.toMatchObject(conflict);
    expect(host.state.failed).toBe(false);
  });

  it('asks the group once more before it takes a partition for lost', async () => {
    const { host } = hostedEcho(log, processor);
    await host.assigned([0]);
    let isOwned = false;
    const heartbeat = async () => void (isOwned = true);
    processor.whenSlow = async () => void (isOwned = false);
    await host.take(runsBatch(0, ['slow']), { heartbeat, isOwned: () => isOwned });
    expect(await valuesByKey(log, 'scores')).toEqual({ [key0]: ['1'] });
  });

  it('says first what it could not say while the partition seemed lost', async () => {
    const { host, fatal } = hostedEcho(log, processor);
    const committed: unknown[] = [];
    host.attach({ commit: async (positions) => void committed.push(...positions) });
    await host.assigned([0]);
    let isOwned = true;
    processor.whenSlow = async () => void (isOwned = false);
    const taking = host.take(runsBatch(0, ['slow']), { ...owned, isOwned: () => isOwned });
    await expect(taking).rejects.toMatchObject(conflict);
    expect(committed).toEqual([]);
    await host.take(runsBatch(0, ['slow', 'x']), owned);
    expect(await valuesByKey(log, 'scores')).toEqual({ [key0]: ['1', '2'] });
    expect(committed).toEqual([{ topic: 'runs', partition: 0, offset: 0 }]);
    expect(fatal).toEqual([]);
  });

  it('forgets what it could not say when the partition is gone', async () => {
    const { host } = hostedEcho(log, processor);
    await host.assigned([0]);
    let isOwned = true;
    processor.whenSlow = async () => void (isOwned = false);
    const taking = host.take(runsBatch(0, ['slow']), { ...owned, isOwned: () => isOwned });
    await expect(taking).rejects.toMatchObject(conflict);
    await host.revoked([0]);
    await host.assigned([0]);
    await host.take(runsBatch(0, ['x', 'x']), owned);
    expect(await valuesByKey(log, 'scores')).toEqual({ [key0]: ['1', '2'] });
  });

  it('publishes for partitions that it owns and refuses others', async () => {
    const { host } = hostedEcho(log, processor);
    await host.assigned([0]);
    await processor.publish?.([{ topic: 'scores', key: key0, value: 'a' }]);
    const other = processor.publish?.([{ topic: 'scores', key: key1, value: 'b' }]);
    await expect(other).rejects.toMatchObject({ code: 'Conflict' });
    expect(await valuesByKey(log, 'scores')).toEqual({ [key0]: ['a'] });
    expect(host.state.failed).toBe(false);
  });

  it('sends heartbeats while a batch waits', async () => {
    const { host } = hostedEcho(log, processor, quick);
    await host.assigned([0]);
    const third = Promise.withResolvers<void>();
    let heartbeats = 0;
    processor.whenSlow = () => third.promise;
    const heartbeat = async () => {
      if (++heartbeats === 3) third.resolve();
      throw new Error('a rebalance is going on');
    };
    await host.take(runsBatch(0, ['slow']), { ...owned, heartbeat });
    expect(heartbeats).toBeGreaterThanOrEqual(3);
    expect(await valuesByKey(log, 'scores')).toEqual({ [key0]: ['1'] });
  });

  it('finishes the batch in hand, commits, and takes no further one', async () => {
    const { host } = hostedEcho(log, processor);
    const committed: number[] = [];
    host.attach({ commit: async (positions) => void committed.push(positions.length) });
    await host.assigned([0]);
    const release = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    processor.whenSlow = () => {
      begun.resolve();
      return release.promise;
    };
    const inHand = host.take(runsBatch(0, ['slow']), owned);
    await begun.promise;
    const finished = host.finish();
    const next = host.take(runsBatch(0, ['x'], 1), owned);
    release.resolve();
    await Promise.all([inHand, finished, next]);
    expect(await valuesByKey(log, 'scores')).toEqual({ [key0]: ['1'] });
    expect(committed).toEqual([1]);
    expect(processor.closed).toEqual([0]);
  });
});

describe('ProcessorHost: what cannot be read', () => {
  it('sends it to dead-letters with its place and reason, and takes the rest', async () => {
    const { host, metrics, lines } = hostedEcho(log, processor);
    await host.assigned([1]);
    await host.take(runsBatch(1, ['x', 'broken', 'x'], 7), owned);
    const { runs: [letter = ''] = [] } = await valuesByKey(log, 'dead-letters');
    expect(parseMessage('dead-letters', letter)).toEqual({
      type: 'DeadLetter',
      version: 1,
      topic: 'runs',
      partition: 1,
      offset: 8,
      key: key1,
      reason: 'not readable',
      value: Buffer.from('broken').toString('base64'),
      size: 6,
    });
    expect(await valuesByKey(log, 'scores')).toEqual({ [key1]: ['1', '2'] });
    expect(await metrics.text(log, true)).toMatch(/tapefold_dead_letters_total\{.*"runs".*\} 1\n/);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', service: 'echo', run: key1, offset: 8 }),
    );
  });

  it('stops at it if configured, and neither answers nor commits', async () => {
    const { host, metrics } = hostedEcho(log, processor, { onBroken: 'stop' });
    const committed: unknown[] = [];
    host.attach({ commit: async (positions) => void committed.push(...positions) });
    await host.assigned([0, 1]);
    await host.take(runsBatch(0, ['x', 'broken', 'x']), owned);
    await host.take(runsBatch(0, ['x'], 3), owned);
    await host.take(runsBatch(1, ['x']), owned);
    expect(host.state.stopped).toEqual(['runs/0']);
    expect(await valuesByKey(log, 'scores')).toEqual({ [key1]: ['1'] });
    expect(await valuesByKey(log, 'dead-letters')).toEqual({});
    expect(committed).toEqual([{ topic: 'runs', partition: 1, offset: 0 }]);
    expect(await metrics.text(log, false)).toMatch(/tapefold_stopped_partitions\{.*\} 1\n/);
  });

  it('ends the service at a bug of the processor, once', async () => {
    const { host, fatal } = hostedEcho(log, processor);
    await host.assigned([0]);
    await expect(host.take(runsBatch(0, ['bug']), owned)).rejects.toThrow('a bug');
    await expect(host.take(runsBatch(0, ['x'], 1), owned)).rejects.toThrow('a bug');
    expect(fatal.map(({ message }) => message)).toEqual(['a bug']);
    expect(await valuesByKey(log, 'scores')).toEqual({});
  });
});

describe('ProcessorHost: tapes', () => {
  const tape = (value: string) => ({ topic: 'market.tape', key: 't', value }) as const;

  it('is caught up when it has what was there, and answers for owned partitions', async () => {
    await log.append([tape('1'), tape('2'), run(key0)]);
    const { start, host, reader } = hostedEcho(log, new EchoProcessor(true));
    expect(host.state.tapeCaughtUp).toBe(false);
    await start();
    await vi.waitFor(() => expect(host.state.tapeCaughtUp).toBe(true), patience);
    await scoresAre({ [key0]: ['1'] });
    await log.append([tape('3')]);
    await vi.waitFor(async () => {
      const { [key0]: answers = [] } = await valuesByKey(log, 'agent.decisions');
      expect(answers.at(-1)).toBe('1');
    }, patience);
    await reader.stop();
  });

  it('stops at a broken tape if configured', async () => {
    const tapes = new EchoProcessor(true);
    const { start, host, reader } = hostedEcho(log, tapes, { onBroken: 'stop' });
    await start();
    await log.append([tape('broken')]);
    await vi.waitFor(() => expect(host.state.stopped).toHaveLength(1), patience);
    expect(host.state.stopped[0]).toMatch(/^market\.tape\/\d$/);
    await reader.stop();
  });
});
