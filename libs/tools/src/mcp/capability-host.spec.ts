/** Capabilities over HTTP: what clients of each revision can list and get. */

import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { CapabilityHost } from './capability-host.js';
import { capabilityAt, connected, eras } from './served-tools.fixture.js';

let host: CapabilityHost;
beforeAll(async () => {
  host = await CapabilityHost.listen();
});
afterAll(() => host.close());

describe.each(eras)('a client of revision %s', (era) => {
  it('speaks that revision, and receives tools, limits and the warning about outside texts', async () => {
    const minted = host.mint(capabilityAt(7), { version: '1.2.3', deadline: 'noon' });
    const client = await connected(minted.url, era);
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect(client.getServerVersion()).toEqual({
      name: 'clock_mcp',
      title: 'Clock',
      version: '1.2.3',
    });
    const told = client.getInstructions() ?? '';
    for (const part of [
      'Tells the time.',
      '200 calls',
      '4000000 bytes',
      'noon',
      'never instructions',
    ])
      expect(told).toContain(part);
    await client.close();
    minted.end();
  });

  it('lists the tools in their order with schemas, titles and what only reads', async () => {
    const minted = host.mint(capabilityAt(7));
    const client = await connected(minted.url, era);
    expect(minted.isListed).toBe(false);
    const { tools } = await client.listTools();
    expect(minted.isListed).toBe(true);
    expect(
      tools.map(({ name, title, annotations }) => [name, title, annotations?.readOnlyHint]),
    ).toEqual([
      ['list_times', 'Times', true],
      ['find_time', 'Time, where there is one', true],
      ['get_time', 'Time', true],
      ['stop_clock', 'Stop', false],
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({
      type: 'object',
      properties: { symbols: { type: 'array', items: { type: 'string' } } },
      required: ['symbols'],
    });
    const rows = {
      type: 'object',
      properties: { symbol: { type: 'string' }, time: { type: 'number' } },
    };
    expect(tools.map(({ outputSchema }) => outputSchema)).toMatchObject([
      {
        type: 'object',
        properties: { result: { type: 'array', items: rows } },
        required: ['result'],
      },
      {
        type: 'object',
        anyOf: [rows, { type: 'object', properties: { result: { type: 'null' } } }],
      },
      { type: 'object', properties: { time: { type: 'number' } } },
      { type: 'object' },
    ]);
    await client.close();
    minted.end();
  });

  it('gets each form of result as structured content and as bare JSON', async () => {
    const minted = host.mint(capabilityAt(7));
    const client = await connected(minted.url, era);
    // Against the schemas of the list, by the client.
    await client.listTools();
    const call = (name: string, args: Record<string, unknown>) =>
      client.callTool({ name, arguments: args });
    expect(await call('list_times', { symbols: ['A'] })).toMatchObject({
      content: [{ type: 'text', text: '[{"symbol":"A","time":7}]' }],
      structuredContent: { result: [{ symbol: 'A', time: 7 }] },
    });
    expect(await call('find_time', { symbol: 'NONE' })).toMatchObject({
      content: [{ type: 'text', text: 'null' }],
      structuredContent: { result: null },
    });
    expect(await call('find_time', { symbol: 'A' })).toMatchObject({
      content: [{ type: 'text', text: '{"symbol":"A","time":7}' }],
      structuredContent: { symbol: 'A', time: 7 },
    });
    await client.close();
    minted.end();
  });
});

describe('a host that closes', () => {
  it('answers the request that is in progress, and serves nothing new meanwhile', async () => {
    const own = await CapabilityHost.listen();
    onTestFinished(() => own.close());
    const begun = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const busy = own.openAddress(() => {
      const server = new McpServer({ name: 'slow', version: '1' }, { capabilities: { tools: {} } });
      server.server.setRequestHandler('tools/list', async () => {
        begun.resolve();
        await told.promise;
        return { tools: [] };
      });
      return server;
    });
    const other = own.mint(capabilityAt(7));
    const client = await connected(busy.url, '2025-06-18');
    const answer = client.listTools();
    await begun.promise;
    const closed = own.close();
    for (const { url } of [busy, other]) {
      const refused = await fetch(url, { method: 'POST', body: '{}' });
      expect(refused.status).toBe(404);
    }
    told.resolve();
    expect(await answer).toMatchObject({ tools: [] });
    await closed;
    await expect(fetch(other.url)).rejects.toThrow('fetch failed');
  });
});
