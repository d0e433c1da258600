/** All cells of the normal long-short table that move a position, and the close of the run. */

import type { GoldenInput } from '../golden-input.js';

export const input: GoldenInput = {
  symbols: ['AAA'],
  capital: 1000,
  execution: 'ama-normal-long-short',
  agent: {
    answers: {
      '2025-03-03': 'BUY',
      '2025-03-04': 'HOLD',
      '2025-03-05': 'SELL',
      '2025-03-06': 'SELL',
      '2025-03-07': { kind: 'action', action: 'BUY', rationale: 'The short has run its course.' },
    },
  },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [99, 101, 98, 100] } },
    { date: '2025-03-04', bars: { AAA: [100, 106, 99, 105] } },
    { date: '2025-03-05', bars: { AAA: [106, 111, 105, 110] } },
    { date: '2025-03-06', bars: { AAA: [110, 111, 99, 100] } },
    { date: '2025-03-07', bars: { AAA: [99, 99, 89, 90] } },
    { date: '2025-03-10', bars: { AAA: [90, 96, 90, 95] } },
  ],
};
