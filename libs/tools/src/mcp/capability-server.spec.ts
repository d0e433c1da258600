/**
 * Calls over HTTP: failures are explained, ended capabilities stay ended, and
 * capabilities are isolated.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sweepSize } from '#values/sweep-size.fixture';
import { Capability } from '../tool/capability.js';
import { tool, type ToolSet } from '../tool/tool.js';
import { CapabilityHost } from './capability-host.js';
import { modernCall, send } from './raw-request.fixture.js';
import { capabilityAt, clockTools, connected, eras } from './served-tools.fixture.js';

let host: CapabilityHost;
beforeAll(async () => {
  host = await CapabilityHost.listen();
});
afterAll(() => host.close());

async function timeTold(url: string): Promise<unknown> {
  const client = await connected(url, '2026-07-28');
  const { structuredContent } = await client.callTool({ name: 'get_time' });
  await client.close();
  return structuredContent;
}

describe.each(eras)('a call of revision %s that fails', (era) => {
  it('is reported to the caller, and recorded', async () => {
    const capability = capabilityAt(7, { calls: 2, bytes: 10_000 });
    const minted = host.mint(capability);
    const client = await connected(minted.url, era);
    const errorOf = async (name: string, args: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      expect(isError).toBe(true);
      return content?.[0]?.type === 'text' ? content[0].text : '';
    };
    expect(await errorOf('find_time', { symbol: 3 })).toContain('find_time.symbol');
    expect(await errorOf('get_prices', {})).toContain('no such tool');
    expect(await errorOf('get_time', {})).toContain('no calls are left');
    expect(capability.records.map(({ tool: name, error }) => [name, error !== null])).toEqual([
      ['find_time', true],
      ['get_prices', true],
      ['get_time', true],
    ]);
    await client.close();
    minted.end();
  });
});

describe('an internal error', () => {
  it('is reported as such, without internal details', async () => {
    const defects: unknown[] = [];
    const minted = host.mint(capabilityAt(7), { onDefect: (defect) => defects.push(defect) });
    const { body } = await send(minted.url, modernCall('stop_clock', {}));
    expect(JSON.parse(body)).toMatchObject({ error: { code: -32_603, message: 'Internal error' } });
    expect(body).not.toContain('secret');
    expect(defects).toEqual([expect.objectContaining({ message: 'a secret of the inside' })]);
    minted.end();
  });
});

describe('a capability', () => {
  it('answers the call that ends it, and none after it', async () => {
    let end = (): void => undefined;
    const submit = tool({
      name: 'submit',
      title: 'Submit',
      description: 'Ends.',
      reads: false,
      input: z.object({}),
      output: z.object({ taken: z.boolean() }),
      call: () => {
        end();
        return { taken: true };
      },
    });
    const set: ToolSet = { ...clockTools, tools: [submit] };
    const view = {} as never;
    const capability = new Capability({ sets: [set], context: { view, desk: null }, now: () => 0 });
    const minted = host.mint(capability);
    end = minted.end;
    const client = await connected(minted.url, '2025-11-25');
    expect(await client.callTool({ name: 'submit' })).toMatchObject({
      structuredContent: { taken: true },
    });
    expect(capability.isEnded).toBe(true);
    await expect(client.callTool({ name: 'submit' })).rejects.toThrow('Not found');
    expect(capability.records).toHaveLength(1);
  });

  it('is one of hundreds at once, each as of its own time', async () => {
    const times = Array.from({ length: sweepSize(100, 500) }, (_, index) => index + 1);
    const minted = times.map((time) => host.mint(capabilityAt(time)));
    const [, second] = minted;
    const told = await Promise.all(minted.map(({ url }) => timeTold(url)));
    expect(told).toEqual(times.map((time) => ({ time })));
    for (const one of minted.filter((_, index) => index % 2 === 0)) one.end();
    expect((await send(minted[0]?.url ?? '', modernCall('get_time', {}))).status).toBe(404);
    expect(await timeTold(second?.url ?? '')).toEqual({ time: 2 });
    for (const one of minted) one.end();
  });

  it('makes each call within the trace that the client names', async () => {
    const seen: string[] = [];
    const minted = host.mint(capabilityAt(7), {
      inTrace: (traceparent, call) => {
        seen.push(traceparent);
        return call();
      },
    });
    const inRequest = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const inHeader = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const traced = modernCall('get_time', {}, { traceparent: inRequest });
    const { status } = await send(minted.url, traced);
    expect(status).toBe(200);
    const call = modernCall('get_time', {});
    await send(minted.url, { ...call, headers: { ...call.headers, traceparent: inHeader } });
    await send(minted.url, call);
    // Another type than a text names no trace, and the call is answered all the same.
    const odd = await send(minted.url, modernCall('get_time', {}, { traceparent: 7 }));
    expect(odd.status).toBe(200);
    expect(seen).toEqual([inRequest, inHeader]);
    minted.end();
  });
});
