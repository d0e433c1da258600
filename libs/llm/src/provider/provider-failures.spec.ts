/**
 * Failures of providers: which are retried, how they are recorded, and what the attempt reports.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answered,
  askOf,
  chat,
  chatAnswer,
  chatPath,
  post,
  runId,
  testModels,
} from './gateway.fixture.js';
import { heldClock, heldTimeoutMs } from './held-clock.fixture.js';
import { memoryStore, type MemoryStore } from '../calls/memory-store.fixture.js';
import { ModelGateway, type ModelGatewayOptions } from '../gateway/model-gateway.js';
import { cutOff, events, json, modelServer, silence } from '../model-server.fixture.js';
import type { ModelServer, Says } from '../model-server.fixture.js';
import type { RecordedCall } from '../calls/recorded-call.js';
import { wallClock, type WallClock } from '#http';

let server: ModelServer;
let store: MemoryStore;
beforeEach(async () => {
  server = await modelServer(json(chatAnswer));
  store = memoryStore();
});
afterEach(() => server.close());

const prices = { version: 'p-1', models: { 'test/m-1': { input: 2, output: 10 } } };
const gatewayWith = (provider = {}, more: Partial<ModelGatewayOptions> = {}): ModelGateway =>
  new ModelGateway({
    mode: 'record',
    store,
    models: testModels({ url: server.url, provider, prices }),
    ...more,
  });
const outcomes = ({ tries }: RecordedCall): string[] => tries.map(({ outcome }) => outcome);
const onlyCall = (): RecordedCall => [...store.calls.values()][0] as RecordedCall;
const offline = (): ModelGateway =>
  new ModelGateway({
    mode: 'replay',
    store: memoryStore(),
    source: store,
    models: testModels({ url: 'http://127.0.0.1:9' }),
  });

const reset: Says = (response) => void response.destroy();
const cutAtOnce: Says = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: {"choices":[]}\n\n');
  response.destroy();
};
const timedOut = json({ error: { message: 'timeout' } }, 408);
const overloaded = json({ error: { type: 'overloaded_error', message: 'later' } }, 529);
const unavailable503 = json({ error: { message: 'no backend' } }, 503);
const internal = json({ error: { message: 'a bug' } }, 500);
const limited = json({ error: { message: 'slow down' } }, 429);
const invalid = json({ error: { message: 'too long' } }, 400);
const half = cutOff({ choices: [{ delta: { content: 'I bu' } }] });
const broken = events({ choices: [] }, { error: { type: 'server_error', message: 'sorry' } });
const notJson: Says = (response) => void response.end('<html>');

it('is reported during the run if its key is wrong, with the source of the key and not the key', async () => {
  const warnings: string[] = [];
  const gateway = gatewayWith({}, { onWarning: (text) => warnings.push(text) });
  const wrong = json({ error: { message: 'no such key' } }, 401);
  server.script(wrong, wrong, wrong, wrong);
  for (let asOf = 1; asOf <= 4; asOf++) {
    const ask = await gateway.open(askOf({ asOf }));
    await post(ask, chatPath, chat('buy?'));
    await ask.end({ ...answered, class: 'provider error', decision: null });
    expect(warnings).toHaveLength(asOf < 3 ? 0 : 1);
  }
  expect(warnings[0]).toBe(
    'provider test refused its first 3 calls with status 401: check its key, which is read ' +
      'from environment variable TEST_KEY',
  );
  await gateway.close();
});

describe('a try', () => {
  it.each([
    { what: 'a rate limit', says: [limited], found: ['rate limited', 'answered'] },
    { what: 'an overload', says: [overloaded], found: ['server error', 'answered'] },
  ])('is repeated after $what, and the agent sees the answer alone', async ({ says, found }) => {
    server.script(...says, json(chatAnswer));
    const ask = await gatewayWith().open(askOf());
    expect((await post(ask, chatPath, chat('one'))).status).toBe(200);
    expect(outcomes(onlyCall())).toEqual(found);
    expect(server.asked).toHaveLength(found.length);
    expect(ask.failure()).toBeUndefined();
  });

  it.each([
    { what: 'rate limits', says: limited, outcome: 'rate limited', status: 429, asked: 3 },
    { what: 'overloads', says: overloaded, outcome: 'server error', status: 529, asked: 3 },
    { what: 'time-outs', says: timedOut, outcome: 'server error', status: 408, asked: 3 },
    { what: 'a reset before a status', says: reset, outcome: 'cut off', status: 502 },
    { what: 'a stream that is cut at once', says: cutAtOnce, outcome: 'cut off', status: 502 },
    { what: 'an invalid request', says: invalid, outcome: 'refused by provider', status: 400 },
    { what: 'a cut stream', says: half, outcome: 'cut off', status: 502 },
    { what: 'an error in a stream', says: broken, outcome: 'cut off', status: 502 },
    { what: 'a body that is not JSON', says: notJson, outcome: 'cut off', status: 502 },
    { what: 'a stall', says: silence, outcome: 'stalled', status: 502 },
  ])('of $what is a provider error, the same when replayed', async (one) => {
    const { says, outcome, status, asked = 1 } = one;
    const clock = heldClock();
    server.script(says === silence ? () => clock.stall() : says);
    const gateway = gatewayWith({ timeoutMs: heldTimeoutMs }, { clock });
    const ask = await gateway.open(askOf());
    const got = await post(ask, chatPath, chat('one'));
    const failure = await ask.failure();
    await ask.end({ ...answered, class: 'provider error', decision: null });
    expect(got.status).toBe(status);
    expect(server.asked).toHaveLength(asked);
    expect(outcomes(onlyCall()).at(-1)).toBe(outcome);
    expect(failure).toMatchObject({ class: 'provider error' });
    expect(onlyCall()).toMatchObject({ usage: null, cost: null });

    const again = await offline().open(askOf());
    expect(await post(again, chatPath, chat('one'))).toEqual(got);
    expect(again.failure()).toEqual(failure);
  });

  it.each([
    { says: json(chatAnswer), status: 200, retry: null },
    { says: invalid, status: 400, retry: 'false' },
    { says: limited, status: 429, retry: 'false' },
    { says: half, status: 502, retry: 'false' },
  ])(
    'with status $status is not to be made again by the agent',
    async ({ says, status, retry }) => {
      server.script(says);
      const ask = await gatewayWith({ triesMax: 1 }).open(askOf());
      const body = JSON.stringify(chat('one'));
      const response = await ask.fetch(`${ask.baseUrl}${chatPath}`, { method: 'POST', body });
      expect([response.status, response.headers.get('x-should-retry')]).toEqual([status, retry]);
      await response.text();
    },
  );

  it('is repeated while nothing listens: no request was sent', async () => {
    await server.close();
    const baseUrl = server.url.replace('//', '//user:secret@');
    const ask = await gatewayWith({ baseUrl: `${baseUrl}/secret?key=secret` }).open(askOf());
    expect((await post(ask, chatPath, chat('one'))).status).toBe(502);
    expect(outcomes(onlyCall())).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(ask.failure()).toMatchObject({
      reason: `provider test cannot be reached at ${server.url}`,
    });
  });

  it.each([
    { what: 'without a listener', says: undefined, found: 'unreachable' },
    { what: 'behind a proxy that says 503', says: unavailable503, found: 'status 503' },
  ])('of a provider $what ends a run that is to stop, and is made again', async (one) => {
    const { says, found } = one;
    const warnings: string[] = [];
    const stops = { stopsWhenAway: true, onWarning: (text: string) => warnings.push(text) };
    if (says === undefined) await server.close();
    else server.script(says, says, says);
    const ask = await gatewayWith({}, stops).open(askOf());
    await expect(post(ask, chatPath, chat('one'))).rejects.toThrow('cannot be reached');
    expect(() => ask.failure()).toThrow(
      expect.objectContaining({
        code: 'Unavailable',
        message: expect.stringContaining(
          `agent one, session 2025-03-03 (as-of 7, run ${runId.slice(0, 12)}), attempt 1, call ` +
            `1: provider test cannot be reached at ${server.url}`,
        ),
        found,
      }),
    );
    // The same wait of another call is left out.
    expect(warnings).toEqual([
      `provider test: ${found}; try 2 of 3 in 1 s, until 2999-01-01T00:00:00.000Z at the latest`,
    ]);
    expect([...store.calls.values()]).toEqual([]);
    if (says === undefined) return;
    const again = await gatewayWith({}, stops).open(askOf());
    expect(again.ended).toBeNull();
  });

  it('of a provider that answers with an error does not end the run', async () => {
    server.script(internal, internal, internal);
    const ask = await gatewayWith({}, { stopsWhenAway: true }).open(askOf());
    expect((await post(ask, chatPath, chat('one'))).status).toBe(500);
    expect(outcomes(onlyCall()).at(-1)).toBe('server error');
  });

  it('says what the provider said', async () => {
    server.script(invalid);
    const ask = await gatewayWith().open(askOf());
    await post(ask, chatPath, chat('one'));
    expect(ask.failure()).toEqual({
      class: 'provider error',
      reason: 'provider test answered with status 400: too long',
    });
    const forms = [
      [{ error: { message: 'too long' } }],
      { error: 'too long' },
      { detail: 'too long' },
    ];
    for (const [at, body] of forms.entries()) {
      server.script(json(body, 400));
      const next = await gatewayWith().open(askOf({ attempt: 3 + at }));
      await post(next, chatPath, chat('one'));
      expect(next.failure()).toMatchObject({
        reason: 'provider test answered with status 400: too long',
      });
    }
    server.script(broken);
    const other = await gatewayWith().open(askOf({ attempt: 2 }));
    await post(other, chatPath, chat('one'));
    expect(other.failure()).toMatchObject({
      reason: 'the response of provider test ended before its end: server_error: sorry',
    });
  });

  it.each([
    ['in seconds', '7'],
    ['in parts of seconds', '6.5'],
    ['until a date', '2026-03-02T10:00:07+00:00'],
    ['until a date of HTTP', 'Mon, 02 Mar 2026 10:00:07 GMT'],
  ])('waits for as long as the provider asks, %s', async (_, asked) => {
    const waits: number[] = [];
    const clock: WallClock = {
      now: () => Date.UTC(2026, 2, 2, 10),
      sleep: (ms, signal) => {
        if (ms <= 6_000 || ms > 7_000) return wallClock.sleep(ms, signal);
        waits.push(ms);
        return Promise.resolve();
      },
    };
    server.script(json({}, 429, { 'retry-after': asked }), json(chatAnswer));
    const ask = await gatewayWith({}, { clock }).open(askOf());
    await post(ask, chatPath, chat('one'));
    expect(waits).toHaveLength(1);
    expect(outcomes(onlyCall())).toEqual(['rate limited', 'answered']);
  });
});

describe('a deadline', () => {
  it('abandons the call that is under way, and the replay ends there as well', async () => {
    const clock = heldClock();
    server.script(() => clock.expire());
    const ask = await gatewayWith({}, { clock }).open(askOf());
    expect((await post(ask, chatPath, chat('one'))).status).toBe(410);
    const failure = await ask.failure();
    expect(failure?.class).toBe('late');
    await ask.end({ ...answered, class: 'late', reason: failure?.reason ?? '', decision: null });
    expect(outcomes(onlyCall())).toEqual(['abandoned']);
    expect(onlyCall().response).toBeNull();

    const again = await offline().open(askOf());
    expect((await post(again, chatPath, chat('one'))).status).toBe(410);
    expect(again.failure()).toEqual(failure);
  });

  it('ends the wait between two tries', async () => {
    const clock = heldClock();
    server.script(json({}, 429, { 'retry-after': '7200' }));
    const ask = await gatewayWith({}, { clock }).open(askOf());
    const late = post(ask, chatPath, chat('one'));
    await expect.poll(() => clock.held).toBe(2);
    clock.expire();
    expect((await late).status).toBe(410);
    expect(outcomes(onlyCall())).toEqual(['rate limited', 'abandoned']);
  });

  it('leaves no trace of a call that was still waiting for its turn', async () => {
    server.script(silence);
    const clock = heldClock();
    const gateway = gatewayWith({ limits: { concurrent: 1 } }, { clock });
    const waiting = await gateway.open(askOf({ asOf: 2 }));
    const first = await gateway.open(askOf({ asOf: 1 }));
    const blocked = post(first, chatPath, chat('one'));
    await expect.poll(() => server.asked.length).toBe(1);
    const late = post(waiting, chatPath, chat('two'));
    clock.expire();
    expect((await late).status).toBe(410);
    expect(waiting.failure()).toMatchObject({ class: 'late' });
    expect([...store.claims.values()].map(({ asOf }) => asOf)).toEqual([1]);
    await first.end({ ...answered, class: 'no answer', decision: null });
    await blocked;
  });

  it('in a replay is where the recorded calls are used up', async () => {
    const ask = await gatewayWith().open(askOf());
    await post(ask, chatPath, chat('one'));
    await ask.end({ ...answered, class: 'late', reason: 'no time left', decision: null });
    const again = await offline().open(askOf({ deadline: '2000-01-01T00:00:00.000Z' }));
    expect((await post(again, chatPath, chat('one'))).status).toBe(200);
    expect((await post(again, chatPath, chat('two'))).status).toBe(410);
    expect(again.failure()).toEqual({ class: 'late', reason: 'no time left' });
  });
});

describe('a gateway that dies', () => {
  it('leaves a call with an unknown outcome, which is repeated and declared', async () => {
    server.script(silence, json(chatAnswer));
    const dying = gatewayWith({}, { closeMs: 0 });
    const ask = await dying.open(askOf());
    const lost = post(ask, chatPath, chat('one')).catch((error: unknown) => error);
    await expect.poll(() => server.asked.length).toBe(1);
    await dying.close();
    expect(await lost).toMatchObject({ code: 'Unavailable', message: 'the gateway is closed' });
    expect([store.claims.size, store.calls.size]).toEqual([1, 0]);
    store.restart();
    const again = await gatewayWith().open(askOf());
    expect((await post(again, chatPath, chat('one'))).status).toBe(200);
    expect(outcomes(onlyCall())).toEqual(['unknown', 'answered']);
  });

  it('waits for a call that is under way, and records it', async () => {
    const held = Promise.withResolvers<void>();
    server.script(async (response, asked) => {
      await held.promise;
      await json(chatAnswer)(response, asked);
    });
    const closing = gatewayWith({}, { closeMs: 600_000 });
    const ask = await closing.open(askOf());
    const pending = post(ask, chatPath, chat('one'));
    await expect.poll(() => server.asked.length).toBe(1);
    const closed = closing.close();
    held.resolve();
    await closed;
    expect((await pending).status).toBe(200);
    expect(outcomes(onlyCall())).toEqual(['answered']);
  });

  it('leaves a call that is not repeated and ends with its attempt, in a replay as well', async () => {
    server.script(json(chatAnswer), silence);
    const dying = gatewayWith({}, { closeMs: 0 });
    const ask = await dying.open(askOf());
    await post(ask, chatPath, chat('one'));
    const lost = post(ask, chatPath, chat('two')).catch((error: unknown) => error);
    await expect.poll(() => server.asked.length).toBe(2);
    await dying.close();
    await lost;
    store.restart();
    const again = await gatewayWith().open(askOf());
    await post(again, chatPath, chat('one'));
    await again.end({ ...answered, class: 'late', reason: 'no time left', decision: null });
    expect([...store.calls.values()].map(outcomes)).toEqual([['answered'], ['unknown']]);

    const copied = memoryStore();
    const replayed = await new ModelGateway({
      mode: 'replay',
      store: copied,
      source: store,
      models: testModels({ url: 'http://127.0.0.1:9' }),
    }).open(askOf());
    await post(replayed, chatPath, chat('one'));
    expect((await post(replayed, chatPath, chat('two'))).status).toBe(410);
    expect(replayed.failure()).toEqual({ class: 'late', reason: 'no time left' });
    await replayed.end({ ...answered, class: 'late', reason: 'no time left', decision: null });
    expect(copied.calls).toEqual(store.calls);
    expect(server.asked).toHaveLength(2);
  });

  it('waits for calls that end in time', async () => {
    let finish = (): void => undefined;
    server.script((response, asked) => {
      finish = () => void json(chatAnswer)(response, asked);
    });
    const gateway = gatewayWith();
    const pending = post(await gateway.open(askOf()), chatPath, chat('one'));
    await expect.poll(() => server.asked.length).toBe(1);
    const closed = gateway.close();
    finish();
    await Promise.all([pending, closed]);
    expect(outcomes(onlyCall())).toEqual(['answered']);
  });

  it('records a call whose agent has hung up', async () => {
    let finish = (): void => undefined;
    server.script((response, asked) => {
      finish = () => void json(chatAnswer)(response, asked);
    });
    const gateway = gatewayWith();
    const ask = await gateway.open(askOf());
    const hangUp = new AbortController();
    const init = { method: 'POST', body: JSON.stringify(chat('one')), signal: hangUp.signal };
    const gone = ask.fetch(`${ask.baseUrl}${chatPath}`, init);
    await expect.poll(() => server.asked.length).toBe(1);
    hangUp.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    finish();
    await expect.poll(() => store.calls.size).toBe(1);
    const again = await gateway.open(askOf());
    expect((await post(again, chatPath, chat('one'))).status).toBe(200);
    expect(server.asked).toHaveLength(1);
  });
});
