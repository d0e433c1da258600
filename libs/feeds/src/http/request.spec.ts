/** Requests to a busy, broken or hostile server; only the clock is fake. */

import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.fixture.js';
import { localServer, type Handle } from './local-server.fixture.js';
import { HeldClock } from '../feed-clock.fixture.js';
import { patientRequest, type PatientRequest } from './request.js';

async function served(handle: Handle) {
  const { asked, base } = await localServer(handle);
  const clock = new HeldClock();
  const stop = new AbortController();
  const request: PatientRequest = {
    url: `${base}/v2/stocks/bars?symbols=A%2CB`,
    secrets: ['the-key', 'the-secret'],
    clock,
    signal: stop.signal,
    attempts: 6,
    firstMs: 1000,
    subject: 'history: ',
  };
  const ask = async (more: Partial<PatientRequest> = {}): Promise<string> =>
    (await patientRequest({ ...request, ...more })).body.toString();
  return { asked, clock, ask, stop };
}

/** Ends each pause as soon as it starts. */
async function pausing(clock: HeldClock, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await eventually(() => expect(clock.slept).toHaveLength(index + 1));
    await clock.advance(clock.slept[index] as number);
  }
}

describe('a request', () => {
  it('carries its headers, and unpacks the answer', async () => {
    let headers: IncomingMessage['headers'] = {};
    const { asked, ask } = await served((incoming, response) => {
      headers = incoming.headers;
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}'));
    });
    expect(await ask({ headers: { 'x-key': 'the-key' } })).toBe('{}');
    expect(headers).toMatchObject({ 'x-key': 'the-key', accept: 'application/json' });
    expect(asked).toEqual(['/v2/stocks/bars?symbols=A%2CB']);
  });

  it.each([false, true])('is refused if the answer is too large; packed: %s', async (isPacked) => {
    const { asked, ask } = await served((_, response) => {
      if (isPacked) response.setHeader('content-encoding', 'gzip');
      response.end(isPacked ? gzipSync(Buffer.alloc(1001)) : Buffer.alloc(1001));
    });
    const refused = { code: 'InvalidInput', message: expect.stringMatching(/too large.*1000/) };
    await expect(ask({ bodyBytesMax: 1000 })).rejects.toMatchObject(refused);
    expect(asked).toHaveLength(1);
  });

  it('is asked again when the answer breaks off', async () => {
    const { asked, clock, ask } = await served((_, response, index) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(index === 0 ? gzipSync('whole').subarray(0, 8) : gzipSync('whole'));
    });
    const body = ask();
    await pausing(clock, 1);
    expect(await body).toBe('whole');
    expect(asked).toHaveLength(2);
  });

  it('waits as long as the server asks, with growing pauses if the server does not say', async () => {
    const reasons: (string | null)[] = [];
    const waits = (why: string | null): void => void reasons.push(why);
    const { clock, ask } = await served((_, response, index) => {
      if (index === 0) response.writeHead(429, { 'retry-after': '7' }).end();
      else if (index === 1) response.writeHead(503).end();
      else response.end('late');
    });
    const body = ask({ waits });
    await pausing(clock, 2);
    expect(await body).toBe('late');
    expect(reasons[0]).toMatch(/^history: status 429, asked again at [\d:]{8}Z$/);
    expect(reasons.at(-1)).toBeNull();
    expect(clock.slept[0]).toBe(7000);
    expect(clock.slept[1]).toBeGreaterThanOrEqual(1000);
    expect(clock.slept[1]).toBeLessThanOrEqual(2000);
  });

  it('waits until the window of its requests ends when the server says when', async () => {
    const held = new HeldClock();
    const { clock, ask } = await served((_, response, index) => {
      const reset = `${held.now() / 1000 + 40}`;
      if (index === 0) response.writeHead(429, { 'x-ratelimit-reset': reset }).end();
      else response.end('{}');
    });
    const body = ask();
    await pausing(clock, 1);
    await body;
    expect(clock.slept).toEqual([40_000]);
  });

  it('is given up as unavailable after six tries', async () => {
    const { asked, clock, ask } = await served((_, response) =>
      response.writeHead(500).end('the-secret is out'),
    );
    const body = ask();
    body.catch(() => undefined);
    await pausing(clock, 5);
    await expect(body).rejects.toMatchObject({
      code: 'Unavailable',
      found: 'status 500: *** is out',
    });
    expect(asked).toHaveLength(6);
  });

  it('is given up if the server does not answer', async () => {
    const { clock, ask } = await served((incoming) => incoming.socket.destroy());
    const body = ask();
    body.catch(() => undefined);
    await pausing(clock, 5);
    await expect(body).rejects.toMatchObject({ code: 'Unavailable' });
  });

  it.each([302, 400, 401, 403, 422])('is not tried again after %s', async (status) => {
    const { asked, ask } = await served((_, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end('{"message":"no"}'),
    );
    await expect(ask()).rejects.toMatchObject({ code: 'InvalidInput' });
    expect(asked).toHaveLength(1);
  });

  it('ends with its signal, in a pause too', async () => {
    const { clock, ask, stop } = await served((_, response) => response.writeHead(500).end());
    const body = ask();
    body.catch(() => undefined);
    await eventually(() => expect(clock.sleeping).toBe(1));
    stop.abort(new Error('stopped'));
    await expect(body).rejects.toThrow('stopped');
  });
});
