/**
 * Every message by topic and type: the basis for encoding, parsing, published schemas and
 * compatibility checks.
 */

import type { z } from 'zod';
import { excerpt, invalidInput, printable } from '#values';
import { firstIssue } from '../parsing/schema-issue.js';
import { valueAt } from '../parsing/value-at.js';
import { callMessages } from './calls.js';
import { deadLetterMessages } from './dead-letters.js';
import { upcast } from './earlier-messages.js';
import { marketMessages } from './market.js';
import { runMessages } from './runs.js';
import type { TopicName } from './topics.js';

const schemas = { ...marketMessages, ...runMessages, ...callMessages, ...deadLetterMessages };

/** The messages allowed on each topic. */
export type MessagesByTopic = {
  [T in TopicName]: z.infer<(typeof schemas)[T][keyof (typeof schemas)[T]]>;
};
export type Message = MessagesByTopic[TopicName];

/** The schemas of each topic by the message's `type`. */
export const messageSchemas: Readonly<
  Record<TopicName, Readonly<Record<string, z.ZodType<Message>>>>
> = schemas;

/** The key that preserves a message's order. */
export function keyOf(message: Message): string {
  if (message.type === 'ScenarioSubmitted') return message.submission;
  if (message.type === 'DeadLetter') return message.topic;
  return 'run' in message ? message.run : message.tape;
}

/**
 * Parses an external message, of an earlier version too, to its form of today. Throws
 * `InvalidInput`, naming the topic and the member, if it is not JSON, has an unknown type or
 * version, does not match its schema, or has another key than its own, if `key` is given.
 */
export function parseMessage<T extends TopicName>(
  topic: T,
  text: string,
  key?: string,
): MessagesByTopic[T] {
  const value = upcast(topic, parsedJson(topic, text));
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
    // External keys and texts are truncated and made printable.
    const { path, expected, found } = firstIssue(error, value);
    throw invalidInput('a message that breaks its schema', {
      where: printable([where, path].filter((part) => part !== '').join(': '), 200),
      expected: printable(expected, 200),
      found: excerpt(found),
    });
  }
  // Under another key it is in a partition of other messages, where its order is not preserved.
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
    throw invalidInput('the message is not valid JSON', {
      where: topic,
      found: excerpt(text),
      cause,
    });
  }
}
