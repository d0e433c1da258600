/**
 * Runs on several threads: which thread gets which, and that the journals are those of one thread.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentConfigSchema, type AgentConfig } from '#contracts/scenario/scenario';
import { allWorkflows } from '#workflows';
import { agents as everyKind, GrowingData } from '../run-folder/growing-data.fixture.js';
import type { ShardOptions } from './run-shard.js';
import { dealtRuns, inProcess } from './in-process-thread.fixture.js';
import { runDealt } from './run-dealt.js';
import { runThread, type ThreadOptions } from './shard-thread.js';

const agentOf = (id: string, over: object = {}): AgentConfig =>
  agentConfigSchema.parse({ id, kind: 'buy-and-hold', ...over });
const rules = [agentOf('one'), agentOf('two'), agentOf('three')];
const module = { kind: 'module', file: './module.mjs' };
const trusted = agentOf('near', { ...module, trusted: true });
const confined = [agentOf('m', module), agentOf('n', module)];
const models = [
  agentOf('llm', { kind: 'llm', model: 'test/m-1' }),
  agentOf('web', { kind: 'http', url: 'http://127.0.0.1:1/', model: 'test/m-1' }),
];

async function world(agents: AgentConfig[], out = 'runs') {
  const data = new GrowingData(8);
  const { close, ...dealt } = await dealtRuns(data, agents, join(data.directory, out));
  onTestFinished(close);
  return { data, ...dealt };
}

/**
 * What threads would get; none works, as the signal has ended. Runs that no thread gets
 * are this one's.
 */
async function dealt(agents: AgentConfig[], jobs: number, over: Partial<ShardOptions> = {}) {
  const { plans, options } = await world(agents);
  const shares: ThreadOptions[] = [];
  const thread = (share: ThreadOptions) => {
    shares.push(share);
    return Promise.resolve({ interrupted: true, resumed: [], measured: [], paused: [] });
  };
  const signal = AbortSignal.abort();
  const onProgress = (): void => undefined;
  const given = { ...options, signal, onProgress, moduleProcesses: 3, ...over };
  const reports = await runDealt(plans, given, { jobs, thread });
  expect(reports.every(({ interrupted }) => interrupted)).toBe(true);
  const away = shares.flatMap((share) => share.plans);
  return {
    threads: shares.map((share) => share.plans.map(({ label }) => label).join(' ')),
    here: plans
      .filter((plan) => !away.includes(plan))
      .map(({ label }) => label)
      .join(' '),
    places: shares.map(({ moduleProcesses }) => moduleProcesses),
    asks: [...new Set(shares.map(({ asks }) => asks))],
    reporting: shares.filter((share) => share.onProgress !== undefined).length,
    reports: reports.length,
  };
}

describe('the runs of a scenario', () => {
  it.each([1, 0])('stay in this thread with %i jobs', async (jobs) => {
    expect(await dealt(rules.slice(0, 1), jobs)).toMatchObject({
      threads: [],
      here: 'one-AA one-BB',
      reports: 1,
    });
  });

  it('that are rules are dealt out, the last share to this thread', async () => {
    expect(await dealt(rules, 3)).toEqual({
      threads: ['three-AA three-BB', 'two-AA two-BB'],
      here: 'one-AA one-BB',
      places: [1, 1],
      asks: [64],
      reporting: 0,
      reports: 3,
    });
    expect(await dealt(rules.slice(0, 1), 9)).toMatchObject({
      threads: ['one-BB'],
      here: 'one-AA',
      reports: 2,
    });
  });

  it('with a module leave this thread free to end it, and share asks and places', async () => {
    expect(await dealt([...rules.slice(0, 1), trusted], 2, { asks: 9 })).toEqual({
      threads: ['near-AA near-BB', 'one-AA one-BB'],
      here: '',
      places: [2, 1],
      asks: [9],
      reporting: 1,
      reports: 2,
    });
    expect(await dealt([...confined, trusted], 3, { asks: 8, moduleProcesses: 2 })).toEqual({
      threads: ['m-AA m-BB', 'n-AA n-BB near-BB', 'near-AA'],
      here: '',
      places: [1, 1, 0],
      asks: [2],
      reporting: 1,
      reports: 3,
    });
    expect(await dealt(confined, 2, { asks: 1 })).toMatchObject({ asks: [1] });
  });

  it('that ask models stay with their gateway in this thread', async () => {
    expect(await dealt([...rules.slice(0, 2), ...models], 3)).toEqual({
      threads: ['two-AA two-BB', 'one-AA one-BB'],
      here: 'llm-AA web-AA llm-BB web-BB',
      places: [2, 1],
      asks: [64],
      reporting: 0,
      reports: 3,
    });
    expect(await dealt(models, 4)).toMatchObject({ threads: [], reports: 1 });
    expect(await dealt([trusted, ...models], 2)).toMatchObject({
      threads: ['near-AA near-BB'],
      here: 'llm-AA web-AA llm-BB web-BB',
    });
  });

  it('at a pace, or of custom workflows, stay together in this thread', async () => {
    const pace = () => {
      throw new Error('it had to be interrupted before');
    };
    const custom = { workflows: new Map(allWorkflows) };
    for (const over of [{ pace }, custom]) {
      expect(await dealt(rules, 3, over)).toMatchObject({ threads: [], reports: 1 });
    }
  });

  it('are nothing to do if there are none', async () => {
    const { options } = await world(rules);
    expect(await runDealt([], options, { jobs: 3 })).toEqual([]);
  });

  it('give the same journals in threads as in one', async () => {
    const agents = [...everyKind];
    const labels: string[] = [];
    const journals = async (out: string, jobs: number): Promise<Buffer[]> => {
      const { plans, options } = await world(agents, out);
      const thread = (share: ThreadOptions) => runThread(share, inProcess);
      const reports = await runDealt(plans, options, { jobs, thread });
      const measured = reports.flatMap((report) => report.measured);
      labels.push(
        measured
          .map(({ plan }) => plan.label)
          .toSorted()
          .join(' '),
      );
      expect(reports).toHaveLength(jobs);
      return plans.map(({ label }) =>
        readFileSync(join(options.runsDirectory, label, 'journal.bin')),
      );
    };
    expect(await journals('threads', 3)).toEqual(await journals('one', 1));
    expect(labels[0]).toBe(labels[1]);
    expect(labels[0]!.split(' ')).toHaveLength(10);
  });
});
