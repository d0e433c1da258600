/**
 * Servers of models as people run them: what they leave in a text, how they stream, where they
 * are, what they count, and what they say when they refuse.
 */

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadScenario, recordingFor, replayResult, runScenario } from '#backtest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import { sha256Hex } from '#values';
import { retrievalPrompts } from '#workflows/retrieval/retrieval-workflow';
import { loadModels, modelsOf } from '#llm/provider/models';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { caseFolder, runOf } from './case-run.fixture.js';

const casePort = '47399';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Resolves once something listens. */
async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' }).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('the server of the case does not listen');
}

/** The scenario of a case run against its server, at a port of its own; `asked` are its lines. */
async function served(name: string, change = (scenario: string) => scenario) {
  const folder = caseFolder(`2026-11/${name}`);
  const port = await freePort();
  for (const file of ['server.mjs', 'models.yaml']) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(casePort, `${port}`));
  }
  const path = join(folder, 's.yaml');
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  const server = spawn(process.execPath, ['server.mjs'], { cwd: folder });
  onTestFinished(() => void server.kill());
  const asked: string[] = [];
  server.stdout.on('data', (data) => asked.push(...String(data).trim().split('\n')));
  await listening(port);
  asked.length = 0;
  const models = await loadModels(join(folder, 'models.yaml'), {});
  const out = join(folder, 'out');
  const outcome = await runScenario(loadScenario(path), {
    out,
    codeVersion: 'test',
    jobs: 1,
    fresh: true,
    openModels: ({ store }) => new ModelGateway({ mode: 'record', models, store }),
  });
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  const { result } = outcome;
  return { folder, out, result, asked, port };
}

const reasonOf = (result: Result, agent: string) =>
  runOf(result, agent).models?.mainReason?.reason ?? '';

/** Nothing leaves, and everything is as it was. */
async function requireReplay(out: string, folder: string): Promise<void> {
  const models = modelsOf({ providers: {} }, { directory: '.', env: {} });
  const again = await replayResult(out, {
    out: join(folder, 'again'),
    codeVersion: 'test',
    jobs: 1,
    openModels: ({ store, runs }) =>
      new ModelGateway({ mode: 'replay', models, store, source: recordingFor(runs, out) }),
  });
  expect(again).toMatchObject({ kind: 'replayed', differences: [] });
}

it('thoughts in a text are no part of the answer', async () => {
  const { result, out, folder } = await served('model-thoughts-in-text');
  const right = { accuracy: 1, gaveUp: 0 };
  expect(valuesOf(runOf(result, 'thinks'))).toMatchObject(right);
  expect(valuesOf(runOf(result, 'closes'))).toMatchObject(right);
  expect(valuesOf(runOf(result, 'gives-up'))).toMatchObject({ accuracy: 0, gaveUp: 1 });
  expect(valuesOf(runOf(result, 'long'))).toMatchObject(right);
  await requireReplay(out, folder);
});

it('a response is read as what it is, streamed or not', async () => {
  const { result, out, folder } = await served('model-stream-mismatch');
  for (const agent of ['asked-stream', 'asked-whole', 'whole-and-done']) {
    expect(valuesOf(runOf(result, agent)), agent).toMatchObject({ accuracy: 1 });
  }
  expect(runOf(result, 'whole-and-done').models?.tokens).toMatchObject({ input: 100, output: 10 });
  expect(runOf(result, 'asked-whole').models?.unmetered).toBe(1);
  await requireReplay(out, folder);
});

it('usage is read in every dialect', async () => {
  const { result } = await served('model-usage-dialects');
  const usd = ['read', 'write', 'creation', 'apart', 'zero'].map(
    (agent) => runOf(result, agent).models?.usd,
  );
  expect(usd).toEqual([1.28, 1.625, 1.625, 1.28, 1.405]);
  expect(runOf(result, 'apart').models?.tokens).toMatchObject({ input: 1000, cachedInput: 800 });
});

it('an address is taken as meant, and named where nothing is', async () => {
  const { result, asked, port } = await served('model-base-url');
  for (const agent of ['v1', 'full']) {
    expect(valuesOf(runOf(result, agent)), agent).toMatchObject({ accuracy: 1 });
  }
  const paths = asked.map((line) => line.split(' ')[0]);
  expect(paths.toSorted()).toEqual([
    '/v1/chat/completions',
    '/v1/chat/completions',
    '/v1/chat/completions?api-version=2024-10-21',
    '/v1beta/openai/chat/completions',
  ]);
  const at = `http://127.0.0.1:${port}`;
  expect(reasonOf(result, 'query')).toBe(
    `provider query answered with status 404 at ${at}/v1/chat/completions: Not Found`,
  );
  expect(reasonOf(result, 'gemini')).toBe(
    `provider gemini answered with status 404 at ${at}/v1beta/openai/chat/completions: Not Found`,
  );
});

it('an answer that is too long is asked for again, by a prompt that names the limit', async () => {
  const { result, asked, out, folder } = await served('model-long-answer');
  const run = runOf(result, 'long');
  expect(asked).toHaveLength(3);
  expect(run.models?.classes).toMatchObject({ invalid: 1 });
  expect(reasonOf(result, 'long')).toContain('expected a text of 1 to 4000 characters');
  const { builtIn, answerWords } = retrievalPrompts;
  const prompt = builtIn.find(({ text }) => sha256Hex(text) === run.models?.prompt);
  expect(prompt?.text).toContain('{{answer}}');
  expect(answerWords).toBe('a text of 1 to 4000 characters');
  await requireReplay(out, folder);
});

describe('effort', () => {
  const membersOf = (asked: readonly string[]) =>
    new Map(asked.map((line) => [line.split(' ')[1], line.split(' ')[2]?.split(',')]));

  it('is sent to every model of a chat server, and refusals name why', async () => {
    const { result, asked } = await served('model-effort-sent');
    expect(membersOf(asked).get('strict')).toContain('reasoning_effort');
    expect(membersOf(asked).get('gpt-5-mini')).toContain('max_completion_tokens');
    expect(reasonOf(result, 'strict')).toBe(
      'provider m answered with status 422: reasoning_effort: extra inputs are not permitted',
    );
    expect(reasonOf(result, 'temperature')).toContain("'temperature' does not support 0");
    expect(reasonOf(result, 'tokens')).toContain("Use 'max_completion_tokens' instead");
  });

  it('reaches a reasoning model under a name of its own', async () => {
    const { result, asked } = await served('model-effort-sent', (scenario) =>
      scenario.replaceAll('steps: 3', 'steps: 3, reasoner: true'),
    );
    for (const agent of ['temperature', 'tokens', 'known-name']) {
      expect(valuesOf(runOf(result, agent)), agent).toMatchObject({ accuracy: 1 });
    }
    const members = membersOf(asked).get('tokens');
    expect(members).toEqual(expect.arrayContaining(['max_completion_tokens', 'reasoning_effort']));
    expect(members).not.toContain('temperature');
  });
});

describe('an error', () => {
  it('names what the server sent', async () => {
    const { result, out, folder } = await served('model-unclear-errors');
    const reasons = Object.fromEntries(
      ['login', 'moved', 'list422', 'text413', 'blocked'].map((agent) => [
        agent,
        reasonOf(result, agent),
      ]),
    );
    expect(reasons).toEqual({
      login:
        'provider m sent no response of openai-chat: ' +
        'expected JSON or events, found text/html: Sign in',
      moved:
        'provider m answered with status 307, a redirect to /v1/chat/completions/, ' +
        'which is not followed',
      list422: 'provider m answered with status 422: body.tools.0: field required',
      text413: 'provider m answered with status 413: Request Entity Too Large',
      blocked: 'provider m answered with status 403: Attention Required! | Cloudflare',
    });
    // Packed although it was asked not to be, and a number that JSON does not have.
    expect(valuesOf(runOf(result, 'gzip'))).toMatchObject({ accuracy: 1 });
    expect(valuesOf(runOf(result, 'nan'))).toMatchObject({ accuracy: 1 });
    expect(runOf(result, 'nan').models?.tokens).toMatchObject({ input: 100, output: 10 });
    await requireReplay(out, folder);
  });
});
