/**
 * Decisions that failed while a model was away are asked again on their own; the run ends as if it
 * had been there.
 */

import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { agentConfigSchema, type AgentConfig } from '#contracts/scenario/scenario';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { testModels } from '#llm/provider/gateway.fixture';
import { GrowingData, runOver } from '../run-folder/growing-data.fixture.js';
import { isEnded } from '../run-folder/open-ended.js';
import { awayDecisions, retriedCalls } from './retry-failed.js';
import type { ScenarioOptions } from './run-scenario.js';
import { verifyResult } from '../again/verify-result.js';

/** Numbers of the calls at which the provider is away; they restart with each run. */
let away: (call: number) => boolean;
let answer: (response: ServerResponse, body: string) => void;
/** Its answer in the session of a date. */
let actionOn: (date: string) => string;
let calls = 0;
let data: GrowingData;
let url: string;

beforeEach(async () => {
  data = new GrowingData(8);
  away = () => false;
  agent = agentConfigSchema.parse({ ...named, kind: 'llm' });
  answer = decide;
  actionOn = () => 'HOLD';
  const server = createServer((request, response) => {
    void text(request).then((body) => (away(++calls) ? unavailable : answer)(response, body));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const unavailable = (response: ServerResponse): void => void response.writeHead(503).end('{}');

function decide(response: ServerResponse, body: string): void {
  const date = /Decide for the session ([-0-9]+)/.exec(body)?.[1] ?? '';
  const symbol = /Symbols of this run: (..)/.exec(body)?.[1];
  const said = { symbol, target_date: date, action: actionOn(date), price: 1 };
  const call = { name: 'submit_decision', arguments: JSON.stringify(said) };
  const tool_calls = [{ index: 0, id: 'c', type: 'function', function: call }];
  const delta = { role: 'assistant', content: 'I wait.', tool_calls };
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-1' };
  const choices = [{ index: 0, delta, finish_reason: 'tool_calls' }];
  response.setHeader('content-type', 'text/event-stream');
  response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
}

const named = { id: 'm', model: 'test/m-1' };
let agent: AgentConfig;

type More = Partial<ScenarioOptions> & { to?: string };

/**
 * Runs AA and BB over 3 decisions each, one ask at a time, and returns how many calls were made.
 */
async function run(out: string, more: More = {}, keepGoing = false) {
  await outcomeOf(out, more, keepGoing);
  return calls;
}

function outcomeOf(out: string, more: More = {}, keepGoing = false) {
  calls = 0;
  return runOver(data, out, {
    agents: [agent],
    to: '2026-03-06',
    asks: 1,
    ...more,
    openModels: ({ store, runs }) => {
      const source = retriedCalls(join(data.directory, out), runs);
      const mode = source === undefined ? 'record' : 'replay-or-record';
      const models = testModels({ url, provider: { triesMax: 1 } });
      return new ModelGateway({ mode, models, store, source, stopsWhenAway: !keepGoing });
    },
  });
}

const path = (...names: string[]): string => join(data.directory, ...names);
const journal = (out: string, label = 'm-AA'): Buffer =>
  readFileSync(path(out, 'runs', label, 'journal.bin'));
const retry = { retryFailed: true };

let whole: Buffer[] | undefined;
const journals = (out: string): Buffer[] => ['m-AA', 'm-BB'].map((label) => journal(out, label));

/** It verifies, and has the journals of a run whose provider was never away. */
async function expectWhole(out: string): Promise<void> {
  if (whole === undefined) {
    expect(await run('whole')).toBe(6);
    whole = journals('whole');
  }
  expect(journals(out)).toEqual(whole);
  expect(await verifyResult(path(out), { codeVersion: 'test' })).toMatchObject({ findings: [] });
  expect(await awayOf(out)).toBe(0);
}

/** How many decisions failed because the provider was away. */
const awayOf = async (out: string): Promise<number> => (await awayDecisions(path(out))).length;

it('asks the failed decisions alone, and ends as a run whose provider was there', async () => {
  away = (call) => call === 2 || call === 3;
  await run('out', {}, true);
  expect(await awayOf('out')).toBe(2);
  away = () => false;
  expect(await run('out', retry)).toBe(2);
  await expectWhole('out');
  const finished = journal('out');
  expect(await run('out', retry)).toBe(0);
  expect(journal('out')).toEqual(finished);
});

it('asks later decisions, too, whose prompt is another because of what is decided now', async () => {
  actionOn = (date) => (date === '2026-03-05' ? 'BUY' : 'HOLD');
  const { result: never } = await outcomeOf('never');
  away = (call) => call === 3 || call === 4;
  await run('out', {}, true);
  away = () => false;
  expect(await run('out', retry)).toBe(4);
  expect(journals('out')).toEqual(journals('never'));
  expect(never.runs[0]?.coverage).toMatchObject({ failed: 0 });
});

it('stops if the provider is still unavailable, and the same command resumes', async () => {
  away = (call) => call === 2 || call === 3 || call === 6;
  await run('out', {}, true);
  away = () => true;
  await expect(run('out', retry)).rejects.toMatchObject({ code: 'Unavailable' });
  away = () => false;
  expect(await run('out', retry)).toBe(3);
  await expectWhole('out');
});

it('also resumes without the option after a kill between moving a run aside and repeating it', async () => {
  away = (call) => call > 4;
  await run('out', {}, true);
  away = () => false;
  mkdirSync(path('out', 'retried', 'runs'), { recursive: true });
  renameSync(path('out', 'runs', 'm-BB'), path('out', 'retried', 'runs', 'm-BB'));
  expect(await run('out')).toBe(1);
  expect(await run('out', retry)).toBe(1);
  await expectWhole('out');
});

it('keeps what any earlier attempt has when retries fail again and are interrupted', async () => {
  away = (call) => call === 3 || call > 4;
  await run('out', {}, true);
  expect(await awayOf('out')).toBe(3);
  const stop = new AbortController();
  away = (call) => {
    if (call === 2) stop.abort();
    return true;
  };
  await expect(run('out', { ...retry, signal: stop.signal }, true)).rejects.toThrow('interrupted');
  away = () => false;
  expect(await run('out', retry)).toBe(3);
  await expectWhole('out');
});

it('asks the model of an http agent for the failed decisions alone, and the agent for all', async () => {
  const said = { message: { role: 'assistant', content: 'HOLD' }, finish_reason: 'stop' };
  answer = (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [said] }));
  };
  let posts = 0;
  let postsMax = Infinity;
  const holds = async (body: string): Promise<object> => {
    const { model, time } = JSON.parse(body) as { model: { baseUrl: string }; time: string };
    const asked = { model: 'm-1', messages: [{ role: 'user', content: time }] };
    const init = { method: 'POST', body: JSON.stringify(asked) };
    const { ok } = await fetch(`${model.baseUrl}/v1/chat/completions`, init);
    return ok ? { kind: 'action', action: 'HOLD' } : { kind: 'none' };
  };
  const server = createServer((request, response) => {
    if (++posts === postsMax) server.close();
    void text(request).then(async (body) => response.end(JSON.stringify(await holds(body))));
  });
  const listen = (port: number) =>
    new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening));
  await listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  agent = agentConfigSchema.parse({ ...named, kind: 'http', url: `http://127.0.0.1:${port}/` });
  expect(await run('never')).toBe(6);
  away = (call) => call === 2 || call === 3;
  postsMax = posts + 5;
  expect(await run('out', {}, true)).toBe(5);
  expect(await awayOf('out')).toBe(3);
  away = () => false;
  await listen(port);
  posts = 0;
  expect(await run('out', retry)).toBe(3);
  expect(posts).toBe(6);
  expect(journals('out')).toEqual(journals('never'));
  expect(await verifyResult(path('out'), { codeVersion: 'test' })).toMatchObject({ findings: [] });
  expect(await awayOf('out')).toBe(0);
});

it('ends a run without an end again that had been ended', async () => {
  away = (call) => call <= 2;
  await run('out', { to: 'open', end: true }, true);
  away = () => false;
  expect(await run('out', { ...retry, to: 'open' })).toBe(2);
  expect(isEnded({ journal: path('out', 'runs', 'm-AA', 'journal.bin') })).toBe(true);
});

it('leaves failures for other reasons, and refuses a folder without runs', async () => {
  answer = (response) => void response.writeHead(400).end('{}');
  await run('out');
  const failed = journal('out');
  answer = decide;
  expect(await run('out', retry)).toBe(0);
  expect(journal('out')).toEqual(failed);
  await expect(run('nowhere', retry)).rejects.toThrow(
    'expected the folder of a result, with its runs',
  );
});
