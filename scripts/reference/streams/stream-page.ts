/** The page of all topics: key, order, who writes, who reads, and each message with an example. */

import { hintDocs, hintNames } from '#contracts/streams/hints';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { topicNames, topics, type TopicName } from '#contracts/streams/topics';
import { rolesOf } from './stream-roles.ts';
import { schemaPath, streamSchemas, type Json, type StreamSchema } from './stream-schemas.ts';

/** Markdown; one chapter a topic. */
export function streamPage(): string {
  const messages = streamSchemas();
  return [
    '# Streams',
    '',
    'Written by `npm run docs` from `libs/contracts/src/streams/topics.ts` and its neighbors; ' +
      'edit there. The same',
    'for programs: [asyncapi.yaml](asyncapi.yaml) (AsyncAPI 3.0), and a JSON Schema (draft ' +
      '2020-12) of each message.',
    'In TypeScript, `tapefold/subscriber` reads them; in other languages any client of Kafka does.',
    '',
    ...rules,
    '',
    ...table(),
    ...topicNames.flatMap((topic) => chapter(topic, messages)),
    '',
  ].join('\n');
}

const rules = [
  '- A message is JSON in UTF-8 with a `type` and a `version`. Its key is a text; messages of ' +
    'one key keep their',
  '  order, and nothing else does.',
  '- Everything arrives at least once. What is numbered is numbered without gaps within its ' +
    'key: drop what you have,',
  '  and you have everything once.',
  '- Ignore members and types of messages, facts and events that you do not know: later ' +
    'versions may add them.',
  '  What a version says already is never taken away or changed; a gate refuses that.',
  '- Times are microseconds since 1970, UTC. Dates are days since 1970-01-01. Figures without ' +
    'a value are null.',
  '- Headers are optional, and texts. These tell readers what they need not decode the message ' +
    'for; services put a',
  '  message that differs from one of them aside, on `dead-letters`:',
  ...hintNames.map((name) => `  - \`${name}\`: ${hintDocs[name]}`),
  '- The header `traceparent`, where there is one, is a W3C trace context.',
  '- Topics are kept for good. Of `tapes` only the last message of each key is, once ' +
    'compaction has been',
  '  there.',
];

function table(): string[] {
  return [
    '| topic | key | partitions | kept | written by | read by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...topicNames.map((topic) => {
      const { key, partitioned, compacted } = topics[topic];
      const { writers, readers } = rolesOf[topic];
      const kept = compacted ? 'last of each key' : 'all';
      const link = `[\`${topic}\`](#${topic.replaceAll('.', '')})`;
      return `| ${link} | ${key} | ${partitioned} | ${kept} | ${writers} | ${readers} |`;
    }),
    '',
    'Topics that are partitioned alike have equally many partitions, and equal keys lie in ' +
      'partitions of equal number.',
  ];
}

function chapter(topic: TopicName, messages: readonly StreamSchema[]): string[] {
  const { doc } = topics[topic];
  const ofTopic = messages.filter((message) => message.topic === topic);
  return [
    '',
    `## ${topic}`,
    '',
    doc,
    '',
    rolesOf[topic].order,
    ...ofTopic.flatMap((message) => entry(topic, message)),
  ];
}

function entry(topic: TopicName, { type, version, schema }: StreamSchema): string[] {
  const example = messageExamples[topic].find((one) => one.type === type);
  return [
    '',
    `### ${type}`,
    '',
    `${String(schema['description'])} Version ${version}; ` +
      `[schema](schemas/${schemaPath(topic, type)}).`,
    '',
    ...notes(schema),
    '```json',
    JSON.stringify(example),
    '```',
  ];
}

/** Notes on the members, one line each. */
function notes(schema: Json): string[] {
  const members = Object.entries(schema['properties'] as Record<string, Json>);
  const lines = members.flatMap(([name, member]) => {
    const text = member['description'];
    return typeof text === 'string' ? [`- \`${name}\`: ${text}`] : [];
  });
  return lines.length === 0 ? [] : [...lines, ''];
}
