/**
 * A copy holds the requested rows, whatever was read before and whatever the series has dropped.
 */

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { PlainColumn, type KeptColumns } from './plain-column.js';

/** A series of closes 0, 1, 2, …; the first `dropped` are dropped. */
function seriesOf(rows: number, dropped = 0) {
  const column = Float64Array.from({ length: rows - dropped }, (_, at) => at + dropped);
  const [time, open, high, low, adjClose, volume] = Array<Float64Array>(6).fill(column);
  return { dropped, time, open, high, low, close: column, adjClose, volume } as KeptColumns;
}

/** The same series later on. */
function grow(series: KeptColumns, rows: number, dropped: number): void {
  Object.assign(series, seriesOf(rows, dropped));
}

describe('copy', () => {
  it('is a copy, each time', () => {
    const close = new PlainColumn(seriesOf(5), 'close');
    const first = close.copy(1, 4);
    first.fill(-1);
    expect(close.copy(1, 4)).toEqual([1, 2, 3]);
  });

  it('has what a vendor left out as NaN', () => {
    const series = seriesOf(3);
    series.volume.fill(NaN, 1, 2);
    expect(new PlainColumn(series, 'volume').copy(0, 3)).toEqual([0, NaN, 2]);
  });

  it('is empty when nothing can be read', () => {
    expect(new PlainColumn(seriesOf(0), 'close').copy(0, 0)).toEqual([]);
  });

  it('passes its rows to no method that an agent may have replaced', () => {
    const close = new PlainColumn(seriesOf(9), 'close');
    const planted = vi.spyOn(Array.prototype, 'slice');
    const copied = close.copy(0, 4);
    const calls = planted.mock.calls.length;
    planted.mockRestore();
    expect(copied).toEqual([0, 1, 2, 3]);
    expect(calls).toBe(0);
  });

  it('is of the rows that were asked for, while the series grows and forgets', () => {
    const step = fc.record({
      grows: fc.nat(40),
      drops: fc.nat(40),
      reads: fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const series = seriesOf(0);
        const close = new PlainColumn(series, 'close');
        let rows = 0;
        for (const { grows, drops, reads } of steps) {
          rows += grows;
          grow(series, rows, Math.min(rows, series.dropped + drops));
          const { dropped } = series;
          for (const [a, b] of reads) {
            const to = Math.min(Math.max(a, b), rows - dropped);
            const from = Math.min(a, b, to);
            const expected = Array.from({ length: to - from }, (_, at) => dropped + from + at);
            expect(close.copy(from, to)).toEqual(expected);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
