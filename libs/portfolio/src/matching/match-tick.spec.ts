/**
 * Orders among trades and quotes: when they may fill, at which of their prices, and in which turn.
 */

import { describe, expect, it } from 'vitest';
import { orders } from '../../test/decisions.js';
import {
  closes,
  decides,
  decidesPair,
  halts,
  opens,
  quotes,
  tickStory,
  trades,
} from '../../test/tick-story.js';

const ten = orders({ shares: 10 });
const tenth = { participation: 0.1 } as const;

describe('a market order', () => {
  it('fills at the next trade, and never at the one that it was decided on', () => {
    const { lines } = tickStory({}, [
      [1, trades(100)],
      [1, decides(ten)],
      [2, trades(101)],
    ]);
    expect(lines).toEqual(['2 fill 1: +10 AAA at 101 (trade), fee 0, order']);
  });

  it('waits until it can be there: what the agent took, and the latency', () => {
    const { lines } = tickStory({ policy: { latencyMs: 250 } }, [
      [1, trades(100)],
      [1, decides(ten, 50)],
      [300, trades(101)],
      [301, trades(102)],
    ]);
    expect(lines).toEqual(['301 fill 1: +10 AAA at 102 (trade), fee 0, order']);
  });

  it.each([
    ['buys at the ask', 'buy', '2 fill 1: +10 AAA at 102 (quote), fee 0, order'],
    ['sells at the bid', 'sell', '2 fill 1: -10 AAA at 99 (quote), fee 0, order'],
  ] as const)('%s of the next quote', (_, side, expected) => {
    const { lines } = tickStory({ policy: { fill: 'next-quote', short: true } }, [
      [1, quotes(99, 101)],
      [1, decides(orders({ side, shares: 10 }))],
      [2, quotes(99, 102)],
    ]);
    expect(lines).toEqual([expected]);
  });

  it('waits when its side has no offer', () => {
    const { lines } = tickStory({ policy: { fill: 'next-quote' } }, [
      [1, quotes(99, 101)],
      [1, decides(ten)],
      [2, quotes(99, NaN)],
      [3, quotes(NaN, 103)],
    ]);
    expect(lines).toEqual(['3 fill 1: +10 AAA at 103 (quote), fee 0, order']);
  });

  it('meets no trade while halted, and none outside of a session', () => {
    const { lines } = tickStory({}, [
      [1, decides(ten)],
      [2, halts(true)],
      [3, trades(101)],
      [4, closes],
      [5, halts(false)],
      [6, trades(102)],
      [7, opens(2)],
      [8, trades(103)],
    ]);
    expect(lines).toEqual(['8 fill 1: +10 AAA at 103 (trade), fee 0, order']);
  });

  it('of more than can be paid takes what can', () => {
    const { lines } = tickStory({}, [
      [1, decides(orders({ shares: 101 }))],
      [2, trades(100)],
    ]);
    expect(lines).toEqual([
      '2 part 1: +100 AAA at 100 (trade), fee 0, order',
      '2 cancel 1: scaled',
    ]);
  });
});

describe('limits and stops', () => {
  it.each([
    ['a limit to buy', { type: 'limit', limit: 100 }, [101, 100.5, 99], '4 fill 1: +10 AAA at 99'],
    ['at the limit', { type: 'limit', limit: 100 }, [101, 100], '3 fill 1: +10 AAA at 100'],
    ['a stop to buy', { type: 'stop', stop: 103 }, [102, 104, 101], '4 fill 1: +10 AAA at 101'],
    [
      'a stop-limit',
      { type: 'stop-limit', stop: 103, limit: 103 },
      [104, 104, 103],
      '4 fill 1: +10 AAA at 103',
    ],
  ] as const)('%s fills at a trade that was there', (_, request, prices, expected) => {
    const { lines } = tickStory({}, [
      [1, decides(orders({ shares: 10, ...request }))],
      ...prices.map((price, index) => [index + 2, trades(price)] as const),
    ]);
    expect(lines.map((line) => line.split(' (')[0])).toEqual([expected]);
  });

  it('at quotes look at the side that they trade with', () => {
    const sell = { side: 'sell', shares: 10 } as const;
    const { lines } = tickStory({ policy: { fill: 'next-quote', short: true } }, [
      [1, decides(orders({ ...sell, type: 'limit', limit: 100 }))],
      [1, decides(orders({ ...sell, type: 'stop', stop: 95 }))],
      [2, quotes(99, 101)],
      [3, quotes(100, 102)],
      [4, quotes(94, 110)],
      [5, quotes(93, 94)],
    ]);
    expect(lines).toEqual([
      '3 fill 1: -10 AAA at 100 (quote), fee 0, order',
      '5 fill 2: -10 AAA at 93 (quote), fee 0, order',
    ]);
  });

  it('of one group: the first part ends the other', () => {
    const request = { shares: 10, group: 'g' } as const;
    const { lines } = tickStory({ policy: tenth }, [
      [
        1,
        decides(
          orders(
            { ...request, type: 'limit', limit: 99 },
            { ...request, type: 'limit', limit: 98 },
          ),
        ),
      ],
      [1, trades(99, 0)],
      [2, trades(99, 50)],
    ]);
    expect(lines).toEqual(['2 part 1: +5 AAA at 99 (trade), fee 0, order', '2 cancel 2: group']);
  });
});

describe('the legs of a pair', () => {
  const pair = { symbols: ['AAA', 'BBB'], isPair: true } as const;

  it('fill both once each has had a price, at these prices', () => {
    const { lines } = tickStory(pair, [
      [1, decidesPair('LONG_SHORT')],
      [2, trades(100)],
      [3, trades(101)],
      [4, trades(10, 1, 'BBB')],
      [5, decidesPair('CLOSE')],
      [6, trades(11, 1, 'BBB')],
      [7, trades(102)],
    ]);
    expect(lines.map((line) => line.replace(/: .[\d.]+ /, ' '))).toEqual([
      '4 fill 1 AAA at 101 (trade), fee 0, open',
      '4 fill 2 BBB at 10 (trade), fee 0, open',
      '7 fill 3 AAA at 102 (trade), fee 0, close',
      '7 fill 4 BBB at 11 (trade), fee 0, close',
    ]);
  });

  it('take the side of the quote that is theirs', () => {
    const { lines } = tickStory({ ...pair, policy: { fill: 'next-quote' } }, [
      [1, decidesPair('LONG_SHORT')],
      [2, quotes(99, 101)],
      [3, quotes(9, 11, 1, 'BBB')],
    ]);
    expect(lines.map((line) => line.replace(/: .[\d.]+ /, ' '))).toEqual([
      '3 fill 1 AAA at 101 (quote), fee 0, open',
      '3 fill 2 BBB at 9 (quote), fee 0, open',
    ]);
  });

  it.each([
    ['a halt of the other', [halts(true, 'BBB')]],
    ['a halt in between', [halts(true), halts(false)]],
    ['the close', [closes, opens(2)]],
  ])('fill neither at prices of before %s', (_, between) => {
    const { lines } = tickStory(pair, [
      [1, decidesPair('LONG_SHORT')],
      [2, trades(100)],
      ...between.map((one) => [3, one] as const),
      [4, trades(10, 1, 'BBB')],
    ]);
    expect(lines).toEqual([]);
  });
});
