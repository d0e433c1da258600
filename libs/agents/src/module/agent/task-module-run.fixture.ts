/**
 * A small tape of tasks and bars around a module that is written to a temporary folder: for tests.
 */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure, sha256Hex } from '#values';
import { factKinds, FactColumns, noInstrument, type Task } from '#contracts';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { AsOfStore, Cursor } from '#market-view';
import type { TaskReply, TaskAgent } from '../../seat/agent.js';
import { taskWork } from '#workflows/tasks/task-work';
import { openAgent } from '../../open-agent.js';
import { canary, canaryText, closeLater, decidingInTurn, folder } from './module-run.fixture.js';

const instruments = [{ symbol: 'AAPL', currency: 'USD' }];
const header = { instruments, tradePrice: 'close', priceBasis: 'raw', calendar: 'XNYS' } as const;

/** Parts of the task of a day: the name of its input, and a text that the tasks share. */
export const textOf = (day: number): string => (day > 3 ? canaryText : `Report of day ${day}.`);
export const sharedText = 'The same for all.';

interface TapeOfTasks {
  readonly facts: FactColumns;
  readonly documents: Map<string, string>;
  readonly tasks: readonly Task[];
}

/** Days of one bar each, closes 100, 101, …, and one task behind it; the canary from day 4 on. */
function tapeOf(days: number): TapeOfTasks {
  const facts = new FactColumns(days * 2);
  const documents = new Map<string, string>();
  const tasks: Task[] = [];
  const claimOf = (text: string): { sha256: string; chars: number } => {
    const sha256 = sha256Hex(text);
    documents.set(sha256, text);
    return { sha256, chars: text.length };
  };
  for (let day = 1; day <= days; day++) {
    const row = facts.count++;
    facts.kind[row] = factKinds.bar;
    facts.knowledgeTime[row] = day * 1_000_000;
    for (const column of [facts.open, facts.high, facts.low, facts.close]) {
      column[row] = day > 3 ? canary : 99 + day;
    }
    const inputs = [
      { name: 'report', document: claimOf(textOf(day)) },
      { name: 'shared', document: claimOf(sharedText) },
    ];
    const instruction = day > 3 ? canaryText : `Read report ${day}.`;
    const task: Task = { kind: 'task', id: `task-${day}`, instruction, inputs };
    tasks.push(task);
    facts.pushFact({
      kind: factKinds.task,
      instrument: noInstrument,
      knowledgeTime: day * 1_000_000,
      eventTime: day * 1_000_000,
      payload: task,
    });
  }
  return { facts, documents, tasks };
}

interface OpeningOfTasks {
  readonly name?: string;
  /** Kind of agent; a module by default. */
  readonly config?: object;
  readonly days?: number;
}

/** Writes a module, or a script, and opens it as the agent of a run of tasks. */
export async function openTasks(
  source: string,
  { name = 'agent.mjs', config = {}, days = 6 }: OpeningOfTasks = {},
) {
  const home = mkdtempSync(join(folder, 'tasks-'));
  writeFileSync(join(home, name), source);
  const { facts, documents, tasks } = tapeOf(days);
  const store = new AsOfStore({ ...header, history: null, documents });
  const cursor = new Cursor(store);
  const parsed = agentConfigSchema.parse({
    id: 'mine',
    ...('kind' in config ? config : { kind: 'module', file: name, ...config }),
  });
  const work = taskWork({ workflow: 'labels', terms: { labels: ['up', 'down'] }, seed: 7 });
  const options = { directory: home, header, hidden: [] };
  const agent: TaskAgent = await openAgent(parsed, work, options);
  closeLater(agent);
  let row = 0;
  /** Releases the facts of the next day, and asks for its task unless another agent has it. */
  const ask = async (isAsked = true): Promise<TaskReply | undefined> => {
    const from = row;
    row += 2;
    store.append(facts, from, row);
    for (let index = from; index < row; index++) cursor.advance(facts, index);
    agent.observe?.(facts, from, row);
    const { asOf, time, view } = cursor;
    const task = tasks[row / 2 - 1] as Task;
    return isAsked ? agent.decide({ asOf, time, view, task }) : undefined;
  };
  return { agent, ask };
}

/** The answers of a module that runs the next body at each task. */
export async function answersInTurn(
  bodies: readonly string[],
  config: object,
): Promise<(TaskReply | undefined)[]> {
  const { ask } = await openTasks(decidingInTurn(bodies), { config, days: bodies.length });
  const answers = [];
  for (const _ of bodies) answers.push(await ask());
  return answers;
}

/** The message of the refusal to open it. */
export async function refusalOfTasks(
  source: string,
  opening: OpeningOfTasks = {},
): Promise<string> {
  const error: unknown = await openTasks(source, opening).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isFailure(error, 'InvalidInput') ? error.message : `no refusal: ${String(error)}`;
}
