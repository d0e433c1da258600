/** Which kinds of agents do tasks, and the answers of a scripted one. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeAgents, makeFolder, removeFolder } from './module/agent/module-run.fixture.js';
import { openTasks, refusalOfTasks } from './module/agent/task-module-run.fixture.js';

afterEach(closeAgents);
beforeAll(makeFolder);
afterAll(removeFolder);

describe('an agent of a run of tasks', () => {
  it('may be a script with its file beside the scenario; a task without a line is missing', async () => {
    const lines =
      '{"task":"task-2","answer":["up"],"rationale":"why"}\n{"task":"other","answer":1}\n';
    const { ask } = await openTasks(lines, {
      name: 'answers.jsonl',
      config: { kind: 'script', file: './answers.jsonl' },
    });
    expect(await ask()).toEqual({ kind: 'missing' });
    expect(await ask()).toEqual({ kind: 'answer', answer: ['up'], rationale: 'why' });
    expect(await ask()).toEqual({ kind: 'missing' });
  });

  it.each([
    ['buy-and-hold', {}],
    ['sma-cross', { fast: 2, slow: 3 }],
    ['rsi-reversion', {}],
    ['random', {}],
  ])('is not of the kind %s', async (kind, parameters) => {
    const config = { kind, ...parameters };
    expect(await refusalOfTasks('', { config })).toBe(
      'agents, mine: kind: an agent of this kind does no labels; ' +
        `expected script, module, mcp, llm, http, external; found ${kind}`,
    );
  });

  it('does not answer from outside of the system', async () => {
    const message = await refusalOfTasks('', { config: { kind: 'external' } });
    expect(message).toBe(
      'agents, mine: kind: an external agent needs a cluster: it reads and writes topics; ' +
        'expected a kind that runs in one process, or a scenario given to `tapefold cluster ' +
        'submit`; found external',
    );
  });
});
