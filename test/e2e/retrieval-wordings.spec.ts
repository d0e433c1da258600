/** Questions in the words of a model: recorded, checked, and the same again without the model. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, tapefold } from './command-line.fixture.js';
import {
  scriptedProvider,
  stubKey,
  type Prompted,
  type Said,
} from './scripted-provider.fixture.js';

/** Keeps what it has to, but leaves the company out where the last digit of its ticker is odd. */
function wording({ messages }: Prompted): Said {
  const prompt = JSON.stringify(messages.at(-1));
  const kept = [...prompt.matchAll(/\\n- (.+?)(?=\\n)/g)].map(([, one]) => String(one));
  const [ticker = ''] = kept;
  const words = /[13579]$/.test(ticker) ? kept.slice(1) : kept;
  return `I wonder about ${words.join(', ')}?`;
}

it('are on record, say whose words they are, and replay to the same bytes', async () => {
  const home = folder();
  const provider = await scriptedProvider(wording);
  const draw = (out: string, ...more: string[]) =>
    tapefold(
      'retrieval',
      'questions',
      '--synthetic',
      '7',
      '--count',
      '24',
      '--out',
      join(home, out),
      '--words-of',
      'stub/m',
      ...more,
    );
  const first = await draw('first', '--models', provider.modelsFile(home));
  expect(first.code, first.err).toBe(0);
  expect(provider.requests).toHaveLength(24);
  const read = (out: string, name: string) => readFileSync(join(home, out, name), 'utf8');
  const rows = read('first', 'questions.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<'question' | 'ticker' | 'phrasing', string>);
  for (const { question, ticker, phrasing } of rows) {
    if (/[13579]$/.test(ticker)) expect(phrasing).toBe(`template: without "${ticker}"`);
    else expect(phrasing).toBe('model');
    expect(question.startsWith('I wonder about ')).toBe(phrasing === 'model');
    expect(question).toContain(ticker);
  }
  expect(new Set(rows.map(({ phrasing }) => phrasing.slice(0, 5))).size).toBe(2);
  expect(readdirSync(join(home, 'first', 'wordings')).sort()).toEqual(['recording.db']);
  expect(read('first', 'wordings/recording.db')).not.toContain(stubKey);
  const checked = await tapefold('data', 'check', join(home, 'first'));
  expect([checked.code, checked.out]).toEqual([0, expect.not.stringContaining('wordings')]);

  await provider.close();
  const replayed = await draw('second', '--recordings', join(home, 'first', 'wordings'));
  expect(replayed.code, replayed.err).toBe(0);
  for (const name of ['dataset.yaml', 'tasks.jsonl', 'solutions.jsonl', 'questions.jsonl']) {
    expect(read('second', name)).toBe(read('first', name));
  }
  // Other questions were not recorded, and no model is asked.
  const other = await draw('third', '--recordings', join(home, 'first', 'wordings'), '--seed', '1');
  expect(other.code, other.err).not.toBe(0);
  const none = await draw('third', '--recordings', join(home, 'none'));
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('nothing to replay')]);
  expect(existsSync(join(home, 'third'))).toBe(false);
});

it('nothing is written when the model is away or unknown', async () => {
  const home = folder();
  const provider = await scriptedProvider(wording);
  const models = provider.modelsFile(home);
  await provider.close();
  const out = join(home, 'out');
  const draw = (model: string) =>
    tapefold(
      'retrieval',
      'questions',
      '--synthetic',
      '7',
      '--count',
      '3',
      '--out',
      out,
      '--words-of',
      model,
      '--models',
      models,
    );
  expect((await draw('stub/m')).code).toBe(4);
  expect((await draw('nobody/m')).code).toBe(2);
  expect(readdirSync(home).filter((name) => name.startsWith('out'))).toEqual([]);
});
