/**
 * Which bars an order may meet: by when they began, where it takes time to be there, and where
 * trading is halted.
 */

import { describe, expect, it } from 'vitest';
import { orders } from '../../test/decisions.js';
import {
  bars,
  closes,
  decides,
  halts,
  liquidates,
  opens,
  tickStory,
} from '../../test/tick-story.js';

const ten = orders({ shares: 10 });

const flat = (price: number) => ({ open: price, high: price, low: price, close: price });

describe('bars of several lengths and phases', () => {
  const symbols = ['FAST', 'SLOW'];
  const next = { fill: 'next-open' } as const;
  const fast = (price: number) => bars(flat(price), 'FAST', { ms: 15 });
  const slow = (price: number, lateMs = 0) => bars(flat(price), 'SLOW', { ms: 60, lateMs });
  const buySlow = orders({ symbol: 'SLOW', shares: 10 });

  it('fill nothing at the open of a bar that was under way', () => {
    const { lines } = tickStory({ policy: next, symbols }, [
      [45, fast(101)],
      [45, decides(buySlow)],
      [60, slow(100)],
      [120, slow(102)],
    ]);
    expect(lines).toEqual(['120 fill 1: +10 SLOW at 102 (open), fee 0, order']);
  });

  it.each(['limit', 'stop'] as const)('touch no %s with prices of before it', (type) => {
    const level = type === 'limit' ? { limit: 95 } : { stop: 105 };
    const order = orders({ symbol: 'SLOW', shares: 10, type, ...level });
    const { lines } = tickStory({ policy: next, symbols }, [
      [45, fast(101)],
      [45, decides(order)],
      [60, bars({ open: 100, high: 110, low: 90, close: 100 }, 'SLOW', { ms: 60 })],
      [120, slow(100)],
    ]);
    expect(lines).toEqual([]);
  });

  it('fill a short sale, a target and a weight at the next open too', () => {
    const given = { policy: { ...next, short: true }, symbols };
    const sale = orders({ symbol: 'SLOW', shares: 10, side: 'sell' });
    const target = { kind: 'target', positions: [{ symbol: 'SLOW', position: -1 }] } as const;
    const weight = { kind: 'weights', weights: [{ symbol: 'SLOW', weight: -0.5 }] } as const;
    for (const decision of [sale, target, weight]) {
      const { events } = tickStory(given, [
        [45, fast(101)],
        [45, decides(decision)],
        [60, slow(100)],
        [120, slow(102)],
      ]);
      const fills = events.flatMap((event) => (event.type === 'OrderFilled' ? [event] : []));
      expect(fills.map(({ price, time }) => [price, time])).toEqual([[102, 120_000]]);
    }
  });

  it('that follow a gap fill what was decided in it', () => {
    const { lines } = tickStory({ policy: next, symbols }, [
      [60, slow(100)],
      [90, fast(101)],
      [90, decides(buySlow)],
      [180, slow(102)],
    ]);
    expect(lines).toEqual(['180 fill 1: +10 SLOW at 102 (open), fee 0, order']);
  });

  it('of an unknown length begin at the end of the bar before, and so in the gap', () => {
    const unknown = (price: number) => bars(flat(price), 'SLOW');
    const { lines } = tickStory({ policy: next, symbols }, [
      [60, unknown(100)],
      [90, fast(101)],
      [90, decides(buySlow)],
      [180, unknown(102)],
      [240, unknown(103)],
    ]);
    expect(lines).toEqual(['240 fill 1: +10 SLOW at 103 (open), fee 0, order']);
  });

  it('that end early with their session begin where the bar before ended', () => {
    const { lines } = tickStory({ policy: next, symbols }, [
      [60, slow(100)],
      [60, decides(buySlow)],
      [90, slow(101)],
    ]);
    expect(lines).toEqual(['90 fill 1: +10 SLOW at 101 (open), fee 0, order']);
  });

  it('that arrive after their end fill one bar later', () => {
    const { lines } = tickStory({ policy: next, symbols }, [
      [61, slow(100, 1)],
      [61, decides(buySlow)],
      [121, slow(101, 1)],
      [181, slow(102, 1)],
    ]);
    expect(lines).toEqual(['181 fill 1: +10 SLOW at 102 (open), fee 0, order']);
  });

  it('that arrive behind a later one fill nothing that was decided since they began', () => {
    const { lines } = tickStory({ policy: next, symbols }, [
      [60, slow(100)],
      [90, fast(101)],
      [90, decides(buySlow)],
      [180, slow(102)],
      [180, decides(buySlow)],
      [181, slow(50, 61)],
      [240, slow(103)],
    ]);
    expect(lines).toEqual([
      '180 fill 1: +10 SLOW at 102 (open), fee 0, order',
      '240 fill 2: +10 SLOW at 103 (open), fee 0, order',
    ]);
  });

  it('keep a day order that was given while the last bar was under way for the next session', () => {
    const order = orders({ symbol: 'SLOW', shares: 10, timeInForce: 'day' });
    const { lines } = tickStory({ policy: next, symbols }, [
      [45, fast(101)],
      [45, decides(order)],
      [60, slow(100)],
      [60, closes],
      [100, opens(2)],
      [160, slow(102)],
    ]);
    expect(lines).toEqual(['160 fill 1: +10 SLOW at 102 (open), fee 0, order']);
  });

  it('of a day begin at the open of the calendar, not at the one of the tape', () => {
    const day = (price: number) => bars(flat(price), 'AAA', { lateMs: 5 });
    const { lines } = tickStory({ policy: next }, [
      [65, day(100)],
      [65, closes],
      [65, decides(ten)],
      [66, opens(2, 60)],
      [125, day(101)],
      [125, closes],
      [126, opens(3, 120)],
      [185, day(102)],
    ]);
    expect(lines).toEqual(['185 fill 1: +10 AAA at 102 (open), fee 0, order']);
  });
});

describe('bars under a delay', () => {
  const bar = (price: number) => bars(flat(price));

  it('fill orders only if they began after the order arrived', () => {
    const { lines } = tickStory({ policy: { fill: 'next-open', latencyMs: 10 } }, [
      [60, bar(100)],
      [60, decides(ten)],
      [120, bar(101)],
      [180, bar(102)],
    ]);
    expect(lines).toEqual(['180 fill 1: +10 AAA at 102 (open), fee 0, order']);
  });

  it('may be the first of a session that opened since', () => {
    const { lines } = tickStory({ policy: { fill: 'next-open', latencyMs: 10 } }, [
      [60, bar(100)],
      [60, closes],
      [60, decides(ten)],
      [100, opens(2)],
      [160, bar(101)],
    ]);
    expect(lines).toEqual(['160 fill 1: +10 AAA at 101 (open), fee 0, order']);
  });

  it('take the place of a close that was gone when the answer came', () => {
    const { lines } = tickStory({ policy: 'close' }, [
      [60, bar(100)],
      [60, decides(ten, 5)],
      [120, bar(101)],
      [180, bar(102)],
      [180, decides(ten)],
    ]);
    expect(lines).toEqual([
      '180 fill 1: +10 AAA at 102 (open), fee 0, order',
      '180 fill 2: +10 AAA at 102 (close), fee 0, order',
    ]);
  });

  it('fill nothing while trading is halted, at a close that was seen neither', () => {
    const { lines } = tickStory({ policy: { fill: 'next-open' } }, [
      [60, bar(100)],
      [60, decides(ten)],
      [70, halts(true)],
      [120, bar(101)],
      [130, halts(false)],
      [180, bar(102)],
    ]);
    expect(lines).toEqual(['180 fill 1: +10 AAA at 102 (open), fee 0, order']);
    const close = tickStory({ policy: 'close' }, [
      [60, bar(100)],
      [70, halts(true)],
      [70, decides(ten)],
    ]);
    expect(close.lines).toEqual(['70 deny AAA: no price']);
    const last = tickStory({ policy: { fill: 'decision-close', liquidate: true } }, [
      [60, bar(100)],
      [60, decides(ten)],
      [70, halts(true)],
      [80, liquidates],
    ]);
    expect(last.lines).toEqual([
      '60 fill 1: +10 AAA at 100 (close), fee 0, order',
      '80 deny AAA: no price',
    ]);
  });
});
