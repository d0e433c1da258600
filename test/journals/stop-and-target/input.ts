/**
 * An entry with a stop and a target in one group, on bars that touch one, both, or
 * open beyond them.
 */

import type { GoldenInput } from '../golden-input.js';

const order = { symbol: 'AAA', shares: 10 };
const bracket = (stop: number, limit: number) => ({
  kind: 'orders',
  orders: [
    { ...order, side: 'buy', type: 'market' },
    { ...order, side: 'sell', type: 'limit', limit, group: 'exit', timeInForce: 'gtc' },
    { ...order, side: 'sell', type: 'stop', stop, group: 'exit', timeInForce: 'gtc' },
  ],
});

export const input: GoldenInput = {
  symbols: ['AAA'],
  capital: 2000,
  execution: { name: 'slipping-stops', slippageBps: 10 },
  agent: {
    answers: {
      '2025-03-03': bracket(95, 105),
      '2025-03-04': bracket(95, 105),
      '2025-03-05': bracket(90, 110),
      '2025-03-06': {
        kind: 'orders',
        orders: [{ ...order, id: 'dip', side: 'buy', type: 'limit', limit: 80 }],
      },
      '2025-03-07': { kind: 'orders', orders: [], cancel: ['dip'] },
    },
  },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [99, 101, 98, 100] } },
    { date: '2025-03-04', bars: { AAA: [100, 106, 94, 100] } },
    { date: '2025-03-05', bars: { AAA: [100, 107, 99, 100] } },
    { date: '2025-03-06', bars: { AAA: [85, 92, 84, 90] } },
    { date: '2025-03-07', bars: { AAA: [90, 92, 88, 91] } },
  ],
};
