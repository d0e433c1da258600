/**
 * The body of a response as it came. A server may stream where it was asked for a whole body, or
 * the reverse, and its content type may name either: the text itself says what it is.
 */

import { eventData } from './frame-splitter.js';
import { looseJson } from './loose-json.js';

/** What a body holds: one JSON value, the data of events, or text of another kind. */
export type ReceivedBody =
  | { readonly kind: 'whole'; readonly body: unknown }
  | { readonly kind: 'events'; readonly data: readonly string[] }
  | { readonly kind: 'text' };

/** `isResponse` tells a whole response from an event of a stream. */
export function receivedBody(
  received: string,
  isResponse: (value: unknown) => boolean,
): ReceivedBody {
  const text = received.replace(/^\ufeff/, '');
  const whole = containerOf(text);
  if (whole !== undefined) return { kind: 'whole', body: whole };
  const data = eventData(text);
  if (data.length === 0) return { kind: 'text' };
  // Some write the mark of a stream's end behind a whole body, or frame it as an event.
  const framed = containerOf(withoutFields(text)) ?? data.map(containerOf).findLast(isResponse);
  return framed === undefined ? { kind: 'events', data } : { kind: 'whole', body: framed };
}

/** A number or word alone is no body of an API. */
function containerOf(text: string): unknown {
  const value = looseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Lines of JSON do not begin with the name of a field. */
const withoutFields = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^(?:data|event|id|retry)?:/.test(line))
    .join('\n');
