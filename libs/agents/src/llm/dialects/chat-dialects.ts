/**
 * Chat completions as servers other than OpenAI speak them, for a library that knows OpenAI's
 * alone: responses are put into OpenAI's form, and what a server wants to see again goes back to
 * it. What is recorded is what was on the wire.
 */

import { jsonOf } from '#values';
import { bodyOf } from '#llm/transcript/response-body';
import { at, itemsAt, shown, textAt } from '#llm/wire/loose-json';
import { openaiChat, textOfContent } from '#llm/wire/openai-chat';
import { answered, formDefect, type Asked } from './responses-as-asked.js';

/** Parts of an assistant's message with tool calls that the library drops. */
interface Kept {
  readonly message: object;
  readonly calls: readonly object[];
}

/** Wraps `fetch` for one conversation; `generateId` names calls that come without an id. */
export function chatDialects(
  fetch: typeof globalThis.fetch,
  { isStreamed, onDefect, generateId }: Omit<Asked, 'api'> & { readonly generateId: () => string },
): typeof globalThis.fetch {
  const kept: Kept[] = [];
  return async (url, init) => {
    const again = sentAgain(String(init?.body), kept);
    const response = await fetch(url, { ...init, body: again });
    if (!response.ok) return response;
    const text = await response.text();
    const { status } = response;
    const body = bodyOf(text, openaiChat);
    if (!openaiChat.isResponse(body)) {
      onDefect(formDefect('openai-chat', body));
      return answered(text, { status, isStreamed });
    }
    const choice = at(body, 'choices', 0);
    const { message, calls } = readMessage(at(choice, 'message'), generateId, kept);
    const finish_reason = textAt(choice, 'finish_reason') || null;
    const delta = { ...message, tool_calls: calls.map((call, index) => ({ index, ...call })) };
    const whole = { ...message, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
    const rebuilt = isStreamed ? { delta } : { message: whole };
    const json = JSON.stringify({ choices: [{ index: 0, ...rebuilt, finish_reason }] });
    const events = `data: ${json}\n\ndata: [DONE]\n\n`;
    return answered(isStreamed ? events : json, { status, isStreamed });
  };
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
