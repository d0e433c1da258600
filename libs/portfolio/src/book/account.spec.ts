/** The fold of an account: which events move cash and shares, and by how much. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { evolve, openAccount } from './account.js';

const place = { asOf: 1, time: 1 };
const filled = (shares: number, price: number, fee: number, symbol = 'AAA'): JournalEvent => ({
  ...place,
  type: 'OrderFilled',
  order: 1,
  symbol,
  shares,
  price,
  fee,
  at: 'close',
  purpose: 'order',
  weightBefore: 0,
  weightAfter: 0,
});

describe('evolve', () => {
  it('starts with the capital and nothing else', () => {
    const account = openAccount(['AAA', 'BBB'], 1000);
    expect({ ...account, shares: [...account.shares] }).toMatchObject({
      cash: 1000,
      shares: [0, 0],
      fees: 0,
    });
  });

  it.each<[string, JournalEvent[], { cash: number; shares: number[]; fees: number }]>([
    ['a purchase', [filled(3, 100, 2)], { cash: 698, shares: [3, 0], fees: 2 }],
    ['a sale', [filled(-3, 100, 2)], { cash: 1298, shares: [-3, 0], fees: 2 }],
    [
      'fills of two symbols',
      [filled(3, 100, 2), filled(1, 10, 1, 'BBB')],
      { cash: 687, shares: [3, 1], fees: 3 },
    ],
    [
      'a dividend that is paid by a short',
      [
        filled(-3, 100, 0),
        {
          ...place,
          type: 'DividendBooked',
          symbol: 'AAA',
          exDate: 1,
          perShare: 2,
          shares: -3,
          cash: -6,
        },
      ],
      { cash: 1294, shares: [-3, 0], fees: 0 },
    ],
    [
      'a split, which says what is held then',
      [
        filled(3, 100, 0),
        { ...place, type: 'SplitApplied', symbol: 'AAA', from: 1, to: 2, shares: 6 },
      ],
      { cash: 700, shares: [6, 0], fees: 0 },
    ],
    [
      'borrowing',
      [{ ...place, type: 'BorrowCharged', cash: -0.5 }],
      { cash: 999.5, shares: [0, 0], fees: 0 },
    ],
    [
      'a decision that was not made',
      [{ ...place, type: 'DecisionMissing' }],
      { cash: 1000, shares: [0, 0], fees: 0 },
    ],
  ])('%s', (_, events, { cash, shares, fees }) => {
    const account = openAccount(['AAA', 'BBB'], 1000);
    for (const event of events) evolve(account, event);
    expect([account.cash, [...account.shares], account.fees]).toEqual([cash, shares, fees]);
  });

  it('stops at money in a symbol that is not of the run', () => {
    const account = openAccount(['AAA'], 1000);
    expect(() => evolve(account, filled(1, 1, 0, 'ZZZ'))).toThrow(/symbols of the run only/);
  });
});
