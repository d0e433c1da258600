/**
 * What recordings publish, when, and that nothing is lost or blocked while the topics
 * are unavailable.
 */

import { describe, expect, it } from 'vitest';
import { parseMessage } from '#contracts/streams/catalogue';
import type { OutgoingMessage } from '#event-log';
import type { Claim, RecordedCall, RecordingStore } from '#llm';
import { claimedCall, endedAsk, openedAsk, recordedCall } from '#llm/calls/recorded-call.fixture';
import { unavailable } from '#values';
import { PublishedRecordings } from './published-recordings.js';

/** A store that returns `claim` for every call, and topics that first fail `failures` times. */
function placeWith({
  claim = { kind: 'claimed', tries: [] } as Claim,
  failures = 0,
  lost = [] as readonly RecordedCall[],
} = {}) {
  const published: OutgoingMessage[] = [];
  const order: string[] = [];
  const store: RecordingStore = {
    openAsk: async (opened) => {
      order.push('opened');
      return { opened, ended: null };
    },
    endLost: async () => [...lost],
    endAsk: async (ended) => {
      order.push('ended');
      return ended;
    },
    claim: async () => claim,
    finish: async () => void order.push('finished'),
    asksOf: async () => [],
    callsOf: async () => [],
    close: async () => void order.push('closed'),
  };
  const log = {
    append: async (messages: readonly OutgoingMessage[]) => {
      if (failures-- > 0) throw unavailable('the topics are away');
      published.push(...messages);
      order.push(...messages.map(({ value }) => parseMessage('agent.calls', value).type));
    },
  };
  return {
    published,
    order,
    recordings: new PublishedRecordings(store, log, { patienceMs: 5_000 }),
  };
}

describe('published recordings', () => {
  it('tell of calls that a gateway left behind when it died', async () => {
    const { recordings, order } = placeWith({ lost: [recordedCall({ response: null })] });
    await recordings.openAsk(openedAsk());
    await recordings.endLost(openedAsk());
    await recordings.endAsk(endedAsk());
    expect(order).toEqual(['opened', 'AskOpened', 'ModelCalled', 'ended', 'AskEnded']);
  });

  it('are on the topic before the attempt is open, and whole when it has ended', async () => {
    const { recordings, order, published } = placeWith();
    await recordings.openAsk(openedAsk());
    expect(order).toEqual(['opened', 'AskOpened']);
    await recordings.claim(claimedCall());
    await recordings.finish(recordedCall());
    await recordings.endAsk(endedAsk());
    expect(order.filter((word) => word !== 'finished' && word !== 'ended')).toEqual([
      'opened',
      'AskOpened',
      'ModelCalled',
      'AskEnded',
    ]);
    const { run } = openedAsk();
    expect(published.map(({ key }) => key)).toEqual([run, run, run]);
    const called = published.map(({ value }) => value)[1] ?? '';
    expect(parseMessage('agent.calls', called)).toMatchObject({
      ordinal: 1,
      status: 200,
      usage: { input: 10 },
      tries: [{ outcome: 'answered' }],
    });
    // Bodies stay in the recording.
    expect(called).not.toContain('message_start');
    expect(called).not.toContain('"content"');
  });

  it('publish a call that was recorded before, once', async () => {
    const claim: Claim = { kind: 'recorded', call: recordedCall() };
    const { recordings, order } = placeWith({ claim });
    await recordings.openAsk(openedAsk());
    await recordings.claim(claimedCall());
    await recordings.claim(claimedCall());
    await recordings.endAsk(endedAsk());
    expect(order.filter((word) => word === 'ModelCalled')).toHaveLength(1);
  });

  it('wait for topics that are away, and lose nothing', async () => {
    const { recordings, order } = placeWith({ failures: 2 });
    await recordings.openAsk(openedAsk());
    expect(order).toEqual(['opened', 'AskOpened']);
  });

  it('open no attempt while the topics stay away', async () => {
    const { recordings } = placeWith({ failures: Infinity });
    const opening = recordings.openAsk(openedAsk());
    await recordings.close();
    await expect(opening).rejects.toMatchObject({ code: 'Unavailable' });
  });
});
