/**
 * A model without tools: its final text is its answer, and its result can be verified and replayed.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { file, folder, tapefold } from './command-line.fixture.js';
import { scriptedProvider } from './scripted-provider.fixture.js';

it('answers in text with arm none, and with a tool when the prompt of tasks is named', async () => {
  const home = folder();
  const at = (...parts: string[]) => join(home, ...parts);
  const provider = await scriptedProvider(() => 'It was 98765432109876.');
  const done = async (...words: string[]) => {
    const ended = await tapefold(...words);
    expect(ended.code, ended.err).toBe(0);
    return ended.out;
  };
  await done('retrieval', 'questions', '--synthetic', '7', '--count', '2', '--out', at('data'));
  const scenario = file(
    home,
    'scenario.yaml',
    'name: recall\ndata: ./data\nworkflow: retrieval\nterms: { arm: none }\nagents:\n' +
      '  - { id: recalls, kind: llm, model: stub/m, stream: false }\n' +
      '  - { id: before, kind: llm, model: stub/m, stream: false, prompt: task-1 }\n',
  );
  await tapefold('run', scenario, '--models', provider.modelsFile(home), '--out', at('result'));
  const typesOf = (run: string) =>
    readFileSync(at('result', 'runs', `${run}-retrieval`, 'answers.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(typesOf('recalls')).toEqual(['AnswerGiven', 'AnswerGiven']);
  expect(typesOf('before')).toEqual(['DecisionMissing', 'DecisionMissing']);
  const own = provider.requests.filter(({ text }) => text.includes('from what you know'));
  expect(own).toHaveLength(2);
  expect(own.map(({ text }) => text).join()).not.toMatch(/tool|submit|\barm\b/i);
  await done('verify', at('result'));
  await provider.close();
  await done('replay', at('result'), '--out', at('again'));
});
