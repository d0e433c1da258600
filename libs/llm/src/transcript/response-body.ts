/** The body of a recorded response: as it came, or put together from the events of its stream. */

import { jsonOf } from '#values';
import type { RecordedCall } from '../calls/recorded-call.js';
import { dataOf, FrameSplitter } from '../provider/frame-splitter.js';
import { at, shown, textAt } from '../wire/loose-json.js';
import type { Said } from '../wire/wire.js';
import { wires } from '../wire/wires.js';

/** A response as people read it. */
interface ReadResponse extends Said {
  /** What an error body says; null where the response is none. */
  readonly error: string | null;
  /** What no reader of its API could make anything of. */
  readonly raw: string | null;
}

const nothing = { thought: '', text: '', toolCalls: [], error: null };

/** What the agent got, also of a response that was cut off; nothing of a call without a response. */
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
  return { ...wire.said(body), error: errorText(body), raw: null };
}

/** The JSON of each event of a stream of server-sent events; one that was cut off is not there. */
export function eventsOf(text: string): unknown[] {
  const splitter = new FrameSplitter();
  return [...splitter.push(text), ...splitter.end()]
    .map((frame) => jsonOf(dataOf(frame) ?? ''))
    .filter((value) => value !== undefined);
}

/** The error of a response, whichever way its API words it; null where the body is no error. */
function errorText(body: unknown): string | null {
  const error = at(body, 'error');
  if (error === undefined || error === null) return null;
  const kind = textAt(error, 'type') ?? textAt(error, 'status');
  const message = textAt(error, 'message') ?? shown(error);
  return kind === undefined ? message : `${kind}: ${message}`;
}
