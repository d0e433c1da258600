/**
 * The contract of rebuilding: the same tables from offset 0, while reading and projecting continue.
 */

import { expect } from 'vitest';
import { openEmbeddedLog, type MessageBatch, type MessageLog } from '#event-log';
import type { Message } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import { projectedTopics } from '../projections/project-message.js';
import type { ReadModels, TableComparison } from './read-models.js';
import type { ContractCases, Given } from './contract-place.fixture.js';
import {
  batchOf,
  eventMessages,
  hash,
  outgoing,
  runA,
  runOfTasks,
  runSubmitted,
  sampleMessages,
} from '../sample-messages.fixture.js';

const differing = (comparisons: readonly TableComparison[]): string[] =>
  comparisons.filter(({ difference }) => difference !== null).map(({ table }) => table);

interface GivenLog extends Given {
  readonly log: MessageLog;
  /** Stops projecting what is appended. */
  readonly stopLive: () => Promise<void>;
  readonly append: (messages: Partial<Record<TopicName, Message[]>>) => Promise<void>;
  /** Settles when everything appended is in the tables. */
  readonly caughtUp: () => Promise<void>;
}

/** Each case with a log in memory, which is projected as it grows. */
export const withLog = (cases: ContractCases<GivenLog>): ContractCases =>
  Object.fromEntries(
    Object.entries(cases).map(([shown, test]) => [shown, (given) => testWithLog(given, test)]),
  );

async function testWithLog(given: Given, test: (given: GivenLog) => Promise<void>): Promise<void> {
  const { models } = given;
  const log = await openEmbeddedLog();
  const partitions = 3;
  await log.ensureTopics(projectedTopics.map((topic) => ({ topic, partitions, compacted: false })));
  const onBatch = (batch: MessageBatch): Promise<void> => models.project(batch);
  const tail = await log.tail({ topics: projectedTopics, from: 'start', onBatch });
  const append: GivenLog['append'] = async (messages) => {
    for (const [topic, list] of Object.entries(messages)) {
      await log.append(list.map((message) => outgoing(topic as TopicName, message)));
    }
  };
  try {
    const stopLive = (): Promise<void> => tail.stop();
    await test({ ...given, log, append, stopLive, caughtUp: () => untilCaughtUp(models, log) });
  } finally {
    await tail.stop();
    await log.close();
  }
}

async function untilCaughtUp(models: ReadModels, log: MessageLog): Promise<void> {
  const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  for (;;) {
    const reached = await models.checkpoints();
    const ends = await Promise.all(projectedTopics.map((topic) => log.endOffsets(topic)));
    if (total(reached.map(({ offset }) => offset)) === total(ends.flat())) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const rebuildingCases: ContractCases<GivenLog> = {
  async 'rebuilds the same tables while messages arrive, without disturbing readers'({
    place,
    models,
    log,
    append,
    caughtUp,
  }) {
    await append(sampleMessages([2]));
    await caughtUp();
    await models.addToken({ name: 'admin', hash: hash('f'), scopes: [], expires: null });
    const runs: string[] = [];
    let isDone = false;
    const rebuilding = models.rebuild(log).finally(() => (isDone = true));
    for (let number = 0; !isDone; number++) {
      const run = number.toString(16).padStart(64, '0');
      runs.push(run);
      const runsOf = [runSubmitted(run, `number ${number}`)];
      await append({ runs: runsOf, 'portfolio.events': eventMessages(run, [3]) });
      // The databases in this process respond without yielding to other work.
      await new Promise((resolve) => setImmediate(resolve));
      expect((await models.run(runA))?.status).toBe('finished');
      expect((await models.journal(runA, 1, 100)).records).toHaveLength(18);
    }
    const { messages } = await rebuilding;
    expect(messages).toBeGreaterThan(20);
    await append({ runs: [runSubmitted(hash('0'), 'behind it')] });
    await caughtUp();
    expect(runs.length).toBeGreaterThan(0);
    expect((await models.runCounts()).finished).toBe(1 + runs.length);
    expect(differing(await models.differences(log))).toEqual([]);
    expect(await models.tokenByHash(hash('f'))).toMatchObject({ name: 'admin' });
    expect(await place.schemaDifferences()).toEqual([]);
  },

  async 'fills tables that were never projected'({ another, log, append, stopLive }) {
    await stopLive();
    await append(sampleMessages([5]));
    const other = await another();
    const empty = await other.open();
    const { messages, checkpoints } = await empty.rebuild(log);
    expect(await empty.checkpoints()).toEqual(checkpoints);
    const ends = await Promise.all(projectedTopics.map((topic) => log.endOffsets(topic)));
    const total = ends.flat().reduce((a, b) => a + b, 0);
    expect(messages).toBe(total);
    expect(checkpoints.reduce((sum, { offset }) => sum + offset, 0)).toBe(total);
    expect((await empty.run(runA))?.status).toBe('finished');
    expect(await empty.score(runOfTasks)).toMatchObject({ workflow: 'auditing', records: 12 });
  },

  async 'names the first row that is not as the topics say'({
    models,
    another,
    log,
    append,
    caughtUp,
  }) {
    await append(sampleMessages());
    await caughtUp();
    expect(differing(await models.differences(log))).toEqual([]);
    const foreign = batchOf('runs', [runSubmitted(hash('7'), 'on no topic')], 1_000);
    await models.project(foreign);
    await append({ runs: [runSubmitted(hash('8'), 'skipped')] });
    const other = await another();
    const rebuilt = await other.open();
    await rebuilt.rebuild(log);
    const comparisons = await models.compare(rebuilt);
    const [runs] = comparisons.filter(({ table }) => table === 'runs');
    expect(runs?.difference).toMatchObject({ row: { run: hash('7') } });
  },

  async 'refuses a second rebuild beside the first'({ models, log, append, caughtUp }) {
    await append(sampleMessages());
    await caughtUp();
    const started = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    // The first one holds its place until the second one is refused, however fast either is.
    const first = models.rebuild({
      endOffsets: (topic: TopicName) => log.endOffsets(topic),
      tail: async (options) => {
        started.resolve();
        await refused.promise;
        return log.tail(options);
      },
    });
    await Promise.race([started.promise, first]);
    await expect(models.rebuild(log)).rejects.toMatchObject({ code: 'Conflict' });
    refused.resolve();
    await first;
    expect(differing(await models.differences(log))).toEqual([]);
  },

  async 'leaves the live tables as they are when a rebuild fails'({
    models,
    log,
    append,
    caughtUp,
  }) {
    await append(sampleMessages());
    await caughtUp();
    const source = {
      endOffsets: (topic: TopicName) => log.endOffsets(topic),
      tail: () => Promise.reject(new Error('no broker')),
    };
    await expect(models.rebuild(source)).rejects.toThrow('no broker');
    expect((await models.run(runA))?.status).toBe('finished');
    await models.rebuild(log);
    expect(differing(await models.differences(log))).toEqual([]);
  },
};
