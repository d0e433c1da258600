/** A portfolio of three symbols whose agent moves all of its money from one to the other. */

import type { GoldenInput } from '../golden-input.js';

const weights = (named: Readonly<Record<string, number>>, rest: object = {}) => ({
  kind: 'weights',
  weights: named,
  ...rest,
});

export const input: GoldenInput = {
  symbols: ['AAA', 'BBB', 'CCC'],
  capital: 1000,
  execution: 'close',
  agent: {
    answers: {
      '2025-03-03': weights({ AAA: 1 }),
      '2025-03-04': weights({ BBB: 1 }),
      '2025-03-05': weights({ BBB: 1 }, { rest: 'flat' }),
      '2025-03-06': weights({}, { rest: 'keep' }),
      '2025-03-07': weights({}, { rest: 'flat' }),
    },
  },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [100, 101, 99, 100], BBB: [50, 51, 49, 50] } },
    { date: '2025-03-04', bars: { AAA: [100, 101, 99, 100], BBB: [50, 51, 49, 50] } },
    { date: '2025-03-05', bars: { AAA: [110, 111, 109, 110], BBB: [50, 51, 49, 50] } },
    { date: '2025-03-06', bars: { AAA: [90, 91, 89, 90], BBB: [55, 56, 54, 55] } },
    { date: '2025-03-07', bars: { BBB: [60, 61, 59, 60], CCC: [20, 21, 19, 20] } },
  ],
};
