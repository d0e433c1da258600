/** Every kind of agent does the tasks of a workflow that the product does not know, one or several at once. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DecisionDue } from '#agents';
import { loadScenario, runScenario, verifyResult } from '#backtest';
import { estimateScenario } from '#backtest/estimate/estimate-scenario';
import { isTradingResult } from '#contracts/result';
import { testModels } from '#llm/gateway.fixture';
import { ModelGateway } from '#llm/model-gateway';
import { agentsOf, answerOver, openKinds, type Kinds } from './every-kind-world.js';
import { workflows } from './yes-no-world.js';

const folder = mkdtempSync(join(tmpdir(), 'every-kind-'));
let kinds: Kinds;
beforeAll(async () => {
  kinds = await openKinds(folder);
});
afterAll(() => {
  kinds.close();
  rmSync(folder, { recursive: true });
});

/** Told of each answer over MCP. */
let onAnswered = (): void => undefined;
/** Whether the run may end while a client is asking. */
let interrupting = false;
/** Tasks that are open at once, and the most that were. */
let [open, openMost] = [0, 0];

const due = (one: DecisionDue): void => {
  openMost = Math.max(openMost, ++open);
  const mayBeClosed = interrupting;
  const asked = { onTried: () => void open--, onAnswered: () => onAnswered() };
  void answerOver(one, asked).catch((error: unknown) => {
    if (!mayBeClosed) throw error;
  });
};

async function run(out: string, tasksAtOnce: number, signal?: AbortSignal) {
  const content = {
    ...{ name: 'vowels', data: './data', workflow: 'yes-no', terms: { language: 'en' } },
    ...{ tasksAtOnce, agents: agentsOf(kinds) },
  };
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(content));
  const outcome = await runScenario(loadScenario(join(folder, 'scenario.json'), workflows), {
    ...{ out: join(folder, out), codeVersion: 'test', jobs: 1, fresh: false, workflows },
    onDue: due,
    signal,
    openModels: ({ store }) =>
      new ModelGateway({ mode: 'record', models: testModels({ url: kinds.modelUrl }), store }),
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
    models: testModels({ url: kinds.modelUrl }),
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
