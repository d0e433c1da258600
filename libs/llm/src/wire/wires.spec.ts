/**
 * What the gateway reads of each API: the edges beside the samples that are recorded and
 * replayed whole.
 */

import { describe, expect, it } from 'vitest';
import { wires } from './wires.js';
import type { WireApi } from '../calls/recorded-call.js';

const apis = Object.values(wires);
const events = (...data: readonly unknown[]): string[] =>
  data.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));

describe.each(apis)('$api', (wire) => {
  it.each([
    ['nothing', []],
    ['invalid JSON', ['{', 'x']],
    ['JSON of no meaning', ['null', '[]', '7', '{"usage":"many"}', '{"choices":{}}']],
  ])('of %s makes no whole response, and no usage', (_, data) => {
    expect(wire.readStream(data)).toEqual({
      usage: null,
      stopReason: null,
      isWhole: false,
      error: null,
    });
  });

  it.each([-1, 1.5, '7', 2 ** 53, null, true, [7], { total: 7 }])(
    'ignores a count of tokens that is %j',
    (wrong) => {
      const usageOf = (input: unknown, output: unknown): unknown => {
        const usage = {
          input_tokens: input,
          output_tokens: output,
          prompt_tokens: input,
          completion_tokens: output,
        };
        const usageMetadata = { promptTokenCount: input, candidatesTokenCount: output };
        return wire.readBody({ usage, usageMetadata }).usage;
      };
      expect(usageOf(wrong, wrong)).toBeNull();
      expect(usageOf(5, wrong)).toEqual(usageOf(5, undefined));
      expect(usageOf(wrong, 5)).toEqual(usageOf(undefined, 5));
      expect(usageOf(5, 6)).toMatchObject({ input: 5, output: 6 });
    },
  );

  it('treats a reported usage of zero tokens as not counted', () => {
    const usageOf = (input: number, output: number): unknown => {
      const usage = {
        input_tokens: input,
        output_tokens: output,
        prompt_tokens: input,
        completion_tokens: output,
      };
      const usageMetadata = { promptTokenCount: input, candidatesTokenCount: output };
      return wire.readBody({ usage, usageMetadata }).usage;
    };
    expect(usageOf(0, 0)).toBeNull();
    expect(usageOf(0, 1)).toMatchObject({ input: 0, output: 1 });
    expect(usageOf(1, 0)).toMatchObject({ input: 1, output: 0 });
  });

  it('has errors that its clients can read', () => {
    const body = wire.errorBody('not allowed', 'the budget is used up') as { error: unknown };
    expect(body.error).toMatchObject({ message: 'the budget is used up' });
    expect(wire.readBody(body)).toMatchObject({ isWhole: false });
  });

  it('knows its own paths only', () => {
    const paths = ['/v1/messages', '/v1/chat/completions', '/v1/responses'];
    paths.push('/v1beta/models/m:generateContent', '/v1/models/m:streamGenerateContent');
    const own = paths.filter((path) => wire.requestOf(path, {}) !== undefined);
    expect(own).toHaveLength(wire.api === 'google-generate-content' ? 2 : 1);
    expect(wire.requestOf('/v1/models', {})).toBeUndefined();
    expect(wire.requestOf(`${own[0]}/count_tokens`, {})).toBeUndefined();
  });
});

/** The last event that makes each of these streams whole, after the ones before it. */
const streams: readonly { api: WireApi; body: unknown[]; last: unknown; stopReason: string }[] = [
  {
    api: 'anthropic-messages',
    body: [{ type: 'message_delta', delta: { stop_reason: 'refusal' } }],
    last: { type: 'message_stop' },
    stopReason: 'refusal',
  },
  {
    api: 'openai-chat',
    body: [{ choices: [{ delta: { content: 'a' } }] }],
    last: { choices: [{ delta: {}, finish_reason: 'length' }] },
    stopReason: 'length',
  },
  {
    api: 'openai-responses',
    body: [{ type: 'response.output_text.delta', delta: 'a' }],
    last: {
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    },
    stopReason: 'max_output_tokens',
  },
  {
    api: 'google-generate-content',
    body: [{ candidates: [{ content: {} }] }],
    last: { promptFeedback: { blockReason: 'SAFETY' } },
    stopReason: 'SAFETY',
  },
];

describe.each(streams)('a stream of $api', ({ api, body, last, stopReason }) => {
  it('is whole with its last event, and not before', () => {
    const wire = wires[api];
    expect(wire.readStream(events(...body)).isWhole).toBe(false);
    expect(wire.readStream(events(...body, last))).toMatchObject({ isWhole: true, stopReason });
  });

  it('is not whole with an error in it', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'later' } };
    const read = wires[api].readStream(events(...body, error, last));
    expect(read).toMatchObject({ isWhole: false, error: 'overloaded_error: later' });
  });
});

it('counts the output of every answer that a request asks for', () => {
  const outputMax = (api: WireApi, path: string, body: object): unknown =>
    wires[api].requestOf(path, body as Record<string, unknown>)?.outputMax;
  const chat = '/v1/chat/completions';
  expect(outputMax('openai-chat', chat, { max_tokens: 10 })).toBe(10);
  expect(outputMax('openai-chat', chat, { max_completion_tokens: 10, n: 4 })).toBe(40);
  expect(outputMax('openai-chat', chat, { n: 4 })).toBeNull();
  const gemini = '/v1beta/models/m:generateContent';
  const generationConfig = { maxOutputTokens: 10, candidateCount: 3 };
  expect(outputMax('google-generate-content', gemini, { generationConfig })).toBe(30);
});

it('reads a failed response of OpenAI as an error', () => {
  const response = { status: 'failed', error: { code: 'server_error', message: 'sorry' } };
  const wire = wires['openai-responses'];
  expect(wire.readBody(response)).toMatchObject({ isWhole: false, error: 'server_error: sorry' });
  expect(wire.readStream(events({ type: 'response.failed', response }))).toMatchObject({
    isWhole: false,
    error: 'server_error: sorry',
  });
});

it('reads a list of chunks of Gemini as one response', () => {
  const usageMetadata = { promptTokenCount: 4, candidatesTokenCount: 2 };
  const chunks = [{ candidates: [{}] }, { candidates: [{ finishReason: 'STOP' }], usageMetadata }];
  expect(wires['google-generate-content'].readBody(chunks)).toMatchObject({
    usage: { input: 4, output: 2 },
    stopReason: 'STOP',
    isWhole: true,
  });
});

const chatUsage = (rest: object) => ({ prompt_tokens: 1000, completion_tokens: 10, ...rest });
const reasoned = (reasoning_tokens: number) => ({
  completion_tokens_details: { reasoning_tokens },
});
const geminiUsage = (rest: object) => ({
  promptTokenCount: 1000,
  candidatesTokenCount: 10,
  ...rest,
});
it.each<[WireApi, object, object]>([
  // By the total, by more reasoning than output, in the total alone, and within the output.
  [
    'openai-chat',
    chatUsage({ total_tokens: 4010, ...reasoned(3000) }),
    { output: 3010, reasoning: 3000 },
  ],
  ['openai-chat', chatUsage({ total_tokens: 1014, ...reasoned(4) }), { output: 14, reasoning: 4 }],
  ['openai-chat', chatUsage(reasoned(3000)), { output: 3010, reasoning: 3000 }],
  ['openai-chat', chatUsage({ total_tokens: 1510 }), { output: 510, reasoning: 500 }],
  ['openai-chat', chatUsage({ total_tokens: 1010, ...reasoned(4) }), { output: 10, reasoning: 4 }],
  ['openai-chat', chatUsage({ prompt_cache_hit_tokens: 800 }), { cachedInput: 800, input: 1000 }],
  ['openai-chat', chatUsage({ cached_tokens: 800 }), { cachedInput: 800, input: 1000 }],
  [
    'openai-responses',
    {
      input_tokens: 1000,
      output_tokens: 10,
      total_tokens: 4010,
      output_tokens_details: { reasoning_tokens: 3000 },
    },
    { output: 3010, reasoning: 3000 },
  ],
  [
    'anthropic-messages',
    { input_tokens: 9, output_tokens: 5, output_tokens_details: { thinking_tokens: 7 } },
    { output: 12 },
  ],
  [
    'google-generate-content',
    geminiUsage({ thoughtsTokenCount: 4, totalTokenCount: 1014 }),
    { output: 14 },
  ],
  [
    'google-generate-content',
    geminiUsage({ thoughtsTokenCount: 4, totalTokenCount: 1010 }),
    { output: 10 },
  ],
  ['google-generate-content', geminiUsage({ thoughtsTokenCount: 4 }), { output: 14 }],
])('%s counts reasoning once: %j', (api, usage, counted) => {
  const body = api === 'google-generate-content' ? { usageMetadata: usage } : { usage };
  expect(wires[api].readBody(body).usage).toMatchObject(counted);
});

it('reads an empty finish reason as none, and an error in a list', () => {
  const ends = (finish_reason: string) => ({ choices: [{ delta: {}, finish_reason }] });
  const gemini = { candidates: [{ finishReason: '' }] };
  expect(wires['openai-chat'].readStream(events(ends(''))).isWhole).toBe(false);
  expect(wires['google-generate-content'].readStream(events(gemini)).isWhole).toBe(false);
  const late = wires['openai-chat'].readStream(events(ends('stop'), ends('')));
  expect(late).toMatchObject({ isWhole: true, stopReason: 'stop' });
  const listed = [{ error: { code: 400, message: 'sorry', status: 'INVALID_ARGUMENT' } }];
  for (const wire of Object.values(wires)) {
    expect(wire.readBody(listed)).toMatchObject({
      isWhole: false,
      error: 'INVALID_ARGUMENT: sorry',
    });
  }
});
