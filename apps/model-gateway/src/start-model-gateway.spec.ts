/** The model gateway and its client: one conversation, through restarts and with hostile input. */

import { describe, expect, it, onTestFinished } from 'vitest';
import type { AskRequest, ModelService } from '#llm';
import { remoteModels } from '#llm/remote/remote-models';
import { openServiceLog } from '#service-host';
import { conflict, unavailable } from '#values';
import { SharedRecording } from './recorded-models.fixture.js';
import { startModelGateway, type StartedModelGateway } from './start-model-gateway.js';

const token = 'a token of sixteen or more'.replaceAll(' ', '-');
const run = 'a'.repeat(64);
const ask: AskRequest = {
  run,
  asOf: 40,
  attempt: 1,
  agent: 'model',
  session: '2025-01-06',
  model: 'local/one',
  prompt: 'c'.repeat(64),
  deadline: '2999-01-01T00:00:00.000Z',
  budget: { decision: { calls: 5 } },
};
const end = {
  class: 'answered',
  reason: null,
  decision: '{}',
  notes: null,
  durationMs: 1,
} as const;

async function start(models: ModelService, port = 0): Promise<StartedModelGateway> {
  const logger = openServiceLog({ service: 'model-gateway', level: 'silent' });
  const options = { models, token, host: '127.0.0.1', port, logger, isHeld: () => true };
  const gateway = await startModelGateway(options);
  onTestFinished(() => gateway.close());
  return gateway;
}

const clientOf = (url: string, patienceMs?: number): ModelService =>
  remoteModels({ url, token, retryMs: 5, patienceMs });

describe('a model service behind the gateway', () => {
  it('opens, calls, fails and ends as the one in the process of the gateway', async () => {
    const recording = new SharedRecording();
    const { url } = await start(recording.service());
    const models = clientOf(url);
    const open = await models.open(ask);
    expect([open.api, open.ended]).toEqual(['anthropic-messages', null]);
    const response = await open.fetch(`${open.baseUrl}/v1/messages?beta=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer unknown' },
      body: '{"a":1}',
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain']);
    expect(await response.text()).toBe('answer to {"a":1}');
    expect(recording.sent).toEqual(['40/1/1 /here/v1/messages {"a":1}']);
    expect(await open.failure()).toEqual({ class: 'limit', reason: 'calls' });
    const ended = { run, asOf: 40, attempt: 1, ...end };
    expect(await open.end(end)).toEqual(ended);
    expect((await models.asksOf(run)).map((one) => one.ended)).toEqual([ended]);
    expect((await models.open(ask)).ended).toEqual(ended);
  });

  it('lets another program call under the address of the attempt, and nowhere else', async () => {
    const { url } = await start(new SharedRecording().service());
    const open = await clientOf(url).open(ask);
    const reached = await open.reach();
    const answer = await fetch(`${reached}/v1/messages`, { method: 'POST', body: 'hello' });
    expect(await answer.text()).toBe('answer to hello');
    const foreign = await fetch(`${url}/ask/${'x'.repeat(43)}/v1/messages`, { method: 'POST' });
    expect(foreign.status).toBe(404);
    await expect(open.fetch('http://127.0.0.1:1/v1/messages')).rejects.toMatchObject({
      code: 'InvalidInput',
    });
  });

  it('continues the conversation after the gateway has restarted', async () => {
    const recording = new SharedRecording();
    const first = await start(recording.service());
    const open = await clientOf(first.url).open(ask);
    const say = async (text: string): Promise<string> => {
      const answer = await open.fetch(`${open.baseUrl}/v1/messages`, {
        method: 'POST',
        body: text,
      });
      return answer.text();
    };
    expect([await say('one'), await say('two')]).toEqual(['answer to one', 'answer to two']);
    await first.close();
    const third = say('three');
    await start(recording.service(), Number(new URL(first.url).port));
    expect(await third).toBe('answer to three');
    expect(await say('four')).toBe('answer to four');
    expect(recording.sent.map((line) => line.split(' ').at(-1))).toEqual([
      'one',
      'two',
      'three',
      'four',
    ]);
    expect(await open.end(end)).toMatchObject({ class: 'answered' });
  });

  it('reopens the attempt to end it if nothing has been called since the restart', async () => {
    const recording = new SharedRecording();
    const first = await start(recording.service());
    const open = await clientOf(first.url).open(ask);
    await first.close();
    await start(recording.service(), Number(new URL(first.url).port));
    expect(await open.end(end)).toMatchObject({ class: 'answered' });
  });

  it('reports failures with their code, and retries transient ones', async () => {
    let failures = 2;
    const recording = new SharedRecording();
    const { url } = await start(
      recording.service(async (body) => {
        if (body === 'broken') throw conflict('another request', { where: '/messages/0' });
        if (failures-- > 0) throw unavailable('the database is not available');
      }),
    );
    const open = await clientOf(url).open(ask);
    const calls = `${open.baseUrl}/v1/messages`;
    const answer = await open.fetch(calls, { method: 'POST', body: 'one' });
    expect(await answer.text()).toBe('answer to one');
    expect(recording.sent).toHaveLength(1);
    const broken = open.fetch(calls, { method: 'POST', body: 'broken' });
    await expect(broken).rejects.toThrow('/messages/0: another request');
    await expect(broken).rejects.toMatchObject({ code: 'Conflict' });
  });

  it('gives up on a gateway that stays away', async () => {
    const gateway = await start(new SharedRecording().service());
    const models = clientOf(gateway.url, 30);
    await gateway.close();
    await expect(models.asksOf(run)).rejects.toMatchObject({ code: 'Unavailable' });
    const late = { ...ask, deadline: '2000-01-01T00:00:00.000Z' };
    await expect(models.open(late)).rejects.toMatchObject({ code: 'Unavailable' });
  });

  it('refuses those without the token, and what is no attempt', async () => {
    const { url } = await start(new SharedRecording().service());
    const stranger = remoteModels({ url, token: 'another' });
    await expect(stranger.asksOf(run)).rejects.toThrow('the shared token is missing');
    const post = (body: string): Promise<Response> =>
      fetch(`${url}/asks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      });
    const statuses = [
      await post('{"run":1}'),
      await post('{'),
      await post('{"a":"'.padEnd(5_000_000)),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 413]);
    expect(await statuses[0]?.json()).toMatchObject({ code: 'InvalidInput' });
  });

  it('shows health and figures', async () => {
    const { url } = await start(new SharedRecording().service());
    await clientOf(url).open(ask);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const figures = await (await fetch(`${url}/metrics`)).text();
    expect(figures).toContain('tapefold_open_asks{service="model-gateway"} 1');
  });
});
