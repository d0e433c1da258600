/** Every way not to decide. */

import type { GoldenInput } from '../golden-input.js';

export const input: GoldenInput = {
  symbols: ['AAA'],
  capital: 1000,
  execution: 'close',
  agent: {
    answers: {
      '2025-03-03': 'long',
      '2025-03-05': { kind: 'target', positions: { AAA: 2 } },
      '2025-03-06': 'hangs',
      '2025-03-07': 'throws',
      '2025-03-10': 'SELL SHORT',
      '2025-03-11': { kind: 'target', positions: { AAA: -1, ZZZ: 1 } },
      '2025-03-12': 'flat',
    },
  },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [99, 101, 98, 100] } },
    { date: '2025-03-04', bars: { AAA: [100, 102, 99, 101] } },
    { date: '2025-03-05', bars: { AAA: [101, 103, 100, 102] } },
    { date: '2025-03-06', bars: { AAA: [102, 104, 101, 103] } },
    { date: '2025-03-07', bars: { AAA: [103, 105, 102, 104] } },
    { date: '2025-03-10', bars: { AAA: [104, 106, 103, 105] } },
    { date: '2025-03-11', bars: { AAA: [105, 107, 104, 106] } },
    { date: '2025-03-12', bars: { AAA: [106, 108, 105, 107] } },
  ],
};
