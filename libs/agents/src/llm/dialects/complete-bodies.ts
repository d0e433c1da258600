/**
 * Whole responses with every member that the library requires: servers leave out what means
 * nothing to them.
 */

import type { WireApi } from '#llm';
import { at, itemsAt, textAt } from '#llm/wire/loose-json';

export type Members = Readonly<Record<string, unknown>>;

/** The body of a response, complete; undefined if what the model said is not in it. */
export function completeBody(api: WireApi, body: unknown): Members | undefined {
  switch (api) {
    case 'anthropic-messages':
      return Array.isArray(at(body, 'content')) ? message(body as Members) : undefined;
    case 'openai-responses':
      return Array.isArray(at(body, 'output')) ? response(body as Members) : undefined;
    case 'google-generate-content':
      return isGenerated(body) ? (body as Members) : undefined;
    default:
      return undefined;
  }
}

const isGenerated = (body: unknown): boolean =>
  Array.isArray(at(body, 'candidates')) || at(body, 'promptFeedback') !== undefined;

/** The library does without counts; the gateway has them. */
const noUsage = { input_tokens: 0, output_tokens: 0 };

function message(body: Members): Members {
  const content = itemsAt(body, 'content').map((block) =>
    at(block, 'type') === 'thinking' ? { signature: '', ...(block as Members) } : block,
  );
  const stop_reason = textAt(body, 'stop_reason') ?? null;
  return { ...body, type: 'message', role: 'assistant', content, stop_reason, usage: noUsage };
}

function response(body: Members): Members {
  const output = itemsAt(body, 'output').map((item, index) => ({
    id: `item-${index + 1}`,
    ...(item as Members),
    ...(at(item, 'type') === 'message' ? spoken(item) : {}),
  }));
  return { id: 'response', created_at: 0, model: '', ...body, output, usage: noUsage };
}

/** A message whose parts have all members; the content of one that was cut off is a text. */
function spoken(item: unknown): Members {
  const content = at(item, 'content');
  const parts = typeof content === 'string' ? [textPart(content)] : itemsAt(content);
  return {
    role: 'assistant',
    content: parts.map((part) =>
      at(part, 'type') === 'output_text' ? { annotations: [], ...(part as Members) } : part,
    ),
  };
}

const textPart = (text: string): Members => ({ type: 'output_text', text });
