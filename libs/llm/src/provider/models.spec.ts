/** The models file: what is built in, where keys come from, and how it fails. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadModels, namedModel, type Models } from './models.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapefold-models-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function written(text: string): Promise<string> {
  const file = join(folder, 'models.yaml');
  await writeFile(file, text);
  return file;
}

describe('without a file', () => {
  it.each([
    ['anthropic', 'anthropic-messages', 'ANTHROPIC_API_KEY'],
    ['openai', 'openai-responses', 'OPENAI_API_KEY'],
    ['openai-chat', 'openai-chat', 'OPENAI_API_KEY'],
    ['google', 'google-generate-content', 'GEMINI_API_KEY'],
  ])('%s speaks %s with the key of %s', async (name, api, variable) => {
    const models = await loadModels(undefined, { [variable]: ' key-of-somebody\n' });
    expect(models.providers.get(name)?.api).toBe(api);
    expect(await models.keyOf(name)).toBe('key-of-somebody');
  });

  it('names the variable that has no key', async () => {
    const models = await loadModels(undefined, {});
    await expect(models.keyOf('anthropic')).rejects.toThrow(
      'environment variable ANTHROPIC_API_KEY: the key is missing',
    );
  });
});

describe('a file', () => {
  it('adds providers and prices, with a key from a file beside it', async () => {
    await writeFile(join(folder, 'key.txt'), 'key-in-a-file\n');
    const file = await written(`
providers:
  local:
    api: openai-chat
    baseUrl: http://127.0.0.1:8000
  paid:
    api: openai-chat
    baseUrl: https://models.example
    key: { file: key.txt }
    limits: { concurrent: 2, requestsPerMinute: 60 }
prices:
  version: 2026-11
  models:
    paid/large: { input: 1, output: 4 }
`);
    const models = await loadModels(file, {});
    expect(await models.keyOf('local')).toBeUndefined();
    expect(await models.keyOf('paid')).toBe('key-in-a-file');
    expect(models.prices?.models['paid/large']).toEqual({ input: 1, output: 4 });
    expect(models.providers.get('paid')?.limits.concurrent).toBe(2);
    expect(namedModel(models, 'paid/org/large')).toMatchObject({
      name: 'paid',
      model: 'org/large',
    });
  });

  it.each([
    ['providers:\n  local:\n    api: soap\n', 'line 3'],
    ['providers:\n  Local: {}\n', 'line 2'],
    ['prices:\n  models: {}\n', 'version'],
    ['keys: {}\n', 'unknown key "keys"; expected one of providers, prices'],
    [
      'providers: { a: { api: openai-chat, baseUrl: "http://h", limits: { rpm: 3 } } }',
      'unknown key "rpm" in providers.a.limits; expected one of concurrent, requestsPerMinute, ' +
        'tokensPerMinute',
    ],
  ])('of %j is refused with the place', async (text, place) => {
    await expect(loadModels(await written(text), {})).rejects.toThrow(place);
  });

  it('that is not there is named', async () => {
    await expect(loadModels(join(folder, 'none.yaml'), {})).rejects.toMatchObject({
      code: 'InvalidInput',
      where: join(folder, 'none.yaml'),
    });
  });

  it('names the source of an invalid key, and not the key', async () => {
    await writeFile(join(folder, 'key.txt'), 'two lines\nof secrets');
    const file = await written(
      'providers: { paid: { api: openai-chat, baseUrl: "http://h", key: { file: key.txt } } }',
    );
    const models = await loadModels(file, {});
    const error: unknown = await models.keyOf('paid').catch((reason: unknown) => reason);
    expect(`${error as Error}`).toContain('key.txt');
    expect(`${error as Error}`).not.toContain('secrets');
  });
});

it.each(['nobody/model', 'anthropic/', 'anthropic'])('%s does not name a model', async (name) => {
  const models = await loadModels(undefined, {});
  expect(() => namedModel(models, name)).toThrow('no such model provider');
});

it('names the agent with an undescribed provider, the known ones, and their file', async () => {
  const where = 'agents, mine: model';
  const named = (models: Models) => () => namedModel(models, 'nobody/model', where);
  const text = 'providers: { own: { api: openai-chat, baseUrl: "http://h" } }';
  const models = await loadModels(await written(text), {});
  expect(named(models)).toThrow(
    /^agents, mine: model: .* providers anthropic, openai, openai-chat, google, own; found "nobody\/model", and the /,
  );
  expect(named(models)).toThrow(/ the models file is .*models\.yaml$/);
  expect(named(await loadModels(undefined, {}))).toThrow(
    'found "nobody/model", and no models file was given (--models, or TAPEFOLD_MODELS)',
  );
});
