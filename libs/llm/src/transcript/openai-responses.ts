/** Requests and responses of OpenAI's responses API, for readers. */

import { contentText, items, member, shown, text, textMember } from '../calls/loose-json.js';
import type { RequestPart, WireReader } from './wire-reader.js';
import { errorText } from './error-text.js';

export const openaiResponses: WireReader = {
  request: (body) => ({
    parts: [...instructions(body), ...inputParts(member(body, 'input'))],
    tools: items(member(body, 'tools')).map((tool) => ({
      name: textMember(tool, 'name') ?? textMember(tool, 'type') ?? '',
      description: textMember(tool, 'description') ?? '',
      parameters: member(tool, 'parameters'),
    })),
    isContinued: textMember(body, 'previous_response_id') !== undefined,
  }),
  response: (body) => {
    const output = items(member(body, 'output'));
    const ofType = (type: string): readonly unknown[] =>
      output.filter((item) => member(item, 'type') === type);
    const texts = (type: string, name: string): string =>
      ofType(type)
        .map((item) => contentText(member(item, name)))
        .filter((one) => one !== '')
        .join('\n');
    return {
      thought: texts('reasoning', 'summary') || texts('reasoning', 'content'),
      text: texts('message', 'content'),
      toolCalls: ofType('function_call').map((call) => ({
        id: textMember(call, 'call_id') ?? null,
        name: textMember(call, 'name') ?? '',
        arguments: shown(member(call, 'arguments')),
      })),
      error: errorText(body),
    };
  },
  joined: (events) => {
    const whole = events.map((event) => member(event, 'response')).findLast(hasOutput);
    if (whole !== undefined) return whole;
    const output: Record<string, unknown>[] = [];
    let error: unknown;
    for (const event of events) {
      const type = textMember(event, 'type') ?? '';
      if (type === 'error') error = member(event, 'error') ?? event;
      else if (type === 'response.failed') error = member(member(event, 'response'), 'error');
      else extend(output, type, event);
    }
    const joined = { output: Object.values(output) };
    return error === undefined ? joined : { ...joined, error };
  },
};

const hasOutput = (response: unknown): boolean => items(member(response, 'output')).length > 0;

/** Pieces of an item until it is done, for streams that were cut off. */
function extend(output: Record<string, unknown>[], type: string, event: unknown): void {
  const index = Number(member(event, 'output_index') ?? 0);
  const whole = member(event, 'item');
  if (type === 'response.output_item.added' || type === 'response.output_item.done') {
    output[index] = { ...(whole as object | undefined) };
    return;
  }
  const more = textMember(event, 'delta');
  if (more === undefined) return;
  const item = (output[index] ??= {});
  if (type === 'response.function_call_arguments.delta') {
    item['arguments'] = (text(item['arguments']) ?? '') + more;
  }
  if (type === 'response.output_text.delta' || type === 'response.refusal.delta') {
    item['content'] = contentText(item['content']) + more;
  }
  if (type === 'response.reasoning_summary_text.delta') {
    item['summary'] = contentText(item['summary']) + more;
  }
}

function instructions(body: unknown): RequestPart[] {
  const told = contentText(member(body, 'instructions'));
  return told === '' ? [] : [{ kind: 'message', role: 'system', text: told }];
}

function inputParts(input: unknown): RequestPart[] {
  if (typeof input === 'string') return [{ kind: 'message', role: 'user', text: input }];
  return items(input).flatMap((item): RequestPart[] => {
    if (member(item, 'type') === 'function_call_output') {
      const id = textMember(item, 'call_id') ?? null;
      const output = member(item, 'output');
      const said = Array.isArray(output) ? contentText(output) : shown(output);
      return [{ kind: 'result', id, name: null, text: said }];
    }
    const role = member(item, 'role');
    if (role === undefined) return [];
    const said = contentText(member(item, 'content'));
    if (role === 'assistant') return [{ kind: 'message', role, text: said }];
    const isSystem = role === 'system' || role === 'developer';
    return [{ kind: 'message', role: isSystem ? 'system' : 'user', text: said }];
  });
}
