/** A whole response as the stream of events in which its API would have sent it. */

import type { WireApi } from '#llm';
import { at, itemsAt, shown, textAt } from '#llm/wire/loose-json';
import type { Members } from './complete-bodies.js';

/** The stream of a complete body. */
export function streamOf(api: WireApi, body: Members): string {
  switch (api) {
    case 'anthropic-messages':
      return framed(messageEvents(body).map(jsonText));
    case 'openai-responses':
      return framed(responseEvents(body).map(jsonText));
    default:
      return framed([jsonText(body)]);
  }
}

/** The stream of events with these data, each of one line. */
export const framed = (data: readonly string[]): string =>
  data.map((one) => `data: ${one}\n\n`).join('');

const jsonText = (event: Members): string => JSON.stringify(event);

function messageEvents({ content, stop_reason, usage, ...head }: Members): Members[] {
  return [
    { type: 'message_start', message: { ...head, content: [], usage } },
    ...itemsAt(content).flatMap(blockEvents),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: unknown, index: number): Members[] {
  const { start, deltas } = blockParts(block as Members);
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** How a block begins, and the pieces that follow. */
function blockParts(block: Members): { start: Members; deltas: Members[] } {
  switch (block['type']) {
    case 'text':
      return {
        start: { ...block, text: '' },
        deltas: [{ type: 'text_delta', text: shown(block['text']) }],
      };
    case 'thinking': {
      const { signature, ...rest } = block;
      const thinking = { type: 'thinking_delta', thinking: shown(block['thinking']) };
      const signed = signature === '' ? [] : [{ type: 'signature_delta', signature }];
      return { start: { ...rest, thinking: '' }, deltas: [thinking, ...signed] };
    }
    case 'tool_use': {
      const partial_json = shown(block['input']);
      return {
        start: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json }],
      };
    }
    default:
      return { start: block, deltas: [] };
  }
}

function responseEvents(body: Members): Members[] {
  const isCut = at(body, 'incomplete_details', 'reason') !== undefined;
  return [
    { type: 'response.created', response: body },
    ...itemsAt(body, 'output').flatMap(itemEvents),
    { type: isCut ? 'response.incomplete' : 'response.completed', response: body },
  ];
}

function itemEvents(item: unknown, output_index: number): Members[] {
  const item_id = textAt(item, 'id');
  const isCall = at(item, 'type') === 'function_call';
  const added = isCall ? { ...(item as Members), arguments: '' } : item;
  return [
    { type: 'response.output_item.added', output_index, item: added },
    ...itemsAt(item, 'content').flatMap((part) => partEvents(part, { item_id, output_index })),
    { type: 'response.output_item.done', output_index, item },
  ];
}

function partEvents(part: unknown, place: Members): Members[] {
  const text = textAt(part, 'text');
  const refusal = textAt(part, 'refusal');
  if (refusal !== undefined) return [{ type: 'response.refusal.delta', ...place, delta: refusal }];
  if (text === undefined || at(part, 'type') !== 'output_text') return [];
  return [{ type: 'response.output_text.delta', ...place, delta: text }];
}
