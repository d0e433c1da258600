/** The body of a recorded response: as received, or assembled from the events of its stream. */

import { jsonOf } from '#values';
import type { RecordedCall } from '../calls/recorded-call.js';
import { dataOf, FrameSplitter } from '../provider/frame-splitter.js';
import { at, shown, textAt } from '../wire/loose-json.js';
import type { ModelOutput } from '../wire/wire.js';
import { wires } from '../wire/wires.js';

/** A response as people read it. */
export interface ReadResponse extends ModelOutput {
  /** Content of an error body; null if the response is not an error. */
  readonly error: string | null;
  /** Parts that no reader of its API could interpret. */
  readonly raw: string | null;
}

const nothing = { thought: '', text: '', toolCalls: [], error: null };

/** The agent's response, even if it was cut off; empty for a call without a response. */
export function readResponse({
  api,
  response,
}: Pick<RecordedCall, 'api' | 'response'>): ReadResponse {
  const text = (response?.frames ?? []).map((frame) => frame.text).join('');
  const wire = wires[api];
  const events = eventsOf(text);
  const whole = jsonOf(text) ?? (events.length === 0 ? undefined : wire.joined(events));
  if (whole === undefined) return { ...nothing, raw: text === '' ? null : text };
  const body = Array.isArray(whole) ? wire.joined(whole) : whole;
  return { ...wire.readResponse(body), error: errorText(body), raw: null };
}

/**
 * The JSON of each event of a stream of server-sent events; an event that was cut off is left out.
 */
export function eventsOf(text: string): unknown[] {
  const splitter = new FrameSplitter();
  return [...splitter.push(text), ...splitter.end()]
    .map((frame) => jsonOf(dataOf(frame) ?? ''))
    .filter((value) => value !== undefined);
}

/** The error of a response, in the form of any API; null if the body is not an error. */
function errorText(body: unknown): string | null {
  const error = at(body, 'error');
  if (error === undefined || error === null) return null;
  const kind = textAt(error, 'type') ?? textAt(error, 'status');
  const message = textAt(error, 'message') ?? shown(error);
  return kind === undefined ? message : `${kind}: ${message}`;
}
