/** Sends spans to a collector, as JSON over HTTP (OTLP 1.x, opentelemetry.io/docs/specs/otlp). */

import type { Attributes, AttributeValue, HrTime, Link } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

type OnResult = Parameters<SpanExporter['export']>[1];

const timeoutMs = 5_000;
/** Results of an export, in the SDK's numbering. */
const exported = 0;
const failed = 1;

/** Spans that cannot be delivered are dropped: tracing never delays a message. */
export class OtlpExporter implements SpanExporter {
  private readonly address: string;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    baseUrl: string,
    private readonly service: string,
  ) {
    this.address = `${baseUrl.replace(/\/+$/, '')}/v1/traces`;
  }

  export(spans: ReadableSpan[], onResult: OnResult): void {
    const sending = this.send(spans).then(
      () => onResult({ code: exported }),
      (error: Error) => onResult({ code: failed, error }),
    );
    this.underWay.add(sending);
    void sending.finally(() => this.underWay.delete(sending));
  }

  async forceFlush(): Promise<void> {
    await Promise.all(this.underWay);
  }

  async shutdown(): Promise<void> {
    await this.forceFlush();
  }

  private async send(spans: readonly ReadableSpan[]): Promise<void> {
    const response = await fetch(this.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(otlpJson(spans, this.service)),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector answered ${response.status}`);
  }
}

/** The body of a request: one resource, one scope, its spans. */
function otlpJson(spans: readonly ReadableSpan[], service: string): object {
  const attributes = attributesOf({ 'service.name': service });
  const scopeSpans = [{ scope: { name: 'tapefold' }, spans: spans.map(spanOf) }];
  return { resourceSpans: [{ resource: { attributes }, scopeSpans }] };
}

function spanOf(span: ReadableSpan): object {
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    ...(span.parentSpanContext === undefined
      ? {}
      : { parentSpanId: span.parentSpanContext.spanId }),
    name: span.name,
    // The wire counts kinds from 1, the interface from 0.
    kind: span.kind + 1,
    startTimeUnixNano: nanosOf(span.startTime),
    endTimeUnixNano: nanosOf(span.endTime),
    attributes: attributesOf(span.attributes),
    links: span.links.map(linkOf),
    status: span.status,
  };
}

function linkOf({ context: { traceId, spanId } }: Link): object {
  return { traceId, spanId };
}

/** The JSON of protocol buffers encodes 64-bit numbers as strings. */
function nanosOf([seconds, nanos]: HrTime): string {
  return String(BigInt(seconds) * 1_000_000_000n + BigInt(nanos));
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: AttributeValue | undefined): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { stringValue: String(value) };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
