/** OpenAI's responses: `POST /v1/responses`. */

import {
  at,
  contentText,
  countAt,
  errorAt,
  itemsAt,
  looseJson,
  shown,
  textAt,
  wordAt,
} from './loose-json.js';
import { inputRole, openaiError, openaiUsage } from './openai-chat.js';
import { bodyRead, requestsTo, systemParts, toolCall, toolDefinition } from './wire.js';
import type { RequestPart, Wire, WireResponse } from './wire.js';

const lastEvents = ['response.completed', 'response.incomplete', 'response.failed'];

export const openaiResponses: Wire = {
  api: 'openai-responses',
  headers: ['openai-beta'],
  requestOf: requestsTo('/v1/responses', (body) => countAt(body, 'max_output_tokens')),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  isResponse: (value) => Array.isArray(at(value, 'output')),
  readStream: (data) => {
    const events = data.map(looseJson);
    const broken = events.find((event) => at(event, 'type') === 'error');
    const last = events.findLast((event) => lastEvents.includes(textAt(event, 'type') ?? ''));
    if (last !== undefined && broken === undefined) return responseOf(at(last, 'response'));
    const error = errorAt(broken) ?? textAt(broken, 'message') ?? null;
    return { usage: null, stopReason: null, isWhole: false, error };
  },
  readBody: (body) => responseOf(body),
  errorBody: openaiError,
  readRequest: (body) => ({
    parts: [
      ...systemParts(contentText(at(body, 'instructions'))),
      ...inputParts(at(body, 'input')),
    ],
    tools: itemsAt(body, 'tools').map((tool) => ({
      ...toolDefinition(tool, at(tool, 'parameters')),
      name: textAt(tool, 'name') ?? textAt(tool, 'type') ?? '',
    })),
    isContinued: textAt(body, 'previous_response_id') !== undefined,
  }),
  readResponse: (body) => {
    const ofType = (type: string): readonly unknown[] =>
      itemsAt(body, 'output').filter((item) => at(item, 'type') === type);
    const texts = (type: string, name: string): string =>
      ofType(type)
        .map((item) => contentText(at(item, name)))
        .filter((one) => one !== '')
        .join('\n');
    return {
      thought: texts('reasoning', 'summary') || texts('reasoning', 'content'),
      text: texts('message', 'content'),
      toolCalls: ofType('function_call').map((call) => toolCall(call, 'call_id', 'arguments')),
    };
  },
  joined: (events) => {
    const whole = events
      .map((event) => at(event, 'response'))
      .findLast((response) => itemsAt(response, 'output').length > 0);
    if (whole !== undefined) return whole;
    const output: Record<string, unknown>[] = [];
    let error: unknown;
    for (const event of events) {
      const type = textAt(event, 'type') ?? '';
      if (type === 'error') error = at(event, 'error') ?? event;
      else if (type === 'response.failed') error = at(event, 'response', 'error');
      else extend(output, type, event);
    }
    return { output: Object.values(output), error };
  },
};

function responseOf(response: unknown): WireResponse {
  const status = wordAt(response, 'status');
  const usage = openaiUsage(at(response, 'usage'), 'input_tokens', 'output_tokens');
  const read = bodyRead(
    response,
    usage,
    wordAt(response, 'incomplete_details', 'reason') ?? status,
  );
  return { ...read, isWhole: read.isWhole && status !== 'failed' };
}

/** The member of an item to which the pieces of an event belong. */
const pieces: Readonly<Record<string, string>> = {
  'response.function_call_arguments.delta': 'arguments',
  'response.output_text.delta': 'content',
  'response.refusal.delta': 'content',
  'response.reasoning_summary_text.delta': 'summary',
};

/** Pieces of an item until it is done, for streams that were cut off. */
function extend(output: Record<string, unknown>[], type: string, event: unknown): void {
  const index = Number(at(event, 'output_index') ?? 0);
  if (type === 'response.output_item.added' || type === 'response.output_item.done') {
    output[index] = { ...(at(event, 'item') as object | undefined) };
    return;
  }
  const more = textAt(event, 'delta');
  if (more === undefined) return;
  const item = (output[index] ??= {});
  const name = pieces[type];
  if (name !== undefined) item[name] = contentText(item[name]) + more;
}

function inputParts(input: unknown): RequestPart[] {
  if (typeof input === 'string') return [{ kind: 'message', role: 'user', text: input }];
  return itemsAt(input).flatMap((item): RequestPart[] => {
    if (at(item, 'type') === 'function_call_output') {
      const id = textAt(item, 'call_id') ?? null;
      const output = at(item, 'output');
      const text = Array.isArray(output) ? contentText(output) : shown(output);
      return [{ kind: 'result', id, name: null, text }];
    }
    const role = at(item, 'role');
    if (role === undefined) return [];
    const text = contentText(at(item, 'content'));
    return [{ kind: 'message', role: role === 'assistant' ? role : inputRole(role), text }];
  });
}
