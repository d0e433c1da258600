/** How far each partition has been projected. */

import type { TopicName } from '#contracts/streams/topics';
import type { Position } from '#event-log';
import { checkpoints } from '../tables/tables.js';
import { columnList, decodedRow } from './row-codec.js';
import type { SqlReader } from './sql-store.js';

/** The next offset of each partition that was ever projected, by topic and partition. */
export async function readCheckpoints(reader: SqlReader): Promise<Position[]> {
  const rows = await reader.query(
    `SELECT ${columnList(checkpoints, 't')} FROM ${reader.name(checkpoints)} t
     WHERE t.next_offset > 0 ORDER BY t.topic, t.partition`,
  );
  return rows.map((row) => {
    const { topic, partition, nextOffset: offset } = decodedRow(checkpoints, row);
    return { topic: topic as TopicName, partition, offset };
  });
}
