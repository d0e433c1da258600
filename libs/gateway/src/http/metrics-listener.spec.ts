/** Metrics on a separate port: open to every client that reaches it, and nothing else is served. */

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openServiceLog } from '#service-host';
import { testGateway } from '../server/gateway.fixture.js';
import { defaultLimits } from '../providers/gateway-limits.js';
import { openMetricsListener } from './metrics-listener.js';

async function listenerOver(metrics: () => Promise<string>): Promise<string> {
  const logger = openServiceLog({ service: 'gateway', level: 'silent' });
  const parts = { probe: { metrics }, limits: defaultLimits, logger };
  const { url, close } = await openMetricsListener(parts, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  return url;
}

describe('a second port of the gateway', () => {
  it('has the figures without a token, while the main listener still requires one', async () => {
    const gateway = await testGateway({}, { metricsPort: 0 });
    const answer = await fetch(gateway.metricsUrl ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const figures = await answer.text();
    expect(figures.split('\n')).toEqual(
      expect.arrayContaining([
        'tapefold_lag{topic="runs",partition="1",service="gateway"} 0',
        'tapefold_owned_partitions{service="gateway"} 5',
        'tapefold_ready{service="gateway"} 1',
      ]),
    );
    expect((await gateway.ask('/metrics', { token: null })).status).toBe(401);
    expect((await gateway.ask('/metrics')).status).toBe(200);
  });

  it('serves nothing else to any client', async () => {
    const gateway = await testGateway({}, { metricsPort: 0 });
    const { origin } = new URL(gateway.metricsUrl ?? '');
    const headers = { authorization: `Bearer ${await gateway.token('reader', ['read'])}` };
    const paths = [
      '/',
      '/v1/runs',
      '/health/live',
      '/metrics/',
      '/metricsx',
      '/METRICS',
      '//metrics',
    ];
    for (const path of paths) {
      expect((await fetch(`${origin}${path}`, { headers })).status, path).toBe(404);
    }
    const post = await fetch(`${origin}/metrics`, { method: 'POST', body: 'x', headers });
    expect(post.status).toBe(404);
    expect(await post.text()).toBe('');
  });

  it('is closed unless configured, and stops with the gateway', async () => {
    expect((await testGateway()).metricsUrl).toBeNull();
    const gateway = await testGateway({}, { metricsPort: 0 });
    await gateway.close();
    await expect(fetch(gateway.metricsUrl ?? '')).rejects.toThrow('fetch failed');
  });

  it('that is taken is no gateway', async () => {
    const taken = Number(new URL(await listenerOver(() => Promise.resolve(''))).port);
    await expect(testGateway({}, { metricsPort: taken })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

describe('gathering', () => {
  it('happens once for all waiting requests, and again for the next one', async () => {
    const first = Promise.withResolvers<string>();
    let asked = 0;
    const url = await listenerOver(() => (asked++ === 0 ? first.promise : Promise.resolve('two')));
    // Two requests in one packet: while the first is being answered, the second has arrived.
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const request = (path: string, connection: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
    socket.write(request('/metrics', 'keep-alive') + request('/metrics?more=1', 'close'));
    await expect.poll(() => asked).toBe(1);
    first.resolve('figures of the first');
    const answers = await text(socket);
    expect(answers.match(/figures of the first/g)).toHaveLength(2);
    expect(asked).toBe(1);
    expect(await (await fetch(url)).text()).toBe('two');
  });

  it('that fails reports the failure without its cause', async () => {
    const url = await listenerOver(() => Promise.reject(new Error('secret of the database')));
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([503, '']);
  });
});
