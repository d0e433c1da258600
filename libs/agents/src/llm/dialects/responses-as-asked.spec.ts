/** Every API, streamed or not, from servers that stream or do not as they like. */

import { describe, expect, it } from 'vitest';
import type { WireApi } from '#llm';
import { configOf } from '../model-agent.fixture.js';
import { openConversation } from '../model-turn.js';
import { bodyOf, type ScriptedTurn } from '../scripted-model.fixture.js';

const apis: readonly WireApi[] = [
  'anthropic-messages',
  'openai-chat',
  'openai-responses',
  'google-generate-content',
];
const args = { symbol: 'AAPL' };
const turn: ScriptedTurn = { text: 'I look.', calls: [{ name: 'get_price', args }] };

/** How a server may send a body of an API, whatever it was asked for. */
const sent = {
  streamed: (api: WireApi) => bodyOf(turn, { api, isStreamed: true, number: 1 }),
  whole: (api: WireApi) => bodyOf(turn, { api, isStreamed: false, number: 1 }),
  'whole in one event': (api: WireApi) => `data: ${sent.whole(api)}\n\ndata: [DONE]\n\n`,
  'whole before the mark of the end': (api: WireApi) => `${sent.whole(api)}\n\ndata: [DONE]\n\n`,
  'streamed, the first event without the name of its field': (api: WireApi) =>
    sent.streamed(api).replace(/^(?:event: \S+\n)?data: /, ''),
  'streamed as lines of JSON': (api: WireApi) =>
    sent
      .streamed(api)
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => `${line.slice(6)}\n`)
      .join(''),
  'whole behind a byte order mark': (api: WireApi) => `\ufeff${sent.whole(api)}`,
  'whole with a number that JSON has not': (api: WireApi) =>
    sent.whole(api).replace(/^\{/, '{"logprob":NaN,'),
};

function asked(api: WireApi, stream: boolean, body: string, contentType: string) {
  const take = openConversation({
    ask: {
      baseUrl: 'http://gateway.invalid',
      fetch: () =>
        Promise.resolve(new Response(body, { headers: { 'content-type': contentType } })),
    },
    api,
    model: 'm',
    config: configOf({ stream }),
    effort: undefined,
    instructions: '',
    tools: [{ name: 'get_price', description: '', input: { type: 'object' } }],
  });
  return take([{ role: 'user', content: 'buy?' }]);
}

describe.each(apis)('%s', (api) => {
  describe.each([true, false])('asked to stream: %s', (stream) => {
    it.each(Object.entries(sent))('is read %s', async (_, bodyIn) => {
      for (const type of ['text/event-stream', 'application/json']) {
        const { text, calls } = await asked(api, stream, bodyIn(api), type);
        expect(text).toBe('I look.');
        expect(calls).toMatchObject([{ name: 'get_price', input: args }]);
      }
    });

    it('without thoughts in its text', async () => {
      const thinking = { text: '<think>Buy or sell?</think>\n\nBUY' };
      const body = bodyOf(thinking, { api, isStreamed: stream, number: 1 });
      const { text, isEmpty } = await asked(api, stream, body, 'application/json');
      expect({ text, isEmpty }).toEqual({ text: 'BUY', isEmpty: false });
      const unclosed = bodyOf({ text: '<think>hm' }, { api, isStreamed: stream, number: 1 });
      expect(await asked(api, stream, unclosed, '')).toMatchObject({ text: '', isEmpty: true });
    });

    it.each(['{"object":"list"}', '[]', '{"detail":{"a":1}}'])(
      'is refused in plain words: %s',
      async (body) => {
        const failed = asked(api, stream, body, 'application/json');
        await expect(failed).rejects.toThrow(`the response has not the form of ${api}`);
      },
    );
  });
});

it('takes thoughts of another server without a signature', async () => {
  const body = JSON.stringify({
    content: [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'BUY' },
    ],
    stop_reason: 'end_turn',
  });
  for (const stream of [true, false]) {
    expect(await asked('anthropic-messages', stream, body, '')).toMatchObject({ text: 'BUY' });
  }
});
