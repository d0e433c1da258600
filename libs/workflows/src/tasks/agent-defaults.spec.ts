/** What agents that answer tasks are given where a scenario sets nothing. */

import { expect, it } from 'vitest';
import {
  documentWork,
  judgeDefaults,
  reportDefaults,
  scoredDefaults,
  timed,
} from './agent-defaults.js';

it.each(['llm', 'mcp', 'http'])('an agent of kind %s gets time', (kind) => {
  expect(timed(5)({ kind })).toEqual({ timeBudgetMs: 5 });
});

it.each(['module', 'llms', 'not-http'])('one of kind %s does not', (kind) => {
  expect(timed(5)({ kind })).toEqual({});
});

const exact = { temperature: 0 };
const asked = { timeBudgetMs: 120_000 };
const twice = { attempts: 2, ...asked };
const pages = { maxOutputTokens: 16_384 };

it.each([
  [{ kind: 'llm' }, { ...asked, ...exact }, { ...twice, ...exact, ...pages }],
  [
    { kind: 'llm', effort: 'none' },
    { ...asked, ...exact },
    { ...twice, ...exact, ...pages },
  ],
  [{ kind: 'llm', effort: 'high' }, asked, { ...twice, ...pages }],
  [{ kind: 'http' }, asked, twice],
  [{ kind: 'mcp' }, asked, {}],
  [{ kind: 'rule' }, {}, {}],
] as const)('%o is scored and judges with these', (agent, scored, judging) => {
  expect([scoredDefaults(agent), judgeDefaults(agent)]).toEqual([scored, judging]);
});

it('a model that writes pages may write them to the end', () => {
  expect(reportDefaults({ kind: 'llm' })).toEqual(pages);
  expect(reportDefaults({ kind: 'http' })).toEqual({});
  expect(documentWork.agentDefaults({ kind: 'llm' })).toEqual({
    timeBudgetMs: 1_800_000,
    maxOutputTokens: 32_768,
  });
});
