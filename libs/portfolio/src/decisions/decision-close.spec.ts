/**
 * Under `decision-close`: which known closes a decision may fill at. Milliseconds
 * stand for minutes.
 */

import { describe, expect, it } from 'vitest';
import { orders, target, weights } from '../../test/decisions.js';
import {
  bars,
  closes,
  closesLate,
  decides,
  decidesPair,
  liquidates,
  tickStory,
  trades,
} from '../../test/tick-story.js';

const flat = (price: number) => ({ open: price, high: price, low: price, close: price });
const symbols = ['FAST', 'SLOW'];
const close = { fill: 'decision-close', size: { shares: 10 } } as const;
const given = { policy: close, symbols, isIntraday: true } as const;
const fast = (price: number, lateMs = 0) => bars(flat(price), 'FAST', { ms: 15, lateMs });
const slow = (price: number, lateMs = 0) => bars(flat(price), 'SLOW', { ms: 60, lateMs });

describe('the close of a bar that ended before the decision', () => {
  it.each([
    ['a market order', orders({ symbol: 'FAST' }, { symbol: 'SLOW' })],
    ['a target', target({ FAST: 1, SLOW: 1 })],
  ])('does not fill %s', (_, decision) => {
    const { lines } = tickStory(given, [
      [60, fast(100)],
      [60, slow(100)],
      [75, fast(101)],
      [75, decides(decision)],
    ]);
    const denied = lines.filter((line) => line.includes('deny'));
    expect(denied).toEqual(['75 deny SLOW: no price']);
    expect(lines.filter((line) => line.includes('fill'))).toEqual([
      expect.stringContaining('+10 FAST at 101 (close)'),
    ]);
  });

  it('does not fill weights, and closes no position', () => {
    const half = weights({ FAST: 0.5, SLOW: 0.5 });
    const { lines } = tickStory(given, [
      [60, fast(100)],
      [60, slow(100)],
      [60, decides(half)],
      [75, fast(125)],
      [75, decides(weights({ FAST: 0, SLOW: 0 }))],
      [120, slow(80)],
      [120, decides(weights({ FAST: 0, SLOW: 0 }))],
    ]);
    expect(lines).toEqual([
      '60 fill 1: +50 FAST at 100 (close), fee 0, rebalance',
      '60 fill 2: +50 SLOW at 100 (close), fee 0, rebalance',
      '75 deny SLOW: no price',
      '75 fill 3: -50 FAST at 125 (close), fee 0, rebalance',
      '120 deny FAST: no price',
      '120 fill 4: -50 SLOW at 80 (close), fee 0, rebalance',
    ]);
  });

  it('fills neither leg of a pair', () => {
    const { lines } = tickStory({ policy: 'pair-close', symbols: ['AAA', 'BBB'], isPair: true }, [
      [60, bars(flat(100))],
      [75, bars(flat(100), 'BBB')],
      [75, decidesPair('LONG_SHORT')],
      [120, bars(flat(100))],
      [120, bars(flat(100), 'BBB')],
      [120, decidesPair('LONG_SHORT')],
    ]);
    expect(lines).toEqual([
      '75 deny AAA: no price',
      '75 deny BBB: no price',
      '120 fill 1: +50 AAA at 100 (close), fee 0, open',
      '120 fill 2: -50 BBB at 100 (close), fee 0, open',
    ]);
  });

  it('does not fill an order that waits since an answer that took time', () => {
    const { lines } = tickStory(given, [
      [60, fast(100)],
      [60, slow(100)],
      [60, decides(orders({ symbol: 'SLOW' }), 5)],
      [75, fast(101)],
      [75, decides(orders({ symbol: 'FAST' }))],
      [130, slow(99)],
    ]);
    expect(lines).toEqual([
      '75 fill 2: +10 FAST at 101 (close), fee 0, order',
      '130 fill 1: +10 SLOW at 99 (open), fee 0, order',
    ]);
  });

  it('is not that of the session for a symbol whose last bar is missing', () => {
    const { lines } = tickStory(given, [
      [60, fast(100)],
      [60, decides(orders({ symbol: 'FAST' }))],
      [75, closes],
      [75, decides(orders({ symbol: 'FAST', side: 'sell' }))],
      // What closes a run decides nothing.
      [75, liquidates],
    ]);
    expect(lines).toEqual([
      '60 fill 1: +10 FAST at 100 (close), fee 0, order',
      '75 deny FAST: no price',
      '75 fill 2: -10 FAST at 100 (close), fee 0, liquidate',
    ]);
  });

  it('is no trade either', () => {
    const { lines } = tickStory(given, [
      [60, trades(100, 5, 'FAST')],
      [75, closes],
      [75, decides(orders({ symbol: 'FAST' }))],
    ]);
    expect(lines).toEqual(['75 deny FAST: no price']);
  });
});

describe('a bar that comes after its end', () => {
  it('fills what is decided as it comes, and nothing after that', () => {
    const { lines } = tickStory(given, [
      [61, slow(100, 1)],
      [62, fast(100, 2)],
      [62, decides(orders({ symbol: 'FAST' }, { symbol: 'SLOW' }))],
    ]);
    expect(lines).toEqual([
      '62 deny SLOW: no price',
      '62 fill 1: +10 FAST at 100 (close), fee 0, order',
    ]);
  });

  it('fills nothing if a later bar is known', () => {
    const { lines } = tickStory(given, [
      [75, fast(100)],
      [80, slow(100, 20)],
      [80, decides(orders({ symbol: 'SLOW' }))],
    ]);
    expect(lines).toEqual(['80 deny SLOW: no price']);
  });

  it('fills what is decided at the close of its session, which is known later still', () => {
    const { lines } = tickStory(given, [
      [45, fast(99)],
      [61, slow(100, 1)],
      [65, closesLate(60)],
      [65, decides(orders({ symbol: 'FAST' }, { symbol: 'SLOW' }))],
    ]);
    expect(lines).toEqual([
      '65 deny FAST: no price',
      '65 fill 1: +10 SLOW at 100 (close), fee 0, order',
    ]);
  });
});
