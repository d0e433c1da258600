/**
 * JSON Schemas of all messages, each whole in itself: what a subscriber checks with,
 * in any language.
 */

import { z } from 'zod';
import { messageSchemas } from '#contracts/streams/catalogue';
import { topicNames, type TopicName } from '#contracts/streams/topics';

export type Json = { readonly [key: string]: unknown };

export interface StreamSchema {
  readonly topic: TopicName;
  readonly type: string;
  /** The value of the message's `version` member. */
  readonly version: number;
  /**
   * Comes in from outside: refused if it has unknown members. All other messages go out
   * from our services.
   */
  readonly isInbound: boolean;
  readonly schema: Json;
}

/** Messages that others than our services write. */
const inbound: readonly string[] = ['AgentAnswer'];

/** Every message of every topic, in the order of the catalogue. */
export function streamSchemas(): StreamSchema[] {
  return topicNames.flatMap((topic) =>
    Object.entries(messageSchemas[topic]).map(([type, schema]) => {
      const isInbound = inbound.includes(type);
      const body = publishedForm(schema, isInbound);
      return { topic, type, version: versionOf(body), isInbound, schema: body };
    }),
  );
}

/** Name of the file below docs/reference/schemas. */
export const schemaPath = (topic: string, type: string): string =>
  `streams/${topic}.${type}.schema.json`;

/**
 * Messages that we write may get members that a reader does not know: readers skip them, so the
 * published schema does not forbid them. Inbound messages are checked as strictly as published.
 */
function publishedForm(schema: z.ZodType, isInbound: boolean): Json {
  const whole = z.toJSONSchema(schema, {
    io: isInbound ? 'input' : 'output',
    unrepresentable: 'any',
  }) as Json;
  const { $schema, description, $defs, ...body } = isInbound ? whole : (opened(whole) as Json);
  const title = ((body['properties'] as Json)['type'] as Json)['const'];
  return { $schema, title, description, ...body, ...($defs === undefined ? {} : { $defs }) };
}

/** The schema without its `additionalProperties: false`; an `additionalProperties` schema stays. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, member]) => !(key === 'additionalProperties' && member === false),
  );
  return Object.fromEntries(entries.map(([key, member]) => [key, opened(member)]));
}

function versionOf(schema: Json): number {
  const version = (schema['properties'] as Json)['version'] as Json;
  return version['const'] as number;
}
