/**
 * One span for each batch, linked to the origins of its messages, and named in the
 * messages it produces.
 */

import { withoutEnd } from '#values';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Link, Span, SpanContext } from '@opentelemetry/api';
import { parseTraceParent, TRACE_PARENT_HEADER as traceHeader } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { MessageBatch, OutgoingMessage } from '#event-log';

/** Maximum links of one span; a batch of thousands of runs does not list them all. */
const linksMax = 32;

/** The trace of one batch. */
export interface BatchTrace {
  /** The messages with the header that names their origin; an existing header is kept. */
  onto(messages: readonly OutgoingMessage[]): readonly OutgoingMessage[];
  /** Ends the span; as failed if there is an `error`. */
  end(error?: unknown): void;
}

export interface BatchTracing {
  start(batch: MessageBatch): BatchTrace;
  /**
   * Runs work that an outside client requested, as a span within the trace that its header names.
   */
  within<T>(traceparent: string, name: string, work: () => T): T;
  /** Flushes the remaining spans. */
  close(): Promise<void>;
}

interface TracingOptions {
  readonly service: string;
  readonly otlpUrl?: string | undefined;
  /** Instead of an exporter, for tests. */
  readonly processor?: SpanProcessor;
}

/**
 * Without an address no spans are made, and headers are passed on unchanged. Spans that a collector
 * does not take in time are dropped: tracing never delays a message.
 */
export function openTracing({ service, otlpUrl, processor }: TracingOptions): BatchTracing {
  if (processor !== undefined) return recording(service, processor);
  if (otlpUrl === undefined) return passingOn;
  const url = `${withoutEnd(otlpUrl, '/')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: 5_000 });
  return recording(service, new BatchSpanProcessor(exporter));
}

const passingOn: BatchTracing = {
  start(batch) {
    const header = batch.messages.find(({ headers }) => traceHeader in headers)?.headers[
      traceHeader
    ];
    const isValid = parseTraceParent(header ?? '') !== null;
    return { onto: (messages) => (isValid ? withHeader(messages, header) : messages), end() {} };
  },
  within: (_, __, work) => work(),
  async close() {},
};

function recording(service: string, processor: SpanProcessor): BatchTracing {
  const resource = resourceFromAttributes({ 'service.name': service });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  const tracer = provider.getTracer('tapefold');
  return {
    start(batch) {
      const origins = originsOf(batch);
      const links: Link[] = origins.slice(0, linksMax).map((context) => ({ context }));
      const { topic, partition, messages } = batch;
      const attributes = {
        'messaging.operation.type': 'process',
        'messaging.destination.name': topic,
        'messaging.destination.partition.id': String(partition),
        'messaging.batch.message_count': messages.length,
        'tapefold.first_offset': messages[0]?.offset ?? 0,
      };
      const options = { kind: SpanKind.CONSUMER, links, attributes };
      return traceOf(tracer.startSpan(`process ${topic}`, options, parentOf(origins)));
    },
    within: (traceparent, name, work) => {
      const asking = parseTraceParent(traceparent);
      const context = parentOf(asking === null ? [] : [asking]);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, context);
      return ended(span, work);
    },
    close: () => provider.shutdown(),
  };
}

function ended<T>(span: Span, work: () => T): T {
  const { end } = traceOf(span);
  try {
    const done = work();
    end();
    return done;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** The spans that the batch's messages name, each once, in order. */
function originsOf({ messages }: MessageBatch): SpanContext[] {
  const headers = new Set(messages.flatMap(({ headers }) => headers[traceHeader] ?? []));
  return [...headers].flatMap((header) => parseTraceParent(header) ?? []);
}

/** If all messages share a trace, the span joins it; otherwise it starts a new trace. */
function parentOf(origins: readonly SpanContext[]): Context {
  const [first] = origins;
  const isOne = origins.every(({ traceId }) => traceId === first?.traceId);
  return first !== undefined && isOne ? trace.setSpanContext(ROOT_CONTEXT, first) : ROOT_CONTEXT;
}

function traceOf(span: Span): BatchTrace {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const header = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  return {
    onto: (messages) => withHeader(messages, header),
    end(error) {
      if (error !== undefined) {
        const message = error instanceof Error ? error.message : String(error);
        span.setStatus({ code: SpanStatusCode.ERROR, message });
      }
      span.end();
    },
  };
}

function withHeader(
  messages: readonly OutgoingMessage[],
  header: string | undefined,
): readonly OutgoingMessage[] {
  if (header === undefined) return messages;
  return messages.map((message) => ({
    ...message,
    headers: { [traceHeader]: header, ...message.headers },
  }));
}
