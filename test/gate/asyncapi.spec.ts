/**
 * Shows that the published documents of the topics are valid, and that the messages sent
 * conform to them.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { Ajv } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml, stringify } from 'yaml';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { messageSchemas, type MessagesByTopic } from '#contracts/streams/catalogue';
import { outgoing } from '#event-log';
import { hintNames } from '#contracts/streams/hints';
import { topicNames } from '#contracts/streams/topics';
import { schemaPath, streamSchemas } from '../../scripts/reference/streams/stream-schemas.js';
import { root } from './project-copy.js';

const read = (path: string): string => readFileSync(join(root, 'docs/reference', path), 'utf8');
const document = read('asyncapi.yaml');
const parser = new Parser();
type Parsed = Awaited<ReturnType<Parser['parse']>>;

/** What the parser holds against a document, warnings included. */
function faultsOf({ diagnostics }: Parsed): string[] {
  return diagnostics
    .filter(({ severity }) => severity <= 1)
    .filter(({ code }) => code !== 'asyncapi-latest-version')
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}

const validators = new Map<string, ValidateFunction>();

/** As a subscriber does it who has nothing but the published file. */
function validatorOf(topic: string, type: string): ValidateFunction {
  const path = `schemas/${schemaPath(topic, type)}`;
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const validate = validators.get(path) ?? ajv.compile(JSON.parse(read(path)) as object);
  validators.set(path, validate);
  return validate;
}

interface ShownMessage {
  readonly payload: object;
  readonly examples: readonly { readonly payload: unknown }[];
}
type Shown = Record<string, ShownMessage>;
interface Sections {
  readonly channels: Record<string, { readonly messages: object }>;
  readonly operations: Record<string, { readonly channel: { readonly $ref: string } }>;
  readonly components: {
    readonly messages: Shown;
    readonly schemas: Record<string, object>;
    readonly messageTraits: {
      readonly headed: { readonly headers: { readonly properties: object } };
    };
  };
}

const whole = parseYaml(document) as Sections;
const ajv = new Ajv({ strict: false }).addSchema(whole, 'document');

/** The document with one of its channels alone, and what belongs to that. */
function documentOf(topic: string): string {
  const { channels, operations, components } = whole;
  const own = Object.keys(channels[topic]?.messages ?? {});
  const ofTopic = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([type]) => own.includes(type)));
  const ofChannel = Object.entries(operations).filter(
    ([, { channel }]) => channel.$ref === `#/channels/${topic}`,
  );
  return stringify({
    ...whole,
    channels: { [topic]: channels[topic] },
    operations: Object.fromEntries(ofChannel),
    components: {
      ...components,
      messages: ofTopic(components.messages),
      schemas: ofTopic(components.schemas),
    },
  });
}

/** Names of messages whose example violates its schema in the document. */
function falseExamples(messages: Shown): string[] {
  return Object.entries(messages)
    .filter(([type, { examples }]) => {
      const validate = ajv.getSchema(`document#/components/schemas/${type}`);
      return examples.length === 0 || examples.some(({ payload }) => validate?.(payload) !== true);
    })
    .map(([type]) => type);
}

const examples = topicNames.flatMap((topic) =>
  messageExamples[topic].map((message) => ({ topic, type: message.type, message })),
);

const ofScores = documentOf('scores');

describe('the AsyncAPI document', () => {
  let parsed: Parsed;
  beforeAll(async () => {
    parsed = await parser.parse(document);
  });

  it('is valid, without a warning', () => {
    expect(faultsOf(parsed)).toEqual([]);
  });

  it('is valid with one channel alone', async () => {
    expect(faultsOf(await parser.parse(ofScores))).toEqual([]);
  });

  it.each([
    ['a message that is not there', 'messages/RunScored', 'messages/RunScared'],
    ['an operation of no kind', 'action: send', 'action: guess'],
    ['no title', 'title: Tapefold', 'heading: Tapefold'],
  ])('with %s would not be', async (_, from, to) => {
    expect(ofScores).toContain(from);
    expect(faultsOf(await parser.parse(ofScores.replace(from, to)))).not.toEqual([]);
  });

  it('describes the headers that messages have', () => {
    const { headers } = whole.components.messageTraits.headed;
    expect(Object.keys(headers.properties)).toEqual([...hintNames, 'traceparent']);
    const validate = new Ajv().compile(headers);
    for (const { topic, message } of examples) {
      const sent = outgoing(topic, message as MessagesByTopic[typeof topic]).headers;
      expect(validate(sent), JSON.stringify(sent)).toBe(true);
    }
    expect(validate({})).toBe(true);
    expect(validate({ count: 'three' })).toBe(false);
  });

  it('shows examples that are as its schemas say', () => {
    const { messages } = whole.components;
    expect(falseExamples(messages)).toEqual([]);
    const text = JSON.stringify(messages);
    expect(text).toContain('"asOf":9');
    const changed = JSON.parse(text.replace('"asOf":9', '"asOf":"soon"')) as Shown;
    expect(falseExamples(changed)).toEqual(['AnswerRefused']);
  });

  it('has a channel for each topic, under its name', () => {
    const channels = parsed.document?.channels().all() ?? [];
    expect(channels.map((channel) => channel.address())).toEqual([...topicNames]);
    const types = channels.map((channel) =>
      channel
        .messages()
        .all()
        .map((one) => one.name()),
    );
    expect(types).toEqual(topicNames.map((topic) => Object.keys(messageSchemas[topic])));
  });
});

describe('the published schemas', () => {
  it.each(examples)('take the example of $type', ({ topic, type, message }) => {
    const validate = validatorOf(topic, type);
    expect(validate(message), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each(examples)('take no $type without one of its members', ({ topic, type, message }) => {
    const validate = validatorOf(topic, type);
    const required = (validate.schema as { required: string[] }).required;
    expect(required.length).toBeGreaterThan(2);
    for (const name of required) {
      const { [name]: _, ...rest } = message as unknown as Record<string, unknown>;
      expect(validate(rest), name).toBe(false);
    }
  });

  it.each(examples)('let $type grow, unless it comes from outside', ({ topic, type, message }) => {
    const validate = validatorOf(topic, type);
    expect(validate({ ...message, colour: 'red' })).toBe(type !== 'AgentAnswer');
  });

  it('describe every placeholder', () => {
    for (const { topic, type, schema } of streamSchemas()) {
      expect(emptyPlaces(schema), `${topic} ${type}`).toEqual([]);
    }
  });
});

/** Places of `{}`: anything would be valid there, which no message intends. */
function emptyPlaces(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const isNamed = /\/(default|examples|const|properties)$/.test(path);
  if (entries.length === 0 && !isNamed && !Array.isArray(value)) return [path];
  return entries.flatMap(([key, member]) => emptyPlaces(member, `${path}/${key}`));
}
