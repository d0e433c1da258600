/** Every kind of agent does the tasks of a workflow that the product does not know, one or several at once. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DecisionDue } from '#agents';
import { loadScenario, runScenario, verifyResult } from '#backtest';
import { estimateScenario } from '#backtest/estimate/estimate-scenario';
import { isTradingResult } from '#contracts/result';
import { testModels } from '#llm/gateway.fixture';
import { ModelGateway } from '#llm/model-gateway';
import { withTools } from '../e2e/mcp-decisions.fixture.js';
import { workflows } from './yes-no-world.js';

const folder = mkdtempSync(join(tmpdir(), 'every-kind-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const isVowel = (id: string): string => ('aeiou'.includes(id) ? 'yes' : 'no');
const write = (name: string, values: readonly object[]): void =>
  writeFileSync(join(folder, name), values.map((value) => `${JSON.stringify(value)}\n`).join(''));

const urls: Record<'model' | 'program', string> = { model: '', program: '' };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A model that reads the letter of its task through a tool, and submits. */
const model: RequestListener = (request, response) => {
  void text(request).then((body) => {
    const id = /Is ([a-f]) a vowel/.exec(body)?.[1] ?? '';
    const hasRead = body.includes('"role":"tool"');
    const call = hasRead
      ? { name: 'submit_answer', arguments: JSON.stringify({ answer: isVowel(id) }) }
      : { name: 'read_input', arguments: JSON.stringify({ name: 'letter' }) };
    const tool_calls = [{ index: 0, id: hasRead ? 'c2' : 'c1', type: 'function', function: call }];
    const delta = { role: 'assistant', content: 'I look.', tool_calls };
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-1' };
    const choices = [{ index: 0, delta, finish_reason: 'tool_calls' }];
    response.setHeader('content-type', 'text/event-stream');
    response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
  });
};

/** A program that answers with what it was posted alone. */
const program: RequestListener = (request, response) => {
  void text(request).then((body) => {
    const { task } = JSON.parse(body) as { task: { inputs: { letter: string } } };
    response.end(JSON.stringify(isVowel(task.inputs.letter)));
  });
};

/** Told of each answer over MCP. */
let onAnswered = (): void => undefined;
/** Whether the run may end while a client is asking. */
let interrupting = false;
/** Tasks that are open at once, and the most that were. */
let [open, openMost] = [0, 0];

const due = (one: DecisionDue): void => {
  openMost = Math.max(openMost, ++open);
  const mayBeClosed = interrupting;
  void withTools(one.url, async (asked) => {
    const { value } = await asked('get_task', {});
    const { task } = value as { task: string };
    await asked('submit_answer', { answer: 'perhaps' });
    open--;
    await asked('submit_answer', { answer: isVowel(task), rationale: `It is ${task}.` });
    onAnswered();
  }).catch((error: unknown) => {
    if (!mayBeClosed) throw error;
  });
};

beforeAll(async () => {
  urls.model = await serve(model);
  urls.program = await serve(program);
  mkdirSync(join(folder, 'data'));
  writeFileSync(
    join(folder, 'data/dataset.yaml'),
    'name: questions\ncalendar: XNYS\ncurrency: USD\ntasks:\n' +
      '  file: tasks.jsonl\n  solutions: solutions.jsonl\n',
  );
  write(
    'data/tasks.jsonl',
    ids.map((id) => ({ id, instruction: `Is ${id} a vowel?`, inputs: { letter: id } })),
  );
  write(
    'data/solutions.jsonl',
    ids.map((id) => ({ id, solution: isVowel(id) })),
  );
  write(
    'answers.jsonl',
    ids.map((id) => ({ task: id, answer: isVowel(id) })),
  );
  const source = "'aeiou'.includes(task.inputs.letter) ? 'yes' : 'no'";
  writeFileSync(join(folder, 'coder.mjs'), `export const decide = ({ task }) => ${source};`);
});

async function run(out: string, tasksAtOnce: number, signal?: AbortSignal) {
  const agents = [
    { id: 'script', kind: 'script', file: 'answers.jsonl' },
    { id: 'module', kind: 'module', file: 'coder.mjs' },
    { id: 'mcp', kind: 'mcp' },
    { id: 'http', kind: 'http', url: urls.program },
    { id: 'llm', kind: 'llm', model: 'test/m-1' },
  ].map((agent) => ({ ...agent, ...(agent.kind === 'module' ? { stateless: true } : {}) }));
  const content = {
    ...{ name: 'vowels', data: './data', workflow: 'yes-no', terms: { language: 'en' } },
    ...{ tasksAtOnce, agents },
  };
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(content));
  const outcome = await runScenario(loadScenario(join(folder, 'scenario.json'), workflows), {
    ...{ out: join(folder, out), codeVersion: 'test', jobs: 1, fresh: false, workflows },
    onDue: due,
    signal,
    openModels: ({ store }) =>
      new ModelGateway({ mode: 'record', models: testModels({ url: urls.model }), store }),
  });
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  if (isTradingResult(outcome.result)) throw new Error('of tasks');
  return outcome.result;
}

const callsOf = (out: string, run: string): string[] =>
  readFileSync(join(folder, out, 'runs', run, 'calls.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => /"tool":"(\w+)"/.exec(line)?.[1] ?? []);

it('every kind does the work of every workflow, with its calls on record, and is verified', async () => {
  const result = await run('one', 1);
  for (const one of result.runs) {
    expect(one, one.run).toMatchObject({ figures: { accuracy: 1 }, coverage: { answered: 6 } });
  }
  expect(callsOf('one', 'mcp-yes-no').slice(0, 3)).toEqual([
    ...['get_task', 'submit_answer', 'submit_answer'],
  ]);
  expect(callsOf('one', 'llm-yes-no').slice(0, 2)).toEqual(['read_input', 'submit_answer']);
  const verdict = await verifyResult(join(folder, 'one'), { codeVersion: 'test', workflows });
  expect(verdict).toMatchObject({ findings: [] });
  const llm = result.runs.find(({ agent }) => agent === 'llm');
  expect(llm?.models).toMatchObject({ attempts: 6, calls: 12 });
});

it('what models will take is estimated by the number of tasks', async () => {
  await run('one', 1);
  const loaded = loadScenario(join(folder, 'scenario.json'), workflows);
  const estimate = await estimateScenario(loaded, {
    models: testModels({ url: urls.model }),
    workflows,
  });
  expect(estimate.agents.map(({ agent, decisions }) => [agent, decisions])).toEqual([
    ['http', 6],
    ['llm', 6],
  ]);
});

it('several tasks at once give the same journals', async () => {
  const one = await run('one', 1);
  openMost = 0;
  const several = await run('several', 3);
  expect(openMost).toBe(3);
  const hashes = ({ runs }: typeof one) =>
    runs.map(({ agent, journalHash }) => [agent, journalHash]);
  expect(hashes(several)).toEqual(hashes(one));
  const verdict = await verifyResult(join(folder, 'several'), { codeVersion: 'test', workflows });
  expect(verdict).toMatchObject({ findings: [] });
});

it('several tasks at once have each call once after an interruption, and the journals of no interruption', async () => {
  const whole = await run('whole', 3);
  const stop = new AbortController();
  let answered = 0;
  interrupting = true;
  onAnswered = () => {
    if (++answered === 4) stop.abort();
  };
  await expect(run('cut', 3, stop.signal)).rejects.toThrow('interrupted');
  onAnswered = () => undefined;
  interrupting = false;
  const again = await run('cut', 3);
  const hashes = ({ runs }: typeof whole) =>
    runs.map(({ agent, journalHash }) => [agent, journalHash]);
  expect(hashes(again)).toEqual(hashes(whole));
  const verdict = await verifyResult(join(folder, 'cut'), { codeVersion: 'test', workflows });
  expect(verdict).toMatchObject({ findings: [] });
});
