/** The `traceparent` header of W3C Trace Context, level 1, as messages carry it. */

import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

export const traceHeader = 'traceparent';

/** Version, trace id, id of the parent span, flags. Later versions may append members; `ff` is none. */
const pattern = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The span that a header names; undefined where there is none, or none that is valid. */
export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const match = pattern.exec(header ?? '');
  if (match === null) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = match;
  if (version === '00' && rest !== undefined) return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

/** The header that names this span. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
