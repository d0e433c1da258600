/** The status of a recording shows why its feed waits, and until when. */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../port/feed-clock.js';
import { describedFeed, secretEnv, tradeMapping } from '../feed-description.fixture.js';
import { openFeed } from '../open/open-feed.js';
import { openLiveRecording } from './open-live-recording.js';

it('of a poll whose server asks for a pause', async () => {
  let isBusy = false;
  const server = createServer((_, response) => {
    if (isBusy) response.writeHead(429, { 'retry-after': '600' });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const folder = await mkdtemp(join(tmpdir(), 'waiting-feed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const description = describedFeed(`kind: poll\nurl: ${url}\neveryMs: 100\n${tradeMapping}`);
  const feed = await openFeed({ description, directory: '.', env: secretEnv });
  const now = (): number => Date.now() * 1000;
  const { sleep } = systemClock;
  const takeLock = () => undefined;
  const recording = await openLiveRecording({ folder, description, feed, now, sleep, takeLock });
  await expect.poll(() => recording.status().connected).toBe(true);
  expect(recording.status().waitsFor).toBeNull();
  isBusy = true;
  await expect
    .poll(() => recording.status().waitsFor)
    .toMatch(/^status 429: \{\}, asked again at \d\d:\d\d:\d\dZ$/);
  await recording.close();
});
