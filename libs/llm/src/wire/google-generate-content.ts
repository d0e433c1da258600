/**
 * Gemini: `POST /v1beta/models/<model>:generateContent`, or `:streamGenerateContent`, as events
 * with `alt=sse`.
 */

import { at, countAt, itemsAt, mergedCounts, shown, textAt, wordAt } from './loose-json.js';
import type { JsonObject, OwnError, RequestPart, Wire, WireResponse } from './wire.js';
import {
  bodyRead,
  countedUsage,
  statusOf,
  streamReader,
  systemParts,
  toolCall,
  toolDefinition,
} from './wire.js';
import type { TokenUsage } from '../calls/recorded-call.js';

const path = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(?:generateContent|streamGenerateContent)$/;

const statuses: Readonly<Record<OwnError, string>> = {
  'bad request': 'INVALID_ARGUMENT',
  'not allowed': 'PERMISSION_DENIED',
  'not found': 'NOT_FOUND',
  gone: 'FAILED_PRECONDITION',
  unavailable: 'UNAVAILABLE',
};

export const googleGenerateContent: Wire = {
  api: 'google-generate-content',
  headers: [],
  requestOf: (asked, body) => {
    const [, model] = path.exec(asked) ?? [];
    if (model === undefined) return undefined;
    return { model: decoded(model), outputMax: outputMaxOf(body) };
  },
  keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  // Each event of a stream is a response of its own.
  isResponse: () => false,
  readStream: streamReader({ joined, readBody }, ({ stopReason }) => stopReason !== null),
  readBody,
  errorBody: (error, message) => ({
    error: { code: statusOf[error], message, status: statuses[error] },
  }),
  readRequest: (body) => ({
    parts: [...instructionParts(body), ...itemsAt(body, 'contents').flatMap(contentParts)],
    tools: itemsAt(body, 'tools')
      .flatMap((tool) =>
        itemsAt(at(tool, 'functionDeclarations') ?? at(tool, 'function_declarations')),
      )
      .map((tool) =>
        toolDefinition(tool, at(tool, 'parameters') ?? at(tool, 'parametersJsonSchema')),
      ),
  }),
  readResponse: (body) => {
    const parts = partsIn(body);
    const texts = (isThought: boolean): string =>
      textsOf(parts.filter((part) => (at(part, 'thought') === true) === isThought)).join('');
    return {
      thought: texts(true),
      text: [texts(false), blocked(body)].filter((one) => one !== '').join('\n'),
      toolCalls: parts
        .map((part) => at(part, 'functionCall'))
        .filter((call) => call !== undefined)
        .map((call) => toolCall(call, 'id', 'args')),
    };
  },
  joined,
};

/** A body may be a list of chunks. */
function readBody(chunks: unknown): WireResponse {
  const body = Array.isArray(chunks) ? joined(chunks) : chunks;
  const blockReason = wordAt(body, 'promptFeedback', 'blockReason');
  const stopReason = wordAt(body, 'candidates', 0, 'finishReason') ?? blockReason;
  return bodyRead(body, usageOf(at(body, 'usageMetadata')), stopReason);
}

/** Every chunk is a response of its own; usage counts up to it. */
function joined(chunks: readonly unknown[]): unknown {
  const all = (name: string): unknown[] =>
    chunks.map((chunk) => at(chunk, name)).filter((value) => value !== undefined);
  const finishReason = chunks
    .map((chunk) => wordAt(chunk, 'candidates', 0, 'finishReason'))
    .findLast((reason) => reason !== null);
  return {
    candidates: [{ content: { parts: chunks.flatMap(partsIn) }, finishReason }],
    usageMetadata: all('usageMetadata')
      .filter((usage) => usageOf(usage) !== null)
      .reduce(mergedCounts, undefined),
    promptFeedback: all('promptFeedback')[0],
    error: all('error')[0],
  };
}

/** The bound for all candidates that the request asks for. */
function outputMaxOf(body: JsonObject): number | null {
  const each = countAt(body, 'generationConfig', 'maxOutputTokens');
  const candidates = countAt(body, 'generationConfig', 'candidateCount') ?? 1;
  return each === undefined ? null : each * Math.max(1, candidates);
}

function usageOf(usage: unknown): TokenUsage | null {
  const prompt = countAt(usage, 'promptTokenCount');
  if (prompt === undefined) return null;
  const reasoning = countAt(usage, 'thoughtsTokenCount') ?? 0;
  const input = prompt + (countAt(usage, 'toolUsePromptTokenCount') ?? 0);
  const candidates = countAt(usage, 'candidatesTokenCount') ?? 0;
  // Thoughts are counted separately from candidates, unless the total shows that
  // candidates include them.
  const areWithin =
    reasoning <= candidates && countAt(usage, 'totalTokenCount') === input + candidates;
  return countedUsage({
    input,
    output: areWithin ? candidates : candidates + reasoning,
    cachedInput: countAt(usage, 'cachedContentTokenCount') ?? 0,
    cacheWrite: 0,
    reasoning,
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parts of the first candidate. */
const partsIn = (body: unknown): readonly unknown[] =>
  itemsAt(body, 'candidates', 0, 'content', 'parts');

const textsOf = (parts: readonly unknown[]): string[] =>
  parts.map((part) => textAt(part, 'text') ?? '');

/** A prompt that the provider would not answer has no candidate, but a reason. */
function blocked(body: unknown): string {
  const reason = textAt(body, 'promptFeedback', 'blockReason');
  return reason === undefined ? '' : `(prompt blocked: ${reason})`;
}

function instructionParts(body: unknown): RequestPart[] {
  const system = at(body, 'systemInstruction') ?? at(body, 'system_instruction');
  return systemParts(textsOf(itemsAt(system, 'parts')).join('\n'));
}

function contentParts(content: unknown): RequestPart[] {
  const role = at(content, 'role') === 'model' ? 'assistant' : 'user';
  return itemsAt(content, 'parts').flatMap((part): RequestPart[] => {
    const result = at(part, 'functionResponse');
    if (result !== undefined) {
      const id = textAt(result, 'id') ?? null;
      const name = textAt(result, 'name') ?? null;
      return [{ kind: 'result', id, name, text: resultText(at(result, 'response')) }];
    }
    const text = textAt(part, 'text');
    if (text === undefined || at(part, 'thought') === true) return [];
    return [{ kind: 'message', role, text }];
  });
}

/**
 * Clients wrap a result in an object: `{"name": …, "content": …}`, `{"output": …}` or
 * `{"result": …}`.
 */
function resultText(response: unknown): string {
  const [inner = response] = ['content', 'output', 'result']
    .map((name) => at(response, name))
    .filter((one) => one !== undefined);
  return shown(inner);
}
