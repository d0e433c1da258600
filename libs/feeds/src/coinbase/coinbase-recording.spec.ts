/** The recording of a day at Coinbase has each trade once, and reports what it could not fetch. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFailure } from '#values';
import { connectionOf, describedFeed } from '../feed-description.fixture.js';
import { readFacts } from '../recording/fact-words.fixture.js';
import { openLiveRecording } from '../recording/open-live-recording.js';
import { readRecording } from '../recording/read-recording.fixture.js';
import { openCoinbaseFeed } from './coinbase-feed.js';
import { CoinbaseServer } from './coinbase-server.fixture.js';

/**
 * How much faster than real time the recorder's clock runs: it waits a second before it
 * requests a gap.
 */
const haste = 50;

let server: CoinbaseServer;
let folder: string;
beforeEach(async () => {
  server = await CoinbaseServer.start();
  folder = await mkdtemp(join(tmpdir(), 'coinbase-recording-'));
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

it('records through drops, doubles and a restart of the server', async () => {
  const at = `stream: ws://${server.host}\nrest: http://${server.host}`;
  const description = describedFeed(`kind: coinbase\n${at}`, { symbols: 'BTC-USD' });
  const feed = await openCoinbaseFeed(connectionOf(description, 'coinbase'), { description });
  const began = performance.now();
  const recording = await openLiveRecording({
    folder,
    description,
    feed,
    now: () => (Date.UTC(2026, 3, 1, 15) + Math.floor((performance.now() - began) * haste)) * 1000,
    sleep: (ms, signal) => wait(ms / haste, undefined, { signal }),
    takeLock: () => undefined,
  });
  const facts: string[] = [];
  const reading = readFacts(recording.source, facts).catch((error: unknown) => {
    if (!isFailure(error, 'Unavailable')) throw error;
  });
  const prices = (): number =>
    new Set(facts.flatMap((fact) => /\d{3}\.5/.exec(fact)?.[0] ?? [])).size;

  await expect.poll(() => recording.status().connected).toBe(true);
  for (const how of ['sent', 'doubled', 'dropped', 'dropped', 'sent', 'dropped'] as const) {
    server.trade('BTC-USD', how);
  }
  server.heartbeat('BTC-USD');
  await expect.poll(prices).toBe(6);
  server.restart();
  for (let missed = 0; missed < 20; missed++) server.trade('BTC-USD', 'dropped');
  await expect.poll(prices).toBe(26);
  await expect.poll(() => recording.status().gapsOpen).toBe(0);

  const { duplicates, gapsRepaired, unreadable, reconnects } = recording.status();
  expect({ unreadable, reconnects }).toEqual({ unreadable: 0, reconnects: 1 });
  expect(duplicates).toBeGreaterThan(0);
  expect(gapsRepaired).toBeGreaterThan(0);
  await recording.end();
  await reading;
  expect(facts.filter((fact) => fact.includes('past best bids and asks'))).toHaveLength(1);
  expect(facts.filter((fact) => / (trade|correction) /.test(fact))).toHaveLength(26);

  const again: string[] = [];
  await readFacts((await readRecording(folder, { decoder: feed.decoder })).source, again);
  expect(again).toEqual(facts);
});
