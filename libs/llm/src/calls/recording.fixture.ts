/**
 * One attempt on each of the four wire formats, streamed and whole: a thought, a tool
 * call, a submission.
 */

import type { RecordedAsk } from './ask.js';
import type { RecordedCall, WireApi } from './recorded-call.js';
import type { MadeToolCall } from '../transcript/made-tool-calls.js';

export const run = 'a'.repeat(64);
export const asOf = 412;
export const prompts = { system: 'You trade AAPL.', user: 'Session 2025-03-03: decide.' };
export const thought = 'Prices rise.';
export const replyText = 'Let me look first.';
export const asked = '{"symbol":"AAPL","days":5}';
export const prices = '{"rows":[["2025-03-03",238.03]]}';
export const submission = '{"decision":{"kind":"action","action":"BUY"}}';

interface Bodies {
  readonly requests: readonly [unknown, unknown];
  /** The first calls a tool, the second submits. */
  readonly whole: readonly [unknown, unknown];
  readonly streamed: readonly [readonly unknown[], readonly unknown[]];
}

const args = (text: string): unknown => JSON.parse(text) as unknown;

const anthropic = (): Bodies => {
  const first = [
    { type: 'thinking', thinking: thought, signature: 's' },
    { type: 'text', text: replyText },
    { type: 'tool_use', id: 't1', name: 'get_prices', input: args(asked) },
  ];
  const second = [{ type: 'tool_use', id: 't2', name: 'submit_decision', input: args(submission) }];
  const messages = [{ role: 'user', content: [{ type: 'text', text: prompts.user }] }];
  const tools = [{ name: 'get_prices', description: 'Bars.', input_schema: { type: 'object' } }];
  const start = (index: number, block: unknown) => ({
    type: 'content_block_start',
    index,
    content_block: block,
  });
  const delta = (index: number, piece: unknown) => ({
    type: 'content_block_delta',
    index,
    delta: piece,
  });
  return {
    requests: [
      { system: prompts.system, messages, tools },
      {
        system: prompts.system,
        messages: [
          ...messages,
          { role: 'assistant', content: first },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 't1', content: prices }],
          },
        ],
        tools,
      },
    ],
    whole: [{ content: first }, { content: second }],
    streamed: [
      [
        { type: 'message_start', message: { content: [] } },
        start(0, { type: 'thinking', thinking: '' }),
        delta(0, { type: 'thinking_delta', thinking: 'Prices ' }),
        delta(0, { type: 'thinking_delta', thinking: 'rise.' }),
        start(1, { type: 'text', text: '' }),
        delta(1, { type: 'text_delta', text: replyText }),
        start(2, { type: 'tool_use', id: 't1', name: 'get_prices', input: {} }),
        delta(2, { type: 'input_json_delta', partial_json: asked.slice(0, 9) }),
        delta(2, { type: 'input_json_delta', partial_json: asked.slice(9) }),
        { type: 'message_stop' },
      ],
      [
        start(0, { type: 'tool_use', id: 't2', name: 'submit_decision', input: {} }),
        delta(0, { type: 'input_json_delta', partial_json: submission }),
        { type: 'message_stop' },
      ],
    ],
  };
};

const chat = (): Bodies => {
  const call = (id: string, name: string, text: string) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  });
  const first = {
    role: 'assistant',
    content: replyText,
    reasoning_content: thought,
    tool_calls: [call('t1', 'get_prices', asked)],
  };
  const second = {
    role: 'assistant',
    content: null,
    tool_calls: [call('t2', 'submit_decision', submission)],
  };
  const messages = [
    { role: 'system', content: prompts.system },
    { role: 'user', content: prompts.user },
  ];
  const tools = [
    {
      type: 'function',
      function: { name: 'get_prices', description: 'Bars.', parameters: { type: 'object' } },
    },
  ];
  const delta = (piece: unknown) => ({ choices: [{ index: 0, delta: piece }] });
  const more = (text: string) =>
    delta({ tool_calls: [{ index: 0, function: { arguments: text } }] });
  return {
    requests: [
      { messages, tools },
      {
        messages: [...messages, first, { role: 'tool', tool_call_id: 't1', content: prices }],
        tools,
      },
    ],
    whole: [{ choices: [{ message: first }] }, { choices: [{ message: second }] }],
    streamed: [
      [
        delta({ role: 'assistant', content: '' }),
        delta({ reasoning_content: thought }),
        delta({ content: 'Let me ' }),
        delta({ content: 'look first.' }),
        delta({ tool_calls: [{ index: 0, ...call('t1', 'get_prices', '') }] }),
        more(asked.slice(0, 9)),
        more(asked.slice(9)),
        { choices: [], usage: { prompt_tokens: 1 } },
      ],
      [delta({ tool_calls: [{ index: 0, ...call('t2', 'submit_decision', submission) }] })],
    ],
  };
};

const responses = (): Bodies => {
  const call = (id: string, name: string, text: string) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: text,
  });
  const first = [
    { type: 'reasoning', summary: [{ type: 'summary_text', text: thought }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: replyText }] },
    call('t1', 'get_prices', asked),
  ];
  const second = [call('t2', 'submit_decision', submission)];
  const input = [
    { role: 'developer', content: prompts.system },
    { role: 'user', content: [{ type: 'input_text', text: prompts.user }] },
  ];
  const tools = [
    { type: 'function', name: 'get_prices', description: 'Bars.', parameters: { type: 'object' } },
  ];
  const done = (output: readonly unknown[]) => [
    { type: 'response.created', response: { output: [] } },
    ...output.map((item, at) => ({ type: 'response.output_item.done', output_index: at, item })),
    { type: 'response.completed', response: { output } },
  ];
  return {
    requests: [
      { input, tools },
      {
        input: [
          ...input,
          ...first,
          { type: 'function_call_output', call_id: 't1', output: prices },
        ],
        tools,
      },
    ],
    whole: [{ output: first }, { output: second }],
    streamed: [done(first), done(second)],
  };
};

const google = (): Bodies => {
  const first = [
    { text: thought, thought: true },
    { text: replyText },
    { functionCall: { name: 'get_prices', args: args(asked) } },
  ];
  const second = [{ functionCall: { name: 'submit_decision', args: args(submission) } }];
  const chunk = (parts: readonly unknown[]) => ({ candidates: [{ content: { parts } }] });
  const systemInstruction = { parts: [{ text: prompts.system }] };
  const contents = [{ role: 'user', parts: [{ text: prompts.user }] }];
  const tools = [
    {
      functionDeclarations: [
        { name: 'get_prices', description: 'Bars.', parameters: { type: 'object' } },
      ],
    },
  ];
  return {
    requests: [
      { systemInstruction, contents, tools },
      {
        systemInstruction,
        contents: [
          ...contents,
          { role: 'model', parts: first },
          {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  name: 'get_prices',
                  response: { name: 'get_prices', content: prices },
                },
              },
            ],
          },
        ],
        tools,
      },
    ],
    whole: [chunk(first), chunk(second)],
    streamed: [first.map((part) => chunk([part])), [chunk(second)]],
  };
};

const bodies: Readonly<Record<WireApi, () => Bodies>> = {
  'anthropic-messages': anthropic,
  'openai-chat': chat,
  'openai-responses': responses,
  'google-generate-content': google,
};

const eventText = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;

/** The two calls of the attempt. */
export function recordedCalls(api: WireApi, isStreamed: boolean): RecordedCall[] {
  const { requests, whole, streamed } = bodies[api]();
  return requests.map((request, at) => ({
    run,
    asOf,
    attempt: 1,
    lane: 'main',
    ordinal: at + 1,
    provider: 'stub',
    api,
    model: 'model-1',
    path: '/v1',
    request: JSON.stringify(request),
    canonicaliser: 'exact-1',
    digest: 'b'.repeat(64),
    tries: [
      { outcome: 'answered', status: 200, startedAt: '2026-11-23T15:00:00.000Z', durationMs: 800 },
    ],
    response: {
      status: 200,
      contentType: isStreamed ? 'text/event-stream' : 'application/json',
      frames: isStreamed
        ? (streamed[at] ?? []).map((event, frame) => ({ atMs: frame, text: eventText(event) }))
        : [{ atMs: 1, text: JSON.stringify(whole[at]) }],
    },
    usage: { input: 1000, output: 50, cachedInput: 200, cacheWrite: 0, reasoning: 10 },
    stopReason: 'tool_use',
    cost: at === 0 ? { usd: 0.004, prices: '2026-11' } : null,
  }));
}

/** A call that its provider refuses because the key is wrong. */
export const withWrongKey = (call: RecordedCall): RecordedCall => ({
  ...call,
  tries: call.tries.map((one) => ({ ...one, outcome: 'refused by provider', status: 401 })),
  response: {
    status: 401,
    contentType: 'application/json',
    frames: [{ atMs: 1, text: '{"error":{"message":"no such key"}}' }],
  },
  usage: null,
  stopReason: null,
  cost: null,
});

export const recordedAsk: RecordedAsk = {
  opened: {
    run,
    asOf,
    attempt: 1,
    agent: 'model',
    session: '2025-03-03',
    model: 'stub/model-1',
    prompt: 'c'.repeat(64),
    openedAt: '2026-11-23T14:59:59.000Z',
  },
  ended: {
    run,
    asOf,
    attempt: 1,
    class: 'answered',
    reason: null,
    notes: null,
    durationMs: 1700,
    decision: '{"action":"BUY","kind":"action"}',
  },
};

export const pricesHash = 'd'.repeat(64);
export const takenHash = 'e'.repeat(64);

/** As recorded, with canonical arguments. */
export const madeToolCalls: readonly MadeToolCall[] = [
  {
    asOf,
    ordinal: 1,
    tool: 'get_prices',
    arguments: '{"days":5,"symbol":"AAPL"}',
    result: pricesHash,
    error: null,
  },
  {
    asOf,
    ordinal: 2,
    tool: 'submit_decision',
    arguments: '{"decision":{"action":"BUY","kind":"action"}}',
    result: takenHash,
    error: null,
  },
];

export const keptText = (sha256: string): string | undefined =>
  new Map([
    [pricesHash, prices],
    [takenHash, '{"taken":true}'],
  ]).get(sha256);
