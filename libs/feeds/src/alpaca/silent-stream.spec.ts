/**
 * A stream that answers pings but delivers no data: the history shows what is missing, and the
 * stream is reopened.
 */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { isFailure, microsPerMilli } from '#values';
import { HeldClock } from '../feed-clock.fixture.js';
import { describedFeed } from '../feed-description.fixture.js';
import { feedDescriptionSchema } from '../port/feed-description.js';
import type { FeedNote } from '../port/feed.js';
import { readFacts } from '../recording/fact-words.fixture.js';
import { openLiveRecording, type OpenRecording } from '../recording/open-live-recording.js';
import { readFrames, readRecording } from '../recording/read-recording.fixture.js';
import { openAlpacaFeed } from './alpaca-feed.js';
import type { AlpacaConnection } from './channels.js';
import { Facts, credentials, noon, openFeed, symbols } from '#venue/served-facts.fixture';

interface Recorded {
  readonly served: Awaited<ReturnType<typeof openFeed>>['feed'];
  readonly recording: OpenRecording;
  /** Prices of trades on the tape, those of corrections too. */
  readonly prices: () => number[];
  /** Advances the clock a second at a time until the condition holds. */
  readonly until: (holds: () => void) => Promise<void>;
  /** Advances the clock by this much, a second at a time. */
  readonly pass: (ms: number) => Promise<void>;
  readonly folder: string;
  /** The facts of a replay; ends the recording. */
  readonly replayed: () => Promise<{ before: string[]; after: string[] }>;
}

async function record({ faults, more = {} }: { faults: object; more?: object }): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-silent-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clock = new HeldClock(noon / microsPerMilli);
  const answers = answersToPings();
  const { feed: served } = await openFeed({ faults, nowMs: clock.now });
  const { stream, rest } = served.server.address;
  const lines = `kind: alpaca\nfeed: crypto\nchannels: [trades, news]\nencoding: json`;
  const description = feedDescriptionSchema.parse({
    ...describedFeed(`${lines}\nstream: ${stream}\nrest: ${rest}`),
    symbols,
    reconcileEveryMs: 30_000,
    ...more,
  });
  const env = { APCA_API_KEY_ID: credentials.key, APCA_API_SECRET_KEY: credentials.secret };
  const connection = description.feed as AlpacaConnection;
  const feed = await openAlpacaFeed(connection, { description, directory: folder, env }, clock);
  const { now, sleep } = clock.micros;
  const takeLock = () => undefined;
  const recording = await openLiveRecording({ folder, description, feed, now, sleep, takeLock });
  const before: string[] = [];
  const done = readFacts(recording.source, before).catch((error: unknown) => {
    if (!isFailure(error, 'Unavailable')) throw error;
  });
  onTestFinished(() => recording.close());
  await vi.waitFor(() => expect(notesIn(folder, 'connected')).toHaveLength(2), 120_000);
  const step = async (): Promise<void> => {
    await clock.advance(1000);
    await Promise.all(answers.splice(0));
    await vi.waitFor(() => {
      const { connected, waitsFor } = recording.status();
      expect(connected || typeof waitsFor === 'string').toBe(true);
    }, 120_000);
  };
  return {
    served,
    recording,
    folder,
    prices: () =>
      before.flatMap((fact) => {
        const [, price] = /(?:trade .* \[null,null,null,|"trade":\{"price":)(\d+)/.exec(fact) ?? [];
        return price === undefined ? [] : [Number(price)];
      }),
    until: (holds) =>
      vi.waitFor(
        async () => {
          await step();
          holds();
        },
        { timeout: 30_000, interval: 5 },
      ),
    pass: async (ms) => {
      for (let left = ms; left > 0; left -= 1000) await step();
    },
    replayed: async () => {
      await recording.end();
      await done;
      const after: string[] = [];
      await readFacts((await readRecording(folder)).source, after);
      return { before, after };
    },
  };
}

/**
 * From now on each ping must be answered. Both travel over a real socket, and if a test advanced
 * the clock meanwhile, a live connection would look dead.
 */
function answersToPings(): Promise<unknown>[] {
  const answers: Promise<unknown>[] = [];
  const { ping } = WebSocket.prototype;
  const spy = vi.spyOn(WebSocket.prototype, 'ping').mockImplementation(function (this: WebSocket) {
    const settled = new AbortController();
    const { signal } = settled;
    const answer = Promise.race([once(this, 'pong', { signal }), once(this, 'close', { signal })]);
    answers.push(answer.catch(() => undefined).finally(() => settled.abort()));
    ping.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return answers;
}

const notesIn = (folder: string, name: FeedNote['note']): FeedNote[] =>
  [...readFrames(folder)].flatMap((frame) =>
    frame.kind === 'note' && frame.note.note === name ? [frame.note] : [],
  );

const reasonsIn = (folder: string): string[] =>
  notesIn(folder, 'disconnected').flatMap((note) => ('reason' in note ? [note.reason] : []));

const missedReason = 'the history has items that did not come';

it('is compared up to now, and connected again as soon as something was missed', async () => {
  const faults = { silence: { everyMessages: 2, seconds: 900 } };
  const { served, recording, prices, until, folder, replayed } = await record({ faults });
  await served.publish(new Facts().trade(0.1, 100).columns);
  await until(() => expect(prices()).toEqual([100]));
  // Silence begins with the second message.
  await served.publish(new Facts().trade(1, 101).trade(2, 102).columns);
  await until(() => expect(prices()).toEqual([100, 101, 102]));
  await until(() => expect(recording.status().reconnects).toBeGreaterThan(0));
  expect(recording.status()).toMatchObject({ unreadable: 0, late: 0 });
  expect(recording.status().reconciled).toBeGreaterThan(0);
  // News is rare: its stream stays open.
  expect(new Set(reasonsIn(folder))).toEqual(new Set([missedReason]));
  const { before, after } = await replayed();
  expect(after).toEqual(before);
});

it('is compared although it never brought anything', async () => {
  const { served, recording, prices, until, replayed } = await record({ faults: { drop: 1 } });
  await served.publish(new Facts().trade(1, 101).trade(2, 102).columns);
  await until(() => expect(prices()).toEqual([101, 102]));
  await until(() => expect(recording.status().reconnects).toBeGreaterThan(0));
  const { before, after } = await replayed();
  expect(after).toEqual(before);
});

it('stays connected when the history has nothing either, for as long as it may be silent', async () => {
  const { served, recording, prices, until, pass, folder } = await record({
    faults: {},
    more: { silenceMs: 300_000 },
  });
  await served.publish(new Facts().trade(0.1, 100).columns);
  await until(() => expect(prices()).toEqual([100]));
  await pass(240_000);
  expect(recording.status().reconnects).toBe(0);
  await until(() => expect(recording.status().reconnects).toBe(1));
  expect(reasonsIn(folder)).toEqual(['no data came for 300000 ms']);
});

it('may be silent while the market is closed', async () => {
  // Noon in UTC is before the open in New York.
  const { recording, pass } = await record({
    faults: {},
    more: { silenceMs: 60_000, calendar: 'XNYS' },
  });
  await pass(1_200_000);
  expect(recording.status()).toMatchObject({ connected: true, reconnects: 0 });
});
