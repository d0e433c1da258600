/** Gemini: `POST /v1beta/models/<model>:generateContent`, or `:streamGenerateContent`, as events with `alt=sse`. */

import { jsonOf } from '#values';
import { at, countAt, errorAt, wordAt } from './json-member.js';
import type { JsonObject, OwnError, Wire, WireResponse } from './wire.js';
import { countedUsage, statusOf } from './wire.js';
import type { TokenUsage } from '../calls/recorded-call.js';

const path = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

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
    const [, model, method] = path.exec(asked) ?? [];
    if (model === undefined) return undefined;
    return {
      model: decoded(model),
      streams: method === 'streamGenerateContent',
      outputMax: outputMaxOf(body),
    };
  },
  withModel: (body) => body,
  keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  readStream: (data) => readChunks(data.map(jsonOf)),
  readBody: (body) => {
    const response = readChunks(Array.isArray(body) ? (body as unknown[]) : [body]);
    return { ...response, isWhole: response.error === null };
  },
  errorBody: (error, message) => ({
    error: { code: statusOf[error], message, status: statuses[error] },
  }),
};

/** Of all candidates that the request asks for. */
function outputMaxOf(body: JsonObject): number | null {
  const each = countAt(body, 'generationConfig', 'maxOutputTokens');
  const candidates = countAt(body, 'generationConfig', 'candidateCount') ?? 1;
  return each === undefined ? null : each * Math.max(1, candidates);
}

/** Every chunk is a response of its own; usage counts up to it. */
function readChunks(chunks: readonly unknown[]): WireResponse {
  let usage: TokenUsage | null = null;
  let stopReason: string | null = null;
  let error: string | null = null;
  for (const chunk of chunks) {
    usage = usageOf(at(chunk, 'usageMetadata')) ?? usage;
    const blocked = wordAt(chunk, 'promptFeedback', 'blockReason');
    stopReason = wordAt(chunk, 'candidates', 0, 'finishReason') ?? blocked ?? stopReason;
    error ??= errorAt(chunk);
  }
  return { usage, stopReason, isWhole: stopReason !== null && error === null, error };
}

function usageOf(usage: unknown): TokenUsage | null {
  const prompt = countAt(usage, 'promptTokenCount');
  if (prompt === undefined) return null;
  const reasoning = countAt(usage, 'thoughtsTokenCount') ?? 0;
  const input = prompt + (countAt(usage, 'toolUsePromptTokenCount') ?? 0);
  const candidates = countAt(usage, 'candidatesTokenCount') ?? 0;
  // Thoughts stand beside the candidates, unless the total says that these contain them.
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
