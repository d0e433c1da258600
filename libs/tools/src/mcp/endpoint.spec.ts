/** Sessions of earlier revisions: their limit, and that they end with their capability. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CapabilityHost } from './capability-host.js';
import { asClient, initialize, send } from './raw-request.fixture.js';
import { capabilityAt, connected } from './served-tools.fixture.js';

let host: CapabilityHost;
beforeAll(async () => {
  host = await CapabilityHost.listen();
});
afterAll(() => host.close());

/** The id of a new session. */
async function opened(url: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: asClient,
    body: initialize('2025-11-25'),
  });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

const list = (url: string, session: string) =>
  send(url, {
    headers: { ...asClient, 'mcp-session-id': session },
    body: '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
  });

describe('sessions', () => {
  it('are gone when their client closes them', async () => {
    const minted = host.mint(capabilityAt(7));
    const session = await opened(minted.url);
    expect((await list(minted.url, session)).status).toBe(200);
    const headers = { ...asClient, 'mcp-session-id': session };
    expect((await send(minted.url, { method: 'DELETE', headers })).status).toBe(200);
    expect((await list(minted.url, session)).status).toBe(404);
    minted.end();
  });

  it('are sixteen at most: the oldest goes', async () => {
    const minted = host.mint(capabilityAt(7));
    const sessions: string[] = [];
    for (let count = 0; count < 17; count += 1) sessions.push(await opened(minted.url));
    const answers = await Promise.all(sessions.map((session) => list(minted.url, session)));
    expect(answers.map(({ status }) => status)).toEqual([404, ...sessions.slice(1).map(() => 200)]);
    minted.end();
  });

  it('are of one address: no other answers to them', async () => {
    const first = host.mint(capabilityAt(1));
    const second = host.mint(capabilityAt(2));
    const session = await opened(first.url);
    expect((await list(second.url, session)).status).toBe(404);
    for (const minted of [first, second]) minted.end();
  });

  it('end with their capability, and so do the streams that a client holds open', async () => {
    const minted = host.mint(capabilityAt(7));
    const session = await opened(minted.url);
    const headers = { accept: 'text/event-stream', 'mcp-session-id': session };
    const stream = await fetch(minted.url, { headers });
    expect(stream.status).toBe(200);
    minted.end();
    await expect(stream.text()).resolves.toBe('');
    expect((await list(minted.url, session)).status).toBe(404);
  });
});

describe('subscriptions of the later era', () => {
  it('end with the capability', async () => {
    const minted = host.mint(capabilityAt(7));
    const client = await connected(minted.url, '2026-07-28');
    const subscription = await client.listen({ toolsListChanged: true });
    minted.end();
    await expect(subscription.closed).resolves.toBe('graceful');
    await client.close();
  });
});
