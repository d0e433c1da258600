/**
 * Open decisions are announced until an agent takes them; their tools are served at the
 * announced address.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { z } from 'zod';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DecisionDue } from '#agents';
import { Capability, tool } from '#tools';
import { openTracing } from '../tracing/batch-tracing.js';
import { openServedTools, type ServedTools, type ServedToolsOptions } from './served-tools.js';

const due: DecisionDue = {
  type: 'decision-due',
  run: 'a'.repeat(64),
  label: 'outside-AAPL',
  agent: 'outside',
  workflow: 'trading',
  symbols: ['AAPL'],
  asOf: 9,
  time: '2025-03-03T21:00:00Z',
  session: '2025-03-03',
  url: 'http://127.0.0.1:1/mcp/x',
  deadline: '2026-01-01T00:00:00Z',
};

const capability = (): Capability =>
  new Capability({
    sets: [
      {
        name: 'clock_mcp',
        title: 'Clock',
        instructions: '',
        tools: [
          tool({
            name: 'get_time',
            title: 'Time',
            description: 'The time.',
            input: z.strictObject({}),
            output: z.number(),
            call: () => 7,
          }),
        ],
      },
    ],
    context: { view: undefined as never, desk: null },
    now: () => 0,
  });

async function opened(options: Partial<ServedToolsOptions> = {}) {
  const told: DecisionDue[] = [];
  const retries: unknown[] = [];
  const tools: ServedTools = await openServedTools({
    host: '127.0.0.1',
    port: 0,
    address: undefined,
    announceTo: undefined,
    onDue: (one) => void told.push(one),
    onRetry: (_, error) => void retries.push(error),
    ...options,
  });
  onTestFinished(() => tools.close());
  return { tools, told, retries };
}

/** A server that refuses the first `refusals` posts, and the bodies it received. */
async function listener(refusals: number): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(bodies.length > refusals ? 204 : 503).end();
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/due`, bodies };
}

/** A call of revision 2026-07-28, within a trace. */
const calling = (trace: string): RequestInit => ({
  method: 'POST',
  headers: {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'get_time',
    traceparent: `00-${trace}-00f067aa0ba902b7-01`,
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'get_time',
      arguments: {},
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'a client', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
});

describe('tools that a service serves', () => {
  it('are at the address announced to agents if it differs', async () => {
    const { tools } = await opened({ address: 'https://tools.example/' });
    const served = await tools.serve(capability(), due);
    expect(served.url).toMatch(/^https:\/\/tools\.example\/mcp\/[\w-]{43}$/);
    expect(served.isListed).toBe(false);
    served.end();
  });

  it('are called within the trace that their client names', async () => {
    const exporter = new InMemorySpanExporter();
    const processor = new SimpleSpanProcessor(exporter);
    const { tools } = await opened({ tracing: openTracing({ service: 'adapter', processor }) });
    const served = await tools.serve(capability(), due);
    const answer = await fetch(served.url, calling('4bf92f3577b34da6a3ce929d0e0e4736'));
    expect(await answer.json()).toMatchObject({ result: { structuredContent: { result: 7 } } });
    const [span, ...others] = exporter.getFinishedSpans();
    expect(others).toEqual([]);
    expect(span?.name).toBe('tools/call');
    expect(span?.spanContext().traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(span?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    served.end();
  });

  it('answer no more once their decision was made', async () => {
    const { tools } = await opened();
    const open = capability();
    const served = await tools.serve(open, due);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const ask = async (): Promise<number> =>
      (await fetch(served.url, { method: 'POST', body: JSON.stringify(list) })).status;
    expect(await ask()).not.toBe(404);
    served.end();
    expect(await ask()).toBe(404);
    expect(open.isEnded).toBe(true);
  });

  it('are refused at the start when their port is taken', async () => {
    const { url } = await listener(0);
    await expect(opened({ port: Number(new URL(url).port) })).rejects.toMatchObject({
      code: 'Unavailable',
    });
  });
});

describe('a decision that is due', () => {
  it('is posted, and retried until it is accepted', async () => {
    const { url, bodies } = await listener(1);
    const { tools, told, retries } = await opened({ announceTo: url });
    await tools.announce(due, { post: undefined, signal: new AbortController().signal });
    expect(told).toEqual([due]);
    expect(bodies.map((body) => JSON.parse(body) as object)).toEqual([due, due]);
    expect(retries).toMatchObject([{ code: 'Unavailable', found: 'status 503' }]);
  });

  it('is not posted when its plan says, since plans come from outside', async () => {
    const { url, bodies } = await listener(0);
    const { tools, told } = await opened();
    await tools.announce(due, { post: url, signal: new AbortController().signal });
    expect([told.length, bodies.length]).toEqual([1, 0]);
  });

  it('is not posted any more once it was made', async () => {
    const made = new AbortController();
    const { url, bodies } = await listener(Infinity);
    const { tools } = await opened({ announceTo: url, onRetry: () => made.abort() });
    await tools.announce(due, { post: undefined, signal: made.signal });
    expect(bodies).toHaveLength(1);
  });
});
