/** A portfolio of two symbols, one of which does not trade in two sessions. */

import type { GoldenInput } from '../golden-input.js';

const weights = (AAA: number, BBB: number) => ({ kind: 'weights', weights: { AAA, BBB } });

export const input: GoldenInput = {
  symbols: ['AAA', 'BBB'],
  capital: 1000,
  execution: { name: 'portfolio-with-fee', size: 'weights', feeBps: 100, liquidate: true },
  agent: {
    answers: {
      '2025-03-03': weights(0.5, 0.5),
      '2025-03-04': { kind: 'weights', weights: {} },
      '2025-03-05': weights(0.2, 0.8),
      '2025-03-06': weights(0.2, 0.8),
    },
  },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [99, 101, 98, 100], BBB: [50, 51, 49, 50] } },
    { date: '2025-03-04', bars: { AAA: [100, 111, 99, 110] } },
    { date: '2025-03-05', bars: { AAA: [110, 121, 109, 120] } },
    { date: '2025-03-06', bars: { AAA: [120, 121, 119, 120], BBB: [40, 41, 39, 40] } },
    { date: '2025-03-07', bars: { AAA: [121, 126, 120, 125] } },
  ],
};
