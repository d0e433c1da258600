/**
 * The feed in a recording: data missed in an outage is fetched; the folder replays the same facts
 * and holds no key.
 */

import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.fixture.js';
import { microsPerMilli } from '#values';
import { describedFeed } from '../feed-description.fixture.js';
import { systemClock } from '../port/feed-clock.js';
import { readFacts } from '../recording/fact-words.fixture.js';
import { openLiveRecording } from '../recording/open-live-recording.js';
import { readRecording } from '../recording/read-recording.fixture.js';
import { openAlpacaFeed } from './alpaca-feed.js';
import type { AlpacaConnection } from './channels.js';
import { Facts, credentials, openFeed, symbols } from '#venue/served-facts.fixture';

const allBytes = (folder: string): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name))),
  );

it.each(['msgpack', 'json'])('loses nothing to a broken connection, in %s', async (encoding) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-alpaca-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { feed: served } = await openFeed({ faults: { disconnect: { everyMessages: 2 } } });
  const { stream, rest } = served.server.address;
  const lines = `kind: alpaca\nfeed: crypto\nencoding: ${encoding}\nchannels: [trades]`;
  const described = describedFeed(`${lines}\nstream: ${stream}\nrest: ${rest}`);
  const description = { ...described, symbols };
  const env = { APCA_API_KEY_ID: credentials.key, APCA_API_SECRET_KEY: credentials.secret };
  const connection = description.feed as AlpacaConnection;
  const feed = await openAlpacaFeed(connection, { description, directory: folder, env });
  const recording = await openLiveRecording({
    folder: join(folder, 'recording'),
    description,
    feed,
    now: () => Date.now() * microsPerMilli,
    sleep: systemClock.sleep,
    takeLock: () => undefined,
  });
  const facts: string[] = [];
  const done = readFacts(recording.source, facts);
  const trades = (): string[] => facts.filter((fact) => fact.includes(' trade '));

  await eventually(() => expect(recording.status().connected).toBe(true));
  await served.publish(new Facts().trade(1, 1).trade(2, 2).columns);
  // No client is connected now.
  await served.publish(new Facts().trade(3, 3).columns);
  await eventually(() => expect(trades()).toHaveLength(3));
  await eventually(() => expect(recording.status().gapsRepaired).toBe(1));
  await served.publish(new Facts().trade(4, 4).columns);
  await eventually(() => expect(trades()).toHaveLength(4));
  expect(recording.status()).toMatchObject({ reconnects: 1, gapsLost: 0, unreadable: 0 });
  expect(recording.status().clockOffsetMs).not.toBeNull();
  await recording.end();
  await done;

  const again: string[] = [];
  const { source } = await readRecording(join(folder, 'recording'), { decoder: feed.decoder });
  await readFacts(source, again);
  expect(again).toEqual(facts);
  // The server drops the connection once more after the last trade: what follows is unknown.
  const gaps = facts.filter((fact) => fact.includes('feedGap'));
  expect(gaps.filter((gap) => !gap.includes('the recording was ended'))).toEqual([]);
  const bytes = allBytes(folder);
  expect(bytes.includes('BTC/USD')).toBe(true);
  expect(bytes.includes(credentials.key)).toBe(false);
  expect(bytes.includes(credentials.secret)).toBe(false);
});
