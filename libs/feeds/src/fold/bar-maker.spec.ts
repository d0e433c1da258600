/**
 * Bars made from prices, whatever the order in which these arrive: the values of each, and
 * when it is ready.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { microsPerMinute, microsPerSecond } from '#values';
import { BarMaker } from './bar-maker.js';
import { FactBuffer } from './fact-buffer.js';

/** A start of minutes, five minutes and hours since 1970. */
const start = 495_000 * 60 * microsPerMinute;
const second = (count: number): number => start + count * microsPerSecond;

let maker: BarMaker;
beforeEach(() => {
  maker = new BarMaker(2, { minutes: 1, waitMs: 10_000 });
});

/** A price at a second after `start`; it arrives at once unless said otherwise. */
const take = (at: number, price: number, size = 1, arrival = at, instrument = 0): void =>
  maker.take({ instrument, at: second(at), price, size }, second(arrival));

/** All bars that are open, in the order of their release; times in seconds after `start`. */
function released() {
  const out = new FactBuffer();
  while (maker.due < Infinity) maker.release(out);
  const { columns } = out;
  return Array.from({ length: columns.count }, (_, row) => ({
    instrument: columns.instrument[row],
    end: (columns.eventTime[row]! - start) / microsPerSecond,
    ready: (columns.knowledgeTime[row]! - start) / microsPerSecond,
    prices: (['open', 'high', 'low', 'close'] as const).map((name) => columns[name][row]),
    volume: columns.volume[row],
    vwap: columns.vwap[row],
  }));
}

describe('a bar', () => {
  it('has the first, highest, lowest and last price, their volume and mean price', () => {
    for (const [at, price, size] of [
      [0, 10, 1],
      [20, 12, 2],
      [40, 9, 3],
      [59, 11, 4],
    ] as const) {
      take(at, price, size);
    }
    expect(released()).toEqual([
      { instrument: 0, end: 60, ready: 70, prices: [10, 12, 9, 11], volume: 10, vwap: 10.5 },
    ]);
  });

  it('is the same in whatever order its prices arrive', () => {
    for (const [at, price] of [
      [40, 9],
      [59, 11],
      [0, 10],
      [20, 12],
    ] as const) {
      take(at, price, 1, 65);
    }
    expect(released()).toMatchObject([{ prices: [10, 12, 9, 11], volume: 4, vwap: 10.5 }]);
  });

  it('closes at the later arrival of two at one time, and opens at the earlier', () => {
    take(5, 10);
    take(5, 11);
    expect(released()).toMatchObject([{ prices: [10, 11, 10, 11] }]);
  });

  it('has no mean price where there is no volume', () => {
    take(5, 10, 0);
    take(60, 10, NaN);
    expect(released().map(({ vwap }) => vwap)).toEqual([NaN, NaN]);
  });

  it('begins at a multiple of its length, and ends before the next', () => {
    take(59.999_999, 1);
    take(60, 2);
    expect(released()).toMatchObject([
      { end: 60, prices: [1, 1, 1, 1] },
      { end: 120, prices: [2, 2, 2, 2] },
    ]);
  });

  it('takes a price that is stamped after its arrival as one of its arrival', () => {
    take(400, 7, 1, 30);
    expect(released()).toMatchObject([{ end: 60, prices: [7, 7, 7, 7] }]);
  });
});

describe('a late price that opens an earlier bar', () => {
  it('makes that bar due first', () => {
    take(61, 20);
    expect(maker.due).toBe(second(130));
    take(58, 10, 1, 62);
    expect(maker.due).toBe(second(70));
    expect(released()).toMatchObject([
      { end: 60, ready: 70, prices: [10, 10, 10, 10] },
      { end: 120, ready: 130, prices: [20, 20, 20, 20] },
    ]);
  });

  it('makes it due first for another instrument as well', () => {
    take(61, 20);
    take(58, 10, 1, 62, 1);
    expect(released()).toMatchObject([
      { instrument: 1, end: 60, ready: 70 },
      { instrument: 0, end: 120, ready: 130 },
    ]);
  });

  it('adds to the bar if that is open, and leaves the current one as it is', () => {
    take(30, 10);
    take(61, 20);
    take(59, 11, 1, 62);
    expect(released()).toMatchObject([
      { end: 60, prices: [10, 11, 10, 11], volume: 2 },
      { end: 120, prices: [20, 20, 20, 20], volume: 1 },
    ]);
  });
});

describe('bars that are ready', () => {
  it('come in the order of instruments, one release per end', () => {
    take(5, 20, 1, 5, 1);
    take(6, 10);
    expect(released()).toMatchObject([
      { instrument: 0, ready: 70 },
      { instrument: 1, ready: 70 },
    ]);
  });

  it('are ready when they have waited, and then a price is too late for them', () => {
    take(5, 10);
    expect(maker.isBehind(second(5), second(70) - 1)).toBe(false);
    expect(maker.isBehind(second(5), second(70))).toBe(true);
    expect(maker.isBehind(second(60), second(70))).toBe(false);
  });

  it('wait for at most the length of a bar', () => {
    maker = new BarMaker(1, { minutes: 1, waitMs: 600_000 });
    take(5, 10);
    expect(maker.due).toBe(second(120));
  });

  it('are due never if none is open', () => {
    expect(maker.due).toBe(Infinity);
    take(5, 10);
    released();
    expect(maker.due).toBe(Infinity);
  });
});
