/** The AsyncAPI 3.0 document: servers, channels, operations and messages, made of the contracts. */

import { readFileSync } from 'node:fs';
import { hintDocs, hintNumber } from '#contracts/streams/hints';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { topicNames, topics, type TopicName } from '#contracts/streams/topics';
import { rolesOf } from './stream-roles.ts';
import { streamSchemas, type Json, type StreamSchema } from './stream-schemas.ts';

/** The whole document as plain data. */
export function asyncapiDocument(): Json {
  const messages = streamSchemas();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return {
    asyncapi: '3.0.0',
    info: info(version),
    defaultContentType: 'application/json',
    servers: { local },
    channels: Object.fromEntries(topicNames.map((topic) => [topic, channel(topic, messages)])),
    operations: Object.fromEntries(topicNames.flatMap((topic) => operations(topic, messages))),
    components: {
      schemas: schemas(messages),
      messages: Object.fromEntries(messages.map((message) => [message.type, described(message)])),
      messageTraits: { headed },
    },
  };
}

const info = (version: string): Json => ({
  title: 'Tapefold',
  version,
  description: [
    'The topics of a distributed Tapefold: facts in the order in which they became knowable, ' +
      'what is run on them,',
    'and what came of it. Everything that is numbered is numbered without gaps within its key, ' +
      'so a reader drops',
    'what it has. Readers must ignore members that they do not know. Written by `npm run docs`.',
  ].join(' '),
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  tags: [{ name: 'market data' }, { name: 'backtesting' }],
});

const local: Json = {
  host: '127.0.0.1:19092',
  protocol: 'kafka',
  description: 'The broker that `npm run cluster:up` starts.',
};

const number = { type: 'string', pattern: hintNumber.source } as const;

const headed: Json = {
  headers: {
    type: 'object',
    description:
      'All of them are optional. A message that differs from its headers becomes a dead letter.',
    properties: {
      type: { type: 'string', description: hintDocs.type },
      first: { ...number, description: hintDocs.first },
      count: { ...number, description: hintDocs.count },
      traceparent: {
        type: 'string',
        description: 'W3C trace context of the work that the message comes from.',
        pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      },
    },
  },
};

function channel(topic: TopicName, messages: readonly StreamSchema[]): Json {
  const { key, partitioned, compacted, doc } = topics[topic];
  const { order } = rolesOf[topic];
  const ofTopic = messages.filter((message) => message.topic === topic);
  return {
    address: topic,
    title: topic,
    summary: doc,
    description: `Key: the ${key}. Partitions: ${partitioned}. ${order}`,
    servers: [{ $ref: '#/servers/local' }],
    messages: Object.fromEntries(
      ofTopic.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]),
    ),
    bindings: {
      kafka: {
        topic,
        partitions: partitioned === 'single' ? 1 : 6,
        topicConfiguration: {
          'cleanup.policy': [compacted ? 'compact' : 'delete'],
          'retention.ms': -1,
        },
        bindingVersion: '0.5.0',
      },
    },
    'x-key': key,
    'x-partitioned': partitioned,
    'x-writers': rolesOf[topic].writers,
    'x-readers': rolesOf[topic].readers,
  };
}

/** What the system sends on a topic, and what it takes there from outside. */
function operations(topic: TopicName, messages: readonly StreamSchema[]): [string, Json][] {
  const ofTopic = messages.filter((message) => message.topic === topic);
  const of = (action: 'send' | 'receive', taken: readonly StreamSchema[]): [string, Json][] =>
    taken.length === 0
      ? []
      : [
          [
            `${action}.${topic}`,
            {
              action,
              channel: { $ref: `#/channels/${topic}` },
              summary:
                action === 'send' ? topics[topic].doc : 'What agents outside of the system answer.',
              messages: taken.map(({ type }) => ({ $ref: `#/channels/${topic}/messages/${type}` })),
            },
          ],
        ];
  return [
    ...of(
      'send',
      ofTopic.filter(({ isInbound }) => !isInbound),
    ),
    ...of(
      'receive',
      ofTopic.filter(({ isInbound }) => isInbound),
    ),
  ];
}

function described({ topic, type, schema }: StreamSchema): Json {
  const examples = messageExamples[topic].filter((example) => example.type === type);
  return {
    name: type,
    title: type,
    summary: schema['description'],
    contentType: 'application/json',
    traits: [{ $ref: '#/components/messageTraits/headed' }],
    bindings: {
      kafka: {
        key: { type: 'string', description: `The ${topics[topic].key}.` },
        bindingVersion: '0.5.0',
      },
    },
    payload: { $ref: `#/components/schemas/${type}` },
    examples: examples.map((payload) => ({ name: type, payload })),
  };
}

/** One schema per message; shared parts are listed next to them. */
function schemas(messages: readonly StreamSchema[]): Json {
  const parts = messages.flatMap(({ type, schema }): [string, unknown][] => {
    const { $schema: _, $defs = {}, ...body } = schema;
    const local = (name: string): string => (name.startsWith('__') ? `${type}${name}` : name);
    return [
      [type, pointed(body, local)],
      ...Object.entries($defs as Json).map(([name, part]): [string, unknown] => [
        local(name),
        pointed(part, local),
      ]),
    ];
  });
  return Object.fromEntries(parts);
}

/** References into a schema's own definitions become references to the document's. */
function pointed(value: unknown, local: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => pointed(one, local));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string') return [key, pointed(member, local)];
      return [key, `#/components/schemas/${local(member.replace('#/$defs/', ''))}`];
    }),
  );
}
