/**
 * The four APIs as they look on the wire: a request, and responses whole and in events, of
 * the same usage.
 */

import type { TokenUsage, WireApi } from './recorded-call.js';
import { events, json, type Says } from '../model-server.fixture.js';

export interface WireSample {
  readonly api: WireApi;
  readonly path: string;
  readonly streamPath: string;
  readonly request: (text: string) => object;
  readonly whole: Says;
  readonly stream: Says;
  readonly usage: TokenUsage;
  readonly stopReason: string;
}

const streamed = (body: object): object => ({ ...body, stream: true });
export const streamRequest = ({ api, request }: WireSample, text: string): object =>
  api === 'google-generate-content' ? request(text) : streamed(request(text));

const anthropicUsage = {
  input_tokens: 10,
  cache_read_input_tokens: 3,
  cache_creation_input_tokens: 2,
  output_tokens: 7,
};
const chatUsage = {
  prompt_tokens: 15,
  completion_tokens: 7,
  prompt_tokens_details: { cached_tokens: 3 },
  completion_tokens_details: { reasoning_tokens: 4 },
};
const responsesUsage = {
  input_tokens: 15,
  output_tokens: 7,
  input_tokens_details: { cached_tokens: 3 },
  output_tokens_details: { reasoning_tokens: 4 },
};
const googleUsage = {
  promptTokenCount: 15,
  cachedContentTokenCount: 3,
  candidatesTokenCount: 3,
  thoughtsTokenCount: 4,
};

const usage: TokenUsage = { input: 15, output: 7, cachedInput: 3, cacheWrite: 0, reasoning: 4 };
const completed = (status: string) => ({
  type: 'response.completed',
  response: { id: 'r', status, usage: responsesUsage, output: [] },
});
const candidate = (text: string, finishReason?: string) => ({
  candidates: [{ content: { parts: [{ text }] }, ...(finishReason ? { finishReason } : {}) }],
});

export const wireSamples: readonly WireSample[] = [
  {
    api: 'anthropic-messages',
    path: '/v1/messages',
    streamPath: '/v1/messages',
    request: (content) => ({
      model: 'm-1',
      max_tokens: 100,
      messages: [{ role: 'user', content }],
    }),
    whole: json({ type: 'message', content: [], stop_reason: 'end_turn', usage: anthropicUsage }),
    stream: events(
      { type: 'message_start', message: { usage: { ...anthropicUsage, output_tokens: 1 } } },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'ünï' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
      { type: 'message_stop' },
    ),
    usage: { ...usage, cacheWrite: 2, reasoning: 0 },
    stopReason: 'end_turn',
  },
  {
    api: 'openai-chat',
    path: '/v1/chat/completions',
    streamPath: '/v1/chat/completions',
    request: (content) => ({
      model: 'm-1',
      max_completion_tokens: 100,
      messages: [{ role: 'user', content }],
    }),
    whole: json({ choices: [{ message: {}, finish_reason: 'stop' }], usage: chatUsage }),
    stream: events(
      { choices: [{ delta: { content: 'ünï' } }] },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage: chatUsage },
      '[DONE]',
    ),
    usage,
    stopReason: 'stop',
  },
  {
    api: 'openai-responses',
    path: '/v1/responses',
    streamPath: '/v1/responses',
    request: (input) => ({ model: 'm-1', max_output_tokens: 100, input }),
    whole: json(completed('completed').response),
    stream: events({ type: 'response.output_text.delta', delta: 'ünï' }, completed('completed')),
    usage,
    stopReason: 'completed',
  },
  {
    api: 'google-generate-content',
    path: '/v1beta/models/m-1:generateContent',
    streamPath: '/v1beta/models/m-1:streamGenerateContent?alt=sse',
    request: (text) => ({
      contents: [{ role: 'user', parts: [{ text }] }],
      generationConfig: { maxOutputTokens: 100 },
    }),
    whole: json({ ...candidate('ünï', 'STOP'), usageMetadata: googleUsage }),
    stream: events(candidate('ün'), { ...candidate('ï', 'STOP'), usageMetadata: googleUsage }),
    usage,
    stopReason: 'STOP',
  },
];
