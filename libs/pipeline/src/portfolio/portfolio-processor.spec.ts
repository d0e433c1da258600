/** A portfolio refuses to continue runs begun by an engine with other semantics, and reports it. */

import { describe, expect, it } from 'vitest';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { outgoing, type MessageBatch, type OutgoingMessage } from '#event-log';
import { PortfolioProcessor } from './portfolio-processor.js';

const example = messageExamples.runs.find(({ type }) => type === 'RunSubmitted') as RunSubmitted;
const [journal] = messageExamples['portfolio.events'];
if (journal === undefined) throw new Error('no example');
const run = 'a'.repeat(64);
const earlier = outgoing('runs', { ...example, run, semantics: 1 });
const cancelled = outgoing('runs', { type: 'RunCancelled', version: 1, run, reason: 'enough' });
const tapeOf = (end: 'TapeFailed' | undefined): OutgoingMessage[] =>
  messageExamples['market.tape']
    .filter(({ type }) => type === 'TapeOpened' || type === end)
    .map((message) => outgoing('market.tape', { ...message, tape: example.tape }));
const closed = outgoing('portfolio.events', { ...journal, run, first: 1 });

function batchOf(
  topic: TopicName,
  messages: readonly OutgoingMessage[],
  endOffset = messages.length,
): MessageBatch {
  const stored = messages.map((message, offset) => {
    return { ...message, partition: 0, offset, headers: {}, timestampMs: 0 };
  });
  return { topic, partition: 0, messages: stored, nextOffset: stored.length, endOffset };
}

/** A portfolio that finds these messages when it starts. */
async function started(
  runs: readonly OutgoingMessage[],
  events: readonly OutgoingMessage[],
  order: readonly TopicName[],
  tape = tapeOf(undefined),
): Promise<PortfolioProcessor> {
  const portfolio = new PortfolioProcessor();
  const unread = [
    ['runs', runs.length],
    ['portfolio.events', events.length],
  ] as const;
  portfolio.open(0, events.length, new Map(unread.filter(([, length]) => length > 0)));
  for (const topic of order) {
    const messages = topic === 'runs' ? runs : events;
    if (messages.length > 0) await portfolio.receive(batchOf(topic, messages));
  }
  await portfolio.tapeBatch(batchOf('market.tape', tape));
  return portfolio;
}

const orders: readonly (readonly TopicName[])[] = [
  ['runs', 'portfolio.events'],
  ['portfolio.events', 'runs'],
];

describe.each(orders)('a portfolio that reads %s first', (...order) => {
  it('does not start when a run of semantics 1 is unfinished', async () => {
    const { events, ...rest } = journal;
    const begun = outgoing('portfolio.events', {
      ...rest,
      run,
      first: 1,
      events: events.slice(0, 1),
      hash: null,
    });
    for (const said of [[], [begun]]) {
      await expect(started([earlier], said, order)).rejects.toMatchObject({
        code: 'Conflict',
        message: expect.stringMatching(
          /unfinished runs of another version.*semantics 2; let the version.*found semantics 1/,
        ),
      });
    }
  });

  it('starts at its end if it is finished or unneeded, or its tape has failed', async () => {
    for (const [asked, said, tape] of [
      [[earlier], [closed], tapeOf(undefined)],
      [[earlier, cancelled], [], tapeOf(undefined)],
      [[earlier], [], tapeOf('TapeFailed')],
    ] as const) {
      const portfolio = await started(asked, said, order, tape);
      // It holds nothing back: a successor need not read it again.
      const places = portfolio.restartAt(0).map(({ topic, offset }) => [topic, offset]);
      expect(places).toContainEqual(['runs', asked.length]);
    }
  });
});
