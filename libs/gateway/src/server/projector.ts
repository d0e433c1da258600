/**
 * Keeps the read models up to date: a group member that writes rows and position of a batch in
 * one transaction.
 */

import { topics, type TopicName } from '#contracts/streams/topics';
import type { BatchControls, GroupMember, MessageBatch, MessageLog, Position } from '#event-log';
import { projectedTopics, type ProjectedTables } from '#read-models';
import type { ServiceLog, ServiceMetrics } from '#service-host';
import { deadLetterOf } from '#service-host/processing/broken-messages';
import { keptAlive } from '#service-host/processing/keep-alive';
import type { LiveUpdates } from '../providers/live-updates.js';

interface ProjectorOptions {
  readonly log: MessageLog;
  readonly tables: Pick<ProjectedTables, 'project' | 'checkpoints' | 'identity'>;
  readonly updates: LiveUpdates;
  readonly metrics: Pick<
    ServiceMetrics,
    'batchDone' | 'deadLetters' | 'position' | 'forget' | 'owned'
  >;
  readonly logger: ServiceLog;
  /** Called once, when projecting cannot continue. */
  onCrash(error: Error): void;
}

export interface Projector {
  /** Whether it has its partitions. */
  isReady(): boolean;
  /** Finishes the current batches. */
  stop(): Promise<void>;
}

/** How often a heartbeat is offered; the client sends those that are due. */
const heartbeatEveryMs = 250;

/**
 * Topics with equal layouts share a group: partitions of equal number go to one member.
 * Gateways that share a database share its partitions; a gateway with another database reads
 * all of them itself.
 */
const groupsOf = (database: string) =>
  (['by tape', 'by run', 'single'] as const).map((layout) => ({
    name: `tapefold.read-models.${database}.${layout.replace(' ', '-')}`,
    topics: projectedTopics.filter((topic) => topics[topic].partitioned === layout),
  }));

/** Starts projecting at the position stored in the tables. */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const members: GroupMember[] = [];
  const owned = new Set<string>();
  const stop = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.stop()));
  };
  try {
    for (const { name, topics: read } of groupsOf(options.tables.identity)) {
      members.push(await join(options, { name, read, owned }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { isReady: () => members.every((member) => member.isReady()), stop };
}

interface ReadGroup {
  readonly name: string;
  readonly read: readonly TopicName[];
  /** Partitions of all groups that this process owns, by group and number. */
  readonly owned: Set<string>;
}

function join(options: ProjectorOptions, group: ReadGroup): Promise<GroupMember> {
  const { log, tables, updates, metrics, logger, onCrash } = options;
  const take = async (batch: MessageBatch): Promise<void> => {
    const started = performance.now();
    await tables.project(batch, async (broken) => {
      for (const message of broken) {
        const { topic, partition, offset, reason } = message;
        metrics.deadLetters.inc({ topic });
        logger.error({ topic, partition, offset, reason }, 'a message that cannot be read');
      }
      await log.append(broken.map(deadLetterOf));
    });
    metrics.batchDone(batch, (performance.now() - started) / 1_000);
    updates.projected(new Set(batch.messages.map(({ key }) => key)));
  };
  // A slow database must not cost us the partitions.
  const onBatch = (batch: MessageBatch, controls: BatchControls): Promise<void> =>
    keptAlive(controls, heartbeatEveryMs, () => take(batch));
  return log.join({
    group: group.name,
    topics: group.read,
    // Tables may lag by a moment; each batch costs a transaction, and each response of the
    // broker takes time.
    gathers: true,
    onAssigned: (partitions) => taken(options, group, partitions),
    onRevoked: (partitions) => released(options, group, partitions),
    onBatch,
    onCrash,
  });
}

async function taken(
  { tables, metrics }: ProjectorOptions,
  { name, read, owned }: ReadGroup,
  partitions: readonly number[],
): Promise<Position[]> {
  const places = await placesOf(tables, read, partitions);
  for (const { topic, partition, offset } of places) metrics.position(topic, partition, offset);
  for (const partition of partitions) owned.add(`${name}/${partition}`);
  metrics.owned.set(owned.size);
  return places;
}

/** Their new owner reports their lag. */
function released(
  { metrics }: ProjectorOptions,
  { name, read, owned }: ReadGroup,
  partitions: readonly number[],
): void {
  for (const partition of partitions) {
    metrics.forget(read, partition);
    owned.delete(`${name}/${partition}`);
  }
  metrics.owned.set(owned.size);
}

/**
 * Only the tables know their position; the group's committed offsets may belong to tables
 * that are gone.
 */
async function placesOf(
  tables: ProjectorOptions['tables'],
  read: readonly TopicName[],
  partitions: readonly number[],
): Promise<Position[]> {
  const known = await tables.checkpoints();
  return read.flatMap((topic) =>
    partitions.map((partition) => {
      const place = known.find((one) => one.topic === topic && one.partition === partition);
      return place ?? { topic, partition, offset: 0 };
    }),
  );
}
