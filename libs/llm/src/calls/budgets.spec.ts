/**
 * Budgets: reserved before a call, settled after it by the provider's count, kept over restarts.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answered,
  askOf,
  chat,
  chatAnswer,
  chatPath,
  post,
  testModels,
} from '../provider/gateway.fixture.js';
import { heldClock, heldTimeoutMs } from '../provider/held-clock.fixture.js';
import { memoryStore, type MemoryStore } from './memory-store.fixture.js';
import { ModelGateway } from '../gateway/model-gateway.js';
import { json, modelServer, type ModelServer } from '../model-server.fixture.js';
import type { AskRequest } from './ask.js';
import type { OpenAsk } from './model-service.js';

let server: ModelServer;
let store: MemoryStore;
beforeEach(async () => {
  server = await modelServer(json(chatAnswer));
  store = memoryStore();
});
afterEach(() => server.close());

const priced = { version: 'p-1', models: { 'test/m-1': { input: 2, output: 10 } } };
const gatewayWith = (prices: typeof priced | undefined = priced): ModelGateway =>
  new ModelGateway({
    mode: 'record',
    store,
    models: testModels({ url: server.url, prices }),
  });
type Budget = NonNullable<AskRequest['budget']['run']>;
const bounded = (decision: Budget, run?: Budget): Partial<AskRequest> => ({
  budget: { decision, run },
});
/** Posts 70 bytes: 18 tokens of input at most, and 50 of output. */
const say = (ask: OpenAsk, text = 'one'): ReturnType<typeof post> =>
  post(ask, chatPath, chat(text, { max_tokens: 50 }));

describe('a budget', () => {
  it('of calls refuses the call beyond it in the form of the API, and every one after it', async () => {
    const ask = await gatewayWith().open(askOf(bounded({ calls: 2 })));
    expect((await say(ask)).status).toBe(200);
    expect((await say(ask)).status).toBe(200);
    const refused = await say(ask);
    expect(refused.status).toBe(403);
    const { error } = JSON.parse(refused.text) as { error: { message: string } };
    expect(ask.failure()).toEqual({ class: 'limit', reason: error.message });
    expect(error.message).toBe(
      'budget of the decision: 2 calls, 2 used, the next call needs up to 1',
    );
    await say(ask);
    expect(server.asked).toHaveLength(2);
    expect(store.claims.size).toBe(2);
  });

  it('of tokens reserve input and output, and release what was not used', async () => {
    // 15 tokens are used per call, while 76 bytes and 50 tokens of output reserve 69.
    const ask = await gatewayWith().open(askOf(bounded({ tokens: 69 + 2 * 15 })));
    for (let call = 0; call < 3; call++) expect((await say(ask)).status).toBe(200);
    expect((await say(ask)).status).toBe(403);
    expect((await ask.failure())?.reason).toBe(
      'budget of the decision: 99 tokens, 45 used, the next call needs up to 69',
    );
  });

  it('of tokens refuses every call after one that did not fit, even one that would', async () => {
    const ask = await gatewayWith().open(askOf(bounded({ tokens: 200 })));
    const sized = (tokens: number) => post(ask, chatPath, chat('one', { max_tokens: tokens }));
    expect((await sized(50)).status).toBe(200);
    const refused = await sized(500);
    expect(refused.status).toBe(403);
    const later = await sized(50);
    expect(later).toEqual(refused);
    expect(server.asked).toHaveLength(1);
    expect(ask.failure()).toMatchObject({ class: 'limit' });
  });

  it('is not what ends the calls of an attempt whose deadline has passed', async () => {
    const clock = heldClock();
    const gateway = new ModelGateway({
      mode: 'record',
      store,
      clock,
      models: testModels({ url: server.url, provider: { timeoutMs: heldTimeoutMs } }),
    });
    const ask = await gateway.open(askOf(bounded({ calls: 9 })));
    server.script(() => clock.expire());
    const statuses: number[] = [];
    for (const text of ['one', 'two', 'three']) statuses.push((await say(ask, text)).status);
    expect(statuses).toEqual([410, 410, 410]);
    expect(ask.failure()).toMatchObject({ class: 'late' });
    expect(server.asked).toHaveLength(1);
  });

  it('of money use the price table', async () => {
    // Reserved: 19 × 2 + 50 × 10 = 538 millionths of a dollar; a call costs 10 × 2 + 5 × 10 = 70.
    const ask = await gatewayWith().open(askOf(bounded({ usd: 0.000_608 })));
    expect((await say(ask)).status).toBe(200);
    expect((await say(ask)).status).toBe(200);
    expect((await say(ask)).status).toBe(403);
    const [call] = store.calls.values();
    expect(call?.cost).toEqual({ usd: 0.000_07, prices: 'p-1' });
  });

  it('of the run counts all of its decisions, a restart included', async () => {
    const gateway = gatewayWith();
    await say(await gateway.open(askOf({ asOf: 1, ...bounded({}, { calls: 2 }) })));
    await gateway.close();
    const again = gatewayWith();
    const next = await again.open(askOf({ asOf: 2, ...bounded({ calls: 9 }, { calls: 2 }) }));
    expect((await say(next)).status).toBe(200);
    expect((await say(next)).status).toBe(403);
    expect((await next.failure())?.reason).toContain('budget of the run: 2 calls');
  });

  it('is asked for no call that was recorded before a restart', async () => {
    const one = bounded({ calls: 2 });
    const dying = await gatewayWith().open(askOf(one));
    await say(dying, 'one');
    await say(dying, 'two');
    const again = await gatewayWith().open(askOf(one));
    expect((await say(again, 'one')).status).toBe(200);
    expect((await say(again, 'two')).status).toBe(200);
    expect((await say(again, 'three')).status).toBe(403);
    expect(server.asked).toHaveLength(2);
  });

  it('counts all attempts of a decision', async () => {
    const gateway = gatewayWith();
    await say(await gateway.open(askOf({ attempt: 1, ...bounded({ calls: 1 }) })));
    const second = await gateway.open(askOf({ attempt: 2, ...bounded({ calls: 1 }) }));
    expect((await say(second)).status).toBe(403);
  });

  it('of money is refused for a model without a price, before anything is asked', async () => {
    const opened = gatewayWith({ version: 'p-2', models: {} as (typeof priced)['models'] });
    await expect(opened.open(askOf(bounded({ usd: 1 })))).rejects.toMatchObject({
      code: 'InvalidInput',
      expected: 'a price of test/m-1',
    });
    expect(store.asks).toHaveLength(0);
  });

  it('needs requests that state a bound on their output', async () => {
    const ask = await gatewayWith().open(askOf(bounded({ tokens: 1000 })));
    expect((await post(ask, chatPath, chat('one'))).status).toBe(403);
    expect(ask.failure()).toMatchObject({ class: 'limit' });
    expect(server.asked).toHaveLength(0);
  });

  it('is charged the reservation if the provider reports no usage, and nothing for errors', async () => {
    const clock = heldClock();
    server.script(() => clock.stall(), json({}, 400), json(chatAnswer));
    const gateway = new ModelGateway({
      mode: 'record',
      store,
      clock,
      models: testModels({ url: server.url, provider: { timeoutMs: heldTimeoutMs } }),
    });
    const ask = await gateway.open(askOf(bounded({ tokens: 69 + 69 })));
    expect((await say(ask)).status).toBe(502);
    expect((await say(ask)).status).toBe(400);
    expect((await say(ask)).status).toBe(200);
    expect((await say(ask)).status).toBe(403);
    expect((await ask.failure())?.class).toBe('limit');
  });
});

describe('a replay', () => {
  it('refuses the call that was refused, though the agent answered all the same', async () => {
    const ask = await gatewayWith().open(askOf(bounded({ tokens: 70 })));
    await say(ask);
    const refused = await say(ask, 'two');
    await ask.end(answered);
    const offline = new ModelGateway({
      mode: 'replay',
      store: memoryStore(),
      source: store,
      models: testModels({ url: 'http://127.0.0.1:9' }),
    });
    const again = await offline.open(askOf(bounded({ tokens: 70 })));
    expect((await say(again)).status).toBe(200);
    expect(await say(again, 'two')).toEqual(refused);
    expect(again.failure()).toEqual(ask.failure());
  });
});

describe('an unknown price', () => {
  it('is no price of nothing', async () => {
    const ask = await gatewayWith({ version: 'p', models: {} as (typeof priced)['models'] }).open(
      askOf(),
    );
    await say(ask);
    const [call] = store.calls.values();
    expect(call?.usage?.input).toBe(10);
    expect(call?.cost).toBeNull();
  });
});
