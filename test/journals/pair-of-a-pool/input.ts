/**
 * A pair: chosen once, held, refused a second time, flipped over a split and a
 * dividend, and closed.
 */

import { dateOf } from '../golden-sources.js';
import type { GoldenInput } from '../golden-input.js';

const choice = { kind: 'pair', left: 'AAA', right: 'BBB', action: 'LONG_SHORT' } as const;

export const input: GoldenInput = {
  workflow: 'hedging',
  symbols: ['AAA', 'BBB', 'CCC'],
  capital: 100_000,
  execution: { name: 'pair-with-costs', feeBps: 10, borrowBpsPerYear: 252, dividends: 'cash' },
  agent: {
    answers: {
      '2025-03-03': choice,
      '2025-03-04': 'LONG_SHORT',
      '2025-03-05': { ...choice, prices: { AAA: 101, BBB: 50.004 }, rationale: 'AAA lags BBB.' },
      '2025-03-06': 'HOLD',
      '2025-03-07': 'CLOSE',
      '2025-03-10': { ...choice, right: 'CCC', action: 'CLOSE' },
      '2025-03-11': 'SHORT_LONG',
      '2025-03-12': { kind: 'pair', action: 'CLOSE' },
      '2025-03-13': 'HOLD',
    },
  },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [99, 101, 98, 100], BBB: [49, 51, 48, 50] } },
    {
      date: '2025-03-04',
      bars: { AAA: [99, 101, 98, 100], BBB: [49, 51, 48, 50], CCC: [9, 11, 8, 10] },
    },
    {
      date: '2025-03-05',
      bars: { AAA: [99, 101, 98, 100], BBB: [49, 51, 48, 50], CCC: [9, 11, 8, 10] },
    },
    { date: '2025-03-06', bars: { AAA: [100, 105, 99, 104], BBB: [50, 52, 49, 50] } },
    { date: '2025-03-07', bars: { AAA: [104, 109, 103, 108], CCC: [9, 11, 8, 10] } },
    { date: '2025-03-10', bars: { AAA: [108, 111, 107, 110], BBB: [50, 51, 47, 48] } },
    { date: '2025-03-11', bars: { AAA: [55, 57, 54, 56], BBB: [47, 48, 46, 47] } },
    { date: '2025-03-12', bars: { AAA: [56, 57, 54, 55], BBB: [47, 49, 46, 48] } },
    { date: '2025-03-13', bars: { AAA: [55, 58, 54, 57], BBB: [48, 49, 45, 46] } },
  ],
  facts: [
    {
      at: '2025-03-10T22:00:00Z',
      fact: {
        kind: 'dividend',
        symbol: 'BBB',
        exDate: dateOf('2025-03-11'),
        declaredDate: null,
        recordDate: null,
        payDate: null,
        amount: 0.5,
        currency: 'USD',
        type: 'cash',
      },
    },
    {
      at: '2025-03-10T22:00:00Z',
      fact: {
        kind: 'split',
        symbol: 'AAA',
        effectiveDate: dateOf('2025-03-11'),
        from: 1,
        to: 2,
      },
    },
  ],
};
