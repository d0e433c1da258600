/** A run of retrieval by rules and models: what the report has of it, verified and replayed. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { questionsCommand } from '../../apps/cli/src/retrieval/questions.js';
import { loadScenario, runScenario, verifyResult, replayResult, recordingFor } from '#backtest';
import type { Result } from '#contracts/result/result';
import { testModels } from '#llm/provider/gateway.fixture';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { textOfResult } from './golden-result.js';

const folder = mkdtempSync(join(tmpdir(), 'retrieval-report-'));
const out = join(folder, 'out');
const switches = ['conventions', 'guidance', 'granularity', 'synonyms', 'fuzzy', 'fiscalYearEnds'];
const count = 20;
const done = new AbortController();
afterAll(() => {
  done.abort();
  rmSync(folder, { recursive: true });
});

/** A model that asks for a series that does not exist, and then gives up. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const series = { company_id: 'nobody', keywords: ['revenue'], periods: ['2022FY'] };
    const answer = { answer: 'I could not find the value.' };
    const hasAsked = body.includes('"role":"tool"');
    const call = hasAsked
      ? { name: 'submit_answer', arguments: JSON.stringify(answer) }
      : { name: 'discover_company_series', arguments: JSON.stringify(series) };
    const tool_calls = [{ index: 0, id: hasAsked ? 'c2' : 'c1', type: 'function', function: call }];
    const choices = [
      { index: 0, delta: { content: null, tool_calls }, finish_reason: 'tool_calls' },
    ];
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-1', choices };
    const usage = { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 };
    const last = { ...chunk, choices: [], usage };
    response.setHeader('content-type', 'text/event-stream');
    response.end(
      `data: ${JSON.stringify(chunk)}\n\ndata: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`,
    );
  });
});
let url = '';
let result: Result;

beforeAll(async () => {
  server.listen({ port: 0, host: '127.0.0.1', signal: done.signal });
  await new Promise<void>((listening) => void server.once('listening', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked = { synthetic: '7', count: String(count), seed: '0', dampening: 'sqrt-log' };
  await questionsCommand({ ...asked, out: join(folder, 'questions') });
  const rule = { kind: 'rule', rule: 'retriever' };
  const agents = [
    ...['', 'conventions', 'fiscalYearEnds'].map((on) => {
      return { id: on || 'plain', ...rule, terms: { switches: on ? [on] : [] } };
    }),
    { id: 'all', ...rule, terms: { switches } },
    { id: 'quick', kind: 'llm', model: 'test/m-1' },
    { id: 'slow', kind: 'llm', model: 'test/m-1', effort: 'high' },
  ].map((agent) => ({ ...agent, id: agent.id.toLowerCase() }));
  const scenario = { name: 'read', data: './questions', workflow: 'retrieval', agents };
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(scenario));
  const outcome = await runScenario(loadScenario(join(folder, 'scenario.json')), {
    out,
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
    openModels: ({ store }) =>
      new ModelGateway({ mode: 'record', models: testModels({ url }), store }),
  });
  if (outcome.kind !== 'finished') throw new Error('no result');
  result = outcome.result;
}, 120_000);

type Cells = Record<string, string | number | null>;

/** The rows of a section by title of column; of two columns of one title the last. */
function rowsOf(title: string): Cells[] {
  const { columns, rows } = result.sections.find((one) => one.title === title)?.table ?? {};
  if (columns === undefined || rows === undefined) throw new Error(`no section ${title}`);
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column.title, row[at]!])),
  );
}
const rowOf = (title: string, configuration: string, more: Cells = {}): Cells | undefined =>
  rowsOf(title).find((row) =>
    Object.entries({ Configuration: configuration, ...more }).every(
      ([name, cell]) => row[name] === cell,
    ),
  );

const timed = ['Latency and tokens', 'What reasoning gains for its time'];

it('has these sections', async () => {
  await expect(textOfResult(result, timed)).toMatchFileSnapshot('golden/retrieval.txt');
});

it('counts answers as the figures of the runs do', () => {
  for (const one of result.runs) {
    const { agent: run } = one;
    const figures = valuesOf(one);
    const right = Math.round(count * (figures['accuracy'] ?? NaN));
    const gaveUp = Math.round(count * (figures['gaveUp'] ?? NaN));
    expect(rowOf('Accuracy by configuration', run)).toMatchObject({
      Data: 'synthetic',
      Count: right,
      Of: count,
    });
    const classed = rowsOf('Answers by class').filter((row) => row['Configuration'] === run);
    const counts = Object.fromEntries(classed.map((row) => [row['Class'], row['Count']]));
    expect(counts).toEqual({
      ...(gaveUp < count && { answered: count - gaveUp }),
      ...(gaveUp > 0 && { 'gave up': gaveUp }),
    });
    const errors = rowsOf('Errors by class').filter((row) => row['Configuration'] === run);
    expect(errors.reduce((sum, row) => sum + Number(row['Count']), 0)).toBe(count - right);
  }
});

it('splits them by category, region, fiscal-year end and period type', () => {
  for (const name of ['category', 'region', 'fiscal-year end', 'period type']) {
    const own = rowsOf(`Accuracy by ${name}`).filter((row) => row['Configuration'] === 'all');
    expect(own.length).toBeGreaterThan(1);
    expect(own.reduce((sum, row) => sum + Number(row['Of']), 0)).toBe(count);
    expect(own.every((row) => row['Share'] === 1)).toBe(true);
  }
});

it('measures each switch against the same agent without one', () => {
  const rows = rowsOf('What each switch is worth');
  expect(rows.map((row) => [row['Switches'], row['One'], row['Other'], row['Questions']])).toEqual([
    ['conventions', 'conventions', 'plain', count],
    ['fiscalYearEnds', 'fiscalyearends', 'plain', count],
    [switches.toSorted().join(', '), 'all', 'plain', count],
  ]);
  const accuracy = Object.fromEntries(
    result.runs.map((one) => [one.agent, valuesOf(one)['accuracy']]),
  );
  for (const row of rows) {
    expect(row['One right']).toBeCloseTo(accuracy[String(row['One'])] ?? NaN, 12);
    expect(row['Difference']).toBeGreaterThan(0);
  }
});

it('reads tool calls, tokens and latency of models', () => {
  const search = { Tool: 'discover_company_series' };
  expect(rowOf('Calls of each tool', 'quick', search)).toMatchObject({ Mean: 1 });
  expect(rowOf('Calls of each tool', 'plain', search)).toMatchObject({ Mean: 1 });
  expect(rowOf('First-query success', 'quick')).toMatchObject({ Count: 0, Of: count });
  expect(rowOf('First queries that missed', 'quick', { Class: 'keyword' })).toMatchObject({
    Count: count,
  });
  const cost = rowOf('Latency and tokens', 'slow');
  expect(cost).toMatchObject({ 'Median tokens': 200 });
  expect(cost?.['Median latency, ms']).toBeGreaterThan(0);
  const pairs = rowsOf('Pairs that differ in reasoning');
  expect(pairs.map((row) => [row['One'], row['Other']])).toEqual([['slow', 'quick']]);
});

it('is a page with every section', () => {
  const page = readFileSync(join(out, 'report.html'), 'utf8');
  for (const { title } of result.sections) expect(page).toContain(title);
  expect(result.sections.at(-1)?.title).toBe('Questions');
});

it('is verified and replayed', async () => {
  expect(await verifyResult(out, { codeVersion: 'test' })).toMatchObject({ findings: [] });
  const again = await replayResult(out, {
    out: join(folder, 'again'),
    codeVersion: 'test',
    jobs: 1,
    openModels: ({ store, runs }) =>
      new ModelGateway({
        mode: 'replay',
        models: testModels({ url }),
        store,
        source: recordingFor(runs, out),
      }),
  });
  expect(again).toMatchObject({ kind: 'replayed', differences: [] });
}, 120_000);

it('is verified without results of tools that were erased, but not with another page', async () => {
  const texts = join(out, 'runs/plain-retrieval/texts');
  for (const name of readdirSync(texts)) {
    const path = join(texts, name);
    if (readFileSync(path, 'utf8').includes('quarterized_value')) rmSync(path);
  }
  const verdict = await verifyResult(out, { codeVersion: 'test' });
  expect(verdict).toMatchObject({ findings: [] });
  expect(verdict.files).toEqual(expect.arrayContaining(['result.json', 'report.html']));
  expect(verdict.notes).toContain('result.json: sections were not derived, as texts were erased');
  const page = join(out, 'report.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('Errors by class', 'Errors by kind'));
  const altered = await verifyResult(out, { codeVersion: 'test' });
  expect(altered.findings.map(({ path }) => path)).toEqual(['report.html']);
}, 120_000);
