/** OpenAI's chat completions, which many others speak as well: `POST /v1/chat/completions`. */

import { jsonOf } from '#values';
import { at, countAt, errorAt, wordAt } from './json-member.js';
import { openaiError } from './openai-error.js';
import { countedUsage, requestsTo } from './wire.js';
import type { JsonObject, Wire } from './wire.js';
import type { TokenUsage } from '../calls/recorded-call.js';

export const openaiChat: Wire = {
  api: 'openai-chat',
  headers: ['openai-beta'],
  requestOf: requestsTo('/v1/chat/completions', outputMaxOf),
  withModel: (body, model) => ({ ...body, model }),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  readStream: (data) => {
    let usage: TokenUsage | null = null;
    let stopReason: string | null = null;
    let error: string | null = null;
    for (const event of data.map(jsonOf)) {
      // Moonshot counts within the last choice.
      usage = usageOf(at(event, 'usage') ?? at(event, 'choices', 0, 'usage')) ?? usage;
      stopReason = wordAt(event, 'choices', 0, 'finish_reason') ?? stopReason;
      error ??= errorAt(event);
    }
    // Not everyone who speaks this API sends the last line.
    const isEnded = stopReason !== null || data.at(-1) === '[DONE]';
    return { usage, stopReason, isWhole: isEnded && error === null, error };
  },
  readBody: (body) => ({
    usage: usageOf(at(body, 'usage')),
    stopReason: wordAt(body, 'choices', 0, 'finish_reason'),
    isWhole: errorAt(body) === null,
    error: errorAt(body),
  }),
  errorBody: openaiError,
};

/** The bound that the request states is of each answer, and it may ask for several. */
function outputMaxOf(body: JsonObject): number | null {
  const each = countAt(body, 'max_completion_tokens') ?? countAt(body, 'max_tokens');
  return each === undefined ? null : each * Math.max(1, countAt(body, 'n') ?? 1);
}

function usageOf(usage: unknown): TokenUsage | null {
  const input = countAt(usage, 'prompt_tokens');
  const output = countAt(usage, 'completion_tokens');
  if (input === undefined || output === undefined) return null;
  const cachedInput =
    countAt(usage, 'prompt_tokens_details', 'cached_tokens') ??
    // DeepSeek and Moonshot have names of their own for it.
    countAt(usage, 'prompt_cache_hit_tokens') ??
    countAt(usage, 'cached_tokens') ??
    0;
  const reasoning = countAt(usage, 'completion_tokens_details', 'reasoning_tokens') ?? 0;
  const total = countAt(usage, 'total_tokens');
  return countedUsage({ input, output, cachedInput, cacheWrite: 0, reasoning }, total);
}
