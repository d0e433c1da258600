/** Anthropic's messages API: `POST /v1/messages`. */

import { jsonOf } from '#values';
import { at, contentText, countAt, itemsAt, mergedCounts, textAt, wordAt } from './loose-json.js';
import {
  bodyRead,
  countedUsage,
  requestsTo,
  streamReader,
  systemParts,
  toolCall,
  toolDefinition,
} from './wire.js';
import type { OwnError, RequestPart, Wire, WireResponse } from './wire.js';
import type { TokenUsage } from '../calls/recorded-call.js';

const errorTypes: Readonly<Record<OwnError, string>> = {
  'bad request': 'invalid_request_error',
  'not allowed': 'permission_error',
  'not found': 'not_found_error',
  gone: 'invalid_request_error',
  unavailable: 'api_error',
};

export const anthropicMessages: Wire = {
  api: 'anthropic-messages',
  headers: ['anthropic-version', 'anthropic-beta'],
  requestOf: requestsTo('/v1/messages', (body) => countAt(body, 'max_tokens')),
  keyHeaders: (key) => ({ 'x-api-key': key }),
  isResponse: (value) => Array.isArray(at(value, 'content')),
  readStream: streamReader({ joined, readBody }, (_, data) =>
    data.some((event) => at(jsonOf(event), 'type') === 'message_stop'),
  ),
  readBody,
  errorBody: (error, message) => ({ type: 'error', error: { type: errorTypes[error], message } }),
  readRequest: (body) => ({
    parts: [
      ...systemParts(contentText(at(body, 'system'))),
      ...itemsAt(body, 'messages').flatMap(messageParts),
    ],
    tools: itemsAt(body, 'tools').map((tool) => toolDefinition(tool, at(tool, 'input_schema'))),
  }),
  readResponse: (body) => {
    const ofType = (type: string) =>
      itemsAt(body, 'content').filter((block) => at(block, 'type') === type);
    const all = (type: string): string =>
      ofType(type)
        .map((block) => textAt(block, type) ?? '')
        .join('\n');
    return {
      thought: all('thinking'),
      text: all('text'),
      toolCalls: ofType('tool_use').map((block) => toolCall(block, 'id', 'input')),
    };
  },
  joined,
};

function readBody(body: unknown): WireResponse {
  return bodyRead(body, usageOf(at(body, 'usage')), wordAt(body, 'stop_reason'));
}

function joined(events: readonly unknown[]): unknown {
  const blocks: Record<string, unknown>[] = [];
  let usage: unknown;
  let stop_reason: unknown;
  let error: unknown;
  for (const event of events) {
    // The first event has the input, the last counts the output; either may have both.
    usage = mergedCounts(mergedCounts(usage, at(event, 'message', 'usage')), at(event, 'usage'));
    stop_reason = wordAt(event, 'delta', 'stop_reason') ?? stop_reason;
    const index = Number(at(event, 'index'));
    const type = at(event, 'type');
    if (type === 'error') error ??= at(event, 'error') ?? 'an error';
    if (type === 'content_block_start') {
      blocks[index] = { ...(at(event, 'content_block') as object | undefined) };
    }
    if (type === 'content_block_delta') extend((blocks[index] ??= {}), at(event, 'delta'));
  }
  return { content: Object.values(blocks).map(withInput), usage, stop_reason, error };
}

/** Here the input leaves out what was read from a cache or written to it. */
function usageOf(usage: unknown): TokenUsage | null {
  const input = countAt(usage, 'input_tokens');
  const output = countAt(usage, 'output_tokens');
  if (input === undefined || output === undefined) return null;
  const cachedInput = countAt(usage, 'cache_read_input_tokens') ?? 0;
  const cacheWrite = countAt(usage, 'cache_creation_input_tokens') ?? 0;
  const reasoning = countAt(usage, 'output_tokens_details', 'thinking_tokens') ?? 0;
  return countedUsage({
    input: input + cachedInput + cacheWrite,
    output,
    cachedInput,
    cacheWrite,
    reasoning,
  });
}

function messageParts(message: unknown): RequestPart[] {
  const role = at(message, 'role') === 'assistant' ? 'assistant' : 'user';
  const content = at(message, 'content');
  if (typeof content === 'string') return [{ kind: 'message', role, text: content }];
  return itemsAt(content).flatMap((block): RequestPart[] => {
    const type = at(block, 'type');
    if (type === 'tool_result') {
      const id = textAt(block, 'tool_use_id') ?? null;
      return [{ kind: 'result', id, name: null, text: contentText(at(block, 'content')) }];
    }
    // Shows the model's own thoughts and calls in their original place.
    if (role === 'assistant' && type !== 'text') return [];
    return [{ kind: 'message', role, text: contentText([block]) }];
  });
}

/** What each piece of a block is called, and where in the block it belongs. */
const pieces = { text: 'text', thinking: 'thinking', partial_json: 'partial_input' };

function extend(block: Record<string, unknown>, delta: unknown): void {
  for (const [piece, name] of Object.entries(pieces)) {
    const more = textAt(delta, piece);
    if (more !== undefined) block[name] = (textAt(block, name) ?? '') + more;
  }
}

/** The input of a streamed tool call: parsed if it is whole, raw if it was cut off. */
function withInput({ [pieces.partial_json]: json, ...block }: Record<string, unknown>): object {
  if (typeof json !== 'string' || json === '') return block;
  return { ...block, input: jsonOf(json) ?? json };
}
