/** The body of a recorded response: as received, or assembled from the events of its stream. */

import type { RecordedCall } from '../calls/recorded-call.js';
import { at, looseJson, shown, textAt } from '../wire/loose-json.js';
import { receivedBody } from '../wire/received-body.js';
import { splitThoughts } from '../wire/thoughts.js';
import type { ModelOutput, Wire } from '../wire/wire.js';
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
  const whole = bodyOf(text, wires[api]);
  if (whole === undefined) return { ...nothing, raw: text === '' ? null : text };
  const read = wires[api].readResponse(whole);
  const { thought, answer } = splitThoughts(read.text);
  const thoughts = [read.thought, thought].filter((one) => one !== '');
  return {
    ...read,
    thought: thoughts.join('\n'),
    text: answer,
    error: errorText(whole),
    raw: null,
  };
}

/**
 * The body of a whole response, put together from the events of a stream if it is one; an event
 * that was cut off is left out. Undefined if the text holds neither.
 */
export function bodyOf(text: string, wire: Wire): unknown {
  const received = receivedBody(text, wire.isResponse);
  if (received.kind === 'whole') {
    const { body } = received;
    return Array.isArray(body) && body.length > 0 ? wire.joined(body) : body;
  }
  if (received.kind === 'text') return undefined;
  const events = received.data.map(looseJson).filter((value) => value !== undefined);
  return events.length === 0 ? undefined : wire.joined(events);
}

/** The error of a response, in the form of any API; null if the body is not an error. */
function errorText(body: unknown): string | null {
  const error = at(body, 'error');
  if (error === undefined || error === null) return null;
  const kind = textAt(error, 'type') ?? textAt(error, 'status');
  const message = textAt(error, 'message') ?? shown(error);
  return kind === undefined ? message : `${kind}: ${message}`;
}
