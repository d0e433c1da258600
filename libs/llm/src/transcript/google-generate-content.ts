/** Requests and responses of Gemini's generateContent, for readers. */

import { items, member, shown, textMember } from '../calls/loose-json.js';
import type { RequestPart, ToolDefinition, WireReader } from './wire-reader.js';
import { errorText } from './error-text.js';

export const googleGenerateContent: WireReader = {
  request: (body) => ({
    parts: [...systemParts(body), ...items(member(body, 'contents')).flatMap(contentParts)],
    tools: items(member(body, 'tools')).flatMap(toolDefinitions),
    isContinued: false,
  }),
  response: (body) => {
    const parts = partsOf(member(items(member(body, 'candidates'))[0], 'content'));
    const texts = (isThought: boolean): string =>
      parts
        .filter((part) => (member(part, 'thought') === true) === isThought)
        .map((part) => textMember(part, 'text') ?? '')
        .join('');
    return {
      thought: texts(true),
      text: [texts(false), blocked(body)].filter((one) => one !== '').join('\n'),
      toolCalls: parts.flatMap((part) => {
        const call = member(part, 'functionCall');
        if (call === undefined) return [];
        return [
          {
            id: textMember(call, 'id') ?? null,
            name: textMember(call, 'name') ?? '',
            arguments: shown(member(call, 'args')),
          },
        ];
      }),
      error: errorText(body),
    };
  },
  joined: (events) => {
    const parts = events.flatMap((event) =>
      partsOf(member(items(member(event, 'candidates'))[0], 'content')),
    );
    const [promptFeedback] = defined(events, 'promptFeedback');
    const [error] = defined(events, 'error');
    return { candidates: [{ content: { parts } }], promptFeedback, error };
  },
};

const partsOf = (content: unknown): readonly unknown[] => items(member(content, 'parts'));

const defined = (events: readonly unknown[], name: string): readonly unknown[] =>
  events.map((event) => member(event, name)).filter((value) => value !== undefined);

/** A prompt that the provider would not answer has no candidate, but a reason. */
function blocked(body: unknown): string {
  const reason = textMember(member(body, 'promptFeedback'), 'blockReason');
  return reason === undefined ? '' : `(prompt blocked: ${reason})`;
}

function systemParts(body: unknown): RequestPart[] {
  const system = member(body, 'systemInstruction') ?? member(body, 'system_instruction');
  const text = partsOf(system)
    .map((part) => textMember(part, 'text') ?? '')
    .join('\n');
  return text === '' ? [] : [{ kind: 'message', role: 'system', text }];
}

function contentParts(content: unknown): RequestPart[] {
  const role = member(content, 'role') === 'model' ? 'assistant' : 'user';
  return partsOf(content).flatMap((part): RequestPart[] => {
    const result = member(part, 'functionResponse');
    if (result !== undefined) {
      const id = textMember(result, 'id') ?? null;
      const name = textMember(result, 'name') ?? null;
      return [{ kind: 'result', id, name, text: resultText(member(result, 'response')) }];
    }
    const text = textMember(part, 'text');
    if (text === undefined || member(part, 'thought') === true) return [];
    return [{ kind: 'message', role, text }];
  });
}

/** Clients wrap a result in an object: `{"name": …, "content": …}`, `{"output": …}` or `{"result": …}`. */
function resultText(response: unknown): string {
  for (const name of ['content', 'output', 'result']) {
    const inner = member(response, name);
    if (inner !== undefined) return shown(inner);
  }
  return shown(response);
}

function toolDefinitions(tool: unknown): ToolDefinition[] {
  const declarations =
    member(tool, 'functionDeclarations') ?? member(tool, 'function_declarations');
  return items(declarations).map((declared) => ({
    name: textMember(declared, 'name') ?? '',
    description: textMember(declared, 'description') ?? '',
    parameters: member(declared, 'parameters') ?? member(declared, 'parametersJsonSchema'),
  }));
}
