/**
 * What a source repeats after a restart of the recorder is on the tape once, as without a restart.
 */

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFailure } from '#values';
import { describedFeed, feedSecret, secretEnv } from '../feed-description.fixture.js';
import { systemClock } from '../port/feed-clock.js';
import type { FeedDescription } from '../port/feed-description.js';
import { openFeed } from '../open/open-feed.js';
import { readFacts } from './fact-words.fixture.js';
import { openLiveRecording } from './open-live-recording.js';
import { readFrames, readRecording } from './read-recording.fixture.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repeated-messages-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Neither number nor id: only the source can tell that a message is a repeat. */
const mapping = (each = '') => `mappings:
  - kind: trade
    fields: {symbol: s, at: t, price: p, size: q}
${each}`;
const trade = (price: number) => ({ s: 'AAA', t: Date.now(), p: price, q: 1 });

/** Records until the steps are done; another recorder can then continue. */
async function recorded(description: FeedDescription, steps: () => Promise<void>): Promise<void> {
  const before = connectedTo().length;
  const feed = await openFeed({ description, directory: '.', env: secretEnv });
  const now = (): number => Date.now() * 1000;
  const takeLock = () => undefined;
  const { sleep } = systemClock;
  const recording = await openLiveRecording({ folder, description, feed, now, sleep, takeLock });
  const reading = readFacts(recording.source, []).catch((error: unknown) => {
    if (!isFailure(error, 'Unavailable')) throw error;
  });
  await expect.poll(() => connectedTo().length).toBe(before + 1);
  await steps();
  await recording.close();
  await reading;
}

async function pricesOnTape(): Promise<number[]> {
  const facts: string[] = [];
  await readFacts((await readRecording(folder)).source, facts);
  return facts.flatMap((fact) => {
    const [, price] = / trade .* \[null,null,null,(\d+),/.exec(fact) ?? [];
    return price === undefined ? [] : [Number(price)];
  });
}

/** Addresses of the connections that are stored, oldest first. */
const connectedTo = (): string[] =>
  [...readFrames(folder)].flatMap((frame) =>
    frame.kind === 'note' && frame.note.note === 'connected' ? [frame.note.to] : [],
  );

const framesStored = (): number =>
  [...readFrames(folder)].filter(({ kind }) => kind === 'data').length;

it('stores the body of a poll once, when it is the same after a restart', async () => {
  let asked = 0;
  let body = JSON.stringify([trade(1), trade(2), trade(3)]);
  const server = createServer((_, response) => {
    asked++;
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const each = "    each: '$'\n";
  const description = describedFeed(`kind: poll\nurl: ${url}\neveryMs: 100\n${mapping(each)}`);
  const polled = async (): Promise<void> => {
    const before = asked;
    await expect.poll(() => asked).toBeGreaterThan(before + 2);
  };
  await recorded(description, polled);
  await recorded(description, polled);
  expect(await pricesOnTape()).toEqual([1, 2, 3]);
  body = JSON.stringify([trade(4)]);
  await recorded(description, polled);
  await recorded(description, polled);
  expect(await pricesOnTape()).toEqual([1, 2, 3, 4]);
  expect(framesStored()).toBe(2);
  server.closeAllConnections();
  server.close();
});

it('confirms a delivery again after a restart, and stores it once', async () => {
  const secret = 'port: 0\nsecret: {env: FEED_SECRET}';
  const description = describedFeed(`kind: webhook\n${secret}\n${mapping()}`);
  const bodies = new Map<string | undefined, string>();
  const post = async (id?: string): Promise<number> => {
    const body = bodies.get(id) ?? JSON.stringify(trade(bodies.size + 1));
    bodies.set(id, body);
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': createHmac('sha256', feedSecret).update(body).digest('hex'),
      ...(id === undefined ? {} : { 'webhook-id': id }),
    };
    return (await fetch(connectedTo().at(-1) ?? '', { method: 'POST', headers, body })).status;
  };
  await recorded(description, async () => {
    // Copies may come while the first is being stored.
    expect(await Promise.all([post('d-1'), post('d-1'), post('d-1')])).toEqual([202, 202, 202]);
    expect(await post('d-2')).toBe(202);
  });
  await recorded(description, async () => {
    expect(await Promise.all([post('d-1'), post('d-2'), post('d-3')])).toEqual([202, 202, 202]);
  });
  await recorded(description, async () => {
    expect(await post('d-3')).toBe(202);
    // A sender without ids means every message.
    expect([await post(), await post()]).toEqual([202, 202]);
  });
  expect((await pricesOnTape()).toSorted()).toEqual([1, 2, 3, 4, 4]);
  expect(framesStored()).toBe(5);
});
