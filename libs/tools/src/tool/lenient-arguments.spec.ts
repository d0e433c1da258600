/** What is taken of arguments that a model writes otherwise than their schema. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { smallMarket } from '../trading/small-market.fixture.js';
import { parseLeniently, withKnownSymbols } from './lenient-arguments.js';

const input = z.strictObject({
  count: z.int().min(1).max(50).optional(),
  price: z.number().optional(),
  days: z.array(z.int()).optional(),
  prices: z.record(z.string(), z.number()).optional(),
  action: z.enum(['BUY', 'SELL']).optional(),
  text: z.string().optional(),
});
const parsed = (args: object, isPublished = false): unknown => {
  const { data, success } = parseLeniently({ input, isPublished }, args);
  return success ? data : 'refused';
};

describe('a number as text', () => {
  it.each([
    [{ count: '20' }, { count: 20 }],
    [{ count: ' 12.0 ' }, { count: 12 }],
    [{ price: '438.07' }, { price: 438.07 }],
    [{ price: '-1' }, { price: -1 }],
    [{ days: [5, '20'] }, { days: [5, 20] }],
    [{ prices: { A: '140', B: 2 } }, { prices: { A: 140, B: 2 } }],
    [{ text: '20' }, { text: '20' }],
  ])('%j is taken as %j', (args, meant) => {
    const before = structuredClone(args);
    expect(parsed(args)).toEqual(meant);
    expect(args).toEqual(before);
  });

  it.each([
    { count: 'x' },
    { count: '' },
    { count: '12.5' },
    { count: '0' },
    { count: '51' },
    { count: '1e1' },
    { count: true },
    { price: '1 2' },
    { text: 20 },
    { other: '20' },
  ])('is nothing else: %j', (args) => expect(parsed(args)).toBe('refused'));
});

it('takes a name in any case where a published server does, and nowhere else', () => {
  expect(parsed({ action: 'buy' }, true)).toEqual({ action: 'BUY' });
  expect(parsed({ action: 'hold' }, true)).toBe('refused');
  expect(parsed({ action: 'buy' })).toBe('refused');
});

describe('symbols', () => {
  const view = smallMarket({
    prices: { AAA: { '2026-01-02': 1 }, bbb: { '2026-01-02': 1 }, BBB: { '2026-01-02': 1 } },
  })();

  it.each([
    [{ symbol: 'aaa' }, { symbol: 'AAA' }],
    [
      { left: 'Aaa', right: 'bbb' },
      { left: 'AAA', right: 'bbb' },
    ],
    [{ symbols: ['aaA', 'BBB'] }, { symbols: ['AAA', 'BBB'] }],
    [{ symbol: 'Bbb' }, { symbol: 'Bbb' }],
    [{ symbol: 'zzz' }, { symbol: 'zzz' }],
    [{ symbol: ' AAA' }, { symbol: ' AAA' }],
    [
      { symbol: null, text: 'aaa' },
      { symbol: null, text: 'aaa' },
    ],
  ])('%j are spelled as on the tape: %j', (args, known) => {
    expect(withKnownSymbols(args, view)).toEqual(known);
  });
});
