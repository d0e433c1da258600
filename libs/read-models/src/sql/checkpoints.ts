/** How far each partition has been projected. */

import { MoreThan, type EntityManager } from 'typeorm';
import type { TopicName } from '#contracts/streams/topics';
import type { Position } from '#event-log';
import { checkpoints } from '../tables/tables.js';

/** The next offset of each partition ever projected, by topic and partition. */
export async function readCheckpoints(tables: EntityManager): Promise<Position[]> {
  const rows = await tables.find(checkpoints.entity, {
    where: { nextOffset: MoreThan(0) },
    order: { topic: 'ASC', partition: 'ASC' },
  });
  return rows.map(({ topic, partition, nextOffset: offset }) => {
    return { topic: topic as TopicName, partition, offset };
  });
}

/**
 * The offset at which to resume projecting a partition, locked against other writers until the
 * transaction ends.
 */
export async function lockCheckpoint(
  tables: EntityManager,
  topic: TopicName,
  partition: number,
): Promise<number> {
  // An update that changes nothing locks the row, which is inserted first if missing: so two
  // writers that start the same partition also wait for each other.
  const key = { topic, partition };
  await tables
    .createQueryBuilder()
    .insert()
    .into(checkpoints.entity)
    .values({ ...key, nextOffset: 0 })
    .orUpdate(['topic'], ['topic', 'partition'])
    .updateEntity(false)
    .execute();
  return (await tables.findOneByOrFail(checkpoints.entity, key)).nextOffset;
}
