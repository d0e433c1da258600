/**
 * Every kind of agent does the tasks of a workflow of the product, and of one that it does not
 * know, one or several at once.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordsIn } from '#store/embedded/records.fixture';
import type { DecisionDue } from '#agents';
import { loadScenario, runScenario, verifyResult, estimateScenario } from '#backtest';
import { allWorkflows, type Workflows } from '#workflows';
import { ModelGateway } from '#llm/gateway/model-gateway';
import {
  agentsOf,
  answerOver,
  dollars,
  modelsOfKinds,
  openKinds,
  yesOrNo,
  type Kinds,
  type Work,
} from './every-kind-world.js';
import { workflows as ofTests } from './yes-no-world.js';

const workflows: Workflows = new Map([...allWorkflows, ...ofTests]);
const made = mkdtempSync(join(tmpdir(), 'every-kind-'));
const folder = join(made, yesOrNo.workflow);
/** By workflow, each in its folder. */
const kinds = new Map<string, Kinds>();
beforeAll(async () => {
  for (const work of [yesOrNo, dollars]) {
    const own = join(made, work.workflow);
    mkdirSync(own);
    kinds.set(work.workflow, await openKinds(own, work));
  }
});
afterAll(() => {
  for (const { close } of kinds.values()) close();
  rmSync(made, { recursive: true });
});

/** Told of each answer over MCP. */
let onAnswered = (): void => undefined;
/** Whether the run may end while a client is asking. */
let interrupting = false;
/** Tasks that are open at once, and the most that were. */
let open = 0;
let openMost = 0;

const due =
  (work: Work) =>
  (one: DecisionDue): void => {
    openMost = Math.max(openMost, ++open);
    const mayBeClosed = interrupting;
    const asked = { onTried: () => void open--, onAnswered: () => onAnswered() };
    void answerOver(one, work, asked).catch((error: unknown) => {
      if (!mayBeClosed) throw error;
    });
  };

async function run(
  out: string,
  tasksAtOnce: number,
  { signal, work = yesOrNo }: { signal?: AbortSignal; work?: Work } = {},
) {
  const { workflow, terms } = work;
  const own = kinds.get(workflow)!;
  const { folder } = own;
  const agents = agentsOf(own);
  const content = { name: 'vowels', data: './data', workflow, terms, tasksAtOnce, agents };
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(content));
  const outcome = await runScenario(loadScenario(join(folder, 'scenario.json'), workflows), {
    out: join(folder, out),
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
    workflows,
    onDue: due(work),
    signal,
    openModels: ({ store }) =>
      new ModelGateway({ mode: 'record', models: modelsOfKinds([own]), store }),
  });
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  return outcome.result;
}

it.each([yesOrNo, dollars])(
  'every kind does the work, with its calls on record, and is verified: $workflow',
  async (work) => {
    const { workflow } = work;
    const out = join(made, workflow, 'one');
    const callsOf = (run: string): string[] =>
      recordsIn(join(out, 'runs', `${run}-${workflow}`, 'recording.db'), 'calls').flatMap(
        (line) => /"tool":"(\w+)"/.exec(line)?.[1] ?? [],
      );
    const result = await run('one', 1, { work });
    for (const one of result.runs) {
      expect(one, one.run).toMatchObject({
        figures: { accuracy: { value: 1 } },
        coverage: { answered: 6 },
      });
    }
    expect(callsOf('mcp').slice(0, 3)).toEqual(['get_task', 'submit_answer', 'submit_answer']);
    expect(callsOf('llm').slice(0, 2)).toEqual(['read_input', 'submit_answer']);
    const verdict = await verifyResult(out, { codeVersion: 'test', workflows });
    expect(verdict).toMatchObject({ findings: [] });
    const llm = result.runs.find(({ agent }) => agent === 'llm');
    expect(llm?.models).toMatchObject({ attempts: 6, calls: 12 });
  },
);

it('what models will take is estimated by the number of tasks', async () => {
  await run('one', 1);
  const loaded = loadScenario(join(folder, 'scenario.json'), workflows);
  const estimate = await estimateScenario(loaded, {
    models: modelsOfKinds([...kinds.values()]),
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
  await expect(run('cut', 3, { signal: stop.signal })).rejects.toThrow('interrupted');
  onAnswered = () => undefined;
  interrupting = false;
  const again = await run('cut', 3);
  const hashes = ({ runs }: typeof whole) =>
    runs.map(({ agent, journalHash }) => [agent, journalHash]);
  expect(hashes(again)).toEqual(hashes(whole));
  const verdict = await verifyResult(join(folder, 'cut'), { codeVersion: 'test', workflows });
  expect(verdict).toMatchObject({ findings: [] });
});
