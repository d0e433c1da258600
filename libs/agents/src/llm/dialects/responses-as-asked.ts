/**
 * Responses in the form in which the library asked for them: a server may stream where it was
 * asked for a whole body, or the reverse, and frame either as the other. What is recorded is what
 * was on the wire.
 */

import type { WireApi } from '#llm';
import { bodyOf } from '#llm/transcript/response-body';
import { looseJson } from '#llm/wire/loose-json';
import { receivedBody } from '#llm/wire/received-body';
import { wires } from '#llm/wire/wires';
import { completeBody } from './complete-bodies.js';
import { framed, streamOf } from './streamed-bodies.js';

export interface Asked {
  readonly api: WireApi;
  /** Whether the library asks for streams. */
  readonly isStreamed: boolean;
  /** Gets a sentence on a response that has not the form of its API. */
  readonly onDefect: (sentence: string) => void;
}

/** Wraps `fetch` for the APIs other than chat completions. */
export function responsesAsAsked(
  fetch: typeof globalThis.fetch,
  { api, isStreamed, onDefect }: Asked,
): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.ok) return response;
    const text = await response.text();
    const { status } = response;
    const received = receivedBody(text, wires[api].isResponse);
    if (isStreamed && received.kind === 'events') {
      return answered(framed(received.data.map(strict)), { status, isStreamed });
    }
    const body = bodyOf(text, wires[api]);
    const complete = completeBody(api, body);
    if (complete === undefined) {
      onDefect(formDefect(api, body));
      return answered(text, { status, isStreamed });
    }
    const rebuilt = isStreamed ? streamOf(api, complete) : JSON.stringify(complete);
    return answered(rebuilt, { status, isStreamed });
  };
}

/** The data of an event as the library parses it; the mark of the end is no JSON. */
function strict(data: string): string {
  const value = looseJson(data);
  return value === undefined ? data : JSON.stringify(value);
}

/** A response as the library expects it. */
export const answered = (
  text: string,
  { status, isStreamed }: { readonly status: number; readonly isStreamed: boolean },
): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' },
  });

/** Where each API has what its model said. */
const saidIn: Readonly<Record<WireApi, string>> = {
  'anthropic-messages': 'content',
  'openai-chat': 'choices.0.message',
  'openai-responses': 'output',
  'google-generate-content': 'candidates',
};

/** A response of this API without what its model said, in words. */
export function formDefect(api: WireApi, body: unknown): string {
  const isObject = typeof body === 'object' && body !== null;
  const members = isObject ? Object.keys(body).slice(0, 5).join(', ') : '';
  const found = members === '' ? 'none' : `the members ${members}`;
  return `the response has not the form of ${api}: expected ${saidIn[api]}; found ${found}`;
}
