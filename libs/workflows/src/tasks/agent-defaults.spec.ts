/** What agents that answer tasks are given where a scenario sets nothing. */

import { expect, it } from 'vitest';
import { judgeDefaults, scoredDefaults, timed } from './agent-defaults.js';

it.each(['llm', 'mcp', 'http'])('an agent of kind %s gets time', (kind) => {
  expect(timed(5)({ kind })).toEqual({ timeBudgetMs: 5 });
});

it.each(['module', 'llms', 'not-http'])('one of kind %s does not', (kind) => {
  expect(timed(5)({ kind })).toEqual({});
});

const exact = { temperature: 0 };
const asked = { timeBudgetMs: 120_000 };
const twice = { attempts: 2, ...asked };

it.each([
  [{ kind: 'llm' }, { ...asked, ...exact }, { ...twice, ...exact }],
  [
    { kind: 'llm', effort: 'none' },
    { ...asked, ...exact },
    { ...twice, ...exact },
  ],
  [{ kind: 'llm', effort: 'high' }, asked, twice],
  [{ kind: 'http' }, asked, twice],
  [{ kind: 'mcp' }, asked, {}],
  [{ kind: 'rule' }, {}, {}],
] as const)('%o is scored and judges with these', (agent, scored, judging) => {
  expect([scoredDefaults(agent), judgeDefaults(agent)]).toEqual([scored, judging]);
});
