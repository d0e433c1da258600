/**
 * Chat completions as servers other than OpenAI speak them, for a library that knows OpenAI's
 * alone: responses are put into OpenAI's form, and what a server wants to see again goes back to
 * it. What is recorded is what was on the wire.
 */

import { jsonOf } from '#values';
import { eventsOf } from '#llm/transcript/response-body';
import { at, itemsAt, shown, textAt } from '#llm/wire/loose-json';
import { openaiChat, textOfContent } from '#llm/wire/openai-chat';

/** Parts of an assistant's message with tool calls that the library drops. */
interface Kept {
  readonly message: object;
  readonly calls: readonly object[];
}

/** Wraps `fetch` for one conversation; `generateId` names calls that come without an id. */
export function chatDialects(
  fetch: typeof globalThis.fetch,
  generateId: () => string,
): typeof globalThis.fetch {
  const kept: Kept[] = [];
  return async (url, init) => {
    const body = sentAgain(String(init?.body), kept);
    const response = await fetch(url, { ...init, body });
    if (!response.ok) return response;
    const text = await response.text();
    const { status, headers } = response;
    const choice = choiceOf(text);
    // A response without a message is left for the library to refuse.
    if (choice === undefined) return new Response(text, { status, headers });
    const { message, calls } = readMessage(at(choice, 'message'), generateId, kept);
    const finish_reason = textAt(choice, 'finish_reason') || null;
    const isStream = jsonOf(text) === undefined;
    const delta = { ...message, tool_calls: calls.map((call, index) => ({ index, ...call })) };
    const whole = { ...message, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
    const rebuilt = isStream ? { delta } : { message: whole };
    const json = JSON.stringify({ choices: [{ index: 0, ...rebuilt, finish_reason }] });
    return new Response(isStream ? `data: ${json}\n\ndata: [DONE]\n\n` : json, { status, headers });
  };
}

function choiceOf(text: string): unknown {
  const events = eventsOf(text);
  const body = jsonOf(text) ?? (events.length === 0 ? undefined : openaiChat.joined(events));
  const choice = at(body, 'choices', 0);
  return typeof at(choice, 'message') === 'object' ? choice : undefined;
}

function readMessage(received: unknown, generateId: () => string, kept: Kept[]) {
  const asked = itemsAt(received, 'tool_calls');
  const calls = asked.map((call) => ({
    id: textAt(call, 'id') || generateId(),
    type: 'function',
    function: {
      name: textAt(call, 'function', 'name') ?? '',
      arguments: shown(at(call, 'function', 'arguments')),
    },
  }));
  if (calls.length > 0) {
    const thoughts = ['reasoning_content', 'reasoning_details']
      .map((name) => [name, at(received, name)] as const)
      .filter(([, value]) => value !== undefined && value !== null);
    const others = asked.map((call) => {
      const { id: _, type: __, function: ___, index: ____, ...more } = Object(call) as Members;
      return more;
    });
    kept.push({ message: Object.fromEntries(thoughts), calls: others });
  }
  const refusal = at(received, 'refusal') ?? null;
  const content = textOfContent(at(received, 'content')) || null;
  return { message: { role: 'assistant', content, refusal }, calls };
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The request with the kept parts: its n-th message with tool calls is the n-th that was received.
 */
function sentAgain(body: string, kept: readonly Kept[]): string {
  const isExtended = kept.some((one) =>
    [one.message, ...one.calls].some((of) => Object.keys(of).length > 0),
  );
  if (!isExtended) return body;
  let next = 0;
  const request = jsonOf(body) as Members;
  const messages = itemsAt(request, 'messages').map((message) => {
    const calls = itemsAt(message, 'tool_calls');
    if (calls.length === 0) return message;
    const own = kept[next++];
    const tool_calls = calls.map((call, index) => ({ ...(call as object), ...own?.calls[index] }));
    return { ...(message as object), ...own?.message, tool_calls };
  });
  return JSON.stringify({ ...request, messages });
}
