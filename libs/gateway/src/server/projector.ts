/** Keeps the read models up with the topics: a member of a group that takes in batches, rows and place in one. */

import { topics, type TopicName } from '#contracts/streams/topics';
import type { BatchControls, GroupMember, MessageBatch, MessageLog, Position } from '#event-log';
import { projectedTopics, type ProjectedTables } from '#read-models';
import type { ServiceLog, ServiceMetrics } from '#service-host';
import { deadLetterOf } from '#service-host/processing/broken-messages';
import { keptAlive } from '#service-host/processing/keep-alive';
import type { LiveUpdates } from '../parts/live-updates.js';

interface ProjectorOptions {
  readonly log: MessageLog;
  readonly tables: Pick<ProjectedTables, 'project' | 'checkpoints' | 'identity'>;
  readonly updates: LiveUpdates;
  readonly metrics: Pick<
    ServiceMetrics,
    'batchDone' | 'deadLetter' | 'position' | 'forget' | 'own'
  >;
  readonly logger: ServiceLog;
  /** Called once, when projecting cannot go on. */
  onCrash(error: Error): void;
}

export interface Projector {
  /** Whether it has its partitions. */
  isReady(): boolean;
  /** Finishes the batches in hand. */
  stop(): Promise<void>;
}

const heartbeatEveryMs = 1_000;

/**
 * Topics that are laid out alike share a group: partitions of equal number go to one member. Gateways of one database
 * share its partitions; one of another database reads all of them itself.
 */
const groupsOf = (database: string) =>
  (['by tape', 'by run', 'single'] as const).map((layout) => ({
    name: `tapefold.read-models.${database}.${layout.replace(' ', '-')}`,
    topics: projectedTopics.filter((topic) => topics[topic].partitioned === layout),
  }));

/** Starts projecting where the tables end. */
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
  /** Partitions of all groups that are this process's, by group and number. */
  readonly owned: Set<string>;
}

function join(options: ProjectorOptions, group: ReadGroup): Promise<GroupMember> {
  const { log, tables, updates, metrics, logger, onCrash } = options;
  const take = async (batch: MessageBatch): Promise<void> => {
    const started = performance.now();
    await tables.project(batch, async (broken) => {
      for (const message of broken) {
        const { topic, partition, offset, reason } = message;
        metrics.deadLetter(topic);
        logger.error({ topic, partition, offset, reason }, 'a message that cannot be read');
      }
      await log.append(broken.map(deadLetterOf));
    });
    metrics.batchDone(batch, (performance.now() - started) / 1_000);
    updates.projected(new Set(batch.messages.map(({ key }) => key)));
  };
  // A database that is slow is no reason to lose the partitions.
  const onBatch = (batch: MessageBatch, controls: BatchControls): Promise<void> =>
    keptAlive(controls, heartbeatEveryMs, () => take(batch));
  return log.join({
    group: group.name,
    topics: group.read,
    // Tables may be a moment behind; each batch costs a transaction, and each answer of the broker its time.
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
  metrics.own(owned.size);
  return places;
}

/** Their lag is somebody else's to tell. */
function released(
  { metrics }: ProjectorOptions,
  { name, read, owned }: ReadGroup,
  partitions: readonly number[],
): void {
  for (const partition of partitions) {
    metrics.forget(read, partition);
    owned.delete(`${name}/${partition}`);
  }
  metrics.own(owned.size);
}

/** The tables alone say how far they are; what the group has committed may belong to others that are gone. */
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
