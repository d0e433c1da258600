/** Members of a group agree, through Kafka's protocol, on co-partitioned and sticky assignments. */

import kafkajs, { type Cluster, type GroupMember, type Logger } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { partitionOf } from '../log/message-log-placement.js';
import { coPartitionAssigner } from './co-partition-assigner.js';

const counts: Readonly<Record<string, number>> = { runs: 4, scores: 4, single: 1 };
const cluster = {
  findTopicPartitionMetadata: (topic: string) => Array.from({ length: counts[topic] ?? 0 }),
} as unknown as Cluster;
const logger = {} as Logger;
const topics = Object.keys(counts);

const assigner = (holds: readonly number[]): ReturnType<ReturnType<typeof coPartitionAssigner>> =>
  coPartitionAssigner(() => holds)({ cluster, groupId: 'g', logger });
const member = (memberId: string, holds: readonly number[]): GroupMember => ({
  memberId,
  memberMetadata: assigner(holds).protocol({ topics }).metadata,
});

async function assigned(members: GroupMember[]): Promise<Record<string, unknown>> {
  const shares = await assigner([]).assign({ members, topics });
  return Object.fromEntries(
    shares.map(({ memberId, memberAssignment }) => [
      memberId,
      kafkajs.AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment,
    ]),
  );
}

describe('coPartitionAssigner', () => {
  it('gives partitions of equal number of all topics to one member', async () => {
    expect(await assigned([member('b', []), member('a', [])])).toEqual({
      a: { runs: [0, 1], scores: [0, 1], single: [0] },
      b: { runs: [2, 3], scores: [2, 3], single: [] },
    });
  });

  it('leaves with a member what it says that it holds', async () => {
    expect(await assigned([member('a', []), member('b', [0, 1, 2, 3])])).toEqual({
      a: { runs: [2, 3], scores: [2, 3], single: [] },
      b: { runs: [0, 1], scores: [0, 1], single: [0] },
    });
  });

  it.each(['', 'null', '{"a":1}', '["x"]', '\u0000'])(
    'takes the claim %j for none',
    async (claim) => {
      const memberMetadata = kafkajs.AssignerProtocol.MemberMetadata.encode({
        version: 1,
        topics,
        userData: Buffer.from(claim),
      });
      const shares = await assigned([{ memberId: 'a', memberMetadata }]);
      expect(shares['a']).toMatchObject({ runs: [0, 1, 2, 3] });
    },
  );
});

describe('partitionOf', () => {
  it('is where the default partitioner of the client library puts a key', () => {
    const partitioner = kafkajs.Partitioners.DefaultPartitioner();
    const partitionMetadata = Array.from({ length: 12 }, (_, partitionId) => ({
      partitionErrorCode: 0,
      partitionId,
      leader: 0,
      replicas: [],
      isr: [],
    }));
    for (let index = 0; index < 2000; index++) {
      const key = `${'é🙂x'.repeat(index % 5)}${index * 7919}`;
      const place = partitioner({ topic: 'runs', partitionMetadata, message: { key, value: '' } });
      expect(partitionOf(key, 12)).toBe(place);
    }
  });
});
