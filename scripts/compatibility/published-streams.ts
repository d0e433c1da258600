/**
 * The published schemas of the topics, as one record: today's, or those of the last release in
 * the lock file.
 */

import { readFileSync } from 'node:fs';
import { keyOf } from '#contracts/streams/catalogue';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { topicNames, topics, type TopicName } from '#contracts/streams/topics';
import { streamSchemas, type Json } from '../reference/streams/stream-schemas.ts';

export interface PublishedMessage {
  readonly version: number;
  /** The member that is the key of the message. */
  readonly key: string;
  readonly schema: Json;
}

export interface PublishedTopic {
  /** What the key names. */
  readonly key: string;
  readonly partitioned: string;
  readonly compacted: boolean;
  readonly messages: Readonly<Record<string, PublishedMessage>>;
}

export type PublishedStreams = Readonly<Record<string, PublishedTopic>>;

/** Below the root; written only by a release. */
export const lockPath = 'docs/reference/schemas/streams/published.json';

export function streamsOfToday(): PublishedStreams {
  const schemas = streamSchemas();
  return Object.fromEntries(
    topicNames.map((topic): [string, PublishedTopic] => {
      const { key, partitioned, compacted } = topics[topic];
      const own = schemas.filter((message) => message.topic === topic);
      const messages = own.map(({ type, version, schema }): [string, PublishedMessage] => [
        type,
        { version, key: keyMember(topic, type), schema },
      ]);
      return [topic, { key, partitioned, compacted, messages: Object.fromEntries(messages) }];
    }),
  );
}

/** The streams of the last release. */
export function readLock(path: string): PublishedStreams {
  return JSON.parse(readFileSync(path, 'utf8')) as PublishedStreams;
}

/** The member of the message's example that is its key; the example has it nowhere else. */
function keyMember(topic: TopicName, type: string): string {
  const example = messageExamples[topic].find((one) => one.type === type);
  if (example === undefined) return '';
  const members = Object.entries(example).filter(([, value]) => value === keyOf(example));
  return members.map(([name]) => name).join(' or ');
}
