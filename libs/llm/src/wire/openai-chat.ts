/** OpenAI's chat completions, which many others speak as well: `POST /v1/chat/completions`. */

import { jsonOf } from '#values';
import {
  at,
  contentText,
  countAt,
  itemsAt,
  mergedCounts,
  shown,
  textAt,
  wordAt,
} from './loose-json.js';
import {
  bodyRead,
  countedUsage,
  requestsTo,
  streamReader,
  toolCall,
  toolDefinition,
} from './wire.js';
import type { JsonObject, OwnError, RequestPart, Wire, WireResponse } from './wire.js';
import type { TokenUsage } from '../calls/recorded-call.js';

export const openaiChat: Wire = {
  api: 'openai-chat',
  headers: ['openai-beta'],
  requestOf: requestsTo('/v1/chat/completions', outputMaxOf),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  isResponse: (value) => typeof at(value, 'choices', 0, 'message') === 'object',
  // Some servers that speak this API omit the last line.
  readStream: streamReader(
    { joined, readBody },
    ({ stopReason }, data) => stopReason !== null || data.at(-1) === '[DONE]',
  ),
  readBody,
  errorBody: openaiError,
  readRequest: (body) => ({
    parts: itemsAt(body, 'messages').flatMap(messageParts),
    tools: itemsAt(body, 'tools').map((tool) =>
      toolDefinition(at(tool, 'function'), at(tool, 'function', 'parameters')),
    ),
  }),
  readResponse: (body) => {
    const message = at(body, 'choices', 0, 'message');
    const texts = [textOfContent(at(message, 'content')), textAt(message, 'refusal') ?? ''];
    return {
      thought: thoughtOf(message),
      text: texts.filter((one) => one !== '').join('\n'),
      toolCalls: itemsAt(message, 'tool_calls').map((call) => ({
        ...toolCall(at(call, 'function'), 'id', 'arguments'),
        id: textAt(call, 'id') ?? null,
      })),
    };
  },
  joined,
};

function readBody(body: unknown): WireResponse {
  return bodyRead(body, usageOf(at(body, 'usage')), wordAt(body, 'choices', 0, 'finish_reason'));
}

function joined(events: readonly unknown[]): unknown {
  const message: Record<string, unknown> = {};
  const tool_calls: StreamedCall[] = [];
  const byIndex = new Map<unknown, StreamedCall>();
  let usage: unknown;
  let error: unknown;
  let finish_reason: unknown;
  for (const event of events) {
    // Moonshot counts within the last choice.
    const counts = at(event, 'usage') ?? at(event, 'choices', 0, 'usage');
    if (usageOf(counts) !== null) usage = mergedCounts(usage, counts);
    error ??= at(event, 'error');
    finish_reason = wordAt(event, 'choices', 0, 'finish_reason') ?? finish_reason;
    const delta = at(event, 'choices', 0, 'delta');
    for (const name of ['content', 'refusal', ...thoughtMembers]) {
      message[name] = added(message[name], at(delta, name));
    }
    for (const call of itemsAt(delta, 'tool_calls')) extend(tool_calls, byIndex, call);
  }
  return { choices: [{ message: { ...message, tool_calls }, finish_reason }], usage, error };
}

const errorTypes: Readonly<Record<OwnError, string>> = {
  'bad request': 'invalid_request_error',
  'not allowed': 'insufficient_quota',
  'not found': 'invalid_request_error',
  gone: 'invalid_request_error',
  unavailable: 'server_error',
};

/** The error body that both of OpenAI's APIs share. */
export function openaiError(error: OwnError, message: string): unknown {
  return { error: { message, type: errorTypes[error], param: null, code: null } };
}

/** The bound that the request states is of each answer, and it may ask for several. */
function outputMaxOf(body: JsonObject): number | undefined {
  const each = countAt(body, 'max_completion_tokens') ?? countAt(body, 'max_tokens');
  return each === undefined ? undefined : each * Math.max(1, countAt(body, 'n') ?? 1);
}

/** The usage of both of OpenAI's APIs, by their names of its counts. */
export function openaiUsage(usage: unknown, inputs: string, outputs: string): TokenUsage | null {
  const input = countAt(usage, inputs);
  const output = countAt(usage, outputs);
  if (input === undefined || output === undefined) return null;
  const details = at(usage, `${inputs}_details`);
  const counted = {
    input,
    output,
    cachedInput: countOf(cacheReads, details, usage),
    cacheWrite: countOf(cacheWrites, details, usage),
    reasoning: countAt(usage, `${outputs}_details`, 'reasoning_tokens') ?? 0,
  };
  return countedUsage(counted, countAt(usage, 'total_tokens'));
}

const usageOf = (usage: unknown): TokenUsage | null =>
  openaiUsage(usage, 'prompt_tokens', 'completion_tokens');

/** DeepSeek, Moonshot and gateways before Claude have names of their own for what is cached. */
const cacheReads = [
  'prompt_cache_hit_tokens',
  'cached_tokens',
  'cache_read_input_tokens',
  'cache_read_tokens',
];
const cacheWrites = [
  'cache_write_tokens',
  'cache_creation_input_tokens',
  'cache_creation_tokens',
  'cache_write_input_tokens',
];

/** The first count above zero of these names, in the details of the input or beside them. */
const countOf = (names: readonly string[], ...places: readonly unknown[]): number =>
  places.flatMap((place) => names.map((name) => countAt(place, name))).find(Boolean) ?? 0;

/** The speaker of a message to the model. */
export const inputRole = (role: unknown): 'system' | 'user' =>
  role === 'system' || role === 'developer' ? 'system' : 'user';

function messageParts(message: unknown): RequestPart[] {
  const role = at(message, 'role');
  const text = contentText(at(message, 'content'));
  if (role === 'tool' || role === 'function') {
    const id = textAt(message, 'tool_call_id') ?? null;
    return [{ kind: 'result', id, name: textAt(message, 'name') ?? null, text }];
  }
  if (role !== 'assistant') return [{ kind: 'message', role: inputRole(role), text }];
  return text === '' ? [] : [{ kind: 'message', role, text }];
}

/**
 * The visible text of a message. A content may be a list of parts with thoughts; a stream has
 * many small ones.
 */
export const textOfContent = (content: unknown): string =>
  Array.isArray(content)
    ? partTexts(content.filter((part) => at(part, 'type') !== 'thinking'))
    : contentText(content);

const partTexts = (parts: readonly unknown[]): string =>
  parts.map((part) => contentText([part])).join('');

function thoughtOf(message: unknown): string {
  const parts = itemsAt(message, 'content').flatMap((part) => itemsAt(part, 'thinking'));
  const stated = textAt(message, 'reasoning_content') ?? textAt(message, 'reasoning');
  return stated ?? partTexts(parts);
}

/** Members of a message with the model's thoughts. */
const thoughtMembers = ['reasoning_content', 'reasoning', 'reasoning_details'];

/**
 * Texts and lists come in pieces; a content may be a text in one piece and a list of
 * parts in the next.
 */
function added(before: unknown, more: unknown): unknown {
  if (typeof more !== 'string' && !Array.isArray(more)) return before;
  if (before === undefined) return more;
  if (typeof before === 'string' && typeof more === 'string') return before + more;
  return [before, more].flatMap((one) => (typeof one === 'string' ? [{ text: one }] : one));
}

interface StreamedCall {
  id: string | null;
  readonly function: { name: string; arguments: string };
  /** Other data from the provider about the call, such as `extra_content`. */
  [member: string]: unknown;
}

/**
 * Some servers leave `index` out, or give every call the same one: another id, or another name
 * behind arguments that are whole, begins another call.
 */
function extend(calls: StreamedCall[], byIndex: Map<unknown, StreamedCall>, piece: unknown): void {
  const { index, id: _, function: __, ...more } = Object(piece) as Record<string, unknown>;
  const id = wordAt(piece, 'id');
  const name = textAt(piece, 'function', 'name') ?? '';
  let call = typeof index === 'number' ? byIndex.get(index) : calls.at(-1);
  if (call === undefined || isAnother(call, id, name)) {
    call = { id, function: { name: '', arguments: '' } };
    calls.push(call);
  }
  byIndex.set(index, call);
  Object.assign(call, more);
  call.id ??= id;
  // Some repeat the name with each piece.
  if (call.function.name !== name) call.function.name += name;
  call.function.arguments += shown(at(piece, 'function', 'arguments'));
}

const isAnother = (call: StreamedCall, id: string | null, name: string): boolean =>
  id === null
    ? name !== '' && jsonOf(call.function.arguments) !== undefined
    : id !== call.id && call.function.name !== '';
