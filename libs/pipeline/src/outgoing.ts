/** Messages on their way out: keyed, encoded, and no larger than topics take. */

import { dueInAll } from '#contracts';
import { keyOf, type MessagesByTopic } from '#contracts/streams/catalogue';
import type { Decisions, Events } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { messageBytesMax, type OutgoingMessage } from '#event-log';

/** Room for key and headers beside the text of a message. */
const valueBytesMax = messageBytesMax - 2_000;

export function outgoing<T extends TopicName>(
  topic: T,
  message: MessagesByTopic[T],
): OutgoingMessage {
  return { topic, key: keyOf(message), value: JSON.stringify(message) };
}

/** Decisions as one message, or several if one would be too large; how they are split makes no difference. */
export const outgoingDecisions = (message: Decisions): OutgoingMessage[] =>
  inParts('agent.decisions', message, message.decisions.length, halvesOfDecisions);

/** Events as one message, or several if one would be too large. */
export const outgoingEvents = (message: Events): OutgoingMessage[] =>
  inParts('portfolio.events', message, message.events.length, halvesOfEvents);

/** Encodes first and splits only if the text is too large: most messages fit. */
function inParts<T extends TopicName, M extends MessagesByTopic[T]>(
  topic: T,
  message: M,
  items: number,
  halves: (message: M, at: number) => readonly [M, M],
): OutgoingMessage[] {
  const whole = outgoing(topic, message);
  if (items < 2 || Buffer.byteLength(whole.value) <= valueBytesMax) return [whole];
  const at = Math.ceil(items / 2);
  const [first, second] = halves(message, at);
  return [...inParts(topic, first, at, halves), ...inParts(topic, second, items - at, halves)];
}

function halvesOfDecisions(message: Decisions, at: number): readonly [Decisions, Decisions] {
  const before = message.decisions.slice(0, at);
  const watermark = before.at(-1)?.asOf ?? message.watermark;
  return [
    { ...message, decisions: before, watermark },
    {
      ...message,
      first: message.first + dueInAll(before),
      decisions: message.decisions.slice(at),
    },
  ];
}

const halvesOfEvents = (message: Events, at: number): readonly [Events, Events] => [
  { ...message, events: message.events.slice(0, at), hash: null },
  { ...message, first: message.first + at, events: message.events.slice(at) },
];
