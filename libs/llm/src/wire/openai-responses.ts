/** OpenAI's responses: `POST /v1/responses`. */

import { jsonOf } from '#values';
import { at, countAt, errorAt, textAt, wordAt } from './json-member.js';
import { openaiError } from './openai-error.js';
import { countedUsage, requestsTo } from './wire.js';
import type { Wire, WireResponse } from './wire.js';
import type { TokenUsage } from '../calls/recorded-call.js';

const lastEvents = ['response.completed', 'response.incomplete', 'response.failed'];

export const openaiResponses: Wire = {
  api: 'openai-responses',
  headers: ['openai-beta'],
  requestOf: requestsTo('/v1/responses', (body) => countAt(body, 'max_output_tokens') ?? null),
  withModel: (body, model) => ({ ...body, model }),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  readStream: (data) => {
    const events = data.map(jsonOf);
    const broken = events.find((event) => textAt(event, 'type') === 'error');
    const last = events.findLast((event) => lastEvents.includes(textAt(event, 'type') ?? ''));
    const error = broken === undefined ? null : (errorAt(broken) ?? textAt(broken, 'message'));
    if (last === undefined || broken !== undefined) {
      return { usage: null, stopReason: null, isWhole: false, error };
    }
    return responseOf(at(last, 'response'));
  },
  readBody: (body) => responseOf(body),
  errorBody: openaiError,
};

function responseOf(response: unknown): WireResponse {
  const status = wordAt(response, 'status');
  return {
    usage: usageOf(at(response, 'usage')),
    stopReason: wordAt(response, 'incomplete_details', 'reason') ?? status,
    isWhole: status !== 'failed' && errorAt(response) === null,
    error: errorAt(response),
  };
}

function usageOf(usage: unknown): TokenUsage | null {
  const input = countAt(usage, 'input_tokens');
  const output = countAt(usage, 'output_tokens');
  if (input === undefined || output === undefined) return null;
  const cachedInput = countAt(usage, 'input_tokens_details', 'cached_tokens') ?? 0;
  const reasoning = countAt(usage, 'output_tokens_details', 'reasoning_tokens') ?? 0;
  const total = countAt(usage, 'total_tokens');
  return countedUsage({ input, output, cachedInput, cacheWrite: 0, reasoning }, total);
}
