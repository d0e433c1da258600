/**
 * Projects the topics again from offset 0, in a transaction of its own: to replace the tables, or
 * to compare them.
 */

import PQueue from 'p-queue';
import type { EntityManager } from 'typeorm';
import type { MessageBatch, Position } from '#event-log';
import type { OnGap } from '../projections/projection.js';
import { projectedTopics } from '../projections/project-message.js';
import type { LogSource, RebuildReport, TableComparison } from '../tables/read-models.js';
import { checkpoints, projectedTables } from '../tables/tables.js';
import { readCheckpoints } from './checkpoints.js';
import { compareTables } from './compare-tables.js';
import { projectBatch } from './project-batch.js';
import { rowsOf } from './read-page.js';
import type { SqlStore } from './sql-store.js';

/** Replaces the tables by what the topics have now; readers see the old ones until then. */
export async function rebuildTables(
  store: SqlStore,
  source: LogSource,
  onGap: OnGap,
): Promise<RebuildReport> {
  return store.alone(async (tables) => {
    const messages = await projectAgain(tables, { source, onGap, ends: await endsOf(source) });
    return { messages, checkpoints: await readCheckpoints(tables) };
  });
}

/** Projects again exactly up to the position of the tables, compares, and undoes it. */
export async function compareRebuilt(
  store: SqlStore,
  source: LogSource,
  onGap: OnGap,
): Promise<readonly TableComparison[]> {
  let comparisons: readonly TableComparison[] = [];
  const undone = new Error('compared');
  const comparing = store.alone(async (tables) => {
    const ends = await readCheckpoints(tables);
    await projectAgain(tables, { source, onGap, ends });
    comparisons = await compareTables(
      { rowsOf: (table) => rowsOf(store.read, table) },
      { rowsOf: (table) => rowsOf((work) => work(tables), table) },
    );
    throw undone;
  });
  await comparing.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return comparisons;
}

async function endsOf(source: LogSource): Promise<Position[]> {
  const ends: Position[] = [];
  for (const topic of projectedTopics) {
    const offsets = await source.endOffsets(topic);
    offsets.forEach((offset, partition) => ends.push({ topic, partition, offset }));
  }
  return ends;
}

interface Again {
  readonly source: LogSource;
  readonly onGap: OnGap;
  readonly ends: readonly Position[];
}

/**
 * Empties the tables and projects what is stored below `ends`; gives back the number of messages.
 */
async function projectAgain(
  tables: EntityManager,
  { source, onGap, ends }: Again,
): Promise<number> {
  for (const { entity } of [...projectedTables, checkpoints]) await tables.deleteAll(entity);
  const missing = await targetsOf(source, ends);
  if (missing.size === 0) return 0;
  let messages = 0;
  const take = async (batch: MessageBatch): Promise<void> => {
    const id = partitionId(batch);
    const target = missing.get(id);
    if (target === undefined) return;
    const portion = batch.messages.filter(({ offset }) => offset < target);
    const nextOffset = Math.min(batch.nextOffset, target);
    // Unreadable messages were reported when they were first projected.
    const options = { onGap, report: () => Promise.resolve() };
    const below = { ...batch, messages: portion, nextOffset };
    await projectBatch((work) => work(tables), below, options);
    messages += portion.length;
    if (batch.nextOffset >= target) missing.delete(id);
  };
  const { promise: isDone, resolve, reject } = Promise.withResolvers<void>();
  const turns = new PQueue({ concurrency: 1 });
  const onBatch = (batch: MessageBatch): Promise<void> =>
    turns.add(async () => {
      await take(batch).catch((error: unknown) => {
        missing.clear();
        reject(error as Error);
      });
      if (missing.size === 0) resolve();
    });
  // A failure is handled once the tail is open, and must not be unhandled until then.
  isDone.catch(() => undefined);
  const topics = projectedTopics.filter((topic) => ends.some((end) => end.topic === topic));
  const tail = await source.tail({ topics, from: 'start', onBatch, onCrash: reject });
  try {
    await isDone;
  } finally {
    await tail.stop();
  }
  return messages;
}

const partitionId = ({ topic, partition }: Pick<Position, 'topic' | 'partition'>): string =>
  `${topic}/${partition}`;

/** The offset to reach in each partition that has messages, none behind its end. */
async function targetsOf(
  source: LogSource,
  wanted: readonly Position[],
): Promise<Map<string, number>> {
  const stored = new Map((await endsOf(source)).map((end) => [partitionId(end), end.offset]));
  const targets = wanted.map((end): [string, number] => {
    const id = partitionId(end);
    return [id, Math.min(end.offset, stored.get(id) ?? 0)];
  });
  return new Map(targets.filter(([, offset]) => offset > 0));
}
