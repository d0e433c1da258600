/**
 * Scenarios of tasks: planned as in a local run, with a tape that has the tasks and no solution.
 */

import { describe, expect, it } from 'vitest';
import { parseCivilDate } from '#values';
import { planRuns } from '#backtest';
import { openScenarioTape } from '#backtest/tape/scenario-tape';
import { taskScenarioSchema, type Scenario } from '#contracts/scenario/scenario';
import { testGateway } from '../server/gateway.fixture.js';
import { planSubmission } from './plan-submission.js';
import { scenario, taskDataset, workflows } from './task-dataset.fixture.js';

const parsed = taskScenarioSchema.parse(scenario);

const planned = (change: object = {}, { runsMax = 100, known = workflows } = {}) => {
  const wanted = { ...parsed, ...change } as Scenario;
  const datasets = new Map([['sums', taskDataset()]]);
  return planSubmission(wanted, { datasets, runsMax, speed: 'max', workflows: known });
};

describe('a scenario of tasks', () => {
  it('has the runs that it would have by itself, one an agent and repeat', async () => {
    const tape = await openScenarioTape({ ...parsed, data: taskDataset() }, '/');
    const plans = planRuns({ scenario: parsed, fileHashes: new Map(), ...tape });
    await tape.dataset.close();
    const { runs, submission } = await planned();
    expect(runs.map(({ run }) => run)).toEqual(plans.map(({ id }) => id));
    expect(submission).toMatchObject({ version: 1, runs: plans.map(({ id }) => id) });
    expect(runs).toHaveLength(4);
    expect(runs[0]).toMatchObject({
      dataset: 'sums',
      tape: tape.header.id,
      plan: { workflow: 'sums', terms: {}, directory: '', data: tape.dataHash },
    });
  });

  it('requests a tape with the tasks, up to the day of the last one, without solutions', async () => {
    const plan = await planned();
    const until = parseCivilDate('2025-03-05');
    expect(plan.tape).toMatchObject({ dataset: 'sums', tasks: true, until });
    expect(JSON.stringify(plan)).not.toContain('olution');
  });

  it.each<[string, object, string]>([
    ['a workflow that there is not', { workflow: 'charting' }, 'workflow'],
    ['a term that the workflow does not take', { terms: { base: 'ten' } }, 'scenario: terms.base'],
    [
      'an agent that trades',
      { agents: [...scenario.agents, { id: 'hold', kind: 'buy-and-hold' }] },
      'agents.2.kind',
    ],
    ['a module', { agents: [{ id: 'm', kind: 'module', file: 'm.js' }] }, 'agents.0.kind'],
    ['too many runs', { repeats: 51 }, 'agents, repeats'],
    ['unregistered data', { data: '/etc' }, 'data'],
  ])('is refused with %s', async (_, change, where) => {
    await expect(planned(change)).rejects.toMatchObject({ code: 'InvalidInput', where });
  });

  it('is refused when the data set has no tasks', async () => {
    const data = 'aapl-2013-2018';
    const datasets = new Map([[data, data]]);
    const act = planSubmission(
      { ...parsed, data },
      { datasets, runsMax: 100, speed: 'max', workflows },
    );
    await expect(act).rejects.toMatchObject({ code: 'InvalidInput', where: 'data' });
  });
});

describe('POST /v1/submissions', () => {
  it('accepts tasks, and returns the scenario and its runs', async () => {
    const datasets = { sums: taskDataset() };
    const { post, ask } = await testGateway({}, { workflows, datasets });
    const { status, body } = await post('/v1/submissions', scenario);
    expect(status).toBe(201);
    expect(body['runs']).toHaveLength(4);
    const told = await ask(`/v1/submissions/${String(body['submission'])}`);
    expect(told.body['scenario']).toMatchObject({ workflow: 'sums', terms: {}, tasksAtOnce: 1 });
    const [run] = body['runs'] as string[];
    const found = await ask(`/v1/runs/${String(run)}`);
    expect(found.body).toMatchObject({ status: 'submitted', plan: { workflow: 'sums' } });
  });

  it('names the intended workflow when a scenario does not match its schema', async () => {
    const { post } = await testGateway({}, { workflows });
    const where = async (body: object): Promise<unknown> => {
      const answer = await post('/v1/submissions', body);
      return [answer.status, answer.body['where'], answer.body['expected']];
    };
    expect(await where({ ...scenario, window: {} })).toEqual([400, 'body', 'no member window']);
    expect(await where({ ...scenario, workflow: 'charting' })).toEqual([
      // The published schema allows every name: only the gateway knows which ones exist.
      422,
      'body.workflow',
      `one of ${[...workflows.keys()].join(', ')}`,
    ]);
    const { workflow: _, ...unsaid } = scenario;
    expect(await where(unsaid)).toEqual([400, 'body.window', 'an object']);
  });
});
