/** A run is scored once, however often and wherever scoring dies and begins again. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { messageExamples } from '#contracts/streams/message-examples';
import type { TopicName } from '#contracts/streams/topics';
import { JournalChain, type MessageBatch, type OutgoingMessage, type Unread } from '#event-log';
import { outgoing } from './outgoing.js';
import { ScoringProcessor } from './scoring-processor.js';

const long = 'a'.repeat(64);
const short = 'b'.repeat(64);

const [example] = messageExamples['portfolio.events'];
if (example === undefined) throw new Error('no example');
const opened: JournalEvent = {
  type: 'RunOpened',
  asOf: 0,
  time: 0,
  semantics: 1,
  capital: 100_000,
  currency: 'USD',
  symbols: ['AAPL'],
  portfolio: false,
  policy: JSON.stringify({ size: 'all-in', basis: 'capital' }),
  sessionsPerYear: 252,
};
/** Nothing was bought: all of the capital is cash. */
const whole = [
  opened,
  ...example.events.map((event) =>
    event.type === 'MarkTaken' ? { ...event, cash: 100_000, gross: 0, net: 0 } : event,
  ),
];

function hashOf(events: readonly JournalEvent[]): string {
  const chain = new JournalChain();
  for (const event of events) chain.append(event);
  return chain.close();
}

const eventsOf = (run: string, events: readonly JournalEvent[], hash: string | null) =>
  outgoing('portfolio.events', {
    type: 'Events',
    version: 1,
    run,
    first: 1,
    events: [...events],
    hash,
  });

/** A run that has begun, and behind it one that has ended. */
const journals = [eventsOf(long, [opened], null), eventsOf(short, whole, hashOf(whole))];

const batchOf = (
  topic: TopicName,
  messages: readonly OutgoingMessage[],
  from = 0,
): MessageBatch => ({
  topic,
  partition: 0,
  endOffset: messages.length,
  messages: messages.slice(from).map((message, index) => ({
    ...message,
    partition: 0,
    offset: from + index,
    headers: {},
    timestampMs: 0,
  })),
});

/** Opened where both topics end, with so much of them unread as lies behind the places. */
function scoringFrom(places: Readonly<Record<string, number>>, scores: readonly OutgoingMessage[]) {
  const scoring = new ScoringProcessor();
  const ends = { 'portfolio.events': journals.length, scores: scores.length } as const;
  const unread: Unread = new Map(
    (['portfolio.events', 'scores'] as const)
      .filter((topic) => (places[topic] ?? 0) < ends[topic])
      .map((topic) => [topic, ends[topic]]),
  );
  scoring.open(0, unread.has('scores') ? ends.scores : 0, unread);
  return scoring;
}

const placesOf = (scoring: ScoringProcessor): Record<string, number> =>
  Object.fromEntries(scoring.restartAt(0).map(({ topic, offset }) => [topic, offset]));

describe('scoring', () => {
  it('sends the figures of what has ended', () => {
    const scores = scoringFrom({}, []).receive(batchOf('portfolio.events', journals));
    expect(scores.map(({ topic, key }) => [topic, key])).toEqual([['scores', short]]);
  });

  it.each([
    ['before it has read a journal', 0],
    ['between the one that goes on and the one that has ended', 1],
    ['when it has read all of them', 2],
  ])('that dies %s does not send them again', (_, read) => {
    const scores = scoringFrom({}, []).receive(batchOf('portfolio.events', journals));
    const second = scoringFrom({}, scores);
    second.receive(batchOf('scores', scores));
    if (read > 0) {
      expect(second.receive(batchOf('portfolio.events', journals.slice(0, read)))).toEqual([]);
    }
    const places = placesOf(second);
    const third = scoringFrom(places, scores);
    const left = batchOf('scores', scores, places['scores'] ?? 0);
    if (left.messages.length > 0) expect(third.receive(left)).toEqual([]);
    const again = batchOf('portfolio.events', journals, places['portfolio.events'] ?? 0);
    expect(again.messages.length).toBeGreaterThan(0);
    expect(third.receive(again)).toEqual([]);
  });
});
