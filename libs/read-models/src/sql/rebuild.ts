/** Rebuilds tables from offset 0 next to the live ones, which stay in use; then swaps them in, or compares them. */

import type { MessageBatch, Position } from '#event-log';
import { compareTables } from './compare-tables.js';
import type { OnGap } from '../projections/projection.js';
import { projectedTopics } from '../projections/project-message.js';
import type { LogSource, RebuildReport, TableComparison } from '../tables/read-models.js';
import { readCheckpoints } from './checkpoints.js';
import { projectBatch } from './project-batch.js';
import type { Shadow, SqlStore } from './sql-store.js';

/** Reads to the end of the topics, then the rest under the lock, up to the position of the live tables; swaps. */
export async function rebuildTables(
  live: SqlStore,
  source: LogSource,
  onGap: OnGap,
): Promise<RebuildReport> {
  return withShadow(live, async (shadow) => {
    const filling = new Filling(shadow.store, source, onGap);
    // Twice: the second pass reads what arrived during the first, so that the lock is held only briefly.
    await filling.readTo(await endsOf(source));
    await filling.readTo(await endsOf(source));
    const checkpoints = await live.exclusively(async () => {
      await filling.readTo(await live.read(readCheckpoints));
      await shadow.swapIn();
      return live.read(readCheckpoints);
    });
    return { messages: filling.messages, checkpoints };
  });
}

/** Reads exactly up to the position of the live tables, and compares under the lock. */
export async function compareRebuilt(
  live: SqlStore,
  source: LogSource,
  onGap: OnGap,
): Promise<readonly TableComparison[]> {
  return withShadow(live, async (shadow) => {
    const filling = new Filling(shadow.store, source, onGap);
    await filling.readTo(await live.read(readCheckpoints));
    return live.exclusively(async () => {
      await filling.readTo(await live.read(readCheckpoints));
      return compareTables(live, shadow.store);
    });
  });
}

async function withShadow<T>(live: SqlStore, work: (shadow: Shadow) => Promise<T>): Promise<T> {
  const shadow = await live.openShadow();
  try {
    return await work(shadow);
  } finally {
    await shadow.discard();
  }
}

async function endsOf(source: LogSource): Promise<Position[]> {
  const ends: Position[] = [];
  for (const topic of projectedTopics) {
    const offsets = await source.endOffsets(topic);
    offsets.forEach((offset, partition) => ends.push({ topic, partition, offset }));
  }
  return ends;
}

/** A set of tables being filled from empty to given offsets. */
class Filling {
  messages = 0;

  constructor(
    private readonly store: SqlStore,
    private readonly source: LogSource,
    private readonly onGap: OnGap,
  ) {}

  /** Projects what is missing and still stored below the targets, and nothing at or above them. */
  async readTo(targets: readonly Position[]): Promise<void> {
    const reached = positionsByPartition(await this.store.read(readCheckpoints));
    const ends = positionsByPartition(await endsOf(this.source));
    const missing = new Map<string, Position>();
    const from: Position[] = [];
    for (const { topic, partition, offset: wanted } of targets) {
      const target = Math.min(wanted, ends.get(partitionId(topic, partition)) ?? 0);
      const offset = reached.get(partitionId(topic, partition)) ?? 0;
      from.push({ topic, partition, offset: Math.min(offset, target) });
      if (offset < target) {
        missing.set(partitionId(topic, partition), { topic, partition, offset: target });
      }
    }
    if (missing.size > 0) await this.tail(from, missing);
  }

  private async tail(from: readonly Position[], missing: Map<string, Position>): Promise<void> {
    const topics = [...new Set([...missing.values()].map(({ topic }) => topic))];
    const { promise: isDone, resolve, reject } = Promise.withResolvers<void>();
    const onBatch = async (batch: MessageBatch): Promise<void> => {
      try {
        await this.take(batch, missing);
        if (missing.size === 0) resolve();
      } catch (error) {
        missing.clear();
        reject(error as Error);
      }
    };
    // A failure is handled once the tail is open, and must not be unhandled until then.
    isDone.catch(() => undefined);
    const positions = from.filter(({ topic }) => topics.includes(topic));
    const tail = await this.source.tail({ topics, from: positions, onBatch, onCrash: reject });
    try {
      await isDone;
    } finally {
      await tail.stop();
    }
  }

  private async take(batch: MessageBatch, missing: Map<string, Position>): Promise<void> {
    const id = partitionId(batch.topic, batch.partition);
    const target = missing.get(id)?.offset;
    if (target === undefined) return;
    const messages = batch.messages.filter(({ offset }) => offset < target);
    const nextOffset = Math.min(batch.nextOffset, target);
    // Unreadable messages were reported when they were first projected.
    const options = { onGap: this.onGap, report: () => Promise.resolve() };
    await projectBatch(this.store, { ...batch, messages, nextOffset }, options);
    this.messages += messages.length;
    if (batch.nextOffset >= target) missing.delete(id);
  }
}

const partitionId = (topic: string, partition: number): string => `${topic}/${partition}`;

const positionsByPartition = (positions: readonly Position[]): Map<string, number> =>
  new Map(positions.map(({ topic, partition, offset }) => [partitionId(topic, partition), offset]));
