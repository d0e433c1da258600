/** Recordings of before tool calls without an id were numbered are replayed and taken up again. */

import { expect, it } from 'vitest';
import { answered, askOf, chatAnswer, chatPath, post, testModels } from './gateway.fixture.js';
import { memoryStore, type MemoryStore } from '../calls/memory-store.fixture.js';
import { ModelGateway } from '../gateway/model-gateway.js';
import type { Send } from './upstream.js';

const conversation = (ids: readonly string[], more: object = {}, args = '{}'): object => ({
  model: 'm-1',
  messages: [
    { role: 'user', content: 'go' },
    {
      ...{ role: 'assistant', content: null, ...more },
      tool_calls: ids.map((id) => ({
        id,
        type: 'function',
        function: { name: 'look', arguments: args },
      })),
    },
    ...ids.map((tool_call_id) => ({
      role: 'tool',
      tool_call_id,
      content: tool_call_id.length > 0 ? 'r' : '',
    })),
  ],
});
const before = conversation(['aB3dE6gH9jK2mN5p', 'zZ3dE6gH9jK2mN5p']);
const now = conversation(['call-1', 'call-2'], { reasoning_content: 'hm' });

async function ask(
  body: object,
  store: MemoryStore,
  { source, dies = false }: { source?: MemoryStore; dies?: boolean } = {},
) {
  const sent: string[] = [];
  const send: Send = async (request) => {
    sent.push(request.body);
    if (dies) return new Promise<never>(() => undefined);
    const chunks = async function* () {
      yield Buffer.from(JSON.stringify(chatAnswer));
    };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: chunks() };
  };
  const models = testModels({ url: 'http://provider.invalid' });
  const gateway = new ModelGateway({
    mode: source === undefined ? 'record' : 'replay',
    models,
    store,
    source,
    send,
  });
  const open = await gateway.open(askOf());
  const response = post(open, chatPath, body);
  response.catch(() => undefined);
  if (dies) {
    await expect.poll(() => store.claims.size).toBe(1);
    return { sent, gateway };
  }
  const { status } = await response;
  await open.end(answered);
  return { sent, status, gateway };
}

it('replays a recording with ids that were made up', async () => {
  const source = memoryStore();
  await ask(before, source);
  expect(await ask(now, memoryStore(), { source })).toMatchObject({ status: 200, sent: [] });
});

it('takes up a call that was under way as it was claimed', async () => {
  const store = memoryStore();
  await ask(before, store, { dies: true });
  store.restart();
  const { sent, status } = await ask(now, store);
  expect(status).toBe(200);
  expect(sent).toEqual([JSON.stringify(before)]);
});

it.each([
  ['an id of a provider', conversation(['toolu_1', 'toolu_2'])],
  ['results that are exchanged', conversation(['call-1', 'call-1'])],
  ['other arguments', conversation(['call-1', 'call-2'], {}, '{"a":1}')],
])('refuses %s', async (_, other) => {
  const source = memoryStore();
  await ask(before, source);
  await expect(ask(other, memoryStore(), { source })).rejects.toThrow(
    /something other than what was recorded/,
  );
});
