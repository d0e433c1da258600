/** Requests and responses of OpenAI's chat completions, and of the many servers that speak it, for readers. */

import { jsonOf } from '#values';
import { contentText, items, member, shown, text, textMember } from '../calls/loose-json.js';
import type { RequestPart, WireReader } from './wire-reader.js';
import { errorText } from './error-text.js';

export const openaiChat: WireReader = {
  request: (body) => ({
    parts: items(member(body, 'messages')).flatMap(messageParts),
    tools: items(member(body, 'tools')).map((tool) => {
      const described = member(tool, 'function');
      return {
        name: textMember(described, 'name') ?? '',
        description: textMember(described, 'description') ?? '',
        parameters: member(described, 'parameters'),
      };
    }),
    isContinued: false,
  }),
  response: (body) => {
    const message = member(items(member(body, 'choices'))[0], 'message');
    const said = saidText(member(message, 'content'));
    return {
      thought: thoughtOf(message),
      text: [said, textMember(message, 'refusal') ?? ''].filter((one) => one !== '').join('\n'),
      toolCalls: items(member(message, 'tool_calls')).map((call) => ({
        id: textMember(call, 'id') ?? null,
        name: textMember(member(call, 'function'), 'name') ?? '',
        arguments: shown(member(member(call, 'function'), 'arguments')),
      })),
      error: errorText(body),
    };
  },
  joined: (events) => {
    const message: Record<string, unknown> = {};
    const calls: StreamedCall[] = [];
    const at = new Map<unknown, StreamedCall>();
    let [error, finish_reason]: unknown[] = [];
    for (const event of events) {
      error ??= member(event, 'error');
      const choice = items(member(event, 'choices'))[0];
      finish_reason = textMember(choice, 'finish_reason') || finish_reason;
      const delta = member(choice, 'delta');
      for (const name of ['content', 'refusal', ...thoughtMembers]) {
        message[name] = added(message[name], member(delta, name));
      }
      for (const call of items(member(delta, 'tool_calls'))) extend(calls, at, call);
    }
    const choices = [{ message: { ...message, tool_calls: calls }, finish_reason }];
    return error === undefined || error === null ? { choices } : { choices, error };
  },
};

/** What a message says aloud. A content may be a list of parts, thoughts among them; a stream has many small ones. */
export const saidText = (content: unknown): string =>
  Array.isArray(content)
    ? partTexts(content.filter((part) => member(part, 'type') !== 'thinking'))
    : contentText(content);

const partTexts = (parts: readonly unknown[]): string =>
  parts.map((part) => contentText([part])).join('');

function thoughtOf(message: unknown): string {
  const parts = items(member(message, 'content')).flatMap((part) =>
    items(member(part, 'thinking')),
  );
  const stated = textMember(message, 'reasoning_content') ?? textMember(message, 'reasoning');
  return stated ?? partTexts(parts);
}

/** Members of a message with what the model thought. */
export const thoughtMembers = ['reasoning_content', 'reasoning', 'reasoning_details'] as const;

/** Texts and lists come in pieces; a content may be a text in one piece and a list of parts in the next. */
function added(before: unknown, more: unknown): unknown {
  if (typeof more !== 'string' && !Array.isArray(more)) return before;
  if (before === undefined) return more;
  if (typeof before === 'string' && typeof more === 'string') return before + more;
  return [before, more].flatMap((one) => (typeof one === 'string' ? [{ text: one }] : one));
}

interface StreamedCall {
  id: string | null;
  readonly function: { name: string; arguments: string };
  /** What else the provider says of the call, such as `extra_content`. */
  [member: string]: unknown;
}

/**
 * Some servers leave `index` out, or give every call the same one: another id, or another name behind arguments that
 * are whole, begins another call.
 */
function extend(calls: StreamedCall[], at: Map<unknown, StreamedCall>, piece: unknown): void {
  const { index, id: named, function: _, ...more } = Object(piece) as Record<string, unknown>;
  const described = member(piece, 'function');
  const id = text(named) || null;
  const name = textMember(described, 'name') ?? '';
  let call = typeof index === 'number' ? at.get(index) : calls.at(-1);
  if (call === undefined || isAnother(call, id, name)) {
    call = { id, function: { name: '', arguments: '' } };
    calls.push(call);
  }
  at.set(index, call);
  Object.assign(call, more);
  call.id ??= id;
  // Some repeat the name with each piece.
  if (call.function.name !== name) call.function.name += name;
  call.function.arguments += shown(member(described, 'arguments'));
}

const isAnother = (call: StreamedCall, id: string | null, name: string): boolean =>
  id === null
    ? name !== '' && jsonOf(call.function.arguments) !== undefined
    : id !== call.id && call.function.name !== '';

function messageParts(message: unknown): RequestPart[] {
  const role = member(message, 'role');
  const said = contentText(member(message, 'content'));
  if (role === 'tool' || role === 'function') {
    const id = textMember(message, 'tool_call_id') ?? null;
    return [{ kind: 'result', id, name: textMember(message, 'name') ?? null, text: said }];
  }
  if (role === 'assistant') {
    return said === '' ? [] : [{ kind: 'message', role, text: said }];
  }
  const isSystem = role === 'system' || role === 'developer';
  return [{ kind: 'message', role: isSystem ? 'system' : 'user', text: said }];
}
