/**
 * Each model call of a run is recorded and never repeated, and the run replays without any model.
 */

import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changeRecords, recordsIn } from '#store/embedded/records.fixture';
import { file, folder, startTapefold, tapefold } from '../e2e/command-line.fixture.js';
import {
  scriptedProvider,
  stubKey,
  type Prompted,
  type Said,
} from '../e2e/scripted-provider.fixture.js';

/** A scenario of a few sessions in which a model decides. */
function scenarioIn(home: string, { to = '2022-02-07', agent = '', extra = '' } = {}): string {
  return file(
    home,
    'scenario.yaml',
    `name: asked
data: synthetic-market
window: { from: 2022-02-01, to: ${to} }
symbols: [ALDR]
execution: close
agents:
  - { id: thinker, kind: llm, model: stub/m, stream: false${agent} }
  - { id: hold, kind: buy-and-hold }
${extra}`,
  );
}

const sessions = ['2022-02-01', '2022-02-02', '2022-02-03', '2022-02-04', '2022-02-07'];
const sessionOf = ({ messages }: Prompted): string =>
  /\d{4}-\d{2}-\d{2}/.exec(JSON.stringify(messages.find(({ role }) => role === 'user')))?.[0] ?? '';

/** Looks at prices, then buys or sells by the day. */
function twoSteps(prompted: Prompted): Said {
  const session = sessionOf(prompted);
  const range = { symbol: 'ALDR', date_start: '2022-01-24', date_end: session };
  if (prompted.messages.at(-1)?.role === 'user') return { tool: 'get_prices', with: range };
  const action = Number(session.slice(-2)) % 2 === 0 ? 'BUY' : 'SELL';
  return {
    tool: 'submit_decision',
    with: { symbol: 'ALDR', target_date: session, price: 1, action },
  };
}

const runIn = (out: string): string => join(out, 'runs', 'thinker-ALDR');
const linesOf = (out: string, name: string): string[] =>
  recordsIn(join(runIn(out), 'recording.db'), name);
const bytesOf = (out: string, name: string): string =>
  readFileSync(join(out, name)).toString('latin1');

/** Every file below a folder, as one text. */
function everything(directory: string): string {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => bytesOf(parentPath, name)).join('\n');
}

describe('a run whose agent is a model', () => {
  it('has its calls on record, without the key, and is verified with them', async () => {
    const home = folder();
    const out = join(home, 'out');
    const provider = await scriptedProvider(twoSteps);
    const words = ['run', scenarioIn(home), '--models', provider.modelsFile(home), '--out', out];
    const first = await tapefold(...words, '--jobs', '2');
    expect(first.code, first.err).toBe(0);
    expect(provider.requests.map(sessionOf)).toEqual(sessions.flatMap((day) => [day, day]));
    expect(provider.requests[0]?.authorization).toBe(`Bearer ${stubKey}`);
    expect(linesOf(out, 'asks')).toHaveLength(2 * sessions.length);
    expect(linesOf(out, 'model-calls')).toHaveLength(4 * sessions.length);
    expect(linesOf(out, 'calls')).toHaveLength(2 * sessions.length);
    const printed = await tapefold('transcript', runIn(out), '--records', 'model-calls');
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(printed.out.trimEnd().split('\n')).toEqual(linesOf(out, 'model-calls'));
    expect(everything(out)).not.toContain(stubKey);
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
    // Everything is recorded: no ask is sent, and no model is needed.
    const again = await tapefold('run', scenarioIn(home), '--out', out);
    expect(again).toMatchObject({ code: 0, err: '2 finished runs kept\n' });
    expect(provider.requests).toHaveLength(2 * sessions.length);
  });

  it('says what failed because its model was away, and how it is asked again', async () => {
    const home = folder();
    const out = join(home, 'out');
    const scenario = scenarioIn(home, { to: '2022-02-02' });
    const gone = await scriptedProvider(twoSteps);
    await gone.close();
    const run = ['run', scenario, '--out', out, '--models', gone.modelsFile(home)];
    const failed = await tapefold(...run, '--keep-going');
    expect(failed.err).toMatch(/2 decisions failed because .* ask again: .*--retry-failed\n/);
    const away = await tapefold(...run, '--retry-failed');
    expect(away).toMatchObject({ code: 4, err: expect.stringContaining('resume with: ') });
    const provider = await scriptedProvider(twoSteps);
    provider.modelsFile(home);
    const retried = await tapefold(...run, '--retry-failed');
    expect(retried).toMatchObject({ code: 0, err: expect.stringContaining('nothing left') });
    expect(provider.requests).toHaveLength(4);
    const fresh = await tapefold(...run, '--retry-failed', '--fresh');
    expect(fresh).toMatchObject({ code: 2, err: expect.stringContaining('neither --fresh') });
  });

  it('is replayed without a model, a key or a models file, byte for byte', async () => {
    const home = folder();
    const out = join(home, 'out');
    const provider = await scriptedProvider(twoSteps);
    const scenario = scenarioIn(home);
    await tapefold('run', scenario, '--models', provider.modelsFile(home), '--out', out);
    await provider.close();
    rmSync(join(home, 'key.txt'));
    const told = await tapefold('replay', out);
    expect(told).toMatchObject({
      code: 0,
      out: 'replayed: 2 runs with 10 recorded model calls\n',
    });
    const again = join(home, 'again');
    const words = ['run', scenario, '--out', again, '--recordings', out];
    expect(await tapefold(...words)).toMatchObject({ code: 0 });
    for (const name of ['result.json', 'runs/thinker-ALDR/journal.bin']) {
      expect(bytesOf(again, name)).toBe(bytesOf(out, name));
    }
    expect(await tapefold('verify', again)).toMatchObject({ code: 0, err: '' });
    // What is there already would not be done again, and would prove nothing.
    for (const there of [out, again]) {
      const refused = await tapefold('replay', out, '--out', there);
      expect(refused.code).toBeGreaterThan(1);
      expect(refused.err).toContain('a replay repeats every run');
    }
    // A recording of a recording is one as well.
    expect(await tapefold('replay', again)).toMatchObject({ code: 0 });
  });

  it('fails loudly when its prompt was changed, naming the first difference', async () => {
    const home = folder();
    const out = join(home, 'out');
    const provider = await scriptedProvider(twoSteps);
    const prompt = 'You trade.\n---\nToday is {{session}}. You hold {{cash}}.\n';
    file(home, 'prompt.txt', prompt);
    const scenario = scenarioIn(home, { agent: ', prompt: prompt.txt' });
    const words = ['run', scenario, '--models', provider.modelsFile(home), '--out', out];
    await tapefold(...words);
    file(home, 'prompt.txt', prompt.replace('You hold', 'You own'));
    const again = await tapefold('replay', out);
    expect(again.code).toBe(5);
    expect(again.err).toMatch(/\/messages\/1\/content.*expected .*You hold.*found .*You own/);
    const refused = await tapefold(...words);
    expect(refused.err).toContain('the prompt "prompt.txt" of agent thinker has changed since');
    expect(provider.requests).toHaveLength(2 * sessions.length);
  });

  it('asks for what a recording lacks only when it may', async () => {
    const home = folder();
    const out = join(home, 'out');
    const provider = await scriptedProvider(twoSteps);
    const models = provider.modelsFile(home);
    await tapefold('run', scenarioIn(home), '--models', models, '--out', out);
    const longer = scenarioIn(home, { to: '2022-02-08' });
    const next = join(home, 'next');
    const words = ['run', longer, '--models', models, '--recordings', out, '--out', next];
    const { code, err } = await tapefold(...words);
    expect(code).toBe(5);
    expect(err).toContain('the recording has no such attempt');
    expect(provider.requests).toHaveLength(2 * sessions.length);
    const asked = await tapefold(...words, '--fresh', '--model-mode', 'replay-or-record');
    expect(asked).toMatchObject({ code: 0 });
    const late = provider.requests.slice(2 * sessions.length);
    expect(late.map(sessionOf)).toEqual(['2022-02-08', '2022-02-08']);
    expect(await tapefold('verify', next)).toMatchObject({ code: 0, err: '' });
  });

  it('asks no model twice after a kill, and declares the call in flight', async () => {
    const home = folder();
    const out = join(home, 'out');
    const stopAt = 7;
    let child: ReturnType<typeof startTapefold> | undefined;
    const provider = await scriptedProvider((prompted) => {
      if (prompted.number === stopAt) child?.kill('SIGKILL');
      return twoSteps(prompted);
    });
    const words = ['run', scenarioIn(home), '--models', provider.modelsFile(home), '--out', out];
    child = startTapefold(...words);
    await new Promise((ended) => child?.once('exit', ended));
    child = undefined;
    expect(provider.requests).toHaveLength(stopAt);
    expect(await tapefold(...words)).toMatchObject({ code: 0 });
    const texts = provider.requests.map(({ text }) => text);
    const twice = texts.filter((text, at) => texts.indexOf(text) !== at);
    expect(twice).toEqual([texts[stopAt - 1]]);
    const unknown = linesOf(out, 'model-calls').filter((line) => line.includes('"unknown"'));
    expect(unknown).toHaveLength(1);
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });

    const whole = join(home, 'whole');
    await tapefold('run', scenarioIn(home), '--models', join(home, 'models.yaml'), '--out', whole);
    expect(bytesOf(runIn(out), 'journal.bin')).toBe(bytesOf(runIn(whole), 'journal.bin'));
  });

  it('is refuted when its recording is not whole', async () => {
    const home = folder();
    const out = join(home, 'out');
    const provider = await scriptedProvider(twoSteps);
    const words = ['--models', provider.modelsFile(home), '--out', out];
    await tapefold('run', scenarioIn(home, { to: '2022-02-02' }), ...words);
    const verdictWith = async (name: string, change: (lines: string[]) => string[]) => {
      const altered = join(home, 'altered');
      cpSync(out, altered, { recursive: true });
      // Rewrites the digests, as an attacker would.
      changeRecords(join(runIn(altered), 'recording.db'), name, change);
      const { code, out: said } = await tapefold('verify', runIn(altered));
      rmSync(altered, { recursive: true });
      return `${code} ${said}`;
    };
    expect(await verdictWith('asks', () => [])).toMatch(
      /^1 .*recording\.db asks: missing; the journal has 2 decisions/,
    );
    expect(await verdictWith('asks', (lines) => lines.slice(0, -1))).toMatch(
      /^1 .*recording\.db asks: no attempt at as-of \d+ has ended/,
    );
    const refused = (line: string): string => line.replace('"answered"', '"refused"');
    expect(await verdictWith('asks', (lines) => lines.map(refused))).toMatch(
      /^1 .*ended in refused; the journal has DecisionMade/,
    );
    const altered = (line: string): string => line.replace('trading agent', 'trading robot');
    expect(await verdictWith('model-calls', (lines) => lines.map(altered))).toMatch(
      /^1 .*call 1 of attempt 1 at as-of \d+: the request does not match its digest/,
    );
    expect(await verdictWith('model-calls', (lines) => lines.toSpliced(1, 1))).toMatch(
      /^1 .*recording\.db model-calls: call 1 of attempt 1 at as-of \d+ has no end/,
    );
    expect(await verdictWith('model-calls', (lines) => lines.slice(0, -1))).toMatch(
      /^1 .*recording\.db model-calls: call 2 of attempt 1 at as-of \d+ has no end/,
    );
    expect(await verdictWith('model-calls', (lines) => lines.slice(2))).toMatch(
      /^1 .*call 2 of attempt 1 at as-of \d+: the call before it is missing/,
    );
    expect(await verdictWith('model-calls', () => [])).toMatch(
      /^1 .*recording\.db model-calls: attempt 1 at as-of \d+ has no call that was answered/,
    );
  });
});

/** What an agent behind a URL is posted, as far as it is needed here. */
interface Posted {
  readonly session: string;
  readonly symbols: readonly string[];
  readonly model: { readonly name: string; readonly baseUrl: string };
}

/** An agent of one's own: asks its model for an action, and answers with it. */
async function ownAgent(): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on(
      'end',
      () => void decide(JSON.parse(body) as Posted).then((said) => response.end(said)),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`;
}

async function decide({ session, symbols, model }: Posted): Promise<string> {
  const messages = [{ role: 'user', content: `What shall I do on ${session}?` }];
  const answer = await fetch(`${model.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: model.name, messages }),
  });
  const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] };
  const action = choices[0]?.message.content ?? '';
  return JSON.stringify({ kind: 'action', symbol: symbols[0], action });
}

describe('a run whose agent is a program with a model', () => {
  it('has the calls of that model on record, is verified, and replayed without the model', async () => {
    const home = folder();
    const out = join(home, 'out');
    const provider = await scriptedProvider((prompted) =>
      prompted.number % 2 === 0 ? 'SELL' : 'BUY',
    );
    const scenario = file(
      home,
      'scenario.yaml',
      readFileSync(scenarioIn(home), 'utf8').replace(
        'kind: llm, model: stub/m, stream: false',
        `kind: http, model: stub/m, url: '${await ownAgent()}'`,
      ),
    );
    const words = ['run', scenario, '--models', provider.modelsFile(home), '--out', out];
    expect(await tapefold(...words)).toMatchObject({ code: 0 });
    expect(provider.requests.map(sessionOf)).toEqual(sessions);
    expect(provider.requests[0]?.authorization).toBe(`Bearer ${stubKey}`);
    const asks = linesOf(out, 'asks').filter((line) => line.includes('"answered"'));
    expect(asks).toHaveLength(sessions.length);
    expect(linesOf(out, 'model-calls')).toHaveLength(2 * sessions.length);
    expect(everything(out)).not.toContain(stubKey);
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
    await provider.close();
    const replayed = 'replayed: 2 runs with 5 recorded model calls\n';
    expect(await tapefold('replay', out)).toMatchObject({ code: 0, out: replayed });
  });
});

it('says of a key that its provider refuses where it is from, on the way and at the end', async () => {
  const home = folder();
  const server = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no such key"}}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => new Promise((closed) => server.close(() => closed())));
  const { port } = server.address() as AddressInfo;
  file(home, 'key.txt', `${stubKey}\n`);
  const stub = `{ api: openai-chat, baseUrl: 'http://127.0.0.1:${port}', key: { file: key.txt } }`;
  const models = file(home, 'models.yaml', `providers: { stub: ${stub} }\n`);
  const out = join(home, 'out');
  const ended = await tapefold('run', scenarioIn(home), '--models', models, '--out', out);
  expect(ended.code).toBe(7);
  expect(ended.err.match(/^warning: .*$/gm)).toEqual([
    'warning: provider stub refused its first 3 calls with status 401: check its key, which is ' +
      'read from file key.txt',
  ]);
  expect(ended.out.replace(/\s+/g, ' ')).toContain(
    'Most frequent reason for no answer (provider error, 5 decisions in thinker ALDR): ' +
      'provider stub answered with status 401: no such key',
  );
  expect(everything(home).split(stubKey)).toHaveLength(2);
});

describe('a scenario with models', () => {
  it.each([
    ['an unknown provider', ', model: none/m', 'no such model provider'],
    ['a money budget without a price', ', model: stub/other, budget: { run: { usd: 1 } }', 'price'],
    ['an agent that services know by its name', ', kind: registered, agent: x', 'needs services'],
    ['a prompt that is not there', ', prompt: gone.txt', 'the prompt cannot be read'],
  ])('with %s is refused before anything is written', async (_, agent, expected) => {
    const home = folder();
    const provider = await scriptedProvider(twoSteps);
    const out = join(home, 'out');
    const text = readFileSync(scenarioIn(home, { agent }), 'utf8');
    // What the test names replaces what is usual.
    let replaced = '';
    if (agent.includes('registered')) {
      replaced = 'kind: llm, model: stub/m, stream: false, ';
    } else if (agent.includes('model:')) {
      replaced = 'model: stub/m, ';
    }
    const scenario = file(home, 'scenario.yaml', text.replace(replaced, ''));
    const words = ['run', scenario, '--models', provider.modelsFile(home), '--out', out];
    const { code, err } = await tapefold(...words);
    expect({ code, isThere: existsSync(out) }).toEqual({ code: 2, isThere: false });
    expect(err).toContain(expected);
    expect(provider.requests).toEqual([]);
  });
});
