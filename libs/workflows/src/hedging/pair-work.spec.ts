/**
 * What a module is shown of a hedging run: its desk, its pair and its position, as data of its own.
 */

import { expect, it } from 'vitest';
import type { AgentContext, PairObservation } from '#agents';
import { civilDate } from '#values';
import type { MarketDesk } from '../workflow/workflow.js';
import { pairWork } from './pair-work.js';

const context = { symbols: ['AAA', 'BBB', 'CCC'], policy: { name: 'pairs' } };
const work = pairWork(context as unknown as AgentContext, {} as MarketDesk);
const account = { cash: 5, equity: 9, shares: (symbol: string) => (symbol === 'BBB' ? -2 : 1) };
const asked = (over: object): PairObservation =>
  ({ session: civilDate(2026, 3, 2), account, pair: null, position: 0, ...over }) as never;

it('is the pool and the policy at first', () => {
  expect(work.given).toEqual({ pool: context.symbols, policy: context.policy });
  expect([work.workflow, work.answers]).toEqual(['hedging', 'decision']);
});

it('is a copy of the pair, once there is one', () => {
  const desk = { cash: 5, equity: 9, shares: Float64Array.from([1, -2, 1]) };
  const shown = { session: '2026-03-02', account: desk };
  expect(work.shown(asked({}))).toEqual({ ...shown, pair: null, position: 0 });
  const pair = { left: 'AAA', right: 'BBB', direction: null };
  const found = work.shown(asked({ pair, position: 1 }));
  expect(found).toEqual({ ...shown, pair, position: 1 });
  expect(found['pair']).not.toBe(pair);
});
