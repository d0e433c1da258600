/** Decisions, calls and events as messages within the size limit of topics. */

import { dueIn, isPrelude, type CallsMade } from '#contracts';
import type { Decisions, Events } from '#contracts/streams/runs';
import { outgoing, type OutgoingMessage } from '#event-log';
import { inPieces } from './pieces.js';

/** Maximum decisions, events or calls per message. */
const most = 2_000;

/**
 * Decisions as one message, or several if one would be too large; how they are split makes no
 * difference. What precedes a decision stays with it: a watermark at its as-of means that the
 * decision was sent.
 */
export function outgoingDecisions(message: Decisions): OutgoingMessage[] {
  const { decisions } = message;
  // Where each decision with what precedes it ends in the list, and the number after it.
  const ends: number[] = [];
  const numbers: number[] = [];
  let number = message.first;
  for (const [index, event] of decisions.entries()) {
    number += dueIn(event);
    if (isPrelude(event)) continue;
    ends.push(index + 1);
    numbers.push(number);
  }
  return inPieces({ from: 0, to: ends.length, most }, (from, to) => {
    const begin = ends[from - 1] ?? 0;
    const isLast = to === ends.length;
    const part = decisions.slice(begin, isLast ? undefined : ends[to - 1]);
    return outgoing('agent.decisions', {
      ...message,
      first: numbers[from - 1] ?? message.first,
      decisions: part,
      watermark: isLast ? message.watermark : (part.at(-1)?.asOf ?? message.watermark),
    });
  });
}

/** Tool calls as one message, or several if one would be too large. */
export const outgoingCalls = (message: CallsMade): OutgoingMessage[] =>
  inPieces({ from: 0, to: message.calls.length, most }, (from, to) =>
    outgoing('agent.calls', { ...message, calls: message.calls.slice(from, to) }),
  );

/** Events as one message, or several if one would be too large. */
export const outgoingEvents = (message: Events): OutgoingMessage[] =>
  inPieces({ from: 0, to: message.events.length, most }, (from, to) =>
    outgoing('portfolio.events', {
      ...message,
      first: message.first + from,
      events: message.events.slice(from, to),
      hash: to === message.events.length ? message.hash : null,
    }),
  );
