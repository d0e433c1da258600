/**
 * The client of the model gateway against a scripted service: what it sends, passes on,
 * repeats and refuses.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFailure, unavailable } from '#values';
import { patiently, unlessAborted } from '../calls/waiting.js';
import { recordedAsk } from '../calls/recording.fixture.js';
import { json, modelServer, type ModelServer, type Says } from '../model-server.fixture.js';
import { answered, askOf } from '../provider/gateway.fixture.js';
import { remoteModels } from './remote-models.js';

const opened = (token: string, ended: unknown = null): Says =>
  json({ token: token.padEnd(20, '0'), api: 'openai-chat', ended });
const own = (code: string, message: string, status = 500): Says =>
  json({ code, message }, status, { 'x-tapefold-error': code });
const ended = { run: askOf().run, asOf: 7, attempt: 1, ...answered };
const [first, second] = ['first', 'second'].map((token) => token.padEnd(20, '0'));

let server: ModelServer;
beforeEach(async () => {
  server = await modelServer();
});
afterEach(() => server.close());

const client = (patienceMs = 5000) =>
  remoteModels({ url: server.url, token: 'shared', retryMs: 1, patienceMs });
const openedBy = async (...says: readonly Says[]) => {
  server.script(opened('first'), ...says);
  return client().open(askOf());
};
const paths = (): string[] => server.asked.map(({ path }) => path);
const failureOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => 'no failure',
    (cause: unknown) => cause,
  );
  return isFailure(error) ? `${error.code}: ${error.message}` : String(error);
};

describe('an attempt', () => {
  it('is opened with the shared token, and has its address from then on', async () => {
    const ask = await openedBy();
    const [sent] = server.asked;
    expect([sent!.path, sent!.headers.authorization, sent!.headers['content-type']]).toEqual([
      '/asks',
      'Bearer shared',
      'application/json',
    ]);
    expect(JSON.parse(sent!.body)).toEqual(askOf());
    expect([ask.baseUrl, await ask.reach(), ask.api, ask.ended]).toEqual([
      `${server.url}/ask/${first}`,
      `${server.url}/ask/${first}`,
      'openai-chat',
      null,
    ]);
  });

  it('has the end that was recorded before', async () => {
    server.script(opened('first', ended));
    expect((await client().open(askOf())).ended).toEqual(ended);
  });

  it('passes calls and their answers on unchanged, but for headers of the connection', async () => {
    const says = json({ fine: true }, 201, { 'x-other': 'dropped', 'retry-after': '5' });
    const ask = await openedBy(says, (response) => void response.writeHead(204).end());
    const answer = await ask.fetch(`${ask.baseUrl}/v1/messages?beta=true`, {
      method: 'POST',
      headers: { 'anthropic-beta': 'b', 'accept-encoding': 'gzip' },
      body: '{"ünï":1}',
    });
    expect([answer.status, [...answer.headers], await answer.json()]).toEqual([
      201,
      [['content-type', 'application/json']],
      { fine: true },
    ]);
    const sent = server.asked[1]!;
    expect([sent.path, sent.body, sent.headers['anthropic-beta']]).toEqual([
      `/ask/${first}/v1/messages?beta=true`,
      '{"ünï":1}',
      'b',
    ]);
    expect(sent.headers.authorization).toBeUndefined();
    expect(sent.headers['accept-encoding']).not.toBe('gzip');
    const empty = await ask.fetch(`${ask.baseUrl}/v1/messages`, { method: 'GET' });
    expect([empty.status, empty.body]).toEqual([204, null]);
  });

  it('reaches no other address', async () => {
    const ask = await openedBy();
    expect(await failureOf(ask.fetch('http://127.0.0.1:1/v1/messages'))).toBe(
      'InvalidInput: a model call to another address; expected an address under that of its ' +
        'attempt; found "http://127.0.0.1:1"',
    );
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['CorruptJournal', 'CorruptJournal: so it is'],
    ['InvalidInput', 'InvalidInput: so it is'],
    ['Nonsense', 'InvalidInput: so it is'],
  ])('stops at a failure of the gateway itself: %s', async (code, message) => {
    const ask = await openedBy(own(code, 'so it is'));
    expect(await failureOf(ask.fetch(`${ask.baseUrl}/v1/x`, { method: 'POST', body: '{}' }))).toBe(
      message,
    );
    expect(server.asked).toHaveLength(2);
  });

  it('begins again when the gateway has restarted: answered calls are sent once more', async () => {
    const ask = await openedBy(
      json({ n: 1 }),
      own('UnknownAsk', 'gone', 404),
      opened('second'),
      json({ n: 1 }),
      json({ n: 2 }),
    );
    const post = async (content: string): Promise<unknown> => {
      const answer = await ask.fetch(`${ask.baseUrl}/v1/x`, { method: 'POST', body: content });
      return answer.json();
    };
    expect([await post('one'), await post('two')]).toEqual([{ n: 1 }, { n: 2 }]);
    expect(paths()).toEqual([
      '/asks',
      `/ask/${first}/v1/x`,
      `/ask/${first}/v1/x`,
      '/asks',
      `/ask/${second}/v1/x`,
      `/ask/${second}/v1/x`,
    ]);
    expect(server.asked.map(({ body }) => body).filter((body) => !body.startsWith('{'))).toEqual([
      'one',
      'two',
      'one',
      'two',
    ]);
    expect([ask.baseUrl, await ask.reach()]).toEqual([
      `${server.url}/ask/${first}`,
      `${server.url}/ask/${second}`,
    ]);
  });

  it('begins once more when it is forgotten while it begins again', async () => {
    const gone = own('UnknownAsk', 'gone', 404);
    const ask = await openedBy(
      json({ n: 1 }),
      gone,
      opened('second'),
      gone,
      opened('second'),
      json({ n: 1 }),
      json({ n: 2 }),
    );
    await ask.fetch(`${ask.baseUrl}/v1/x`, { method: 'POST', body: 'one' });
    const answer = await ask.fetch(`${ask.baseUrl}/v1/x`, { method: 'POST', body: 'two' });
    expect(await answer.json()).toEqual({ n: 2 });
    expect(paths().filter((path) => path === '/asks')).toHaveLength(3);
  });

  it('tells failures, and ends', async () => {
    const failure = { class: 'late', reason: 'slow' };
    const ask = await openedBy(json({ failure: null }), json({ failure }), json(ended));
    expect([await ask.failure(), await ask.failure()]).toEqual([undefined, failure]);
    expect(await ask.end(answered)).toEqual(ended);
    const [, one, , last] = server.asked;
    expect([one!.path, one!.headers['content-type'], one!.body]).toEqual([
      `/asks/${first}/failure`,
      undefined,
      '',
    ]);
    expect([last!.path, JSON.parse(last!.body), last!.headers.authorization]).toEqual([
      `/asks/${first}/end`,
      answered,
      'Bearer shared',
    ]);
  });

  it('is given up when it is abandoned', async () => {
    const ask = await openedBy(() => undefined);
    const stop = new AbortController();
    const sent = ask.fetch(`${ask.baseUrl}/v1/x`, {
      method: 'POST',
      body: '{}',
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(), 5);
    await expect(sent).rejects.toThrow(/abort/i);
    expect(paths().filter((path) => path === '/asks')).toHaveLength(1);
  });
});

describe('the service', () => {
  it('tells the attempts of a run, and is waited for', async () => {
    server.script(json({}, 503), own('Unavailable', 'later', 503), json([recordedAsk]));
    expect(await client().asksOf('a/b')).toEqual([recordedAsk]);
    expect(paths()).toEqual(Array(3).fill('/runs/a%2Fb/asks'));
  });

  it('is not asked again after a refusal', async () => {
    server.script(own('Conflict', 'no', 409));
    expect(await failureOf(client().asksOf('a'))).toBe('Conflict: no');
    expect(server.asked).toHaveLength(1);
    await client().close();
  });

  it('is unavailable once patience is over', async () => {
    server.script(json({}, 503));
    expect(await failureOf(client(0).asksOf('a'))).toBe(
      'Unavailable: the model gateway cannot be reached',
    );
    const gone = await modelServer();
    await gone.close();
    const nobody = remoteModels({ url: gone.url, token: 'shared', retryMs: 1, patienceMs: 0 });
    expect(await failureOf(nobody.asksOf('a'))).toBe(
      `Unavailable: ${gone.url}: the model gateway cannot be reached; found ECONNREFUSED`,
    );
    const late = askOf({ deadline: '2000-01-01T00:00:00.000Z' });
    expect(await failureOf(nobody.open(late))).toContain('ECONNREFUSED');
  });
});

describe('waiting', () => {
  it('repeats work while it is unavailable, and no other failure', async () => {
    let calls = 0;
    const work = (fails: number, error: Error) => () =>
      ++calls <= fails ? Promise.reject(error) : Promise.resolve(calls);
    const away = unavailable('away', {});
    expect(await patiently(work(2, away), { patienceMs: 5000, retryMs: 1 })).toBe(3);
    calls = 0;
    await expect(
      patiently(work(2, new Error('a bug')), { patienceMs: 5000, retryMs: 1 }),
    ).rejects.toThrow('a bug');
    expect(calls).toBe(1);
    calls = 0;
    await expect(patiently(work(9, away), { patienceMs: 0, retryMs: 1 })).rejects.toThrow('away');
    expect(calls).toBe(1);
    const signal = AbortSignal.abort();
    await expect(
      patiently(work(9, away), { patienceMs: 5000, retryMs: 1, signal }),
    ).rejects.toThrow('away');
  });

  it('ends with the reason of its signal, or with the work', async () => {
    const never = new Promise<number>(() => undefined);
    expect(await unlessAborted(Promise.resolve(5), undefined)).toBe(5);
    await expect(unlessAborted(never, AbortSignal.abort(new Error('over')))).rejects.toThrow(
      'over',
    );
    const stop = new AbortController();
    const left = unlessAborted(never, stop.signal);
    stop.abort(new Error('later'));
    await expect(left).rejects.toThrow('later');
    const other = new AbortController();
    expect(await unlessAborted(Promise.resolve(6), other.signal)).toBe(6);
    await expect(unlessAborted(Promise.reject(new Error('own')), other.signal)).rejects.toThrow(
      'own',
    );
  });
});
