/**
 * The realistic policy: fills at the next open, fee, slippage, borrowing, a dividend
 * paid by a short.
 */

import { dateOf } from '../golden-sources.js';
import type { GoldenInput } from '../golden-input.js';

export const input: GoldenInput = {
  symbols: ['AAA'],
  capital: 100_000,
  execution: {
    name: 'next-open-with-costs',
    fill: 'next-open',
    short: true,
    lotSize: 1,
    feeBps: 1,
    slippageBps: 2,
    borrowBpsPerYear: 50,
    dividends: 'cash',
  },
  agent: {
    answers: {
      '2025-03-03': 'long',
      '2025-03-04': 'long',
      '2025-03-05': 'short',
      '2025-03-06': 'short',
      '2025-03-07': 'flat',
      '2025-03-10': 'long',
    },
  },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [99, 101, 98, 100] } },
    { date: '2025-03-04', bars: { AAA: [125, 131, 124, 130] } },
    { date: '2025-03-05', bars: { AAA: [131, 132, 127, 128] } },
    { date: '2025-03-06', bars: { AAA: [140, 141, 119, 120] } },
    { date: '2025-03-07', bars: { AAA: [118, 122, 117, 121] } },
    { date: '2025-03-10', bars: { AAA: [122, 123, 109, 110] } },
  ],
  facts: [
    {
      at: '2025-03-06T22:00:00Z',
      fact: {
        kind: 'dividend',
        symbol: 'AAA',
        exDate: dateOf('2025-03-07'),
        declaredDate: null,
        recordDate: null,
        payDate: null,
        amount: 0.5,
        currency: 'USD',
        type: 'cash',
      },
    },
  ],
};
