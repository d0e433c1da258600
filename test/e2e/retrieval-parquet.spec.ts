/**
 * Questions and the answers of a result as the four Parquet files of the published data
 * set, and back.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { file, folder, tapefold } from './command-line.fixture.js';
import { scriptedProvider } from './scripted-provider.fixture.js';

const rowsOf = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('a result is exported, imported, and scored as it was', async () => {
  const directory = folder();
  const at = (...parts: string[]) => join(directory, ...parts);
  const done = async (...words: string[]) => {
    const ended = await tapefold(...words);
    expect(ended.code, ended.err).toBe(0);
    return ended.out;
  };
  await done('retrieval', 'questions', '--synthetic', '7', '--count', '20', '--out', at('data'));
  // One that answers with a wrong number, and once not at all.
  const asked = rowsOf(at('data', 'tasks.jsonl')).map(({ id }) => String(id));
  const told = asked
    .slice(1)
    .map((task) => JSON.stringify({ task, answer: 'It was 98765432109876.' }));
  file(directory, 'told.jsonl', `${told.join('\n')}\n`);
  const scenario = file(
    directory,
    'scenario.yaml',
    'name: read\ndata: ./data\nworkflow: retrieval\nagents:\n' +
      '  - { id: reader, kind: rule, rule: retriever, terms: { switches: [conventions, guidance, ' +
      'granularity, synonyms, fuzzy, fiscalYearEnds] } }\n' +
      '  - { id: told, kind: script, file: told.jsonl }\n',
  );
  await done('run', scenario, '--out', at('result'));
  const questions = at('data', 'questions.jsonl');
  const exporting = ['retrieval', 'export', '--questions', questions, '--out'];
  const written = await done(...exporting, at('parquet'), '--result', at('result'));
  expect(written).toMatch(/^20 questions, 40 responses, 40 scores, 40 tool_traces in /);
  await done(...exporting, at('again'), '--result', at('result'));
  for (const name of readdirSync(at('parquet'))) {
    const bytes = (path: string) => readFileSync(at(path, name)).toString('base64');
    expect(bytes('again') === bytes('parquet'), name).toBe(true);
  }

  const read = await done('retrieval', 'import', at('parquet'), '--out', at('read'));
  expect(read).toMatch(/^20 questions, 2 configurations in /);
  expect(rowsOf(at('read', 'questions.jsonl'))).toEqual(rowsOf(questions));
  const [silent, spoken] = rowsOf(at('read', 'responses', 'told-retrieval.jsonl'));
  expect(silent).toMatchObject({ id: asked[0], text: null, status: 'error' });
  expect(spoken).toMatchObject({ id: asked[1], text: 'It was 98765432109876.', status: 'success' });
  const score = async (name: string) =>
    done(
      'retrieval',
      'score',
      '--questions',
      at('read', 'questions.jsonl'),
      '--responses',
      at('read', 'responses', `${name}-retrieval.jsonl`),
    );
  expect(await score('reader')).toMatch(/^20 of 20 are right/);
  expect(await score('told')).toMatch(/^0 of 20 are right/);
  const scores = rowsOf(at('read', 'scores.jsonl'));
  expect(scores.filter((row) => row['is_correct'] === true)).toHaveLength(20);
  const [trace] = rowsOf(at('read', 'tool_traces.jsonl'));
  const calls = JSON.parse(String(trace?.['tool_calls'])) as Record<string, unknown>[];
  expect(trace).toMatchObject({ configuration: 'reader-retrieval', num_tool_calls: 5 });
  expect(calls.map(({ name }) => name).slice(1, 4)).toEqual([
    'discover_companies',
    'discover_company_series',
    'get_company_fundamentals',
  ]);
  expect(JSON.parse(String(calls[3]?.['output']))).toBeTruthy();

  // Questions without a result.
  await done(...exporting, at('questions-only'));
  expect(readdirSync(at('questions-only'))).toEqual(['questions.parquet']);
});

it('a model has its name, tokens and time in the table of responses', async () => {
  const home = folder();
  const provider = await scriptedProvider(({ number }) =>
    number === 2 ? 'I would rather not.' : { tool: 'submit_answer', with: { answer: 'It is 5.' } },
  );
  const at = (name: string) => join(home, name);
  const done = async (...words: string[]) => {
    const ended = await tapefold(...words);
    expect(ended.code, ended.err).toBe(0);
  };
  await done('retrieval', 'questions', '--synthetic', '7', '--count', '3', '--out', at('data'));
  const scenario = file(
    home,
    'scenario.yaml',
    'name: asked\ndata: ./data\nworkflow: retrieval\n' +
      'agents: [{ id: thinker, kind: llm, model: stub/m, stream: false }]\n',
  );
  await done('run', scenario, '--models', provider.modelsFile(home), '--out', at('result'));
  await done(
    'retrieval',
    'export',
    '--questions',
    join(at('data'), 'questions.jsonl'),
    '--result',
    at('result'),
    '--out',
    at('parquet'),
  );
  await done('retrieval', 'import', at('parquet'), '--out', at('read'));
  const rows = rowsOf(join(at('read'), 'responses', 'thinker-retrieval.jsonl'));
  expect(rows.map(({ text, status, model }) => [text, status, model])).toEqual([
    ['It is 5.', 'success', 'stub/m'],
    [null, 'error', 'stub/m'],
    ['It is 5.', 'success', 'stub/m'],
  ]);
  expect(rows[0]).toMatchObject({ input_tokens: 100, output_tokens: 10 });
  expect(Number(rows[0]?.['duration_ms'])).toBeGreaterThanOrEqual(0);

  // Other questions than those of the result, by file and line on either side.
  const lines = readFileSync(join(at('data'), 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const turned = file(home, 'turned.jsonl', lines.toReversed().join('\n'));
  const refused = await tapefold(
    'retrieval',
    'export',
    '--questions',
    turned,
    '--result',
    at('result'),
    '--out',
    at('none'),
  );
  expect(refused.err).toMatch(
    /answers\.jsonl:1: task: .*; expected "q3", as in .*turned\.jsonl:1; found "q1"/,
  );
});

it('what is no result, no data set or in the way is refused, and nothing is left behind', async () => {
  const directory = folder();
  const line = { id: 1, question: 'What?', expected: { value: 1, unit: 'units' } };
  const questions = file(directory, 'q.jsonl', `${JSON.stringify(line)}\n`);
  const out = join(directory, 'out');
  const ended = async (...words: string[]) => {
    const { code, err } = await tapefold('retrieval', ...words, '--out', out);
    return `${code} ${err}`;
  };
  expect(await ended('export', '--questions', questions, '--result', directory)).toMatch(
    /^2 [^]*no result/,
  );
  expect(await ended('import', directory)).toMatch(/^2 [^]*questions\.parquet: .*no such file/);
  expect(existsSync(out)).toBe(false);
  expect(await ended('export', '--questions', questions)).toMatch(/^0 /);
  expect(await ended('export', '--questions', questions)).toMatch(/^3 [^]*already exists/);
});
