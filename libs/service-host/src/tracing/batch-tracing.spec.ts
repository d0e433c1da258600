/** Traces: what a batch's span links to, and which header its messages are sent with. */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { describe, expect, it } from 'vitest';
import type { MessageBatch, OutgoingMessage } from '#event-log';
import { openTracing } from './batch-tracing.js';

const traceA = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceB = '0af7651916cd43dd8448eb211c80319c';
const headerA = `00-${traceA}-00f067aa0ba902b7-01`;
const headerB = `00-${traceB}-b7ad6b7169203331-01`;
const outgoing: readonly OutgoingMessage[] = [{ topic: 'scores', key: 'a', value: '1' }];

function batchOf(headers: readonly (string | undefined)[]): MessageBatch {
  const messages = headers.map((traceparent, offset) => ({
    topic: 'runs' as const,
    partition: 3,
    offset,
    key: 'a',
    value: 'x',
    headers: traceparent === undefined ? {} : { traceparent },
    timestampMs: 0,
  }));
  return {
    topic: 'runs',
    partition: 3,
    messages,
    nextOffset: headers.length,
    endOffset: headers.length,
  };
}

function recorded() {
  const exporter = new InMemorySpanExporter();
  const processor = new SimpleSpanProcessor(exporter);
  return { tracing: openTracing({ service: 'echo', processor }), exporter };
}

describe('openTracing', () => {
  it('continues the trace that all messages share, and names its span in the output', () => {
    const { tracing, exporter } = recorded();
    const trace = tracing.start(batchOf([headerA, undefined, headerA]));
    const [message] = trace.onto(outgoing);
    trace.end();
    const [span] = exporter.getFinishedSpans();
    expect(span?.name).toBe('process runs');
    expect(span?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(span?.links.map(({ context }) => context.traceId)).toEqual([traceA]);
    expect(message?.headers).toEqual({
      traceparent: `00-${traceA}-${span?.spanContext().spanId}-01`,
    });
  });

  it('begins a trace when messages are of several, linked to each', () => {
    const { tracing, exporter } = recorded();
    tracing.start(batchOf([headerA, headerB, headerA])).end(new Error('no'));
    const [span] = exporter.getFinishedSpans();
    expect(span?.parentSpanContext).toBeUndefined();
    expect(span?.links.map(({ context }) => context.traceId)).toEqual([traceA, traceB]);
    expect(span?.status).toEqual({ code: 2, message: 'no' });
  });

  it('does work within the trace that its client names, and says where it failed', () => {
    const { tracing, exporter } = recorded();
    expect(tracing.within(headerA, 'work', () => 7)).toBe(7);
    const failing = (): number =>
      tracing.within('none', 'work', () => {
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    const [done, failed] = exporter.getFinishedSpans();
    expect(done?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(failed?.parentSpanContext).toBeUndefined();
    expect(failed?.status).toEqual({ code: 2, message: 'no' });
    expect(openTracing({ service: 'echo' }).within(headerA, 'work', () => 7)).toBe(7);
  });

  it.each([
    ['none', undefined],
    ['no hexadecimal number', '00-xyz-00f067aa0ba902b7-01'],
    ['all zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a forbidden version', headerA.replace('00-', 'ff-')],
    ['more than version 00 has', `${headerA}-more`],
  ])('begins a trace at a header that is %s', (_, header) => {
    const { tracing, exporter } = recorded();
    tracing.start(batchOf([header])).end();
    const [span] = exporter.getFinishedSpans();
    expect(span?.links).toEqual([]);
    expect(span?.parentSpanContext).toBeUndefined();
  });

  it('passes the header on unchanged if nothing is recorded', () => {
    const tracing = openTracing({ service: 'echo' });
    const [passed] = tracing.start(batchOf([undefined, headerB])).onto(outgoing);
    expect(passed?.headers).toEqual({ traceparent: headerB });
    expect(tracing.start(batchOf(['nonsense'])).onto(outgoing)).toEqual(outgoing);
  });

  it('sends spans to a collector as JSON', async () => {
    const requests: { path: string | undefined; body: unknown }[] = [];
    const server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        requests.push({ path: request.url, body });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const tracing = openTracing({ service: 'echo', otlpUrl: `http://127.0.0.1:${port}/` });
    tracing.start(batchOf([headerA])).end();
    await tracing.close();
    server.close();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ path: '/v1/traces', body: expectedBody });
  });
});

const expectedBody = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'echo' } }] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: traceA,
              parentSpanId: '00f067aa0ba902b7',
              name: 'process runs',
              kind: 5,
              startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
              attributes: expect.arrayContaining([
                { key: 'messaging.batch.message_count', value: { intValue: 1 } },
              ]),
              links: [{ traceId: traceA, spanId: '00f067aa0ba902b7' }],
            },
          ],
        },
      ],
    },
  ],
};

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}
