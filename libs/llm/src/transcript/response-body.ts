/** The body of a recorded response: as it came, or put together from the events of its stream. */

import { jsonOf } from '#values';
import type { RecordedCall } from '../calls/recorded-call.js';
import type { WireResponse } from './wire-reader.js';
import { readerOf } from './wire-readers.js';

const nothing: WireResponse = { thought: '', text: '', toolCalls: [], error: null };

/** What the agent got, also of a response that was cut off; nothing of a call without a response. */
export function readResponse({ api, response }: Pick<RecordedCall, 'api' | 'response'>): {
  readonly said: WireResponse;
  /** What no reader of its API could make anything of. */
  readonly raw: string | null;
} {
  if (response === null) return { said: nothing, raw: null };
  const reader = readerOf(api);
  const text = response.frames.map((frame) => frame.text).join('');
  const events = eventsOf(text);
  const body = jsonOf(text) ?? (events.length === 0 ? undefined : reader.joined(events));
  if (body === undefined) return { said: nothing, raw: text === '' ? null : text };
  return { said: reader.response(Array.isArray(body) ? reader.joined(body) : body), raw: null };
}

/** The JSON of each event of a stream of server-sent events; one that was cut off is not there. */
export function eventsOf(text: string): unknown[] {
  return text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((event) => {
    const data = event
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).replace(/^ /, ''))
      .join('\n');
    const value = data === '' || data === '[DONE]' ? undefined : jsonOf(data);
    return value === undefined ? [] : [value];
  });
}
