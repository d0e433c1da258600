/** Every message by topic and type: what is encoded, parsed, published as schema, and compared with its past. */

import type { z } from 'zod';
import { excerpt, invalidInput, printable } from '#values';
import { firstIssue } from '../parsing/schema-issue.js';
import { valueAt } from '../parsing/value-at.js';
import { callMessages } from './calls.js';
import { deadLetterMessages } from './dead-letters.js';
import { marketMessages } from './market.js';
import { runMessages } from './runs.js';
import type { TopicName } from './topics.js';

const schemas = { ...marketMessages, ...runMessages, ...callMessages, ...deadLetterMessages };

/** What may stand on each topic. */
export type MessagesByTopic = {
  [T in TopicName]: z.infer<(typeof schemas)[T][keyof (typeof schemas)[T]]>;
};
export type Message = MessagesByTopic[TopicName];

/** The schemas of each topic by the message's `type`. */
export const messageSchemas: Readonly<
  Record<TopicName, Readonly<Record<string, z.ZodType<Message>>>>
> = schemas;

/** The key that keeps a message's order. */
export function keyOf(message: Message): string {
  if (message.type === 'ScenarioSubmitted') return message.submission;
  if (message.type === 'DeadLetter') return message.topic;
  return 'run' in message ? message.run : message.tape;
}

/**
 * Parses a message from outside. `InvalidInput`, naming the topic and the member, when it is no JSON, of an unknown
 * type or version, not as its schema says, or under another key than its own, where `key` is given.
 */
export function parseMessage<T extends TopicName>(
  topic: T,
  text: string,
  key?: string,
): MessagesByTopic[T] {
  const value = parsedJson(topic, text);
  const type = valueAt(value, ['type']) ?? null;
  const known = messageSchemas[topic];
  if (typeof type !== 'string' || !Object.hasOwn(known, type)) {
    const expected = Object.keys(known).join(', ');
    const found = excerpt(type);
    throw invalidInput('a message of unknown type', { where: topic, expected, found });
  }
  const where = `${topic}: ${type}`;
  const { success, data: message, error } = (known[type] as z.ZodType<Message>).safeParse(value);
  if (!success) {
    // Keys and texts from outside are cut and made printable.
    const { path, expected, found } = firstIssue(error, value);
    throw invalidInput('a message that breaks its schema', {
      where: printable([where, path].filter((part) => part !== '').join(': '), 200),
      expected: printable(expected, 200),
      found: excerpt(found),
    });
  }
  // Under another key it lies in a partition of others, where nothing keeps its order.
  const expected = keyOf(message);
  if (key === undefined || key === expected) return message as MessagesByTopic[T];
  throw invalidInput('a message under a key that is not its own', {
    where,
    expected: excerpt(expected),
    found: excerpt(key),
  });
}

function parsedJson(topic: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidInput('a message that is no JSON', { where: topic, found: excerpt(text), cause });
  }
}
