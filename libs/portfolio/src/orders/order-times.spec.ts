/** Which bars an order may meet, where it takes time to be there, and where trading is halted. */

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

describe('bars under a delay', () => {
  const bar = (price: number) => bars({ open: price, high: price, low: price, close: price });

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
