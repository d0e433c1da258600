/**
 * A decision by tool: for the session of the as-of and a symbol of the run, at the
 * price in the data.
 */

import { describe, expect, it } from 'vitest';
import { smallDesk } from '../../test/small-desk.js';
import { answer, outcomeOf, smallMarket } from './small-market.fixture.js';
import { tradingTools } from './trading-tools.js';

const view = smallMarket({
  prices: { AAA: { '2026-01-05': 10, '2026-01-06': { close: 12, adjClose: 11 } }, BBB: {} },
})('2026-01-06');
const decision = { symbol: 'AAA', target_date: '2026-01-06', price: 12, action: 'BUY' };

describe('submit_decision', () => {
  it('submits the decision and returns the price of the data', () => {
    const desk = smallDesk(['AAA']);
    const asked = ['submit_decision', { ...decision, model: 'any', rationale: null }] as const;
    expect(answer(tradingTools, { view, desk }, asked)).toEqual({
      submitted: true,
      symbol: 'AAA',
      date: '2026-01-06',
      action: 'BUY',
      price: 11,
    });
    expect(desk.submitted).toEqual([{ kind: 'action', symbol: 'AAA', action: 'BUY', price: 12 }]);
  });

  it.each([
    ['of the day before', { target_date: '2026-01-05' }],
    ['of the day after', { target_date: '2026-01-07' }],
    ['on a symbol of another run', { symbol: 'BBB' }],
    ['of a pair', { action: 'LONG_SHORT' }],
    ['without a price', { price: undefined }],
  ])('refuses a decision %s', (_, change) => {
    const desk = smallDesk(['AAA']);
    const asked = ['submit_decision', { ...decision, ...change }] as const;
    expect(outcomeOf(tradingTools, { view, desk }, asked).error).not.toBeNull();
    expect(desk.submitted).toEqual([]);
  });

  it('is not served by hand', () => {
    const outcome = outcomeOf(tradingTools, { view }, ['submit_decision', decision]);
    expect(outcome.error).toContain('no such tool');
  });
});
