/**
 * Goal: OpenAI responses that did not complete are in their classes. aimock reports them
 * differently from OpenAI's documentation, where `status` is `incomplete` with the reason in
 * `incomplete_details`, or `failed` with an error.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  callsOf,
  eventsOf,
  modelOf,
  modelsFileOf,
  scenarioOf,
  sharedFolder,
  endWith,
} from './model-runs.fixture.js';

/** By session: how the response ends, and what that comes to. */
const ends = {
  '2022-02-01': {
    said: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    expected: ['DecisionMissing', 'refused', 'answered', 'content_filter'],
  },
  '2022-02-02': {
    said: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    expected: ['DecisionMissing', 'truncated', 'answered', 'max_output_tokens'],
  },
  '2022-02-03': {
    said: { status: 'failed', error: { code: 'server_error', message: 'The model failed.' } },
    expected: ['DecisionFailed', 'provider error', 'cut off', null],
  },
} as const;
type Session = keyof typeof ends;
const sessions = Object.keys(ends) as Session[];

const usage = {
  input_tokens: 36,
  input_tokens_details: { cached_tokens: 12 },
  output_tokens: 87,
  output_tokens_details: { reasoning_tokens: 64 },
  total_tokens: 123,
};

function bodyOf(text: string): string {
  const session = sessions.find((one) => text.includes(`Session: ${one}`)) as Session;
  const { said } = ends[session];
  const isFailed = said.status === 'failed';
  const item = {
    type: 'message',
    id: 'msg_1',
    status: 'incomplete',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'I would', annotations: [] }],
  };
  const head = { id: 'resp_1', object: 'response', created_at: 1741476542, model: 'scripted' };
  const response = {
    ...head,
    error: null,
    incomplete_details: null,
    ...said,
    output: isFailed ? [] : [item],
    usage: isFailed ? null : usage,
  };
  if (!text.includes('"stream":true')) return JSON.stringify(response);
  const started = { ...head, status: 'in_progress', error: null, output: [], usage: null };
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const events = [
    { type: 'response.created', response: started },
    ...(isFailed
      ? []
      : [
          { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
          { type: 'response.output_text.delta', ...place, delta: 'I would' },
          { type: 'response.output_item.done', output_index: 0, item },
        ]),
    { type: `response.${said.status}`, response },
  ];
  return events
    .map((event, at) => ({ ...event, sequence_number: at }))
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

const home = sharedFolder();
const out = join(home, 'out');
let provider: Server;
beforeAll(async () => {
  provider = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const streams = text.includes('"stream":true');
      response.setHeader('content-type', streams ? 'text/event-stream' : 'application/json');
      response.end(bodyOf(text));
    });
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const model = modelOf('responses');
  const scenario = scenarioOf(home, {
    name: 'documented',
    data: 'synthetic-market',
    symbols: ['ALDR'],
    execution: 'close',
    window: { from: sessions[0], to: sessions.at(-1) },
    agents: [
      { id: 'stream', kind: 'llm', model, stream: true },
      { id: 'whole', kind: 'llm', model, stream: false },
    ],
  } as { name: string });
  await endWith(7, 'run', scenario, '--models', modelsFileOf(home, url), '--out', out);
}, 120_000);
afterAll(() => void provider.close());

it.each(['stream-ALDR', 'whole-ALDR'])('are in their classes: %s', async (run) => {
  const events = (await eventsOf(out, run)).filter(({ type }) => type.startsWith('Decision'));
  const calls = callsOf(out, run);
  const found = events.map((event, at) => {
    const { tries, stopReason } = calls[at]!;
    return [event.type, event.class, tries.at(-1)?.outcome, stopReason];
  });
  expect(found).toEqual(sessions.map((session) => ends[session].expected));
  const counted = { input: 36, output: 87, cachedInput: 12, cacheWrite: 0, reasoning: 64 };
  expect(calls.map((call) => call.usage)).toEqual([counted, counted, null]);
});
