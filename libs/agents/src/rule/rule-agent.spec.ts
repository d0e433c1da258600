/** A rule of a workflow at work: its calls are on record, and its submission is the answer. */

import { expect, it } from 'vitest';
import { askedAt, seatFor } from '../attempts/seat.fixture.js';
import type { ToolRule } from '../seat/work.js';
import { ruleAgent } from './rule-agent.js';

const config = { id: 'r', kind: 'rule', rule: 'mine', config: { symbol: 'AAPL' } } as const;
const kept: string[] = [];
const decide = (rule: ToolRule) => {
  kept.length = 0;
  const calls = {
    keep: (asOf: number, { tool, error }: { tool: string; error: string | null }) =>
      void kept.push(`${asOf} ${tool} ${error ?? 'answered'}`),
    settle: () => void kept.push('settled'),
  };
  const agent = ruleAgent(config, seatFor({ toolRules: { mine: rule }, calls }));
  return agent.decide(askedAt());
};

it('submits through a tool, and its calls are kept before the answer is given', async () => {
  const said = await decide(({ config: { symbol }, question, call }) => {
    expect(question).toMatchObject({ policy: { name: 'test' } });
    expect(call('get_price', { symbol })).toEqual({ price: 101.5 });
    call('submit_decision', { action: 'BUY' });
  });
  expect(said).toMatchObject({ kind: 'action', action: 'BUY' });
  expect(kept).toEqual(['7 get_price answered', '7 submit_decision answered', 'settled']);
});

it('is missing when nothing is submitted, and failed with the words of the tool', async () => {
  expect(await decide(() => undefined)).toEqual({ kind: 'missing' });
  const failed = await decide(({ call }) => void call('get_price', { symbol: 5 }));
  expect(failed).toMatchObject({ kind: 'failed', reason: expect.stringContaining('symbol') });
});

it('is a rule that the workflow has', () => {
  const seat = seatFor({ toolRules: { theirs: () => undefined } });
  expect(() => ruleAgent(config, seat)).toThrow(/agents, r: rule: no such rule.*theirs.*mine/);
});
