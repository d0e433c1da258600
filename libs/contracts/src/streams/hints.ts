/**
 * Hints: headers that describe a message for readers that do not decode it. The body is
 * authoritative.
 */

import { excerpt, invalidInput } from '#values';
import type { Message } from './catalogue.js';
import { isEarlierType } from './earlier-messages.js';
import type { TopicName } from './topics.js';

/** The headers, as the published documents describe them. Numbers are decimal. */
export const hintDocs = {
  type: 'The `type` of the message.',
  first: 'The `first` of the message, if it has one: the number of its first item.',
  count: 'How many facts, decisions, events or calls a message holds that lists them.',
};
export const hintNames = Object.keys(hintDocs) as readonly (keyof typeof hintDocs)[];
/** A number of up to 15 digits, which a double holds exactly. */
export const hintNumber = /^[0-9]{1,15}$/;

type Headers = Readonly<Record<string, string>>;

/** The headers of a message; `first` and `count` are left out if it has no such number. */
export function hintsOf(message: Message): Headers {
  const count = countIn(message);
  return {
    type: message.type,
    ...('first' in message && { first: `${message.first}` }),
    ...(count !== undefined && { count: `${count}` }),
  };
}

function countIn(message: Message): number | undefined {
  if (message.type === 'RawFacts' || message.type === 'TapeFacts') return message.facts.count;
  if (message.type === 'Decisions') return message.decisions.length;
  if (message.type === 'Events') return message.events.length;
  return message.type === 'CallsMade' ? message.calls.length : undefined;
}

/** Throws `InvalidInput`, naming the header, if one of these headers contradicts the message. */
export function requireHints(topic: TopicName, message: Message, headers: Headers): void {
  const hints = hintsOf(message);
  for (const name of hintNames) {
    const held = hints[name];
    const inHeader = headers[name];
    if (inHeader === undefined || inHeader === held) continue;
    if (name === 'type' && isEarlierType(topic, inHeader, message.type)) continue;
    throw invalidInput('a header that differs from its message', {
      where: `${topic}: ${message.type}: header ${name}`,
      expected: held === undefined ? 'none' : excerpt(held),
      found: excerpt(inHeader),
    });
  }
}

/** The number in a header from anywhere; undefined if there is none. */
export function hintedNumber(headers: Headers, name: 'first' | 'count'): number | undefined {
  const text = headers[name] ?? '';
  return hintNumber.test(text) ? Number(text) : undefined;
}
