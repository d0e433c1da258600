/**
 * A short outage of a gateway only delays a command; a long one costs no more than the
 * command's timeout.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Answer, fakeGateway } from './fake-gateway.fixture.js';
import { followRuns, openProgressScreen } from './progress-screen.js';
import { gatewayClient, timeoutMsOf } from './gateway-client.js';
import { clusterRun } from './run.fixture.js';

const schema = z.object({ a: z.number() });
const timeoutMs = 60_000;
const away: Answer = [503, { code: 'Unavailable', message: 'the database is not available' }];

describe('a gateway that is away', () => {
  it.each<[string, Answer, RegExp]>([
    [
      'without its database',
      away,
      /^the database is not available; trying again until \d\d:\d\d:\d\d$/,
    ],
    ['behind a proxy', [502, '<html>'], /status 502.*; trying again until /],
    [
      'in the middle of an answer',
      'broken',
      /broke off; expected a whole answer; found "terminated"; trying again until /,
    ],
  ])('is asked again, %s, and reports the outage once', async (_, failure, line) => {
    const { client, requests, notices } = await fakeGateway(
      (_request, number) => (number <= 2 ? failure : [200, { a: 7 }]),
      { timeoutMs },
    );
    expect(await client.post('/', {}, schema)).toEqual({ a: 7 });
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
    expect(notices).toEqual([expect.stringMatching(line), 'the gateway is back']);
  });

  it('is retried while nothing listens yet', async () => {
    const notices: string[] = [];
    const server = createServer((_, response) => response.end('{"a":1}'));
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    const { port } = server.address() as AddressInfo;
    await new Promise((settle) => server.close(settle));
    onTestFinished(() => void server.close());
    const address = { url: `http://127.0.0.1:${port}`, token: 't', tokenFile: 'f', words: [] };
    const notify = (line: string): void => {
      notices.push(line);
      if (notices.length === 1) server.listen(port, '127.0.0.1');
    };
    expect(await gatewayClient(address, { timeoutMs, notify }).get('/', schema)).toEqual({ a: 1 });
    expect(notices[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+: the gateway does not answer; trying /);
    expect(notices.slice(1)).toEqual(['the gateway is back']);
  });

  it('is reported once for requests that wait together', async () => {
    const lanes = 4;
    const { client, notices } = await fakeGateway(
      (_, number) => (number <= lanes ? away : [200, { a: number }]),
      { timeoutMs },
    );
    await Promise.all(Array.from({ length: lanes }, () => client.get('/', schema)));
    expect(notices).toEqual([expect.stringMatching(/trying again/), 'the gateway is back']);
  });

  it('is given up after the timeout, with the failure of the last attempt', async () => {
    const { client, requests, notices } = await fakeGateway(() => away, { timeoutMs: 300 });
    await expect(client.get('/', schema)).rejects.toMatchObject({
      code: 'Unavailable',
      message: 'the database is not available',
    });
    expect(requests.length).toBeGreaterThan(1);
    expect(notices).toHaveLength(1);
  });

  it('is asked once when the timeout is 0', async () => {
    const { client, requests, notices } = await fakeGateway(() => away);
    await expect(client.get('/', schema)).rejects.toMatchObject({ code: 'Unavailable' });
    expect([requests.length, notices]).toEqual([1, []]);
  });
});

describe('a refusal', () => {
  it.each([400, 401, 403, 404, 409, 413, 422, 500])('of status %i is final', async (status) => {
    const failure: Answer = [status, { code: 'Conflict', message: 'no' }];
    const { client, requests, notices } = await fakeGateway(() => failure, { timeoutMs });
    await expect(client.get('/', schema)).rejects.toMatchObject({ name: 'TapefoldError' });
    expect([requests.length, notices]).toEqual([1, []]);
  });
});

describe('runs that are followed', () => {
  const screenOf = (text: string[]) => {
    const terminal = { write: (line: string) => text.push(line) };
    return openProgressScreen(terminal, undefined, terminal);
  };
  const done = clusterRun('1', 'one', { status: 'finished', isScored: true });

  it('are looked at again when the gateway is back, and the screen shows that it was away', async () => {
    const { client } = await fakeGateway((_, number) => (number === 1 ? away : [200, { a: 1 }]), {
      timeoutMs,
    });
    const shown: string[] = [];
    const runs = await followRuns({
      client,
      look: (asked) => asked.get('/', schema).then(() => [done]),
      screen: screenOf(shown),
      signal: new AbortController().signal,
      isDone: () => true,
    });
    expect(runs).toEqual([done]);
    expect(shown[0]).toMatch(/^the database is not available; trying again until /);
    expect(shown[1]).toBe('the gateway is back\n');
  });

  it('are left at Ctrl-C, however long the gateway would be waited for', async () => {
    const stop = new AbortController();
    const { client } = await fakeGateway(() => away, { timeoutMs: 3_600_000 });
    const following = followRuns({
      client,
      look: (asked) => asked.get('/', schema).then(() => [done]),
      screen: { show: () => undefined, notify: () => stop.abort(), end: () => undefined },
      signal: stop.signal,
      isDone: () => true,
    });
    expect(await following).toBeUndefined();
  });
});

describe('--timeout', () => {
  it('is a whole number of seconds', () => {
    expect(timeoutMsOf({ timeout: '300' })).toBe(300_000);
    expect(timeoutMsOf({ timeout: '0' })).toBe(0);
    for (const timeout of ['-1', '1.5', '5m', '']) {
      expect(() => timeoutMsOf({ timeout })).toThrow(/--timeout: .*whole number/);
    }
  });
});
