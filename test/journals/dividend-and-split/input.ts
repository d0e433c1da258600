/** Buy and hold through a cash dividend and a split. */

import { dateOf } from '../golden-sources.js';
import type { GoldenInput } from '../golden-input.js';

export const input: GoldenInput = {
  symbols: ['AAA'],
  capital: 1000,
  execution: { name: 'dividends-in-cash', dividends: 'cash' },
  agent: { id: 'hold', kind: 'buy-and-hold' },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [99, 101, 98, 100] } },
    { date: '2025-03-04', bars: { AAA: [100, 104, 99, 104] } },
    { date: '2025-03-05', bars: { AAA: [102, 103, 100, 102] } },
    { date: '2025-03-06', bars: { AAA: [51, 53, 50, 52] } },
    { date: '2025-03-07', bars: { AAA: [52, 55, 52, 54] } },
  ],
  facts: [
    {
      at: '2025-03-03T13:00:00Z',
      fact: {
        kind: 'dividend',
        symbol: 'AAA',
        exDate: dateOf('2025-03-05'),
        declaredDate: dateOf('2025-03-03'),
        recordDate: dateOf('2025-03-05'),
        payDate: dateOf('2025-03-21'),
        amount: 2,
        currency: 'USD',
        type: 'cash',
      },
    },
    {
      at: '2025-03-06T14:30:00Z',
      fact: {
        kind: 'split',
        symbol: 'AAA',
        effectiveDate: dateOf('2025-03-06'),
        from: 1,
        to: 2,
      },
    },
  ],
};
