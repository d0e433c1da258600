/** Outgoing messages: keyed, encoded, and within the size limit of topics. */

import { dueInAll, isPrelude } from '#contracts';
import type { CallsMade } from '#contracts/streams/calls';
import { keyOf, type MessagesByTopic } from '#contracts/streams/catalogue';
import type { Decisions, Events } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { messageBytesMax, type OutgoingMessage } from '#event-log';

/** Reserves room for key and headers next to the text of a message. */
const valueBytesMax = messageBytesMax - 2_000;

export function outgoing<T extends TopicName>(
  topic: T,
  message: MessagesByTopic[T],
): OutgoingMessage {
  return { topic, key: keyOf(message), value: JSON.stringify(message) };
}

/** Decisions as one message, or several if one would be too large; how they are split makes no difference. */
export const outgoingDecisions = (message: Decisions): OutgoingMessage[] =>
  inParts('agent.decisions', message, halvesOfDecisions);

/** Tool calls as one message, or several if one would be too large. */
export const outgoingCalls = (message: CallsMade): OutgoingMessage[] =>
  inParts('agent.calls', message, halvesOfCalls);

/** Events as one message, or several if one would be too large. */
export const outgoingEvents = (message: Events): OutgoingMessage[] =>
  inParts('portfolio.events', message, halvesOfEvents);

/** Encodes first and splits only if the text is too large: most messages fit. */
function inParts<T extends TopicName, M extends MessagesByTopic[T]>(
  topic: T,
  message: M,
  halves: (message: M) => readonly M[],
): OutgoingMessage[] {
  const whole = outgoing(topic, message);
  if (Buffer.byteLength(whole.value) <= valueBytesMax) return [whole];
  const parts = halves(message);
  return parts.length < 2 ? [whole] : parts.flatMap((part) => inParts(topic, part, halves));
}

/** What precedes a decision stays with it: a watermark at its as-of means that the decision was sent. */
function halvesOfDecisions(message: Decisions): readonly Decisions[] {
  const { first, decisions } = message;
  const ends = decisions.flatMap((event, index) => (isPrelude(event) ? [] : [index + 1]));
  const at = ends[middleOf(ends) - 1] ?? decisions.length;
  if (at === decisions.length) return [message];
  const before = decisions.slice(0, at);
  const watermark = before.at(-1)?.asOf ?? message.watermark;
  return [
    { ...message, decisions: before, watermark },
    { ...message, first: first + dueInAll(before), decisions: decisions.slice(at) },
  ];
}

function halvesOfCalls(message: CallsMade): readonly CallsMade[] {
  const { calls } = message;
  const at = middleOf(calls);
  if (at === calls.length) return [message];
  return [
    { ...message, calls: calls.slice(0, at) },
    { ...message, calls: calls.slice(at) },
  ];
}

function halvesOfEvents(message: Events): readonly Events[] {
  const { first, events } = message;
  const at = middleOf(events);
  if (at === events.length) return [message];
  return [
    { ...message, events: events.slice(0, at), hash: null },
    { ...message, first: first + at, events: events.slice(at) },
  ];
}

const middleOf = ({ length }: readonly unknown[]): number => Math.ceil(length / 2);
