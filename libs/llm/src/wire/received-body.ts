/**
 * The body of a response as it came. A server may stream where it was asked for a whole body, or
 * the reverse, and its content type may name either: the text itself says what it is.
 */

import { dataOf, framesOf } from './frame-splitter.js';
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
  const data = eventsIn(text);
  if (data === undefined) return { kind: 'text' };
  // Some frame a whole response as an event, or write the mark of a stream's end behind it.
  const values = [withoutFields(text), ...data].map(containerOf);
  const response = values.findLast(isResponse);
  if (response !== undefined) return { kind: 'whole', body: response };
  return { kind: 'events', data };
}

/**
 * The data of a stream's events, some of which have no name of a field, or are JSON line by line
 * without any.
 */
function eventsIn(text: string): string[] | undefined {
  const events = framesOf(text).map((frame) => {
    const data = dataOf(frame);
    return data === undefined && containerOf(frame) !== undefined ? frame.trim() : data;
  });
  const data = events.filter((one) => one !== undefined);
  if (data.length > 0) return data;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isEveryLineJson = lines.every((line) => containerOf(line) !== undefined);
  return lines.length > 1 && isEveryLineJson ? lines : undefined;
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
