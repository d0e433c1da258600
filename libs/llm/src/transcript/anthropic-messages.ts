/** Requests and responses of Anthropic's messages API, for readers. */

import { jsonOf } from '#values';
import { contentText, items, member, shown, text, textMember } from '../calls/loose-json.js';
import type { RequestPart, WireReader, WireResponse } from './wire-reader.js';
import { errorText } from './error-text.js';

export const anthropicMessages: WireReader = {
  request: (body) => ({
    parts: [...systemParts(body), ...items(member(body, 'messages')).flatMap(messageParts)],
    tools: items(member(body, 'tools')).map((tool) => ({
      name: textMember(tool, 'name') ?? '',
      description: textMember(tool, 'description') ?? '',
      parameters: member(tool, 'input_schema'),
    })),
    isContinued: false,
  }),
  response: (body): WireResponse => {
    const blocks = items(member(body, 'content'));
    const all = (type: string, name: string): string =>
      blocks
        .filter((block) => member(block, 'type') === type)
        .map((block) => textMember(block, name) ?? '')
        .join('\n');
    return {
      thought: all('thinking', 'thinking'),
      text: all('text', 'text'),
      toolCalls: blocks
        .filter((block) => member(block, 'type') === 'tool_use')
        .map((block) => ({
          id: textMember(block, 'id') ?? null,
          name: textMember(block, 'name') ?? '',
          arguments: shown(member(block, 'input')),
        })),
      error: errorText(body),
    };
  },
  joined: (events) => {
    const blocks: Record<string, unknown>[] = [];
    let error: unknown;
    for (const event of events) {
      const index = Number(member(event, 'index'));
      const type = member(event, 'type');
      if (type === 'error') error = member(event, 'error');
      if (type === 'content_block_start') {
        blocks[index] = { ...(member(event, 'content_block') as object | undefined) };
      }
      if (type === 'content_block_delta') {
        const block = (blocks[index] ??= {});
        extend(block, member(event, 'delta'));
      }
    }
    const content = Object.values(blocks).map(withInput);
    return error === undefined ? { content } : { content, error };
  },
};

function systemParts(body: unknown): RequestPart[] {
  const system = contentText(member(body, 'system'));
  return system === '' ? [] : [{ kind: 'message', role: 'system', text: system }];
}

function messageParts(message: unknown): RequestPart[] {
  const role = member(message, 'role') === 'assistant' ? 'assistant' : 'user';
  const content = member(message, 'content');
  if (typeof content === 'string') return [{ kind: 'message', role, text: content }];
  return items(content).flatMap((block): RequestPart[] => {
    const type = member(block, 'type');
    if (type === 'tool_result') {
      const id = textMember(block, 'tool_use_id') ?? null;
      return [{ kind: 'result', id, name: null, text: contentText(member(block, 'content')) }];
    }
    // The model's own thoughts and calls are shown where it had them.
    if (role === 'assistant' && type !== 'text') return [];
    return [{ kind: 'message', role, text: contentText([block]) }];
  });
}

const partialInput = 'partial_input';

function extend(block: Record<string, unknown>, delta: unknown): void {
  for (const name of ['text', 'thinking'] as const) {
    const more = textMember(delta, name);
    if (more !== undefined) block[name] = (text(block[name]) ?? '') + more;
  }
  const json = textMember(delta, 'partial_json');
  if (json !== undefined) block[partialInput] = (text(block[partialInput]) ?? '') + json;
}

/** The input of a streamed tool call: parsed where it is whole, as it is where it was cut off. */
function withInput({ [partialInput]: json, ...block }: Record<string, unknown>): object {
  if (typeof json !== 'string' || json === '') return block;
  return { ...block, input: jsonOf(json) ?? json };
}
