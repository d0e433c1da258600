/**
 * Orders on close: at the last bar of a session that begins once they are live, which only
 * the close tells.
 */

import { describe, expect, it } from 'vitest';
import { story } from '../book/book-story.fixture.js';
import { cancel, orders } from '../../test/decisions.js';
import {
  bars,
  closes,
  decides,
  halts,
  opens,
  tickStory,
  type Happening,
} from '../../test/tick-story.js';

const life = { timeInForce: 'day' } as const;
const atMarket = orders({ type: 'market-on-close', ...life });
const within = (limit: number, side: 'buy' | 'sell' = 'buy') =>
  orders({ type: 'limit-on-close', side, limit, ...life });

describe('an order on close in daily bars', () => {
  it.each(['next-open', 'next-close', 'decision-close'] as const)(
    'fills at the close of the next one, with slippage and fee, under %s',
    (fill) => {
      const { lines, accepted } = story({ policy: { fill, slippageBps: 100, feeBps: 100 } }, [
        { bars: 50, decides: orders({ type: 'market-on-close', shares: 5, ...life }) },
        { bars: [60, 80, 55, 70] },
      ]);
      // 70 and 1% are 70.7; 1% of 5 × 70.7 is 3.535.
      expect(lines).toEqual(['fill 1: +5 AAA at 70.7 (close), fee 3.535, order']);
      expect(accepted).toEqual(['order 1: buy AAA market-on-close']);
    },
  );

  it('with a limit fills at a close at it or better, which never slips, and nowhere inside', () => {
    const policy = { fill: 'next-open', slippageBps: 100 } as const;
    const met = story({ policy }, [{ bars: 50, decides: within(70) }, { bars: [80, 90, 60, 70] }]);
    expect(met.lines).toEqual(['fill 1: +10 AAA at 70 (close), fee 0, order']);
    const missed = story({ policy }, [
      { bars: 50, decides: within(70) },
      { bars: [60, 90, 50, 71] },
      { bars: 60 },
    ]);
    expect(missed.lines).toEqual(['cancel 1: expired']);
  });

  it('ends with a session without a bar', () => {
    const { lines } = story({}, [{ bars: 50, decides: atMarket }, {}, { bars: 60 }]);
    expect(lines).toEqual(['cancel 1: expired']);
  });

  it('of which a part fills ends with the rest', () => {
    const policy = { fill: 'next-open', participation: 0.1 } as const;
    const bar = (price: number) => bars({ open: 50, high: 60, low: 40, close: price, volume: 100 });
    const { lines } = tickStory({ policy }, [
      [1, bar(50)],
      [1, closes],
      [1, decides(orders({ shares: 7 }, { type: 'market-on-close', shares: 7, ...life }))],
      [2, opens(2)],
      [3, bar(55)],
      [3, closes],
    ]);
    // A tenth of the volume is 10, of which the order at the open had 7.
    expect(lines).toEqual([
      '3 fill 1: +7 AAA at 50 (open), fee 0, order',
      '3 part 2: +3 AAA at 55 (close), fee 0, order',
      '3 cancel 2: expired',
    ]);
  });

  it('in weeks fills at the close of the week', () => {
    const { lines } = story({ days: 5 }, [
      { bars: 50, decides: atMarket },
      { bars: [60, 80, 55, 70] },
    ]);
    expect(lines).toEqual(['fill 1: +10 AAA at 70 (close), fee 0, order']);
  });

  it('has exits that are live from the next bar', () => {
    const decision = orders({ type: 'market-on-close', takeProfit: 75, stopLoss: 50, ...life });
    const { lines } = story({ policy: { fill: 'next-open' } }, [
      { bars: 50, decides: decision },
      { bars: [60, 80, 40, 70] },
      { bars: [70, 76, 69, 74] },
    ]);
    expect(lines).toEqual([
      'fill 1: +10 AAA at 70 (close), fee 0, order',
      'fill 3: -10 AAA at 75 (level), fee 0, order',
      'cancel 2: group',
    ]);
  });

  it('ends the others of its group', () => {
    const group = 'one';
    const { lines } = story({}, [
      {
        bars: 50,
        decides: orders(
          { type: 'market-on-close', group, ...life },
          { type: 'limit', limit: 30, group },
        ),
      },
      { bars: 60 },
    ]);
    expect(lines).toEqual(['fill 1: +10 AAA at 60 (close), fee 0, order', 'cancel 2: group']);
  });
});

describe('an order on close in intraday bars', () => {
  const given = { policy: { fill: 'next-open', slippageBps: 100 }, isIntraday: true } as const;
  const bar = (price: number, symbol = 'AAA') =>
    bars({ open: price, high: price, low: price, close: price }, symbol, { ms: 10 });
  const isMoved = (lines: readonly string[]) => lines.map((one) => one.split(',')[0]);

  const showsTrade: Happening = (book) => {
    book.showTrade(0, 65);
    return [];
  };

  it('fills at the last bar of the session, once it is known as the last', () => {
    const { lines } = tickStory(given, [
      [10, bar(50)],
      [10, decides(atMarket)],
      [20, bar(60)],
      [30, bar(70)],
      [30, closes],
    ]);
    expect(isMoved(lines)).toEqual(['30 fill 1: +10 AAA at 70.7 (close)']);
  });

  it('fills at the last bar that there was, at its close, though a trade came after it', () => {
    const { lines } = tickStory(given, [
      [10, bar(50)],
      [10, decides(atMarket)],
      [20, bar(60)],
      [25, showsTrade],
      [40, closes],
    ]);
    expect(isMoved(lines)).toEqual(['40 fill 1: +10 AAA at 60.6 (close)']);
  });

  it('has a trailing exit that starts at the price of its fill', () => {
    const entry = orders({ type: 'market-on-close', trailAmount: 5, ...life });
    const moves = (open: number, low: number) =>
      bars({ open, high: open, low, close: low }, 'AAA', { ms: 10 });
    const { lines } = tickStory({ ...given, policy: { fill: 'next-open' } }, [
      [0, decides(entry)],
      [10, bar(60)],
      [10, closes],
      [50, opens(2)],
      [60, moves(58, 54)],
    ]);
    expect(isMoved(lines)).toEqual([
      '10 fill 1: +10 AAA at 60 (close)',
      '60 fill 2: -10 AAA at 55 (level)',
    ]);
  });

  it('ends if a bar arrived behind the last one, whose close is not the last', () => {
    const late = { open: 50, high: 50, low: 50, close: 50 };
    const { lines } = tickStory(given, [
      [0, decides(atMarket)],
      [30, bar(60)],
      [35, bars(late, 'AAA', { ms: 10, lateMs: 15 })],
      [40, closes],
    ]);
    expect(lines).toEqual(['40 cancel 1: expired']);
  });

  it('ends if the last bar began before it', () => {
    const { lines } = tickStory(given, [
      [10, bar(50)],
      [15, decides(atMarket)],
      [20, bar(60)],
      [40, closes],
      [50, opens(2)],
      [60, bar(70)],
      [60, closes],
    ]);
    expect(lines).toEqual(['40 cancel 1: expired']);
  });

  it('that is given after the last bar has begun is for the next session', () => {
    const { lines } = tickStory(given, [
      [10, bar(50)],
      [15, decides(atMarket)],
      [20, bar(60)],
      [20, closes],
      [50, opens(2)],
      [60, bar(70)],
      [70, bar(80)],
      [70, closes],
    ]);
    expect(isMoved(lines)).toEqual(['70 fill 1: +10 AAA at 80.8 (close)']);
  });

  it('is live after the latency of the policy', () => {
    const policy = { ...given.policy, latencyMs: 1 };
    const { lines } = tickStory({ ...given, policy }, [
      [10, bar(50)],
      [10, decides(atMarket)],
      [20, bar(60)],
      [20, closes],
      [50, opens(2)],
      [60, bar(70)],
      [60, closes],
    ]);
    expect(isMoved(lines)).toEqual(['60 fill 1: +10 AAA at 70.7 (close)']);
  });

  it('with a limit that an earlier bar was within, and the close is not, ends', () => {
    const { lines } = tickStory(given, [
      [0, decides(within(65))],
      [10, bar(60)],
      [20, bar(66)],
      [20, closes],
    ]);
    expect(lines).toEqual(['20 cancel 1: expired']);
  });

  it('does not fill in a halt', () => {
    const { lines } = tickStory(given, [
      [0, decides(atMarket)],
      [10, bar(60)],
      [15, halts(true)],
      [20, closes],
    ]);
    expect(lines).toEqual(['20 cancel 1: expired']);
  });

  it.each([
    ['during the last bar comes too late', 15, ['15 to end 1: requested', '20 fill 1: +10']],
    ['before it is in time', 10, ['10 cancel 1: requested']],
  ])('canceled %s', (_, at, told) => {
    const named = orders({ id: 'mine', type: 'market-on-close', ...life });
    const steps = [
      [0, decides(named)],
      [10, bar(50)],
      ...(at === 10 ? [[10, decides(cancel('mine'))] as const] : []),
      ...(at === 15 ? [[15, decides(cancel('mine'))] as const] : []),
      [20, bar(60)],
      // A tape can have the close later than the bar.
      [21, closes],
    ] as const;
    const { lines } = tickStory(given, steps);
    const short = lines.map((one) => one.replace(' AAA at 60.6 (close), fee 0, order', ''));
    expect(short).toEqual(told.map((one) => one.replace('20 fill', '21 fill')));
  });

  it('canceled in a bar that others follow ends before those', () => {
    const named = orders({ id: 'mine', type: 'market-on-close', ...life });
    const { lines } = tickStory(given, [
      [0, decides(named)],
      [5, decides(cancel('mine'))],
      [10, bar(50)],
      [20, bar(60)],
      [20, closes],
    ]);
    expect(lines).toEqual(['5 to end 1: requested', '20 cancel 1: requested']);
  });

  it('sees nothing of what comes after the close', () => {
    const until20 = (after: number) =>
      tickStory(given, [
        [
          0,
          decides(
            orders(
              { type: 'market-on-close', ...life },
              { type: 'limit-on-close', limit: 55, ...life },
            ),
          ),
        ],
        [10, bar(50)],
        [20, bar(54)],
        [20, closes],
        [50, opens(2)],
        [60, bar(after)],
        [60, closes],
      ]).lines.filter((one) => Number(one.split(' ')[0]) <= 20);
    expect(isMoved(until20(10))).toEqual([
      '20 fill 1: +10 AAA at 54.54 (close)',
      '20 fill 2: +10 AAA at 54 (close)',
    ]);
    for (const after of [1, 54, 500]) expect(until20(after)).toEqual(until20(10));
  });

  it('is scaled with the others of its decision to the cash that there is', () => {
    const symbols = ['AAA', 'BBB'];
    const policy = { fill: 'next-open' } as const;
    const both = symbols.map((symbol) => ({
      symbol,
      type: 'market-on-close',
      shares: 100,
      ...life,
    })) as Parameters<typeof orders>;
    const { lines } = tickStory({ policy, symbols, isIntraday: true, capital: 8000 }, [
      [0, decides(orders(...both))],
      [10, (book) => [...bar(60)(book), ...bar(100, 'BBB')(book)]],
      [10, closes],
    ]);
    // 16,000 for 8,000: half of each.
    expect(lines.filter((one) => one.includes('part'))).toEqual([
      '10 part 1: +50 AAA at 60 (close), fee 0, order',
      '10 part 2: +50 BBB at 100 (close), fee 0, order',
    ]);
  });

  it.each(['next-trade', 'next-quote'] as const)('is denied under %s', (fill) => {
    const { lines } = tickStory({ policy: { fill } }, [[1, decides(atMarket)]]);
    expect(lines).toEqual(['1 deny AAA: no close to fill at']);
  });
});
