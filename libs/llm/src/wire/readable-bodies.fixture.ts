/** Requests and responses that use all that is read of the four APIs, and odd ones. */

import type { JsonObject } from './wire.js';

export interface Readable {
  readonly paths: readonly string[];
  /** Bodies of which the model and the bound on output are read, under the first path. */
  readonly asked: readonly JsonObject[];
  readonly requests: readonly unknown[];
  readonly responses: readonly unknown[];
  readonly streams: readonly (readonly unknown[])[];
}

const schema = { type: 'object' };
const failures = [
  { error: 'plain words' },
  { error: { type: 't', status: 's', code: 'c', message: 'm' } },
  { error: { status: 's', code: 'c', message: 'm' } },
  { error: { code: 'c', message: 'm' } },
  { error: { code: 7, message: 'm' } },
  { error: {} },
  { error: null },
  [{ error: { message: 'in a list' } }],
  { error: 'x'.repeat(301) },
  { error: { type: 't', message: 'x'.repeat(300) } },
];
const mixed = [
  { type: 'text', text: 'a' },
  { type: 'image' },
  { text: '' },
  7,
  { type: 'text', text: 'b' },
];

export const anthropic: Readable = {
  paths: ['/v1/messages', '/v1/messages/', '/v1/complete'],
  asked: [{}, { model: 'm', max_tokens: 5 }, { model: 7, max_tokens: '5' }, { max_tokens: 0 }],
  requests: [
    {},
    { system: 'be brief', messages: [{ role: 'user', content: 'hello' }] },
    { system: mixed, messages: [{ role: 'robot', content: mixed }] },
    {
      messages: [
        { role: 'assistant', content: [{ type: 'text', text: 'so' }, { type: 'tool_use' }] },
        { role: 'assistant', content: 'said' },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: mixed },
            { type: 'tool_result', content: 'no id' },
            { type: 'image' },
          ],
        },
      ],
      tools: [{ name: 'f', description: 'does', input_schema: schema }, { name: 7 }, {}],
    },
  ],
  responses: [
    {},
    {
      stop_reason: 'end_turn',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'thinking' },
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
        { type: 'tool_use', id: 'i', name: 'f', input: { a: 1 } },
        { type: 'tool_use', input: 'raw' },
        { type: 'tool_use', id: 7, name: 'g' },
      ],
      usage: {
        input_tokens: 10,
        output_tokens: 7,
        cache_read_input_tokens: 3,
        cache_creation_input_tokens: 2,
        output_tokens_details: { thinking_tokens: 4 },
      },
    },
    { stop_reason: '', usage: { input_tokens: 10 } },
    { usage: { output_tokens: 10 } },
    ...failures,
  ],
  streams: [
    [
      { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking' } },
      { type: 'content_block_delta', index: 0, delta: { thinking: 'h' } },
      { type: 'content_block_delta', index: 0, delta: { thinking: 'm' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', name: 'f' } },
      { type: 'content_block_delta', index: 2, delta: { partial_json: '{"a"' } },
      { type: 'content_block_delta', index: 2, delta: { partial_json: ':1}' } },
      { type: 'content_block_delta', index: 3, delta: { text: 'begun without a start' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } },
      { type: 'message_delta', delta: {}, usage: { input_tokens: null } },
      { type: 'message_stop' },
    ],
    [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { partial_json: '{"cut' } },
    ],
    [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { partial_json: '' } },
      { type: 'error', error: { type: 'overloaded_error', message: 'later' } },
      { type: 'error', error: { message: 'second' } },
      { type: 'message_stop' },
    ],
    [{ type: 'error' }],
  ],
};

const chatCall = (id: unknown, name: unknown, text: unknown) => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});
const chatPiece = (delta: unknown, rest: object = {}) => ({ choices: [{ delta, ...rest }] });
const calls = (...tool_calls: readonly unknown[]) => chatPiece({ tool_calls });
const counts = { prompt_tokens: 9, completion_tokens: 4 };

export const chat: Readable = {
  paths: ['/v1/chat/completions', '/v1/chat', '/v1/completions'],
  asked: [
    { model: 'm' },
    { max_tokens: 5 },
    { max_completion_tokens: 6, max_tokens: 5 },
    { max_tokens: 5, n: 3 },
    { max_tokens: 5, n: 0 },
    { n: 3 },
  ],
  requests: [
    {},
    {
      messages: [
        { role: 'system', content: 'a' },
        { role: 'developer', content: mixed },
        { role: 'user', content: [{ type: 'refusal', refusal: 'no' }] },
        { role: 'assistant', content: 'said' },
        { role: 'assistant', content: '' },
        { role: 'tool', tool_call_id: 't1', content: 'result' },
        { role: 'function', name: 'f', content: 'old result' },
        { role: 'tool' },
        {},
      ],
      tools: [
        { function: { name: 'f', description: 'does', parameters: schema } },
        { function: {} },
        {},
      ],
    },
  ],
  responses: [
    {},
    {
      choices: [
        {
          message: {
            content: 'text',
            refusal: 'no',
            reasoning_content: 'hm',
            reasoning: 'other',
            tool_calls: [chatCall('i', 'f', '{"a":1}'), chatCall(7, 7, { a: 1 }), {}],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: {
        ...counts,
        total_tokens: 13,
        prompt_tokens_details: { cached_tokens: 3 },
        completion_tokens_details: { reasoning_tokens: 2 },
        prompt_cache_hit_tokens: 1,
      },
    },
    { choices: [{ message: { reasoning: 'only this', content: '' }, finish_reason: '' }] },
    {
      choices: [
        {
          message: {
            content: [
              { type: 'thinking', thinking: [{ text: 'let ' }, { text: 'me' }] },
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
        },
      ],
    },
    { usage: { ...counts, prompt_cache_hit_tokens: 1, cached_tokens: 2 } },
    { usage: { ...counts, cached_tokens: 2 } },
    { usage: { ...counts, total_tokens: 18 } },
    { usage: { ...counts, cached_tokens: 5, total_tokens: 18 } },
    { usage: { ...counts, total_tokens: 12 } },
    { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 5 } },
    { usage: { ...counts, completion_tokens_details: { reasoning_tokens: 4 } } },
    { usage: { ...counts, completion_tokens_details: { reasoning_tokens: 5 } } },
    {
      usage: { ...counts, total_tokens: 16, completion_tokens_details: { reasoning_tokens: 3 } },
    },
    { usage: { prompt_tokens: 9 } },
    { usage: { completion_tokens: 9 } },
    ...failures,
  ],
  streams: [
    [
      chatPiece({ role: 'assistant', content: '' }),
      chatPiece({ reasoning_content: 'h' }),
      chatPiece({ reasoning_content: 'm', reasoning: 'r', reasoning_details: [{ text: 'd' }] }),
      chatPiece({ content: 'a', reasoning_details: [{ text: 'e' }] }),
      chatPiece({ content: [{ text: 'b' }] }),
      chatPiece({ content: 'c', refusal: 'no' }),
      chatPiece({}, { finish_reason: 'stop' }),
      { choices: [], usage: counts },
      { choices: [], usage: { prompt_tokens: 1 } },
      '[DONE]',
    ],
    [
      calls({ index: 0, ...chatCall('t1', 'f', '{"a"'), extra_content: 'kept' }),
      calls({ index: 0, function: { name: 'f', arguments: ':1}' } }),
      calls({ index: 1, ...chatCall('t2', 'g', '') }, { index: 0, function: { arguments: ' ' } }),
      calls({ index: 0, ...chatCall('t3', 'h', '{}') }),
      chatPiece({}, { usage: counts }),
    ],
    [
      calls(chatCall('t1', 'f', '{}')),
      calls(chatCall('t2', 'f', '{')),
      calls({ function: { arguments: '}' } }),
      calls({ function: { name: 'next', arguments: '{' } }),
      calls({ function: { name: 'more', arguments: '1' } }),
      calls({ id: '', function: {} }),
      calls(null),
      { error: { message: 'first' } },
      { error: { message: 'second' } },
      '[DONE]',
    ],
    [calls({ index: 0, id: 't1' }), calls({ index: 0, id: 't2', function: { name: 'f' } })],
    [chatPiece({ content: 'a' }), '[DONE]', 'x'],
  ],
};

export const responses: Readable = {
  paths: ['/v1/responses', '/v1/responses/1'],
  asked: [{ model: 'm', max_output_tokens: 5 }, { max_tokens: 5 }],
  requests: [
    {},
    { instructions: 'be brief', input: 'hello', previous_response_id: 'r' },
    {
      instructions: '',
      input: [
        { role: 'system', content: 'a' },
        { role: 'developer', content: mixed },
        { role: 'assistant', content: [{ type: 'output_text', text: 'said' }] },
        { role: 'user', content: 'b' },
        { type: 'function_call', call_id: 't0' },
        { type: 'function_call_output', call_id: 't1', output: mixed },
        { type: 'function_call_output', output: { a: 1 } },
        { type: 'function_call_output', call_id: 't2', output: 'text' },
      ],
      tools: [
        { type: 'function', name: 'f', description: 'does', parameters: schema },
        { type: 'web_search' },
        {},
      ],
    },
  ],
  responses: [
    {},
    {
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ text: 'hm' }], content: [{ text: 'more' }] },
        { type: 'reasoning', summary: [] },
        { type: 'message', content: [{ type: 'output_text', text: 'a' }] },
        { type: 'message', content: [] },
        { type: 'message', content: [{ type: 'refusal', refusal: 'no' }] },
        { type: 'function_call', call_id: 'i', name: 'f', arguments: '{}' },
      ],
      usage: { input_tokens: 9, output_tokens: 4, input_tokens_details: { cached_tokens: 2 } },
    },
    { output: [{ type: 'reasoning', content: [{ text: 'only here' }] }] },
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    { status: 'failed' },
    { status: '' },
    ...failures,
  ],
  streams: [
    [
      { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning' } },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'h' },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'm' },
      { type: 'response.output_item.added', output_index: 2, item: { type: 'message' } },
      { type: 'response.output_text.delta', output_index: 2, delta: 'a' },
      { type: 'response.refusal.delta', output_index: 2, delta: 'no' },
      { type: 'response.unknown.delta', output_index: 2, delta: 'left out' },
      { type: 'response.output_item.added', output_index: 3, item: { type: 'function_call' } },
      { type: 'response.function_call_arguments.delta', output_index: 3, delta: '{}' },
      { type: 'response.output_item.done', output_index: 0, item: { type: 'done' } },
    ],
    [{ type: 'response.output_text.delta', delta: 'no index' }, {}],
    [
      { type: 'response.created', response: { output: [] } },
      { type: 'response.completed', response: { status: 'completed', output: [{ type: 'x' }] } },
    ],
    [{ type: 'response.incomplete', response: { status: 'incomplete' } }],
    [{ type: 'response.failed', response: { status: 'failed', error: { message: 'm' } } }],
    [
      { type: 'response.completed', response: { status: 'completed' } },
      { type: 'error', message: 'bare' },
    ],
    [{ type: 'error', error: { type: 't', message: 'nested' } }],
  ],
};

export const google: Readable = {
  paths: [
    '/v1beta/models/m-1:generateContent',
    '/v1alpha/models/m-1:streamGenerateContent',
    '/v1/models/a%2Fb:generateContent',
    '/v1/models/a%:generateContent',
    '/v1gamma/models/m:generateContent',
    '/x/v1/models/m:generateContent',
    '/v1/models/:generateContent',
    '/v1/models/m:countTokens',
    '/v1/models/m:generateContents',
    '/v1/models/a/b:generateContent',
  ],
  asked: [
    {},
    { generationConfig: { maxOutputTokens: 5 } },
    { generationConfig: { maxOutputTokens: 5, candidateCount: 3 } },
    { generationConfig: { maxOutputTokens: 5, candidateCount: 0 } },
    { generationConfig: { candidateCount: 3 } },
  ],
  requests: [
    {},
    {
      systemInstruction: { parts: [{ text: 'a' }, { text: 'b' }, {}] },
      contents: [
        { role: 'user', parts: [{ text: 'hello' }, { inlineData: {} }] },
        { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'said' }] },
        { parts: [{ functionResponse: { id: 'i', name: 'f', response: { content: 'c' } } }] },
        { parts: [{ functionResponse: { response: { output: { a: 1 } } } }] },
        { parts: [{ functionResponse: { response: { result: 'r', more: 1 } } }] },
        { parts: [{ functionResponse: { response: { other: 1 } } }] },
        { parts: [{ functionResponse: {} }] },
      ],
      tools: [
        { functionDeclarations: [{ name: 'f', description: 'does', parameters: schema }] },
        { function_declarations: [{ name: 'g', parametersJsonSchema: schema }] },
        { googleSearch: {} },
      ],
    },
    { system_instruction: { parts: [{ text: 'in the other spelling' }] } },
  ],
  responses: [
    {},
    {
      candidates: [
        {
          content: {
            parts: [
              { text: 'h', thought: true },
              { text: 'm', thought: true },
              { text: 'a' },
              { text: 'b', thought: false },
              { functionCall: { id: 'i', name: 'f', args: { a: 1 } } },
              { functionCall: { name: 'g' } },
            ],
          },
          finishReason: 'STOP',
        },
        { content: { parts: [{ text: 'second candidate' }] } },
      ],
      usageMetadata: {
        promptTokenCount: 9,
        toolUsePromptTokenCount: 2,
        candidatesTokenCount: 4,
        thoughtsTokenCount: 3,
        cachedContentTokenCount: 1,
        totalTokenCount: 15,
      },
    },
    { promptFeedback: { blockReason: 'SAFETY' } },
    { candidates: [{ finishReason: '' }], promptFeedback: { blockReason: '' } },
    { usageMetadata: { candidatesTokenCount: 4 } },
    { usageMetadata: { promptTokenCount: 4 } },
    {
      usageMetadata: {
        promptTokenCount: 9,
        candidatesTokenCount: 4,
        thoughtsTokenCount: 5,
        totalTokenCount: 13,
      },
    },
    {
      usageMetadata: {
        promptTokenCount: 9,
        candidatesTokenCount: 4,
        thoughtsTokenCount: 4,
        totalTokenCount: 13,
      },
    },
    ...failures,
  ],
  streams: [
    [
      { candidates: [{ content: { parts: [{ text: 'a' }] } }], usageMetadata: {} },
      { candidates: [{ content: { parts: [{ text: 'b' }] }, finishReason: 'STOP' }] },
      { usageMetadata: { promptTokenCount: 9 } },
      { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2 } },
      { candidates: [{ finishReason: '' }], usageMetadata: {} },
    ],
    [{ promptFeedback: { blockReason: 'SAFETY' } }, { promptFeedback: { blockReason: 'OTHER' } }],
    [{ error: { message: 'first' } }, { error: { message: 'second' } }],
  ],
};
