/** Record and replay through the gateway, over each of the four APIs. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answered,
  askOf,
  chat,
  chatAnswer,
  chatPath,
  post,
  testKey,
  testModels,
} from '../provider/gateway.fixture.js';
import { memoryStore, type MemoryStore } from '../calls/memory-store.fixture.js';
import { claimOf } from '../calls/recorded-steps.js';
import { ModelGateway } from './model-gateway.js';
import type { RecordingReader } from '../calls/recording-store.js';
import { events, json, modelServer, type ModelServer } from '../model-server.fixture.js';
import { streamRequest, wireSamples } from '../calls/wire-samples.fixture.js';

const closedPort = 'http://127.0.0.1:9';
let server: ModelServer;
let store: MemoryStore;
beforeEach(async () => {
  server = await modelServer(json(chatAnswer));
  store = memoryStore();
});
afterEach(() => server.close());

const record = (more: Parameters<typeof testModels>[0] | object = {}): ModelGateway =>
  new ModelGateway({ mode: 'record', store, models: testModels({ url: server.url, ...more }) });
const replay = (own = memoryStore()): ModelGateway =>
  new ModelGateway({
    mode: 'replay',
    store: own,
    source: store,
    models: testModels({ url: closedPort }),
  });

describe.each(wireSamples)('$api', (sample) => {
  const { api } = sample;
  const models = (url: string) => testModels({ url, api });

  it.each([
    { way: 'whole', path: sample.path, says: sample.whole, body: sample.request('hello') },
    {
      way: 'in events',
      path: sample.streamPath,
      says: sample.stream,
      body: streamRequest(sample, 'hello'),
    },
  ])('records a response $way, and replays it without a network', async ({ path, says, body }) => {
    server.script(says);
    const gateway = new ModelGateway({ mode: 'record', store, models: models(server.url) });
    const ask = await gateway.open(askOf());
    const first = await post(ask, path, body);
    await ask.end(answered);
    expect(first.status).toBe(200);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.path).toBe(path);
    expect(server.asked[0]?.body).toBe(JSON.stringify(body));
    expect(JSON.stringify(server.asked[0]?.headers)).toContain(testKey);

    const [call] = store.calls.values();
    expect(call?.usage).toEqual(sample.usage);
    expect(call?.stopReason).toBe(sample.stopReason);
    expect(call?.tries.map(({ outcome }) => outcome)).toEqual(['answered']);
    expect(call?.response?.frames.map(({ text }) => text).join('')).toBe(first.text);
    expect(JSON.stringify([call, store.asks])).not.toContain(testKey);

    const own = memoryStore();
    const offline = new ModelGateway({
      mode: 'replay',
      store: own,
      source: store,
      models: models(closedPort),
    });
    const again = await offline.open(askOf());
    expect(await post(again, path, body)).toEqual(first);
    await again.end({ ...answered, durationMs: 99 });
    expect([...own.calls]).toEqual([...store.calls]);
    expect(own.asks).toEqual(store.asks);
    expect(server.asked).toHaveLength(1);
    await Promise.all([gateway.close(), offline.close()]);
  });
});

describe('a request to a provider', () => {
  it('asks for a response that is not compressed, since it is recorded as text', async () => {
    const ask = await record().open(askOf());
    await post(ask, chatPath, chat('hello'));
    const { headers, body } = server.asked[0]!;
    expect(headers).toMatchObject({
      'accept-encoding': 'identity',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${testKey}`,
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json',
      'user-agent': 'tapefold',
    });
  });
});

describe('a replay', () => {
  it('refuses another prompt than the recorded one, also if it was used for no call', async () => {
    const ask = await record().open(askOf());
    await ask.end(answered);
    const again = await replay().open(askOf({ prompt: 'c'.repeat(64) }));
    await expect(again.end(answered)).rejects.toMatchObject({
      message: expect.stringContaining('the prompt is not the one in the recording'),
      expected: 'b'.repeat(64),
      found: 'c'.repeat(64),
    });
  });

  it('names the first difference of a changed request, and fails the run', async () => {
    const gateway = record();
    const ask = await gateway.open(askOf());
    await post(ask, chatPath, chat('buy or sell?'));
    await ask.end(answered);
    const again = await replay().open(askOf());
    await expect(post(again, chatPath, chat('buy or hold?'))).rejects.toMatchObject({
      where: expect.stringMatching(
        /^agent one, session 2025-03-03 \(as-of 7, run [0-9a-f]{12}\), attempt 1, call 1, request at \/body\/mes/,
      ) as unknown,
      expected: expect.stringContaining('buy or sell?') as unknown,
      found: expect.stringContaining('buy or hold?') as unknown,
    });
    expect(() => again.failure()).toThrow('the run asks something other');
    await expect(again.end(answered)).rejects.toMatchObject({ code: 'CorruptJournal' });
  });

  it('never falls back: neither for a call nor for an attempt that was not recorded', async () => {
    const ask = await record().open(askOf());
    await post(ask, chatPath, chat('one'));
    await ask.end(answered);
    const offline = replay();
    const again = await offline.open(askOf());
    await post(again, chatPath, chat('one'));
    await expect(post(again, chatPath, chat('two'))).rejects.toThrow('no such call');
    await expect(offline.open(askOf({ attempt: 2 }))).rejects.toThrow('no such attempt');
    expect(server.asked).toHaveLength(1);
  });

  it('refuses a recorded request that does not match its digest', async () => {
    const ask = await record().open(askOf());
    await post(ask, chatPath, chat('one'));
    await ask.end(answered);
    const altered: RecordingReader = {
      ...store,
      callsOf: async (run, asOf) =>
        (await store.callsOf(run, asOf)).map((call) => ({
          ...call,
          request: call.request.replace('one', 'two'),
        })),
    };
    const models = testModels({ url: server.url });
    const offline = new ModelGateway({
      mode: 'replay',
      store: memoryStore(),
      source: altered,
      models,
    });
    const again = await offline.open(askOf());
    await expect(post(again, chatPath, chat('one'))).rejects.toThrow('does not match its digest');
  });

  it('says that an attempt ended otherwise', async () => {
    await (await record().open(askOf())).end(answered);
    const again = await replay().open(askOf());
    await expect(again.end({ ...answered, decision: '{}' })).rejects.toThrow('end at /decision');
  });

  it('needs neither the key nor the provider of the recording', async () => {
    const ask = await record().open(askOf());
    const first = await post(ask, chatPath, chat('one'));
    await ask.end(answered);
    const models = {
      providers: new Map(),
      prices: undefined,
      keyOf: () => Promise.reject(new Error('asked')),
    };
    const offline = new ModelGateway({
      mode: 'replay',
      store: memoryStore(),
      source: store,
      models,
    });
    expect(await post(await offline.open(askOf()), chatPath, chat('one'))).toEqual(first);
  });
});

describe('replay or record', () => {
  it('takes what was recorded elsewhere, and asks for the rest', async () => {
    const ask = await record().open(askOf());
    await post(ask, chatPath, chat('one'));
    const own = memoryStore();
    const mixed = new ModelGateway({
      mode: 'replay-or-record',
      store: own,
      source: store,
      models: testModels({ url: server.url }),
    });
    const again = await mixed.open(askOf());
    await post(again, chatPath, chat('one'));
    expect(server.asked).toHaveLength(1);
    await post(again, chatPath, chat('two'));
    expect(server.asked).toHaveLength(2);
    expect(own.calls.size).toBe(2);
  });
});

describe('a recording', () => {
  it('resumes after its last record after a crash', async () => {
    const dying = await record().open(askOf());
    const first = await post(dying, chatPath, chat('one'));
    store.restart();
    const again = await record().open(askOf());
    expect(await post(again, chatPath, chat('one'))).toEqual(first);
    await post(again, chatPath, chat('two'));
    expect(server.asked.map(({ body }) => body)).toEqual(
      ['one', 'two'].map((text) => JSON.stringify(chat(text))),
    );
  });

  it('answers what it has of an attempt that has ended, and makes no other call of it', async () => {
    const gateway = record();
    const ask = await gateway.open(askOf());
    const first = await post(ask, chatPath, chat('one'));
    const end = await ask.end(answered);
    expect((await post(ask, chatPath, chat('two'))).status).toBe(410);
    const again = await gateway.open(askOf());
    expect(again.ended).toEqual(end);
    expect(await post(again, chatPath, chat('one'))).toEqual(first);
    expect((await post(again, chatPath, chat('two'))).status).toBe(410);
    expect(await again.end({ ...answered, decision: null })).toEqual(end);
    expect(server.asked).toHaveLength(1);
  });

  it('makes one call for two workers that ask at once', async () => {
    const gateway = record();
    const asks = await Promise.all([gateway.open(askOf()), gateway.open(askOf())]);
    const responses = await Promise.all(asks.map((ask) => post(ask, chatPath, chat('one'))));
    expect(responses[0]).toEqual(responses[1]);
    expect(server.asked).toHaveLength(1);
  });

  it('waits for the call that another gateway makes, and makes none itself', async () => {
    const elsewhere = memoryStore();
    const other = new ModelGateway({
      mode: 'record',
      store: elsewhere,
      models: testModels({ url: server.url }),
    });
    const first = await post(await other.open(askOf()), chatPath, chat('one'));
    const [call] = elsewhere.calls.values();
    expect(await store.claim(claimOf(call!))).toMatchObject({ kind: 'claimed' });
    let asked = 0;
    const claim: typeof store.claim = (...key) => {
      asked++;
      return store.claim(...key);
    };
    const gateway = new ModelGateway({
      mode: 'record',
      store: { ...store, claim },
      models: testModels({ url: server.url }),
    });
    const ask = await gateway.open(askOf());
    const waiting = post(ask, chatPath, chat('one'));
    await expect.poll(() => asked).toBeGreaterThan(1);
    await store.finish(call!);
    expect(await waiting).toEqual(first);
    expect(server.asked).toHaveLength(1);
  });

  it('refuses another request than the one that another gateway makes', async () => {
    const elsewhere = memoryStore();
    const other = new ModelGateway({
      mode: 'record',
      store: elsewhere,
      models: testModels({ url: server.url }),
    });
    await post(await other.open(askOf()), chatPath, chat('one'));
    const [call] = elsewhere.calls.values();
    await store.claim(claimOf(call!));
    const ask = await record().open(askOf());
    await expect(post(ask, chatPath, chat('two'))).rejects.toThrow('/body/messages/0/content');
    expect(server.asked).toHaveLength(1);
  });

  it('reports the first error of a provider, and continues after it', async () => {
    const errorOf = (message: string) => json({ error: { message } }, 400);
    server.script(errorOf('too long'), errorOf('too short'), json(chatAnswer));
    const ask = await record().open(askOf());
    const statuses: number[] = [];
    for (const text of ['one', 'two', 'three']) {
      statuses.push((await post(ask, chatPath, chat(text))).status);
    }
    expect(statuses).toEqual([400, 400, 200]);
    const failure = await ask.failure();
    expect(failure).toMatchObject({ class: 'provider error' });
    expect(failure?.reason).toContain('too long');
  });

  it('names the first difference when asking again did not repeat', async () => {
    await post(await record().open(askOf()), chatPath, chat('one'));
    const again = await record().open(askOf());
    await expect(post(again, chatPath, chat('two'))).rejects.toThrow('/body/messages/0/content');
  });

  it('numbers calls by lane', async () => {
    const ask = await record().open(askOf());
    await post(ask, `/lane/critic${chatPath}`, chat('one'));
    await post(ask, chatPath, chat('two'));
    await post(ask, `/lane/critic${chatPath}`, chat('three'));
    const keys = [...store.calls.values()].map(({ lane, ordinal }) => `${lane} ${ordinal}`);
    expect(keys).toEqual(['critic 1', 'main 1', 'critic 2']);
  });

  it('keeps neither the key that a provider echoes nor one that is sent in a query', async () => {
    server.script(json({ error: { message: `no such key ${testKey}` } }, 401));
    const ask = await record().open(askOf());
    const { status, text } = await post(ask, `${chatPath}?key=${testKey}&a=1`, chat(testKey));
    expect(status).toBe(401);
    expect(text).toContain('no such key [key]');
    expect(JSON.stringify([...store.calls, ask.failure()])).not.toContain(testKey);
    expect(server.asked[0]?.path).toBe(`${chatPath}?a=1`);
  });

  it('keeps no key in a header that is passed on, nor where a replay may continue to ask', async () => {
    const own = memoryStore();
    const mixed = new ModelGateway({
      mode: 'replay-or-record',
      store: own,
      source: store,
      models: testModels({ url: server.url }),
    });
    const ask = await mixed.open(askOf());
    const sent = { 'openai-beta': `a=${testKey}` };
    await post(ask, `${chatPath}?a=${testKey}`, chat(testKey), sent);
    expect(own.calls.size).toBe(1);
    expect(JSON.stringify([...own.calls, ...own.claims])).not.toContain(testKey);
  });

  it('gives an agent its model, and no other', async () => {
    const ask = await record().open(askOf());
    expect((await post(ask, chatPath, chat('one', { model: 'dear' }))).status).toBe(404);
    expect(server.asked).toHaveLength(0);
    await post(ask, chatPath, { messages: [] });
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({ messages: [], model: 'm-1' });
  });

  it.each([
    { what: 'another path', path: '/v1/models', body: {}, status: 404 },
    { what: 'another API', path: '/v1/messages', body: { model: 'm-1' }, status: 404 },
    { what: 'no object', path: chatPath, body: [], status: 400 },
  ])('forwards no request of $what', async ({ path, body, status }) => {
    const ask = await record().open(askOf());
    expect((await post(ask, path, body)).status).toBe(status);
    expect(store.claims.size).toBe(0);
    expect(server.asked).toHaveLength(0);
  });

  it('is reached by another process at an address that ends with the attempt', async () => {
    const gateway = record();
    server.script(events({ choices: [{ finish_reason: 'stop' }] }, '[DONE]'));
    const ask = await gateway.open(askOf());
    const url = `${await ask.reach()}${chatPath}`;
    const send = () => fetch(url, { method: 'POST', body: JSON.stringify(chat('one')) });
    const response = await send();
    expect(await response.text()).toContain('[DONE]');
    expect(store.calls.size).toBe(1);
    await ask.end(answered);
    expect((await send()).status).toBe(404);
    await gateway.close();
  });
});
