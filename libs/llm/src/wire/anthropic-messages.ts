/** Anthropic's messages API: `POST /v1/messages`. */

import { jsonOf } from '#values';
import { at, countAt, errorAt, textAt, wordAt } from './json-member.js';
import { countedUsage, requestsTo } from './wire.js';
import type { OwnError, Wire, WireResponse } from './wire.js';
import type { TokenUsage } from '../calls/recorded-call.js';

const errorTypes: Readonly<Record<OwnError, string>> = {
  'bad request': 'invalid_request_error',
  'not allowed': 'permission_error',
  'not found': 'not_found_error',
  gone: 'invalid_request_error',
  unavailable: 'api_error',
};

export const anthropicMessages: Wire = {
  api: 'anthropic-messages',
  headers: ['anthropic-version', 'anthropic-beta'],
  requestOf: requestsTo('/v1/messages', (body) => countAt(body, 'max_tokens') ?? null),
  withModel: (body, model) => ({ ...body, model }),
  keyHeaders: (key) => ({ 'x-api-key': key }),
  readStream: (data) => {
    let usage: unknown;
    let stopReason: string | null = null;
    let isWhole = false;
    let error: string | null = null;
    for (const event of data.map(jsonOf)) {
      // The first event has the input, the last counts the output; either may have both.
      usage = merged(usage, at(event, 'message', 'usage'));
      usage = merged(usage, at(event, 'usage'));
      stopReason = wordAt(event, 'delta', 'stop_reason') ?? stopReason;
      if (textAt(event, 'type') === 'message_stop') isWhole = true;
      if (textAt(event, 'type') === 'error') error ??= errorAt(event) ?? 'an error';
    }
    return { usage: usageOf(usage), stopReason, isWhole: isWhole && error === null, error };
  },
  readBody: (body): WireResponse => ({
    usage: usageOf(at(body, 'usage')),
    stopReason: wordAt(body, 'stop_reason'),
    isWhole: errorAt(body) === null,
    error: errorAt(body),
  }),
  errorBody: (error, message) => ({ type: 'error', error: { type: errorTypes[error], message } }),
};

function merged(usage: unknown, more: unknown): unknown {
  if (typeof more !== 'object' || more === null) return usage;
  const known = Object.entries(more).filter(([, count]) => count !== null);
  return { ...(usage as object | undefined), ...Object.fromEntries(known) };
}

/** Here the input leaves out what was read from a cache or written to it. */
function usageOf(usage: unknown): TokenUsage | null {
  const input = countAt(usage, 'input_tokens');
  const output = countAt(usage, 'output_tokens');
  if (input === undefined || output === undefined) return null;
  const cachedInput = countAt(usage, 'cache_read_input_tokens') ?? 0;
  const cacheWrite = countAt(usage, 'cache_creation_input_tokens') ?? 0;
  const reasoning = countAt(usage, 'output_tokens_details', 'thinking_tokens') ?? 0;
  return countedUsage({
    input: input + cachedInput + cacheWrite,
    ...{ output, cachedInput, cacheWrite, reasoning },
  });
}
