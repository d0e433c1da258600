/**
 * The protocol that assigns partitions to group members: equal numbers, of all topics, go
 * to one member.
 */

import kafkajs, { type GroupMember, type PartitionAssigner } from 'kafkajs';
import { assignPartitions, type Claimant } from '../log/message-log-assignment.js';

const { MemberAssignment, MemberMetadata } = kafkajs.AssignerProtocol;
const version = 1;

/** Internals of the library's cluster that are needed here. */
interface TopicMetadata {
  findTopicPartitionMetadata(topic: string): readonly unknown[];
}

/**
 * An assigner that reports this member's partitions (`holds`) with each attempt to join, and, as
 * the leader, leaves each member as many of its own as possible.
 */
export function coPartitionAssigner(holds: () => readonly number[]): PartitionAssigner {
  return ({ cluster }) => ({
    name: 'tapefold-co-partitioned',
    version,
    protocol: ({ topics }) => ({
      name: 'tapefold-co-partitioned',
      metadata: MemberMetadata.encode({
        version,
        topics,
        userData: Buffer.from(JSON.stringify(holds())),
      }),
    }),
    assign: async ({ members, topics }) => {
      const counts = new Map(
        topics.map((topic) => [topic, partitionCount(cluster as unknown as TopicMetadata, topic)]),
      );
      const assigned = assignPartitions(members.map(claimOf), Math.max(0, ...counts.values()));
      return members.map(({ memberId }) => {
        const numbers = assigned.get(memberId) ?? [];
        const assignment = Object.fromEntries(
          [...counts].map(([topic, count]) => [topic, numbers.filter((number) => number < count)]),
        );
        const memberAssignment = MemberAssignment.encode({
          version,
          assignment,
          userData: Buffer.alloc(0),
        });
        return { memberId, memberAssignment };
      });
    },
  });
}

const partitionCount = (cluster: TopicMetadata, topic: string): number =>
  cluster.findTopicPartitionMetadata(topic).length;

/** A member with an unreadable claim claims nothing. */
function claimOf({ memberId, memberMetadata }: GroupMember): Claimant {
  try {
    const holds: unknown = JSON.parse(
      MemberMetadata.decode(memberMetadata)?.userData.toString() ?? '[]',
    );
    return { id: memberId, holds: Array.isArray(holds) ? holds.filter(Number.isInteger) : [] };
  } catch {
    return { id: memberId, holds: [] };
  }
}
