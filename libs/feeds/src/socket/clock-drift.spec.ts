/** Offsets of clocks, bounded by dates of whole seconds. */

import { describe, expect, it } from 'vitest';
import { ClockDrift } from './clock-drift.js';

/** The reply of a server whose clock is `ahead` of this machine's. */
const answer = (askedAt: number, tookMs: number, ahead: number) => {
  const server = askedAt + tookMs / 2 + ahead;
  const answeredAt = askedAt + tookMs;
  return { askedAt, answeredAt, date: new Date(Math.floor(server / 1000) * 1000).toUTCString() };
};
const start = Date.UTC(2026, 3, 1, 14);

describe('the drift of a clock', () => {
  it('is bounded by one answer to a second and the time it took', () => {
    const note = new ClockDrift().measure(answer(start, 100, 0));
    expect(note).toEqual({ note: 'clock', offsetMs: 450, within: 550 });
  });

  it('becomes exact with answers at other parts of a second', () => {
    const drift = new ClockDrift();
    const notes = Array.from({ length: 200 }, (_, index) =>
      drift.measure(answer(start + index * 61_037, 20, 2345)),
    );
    const last = notes.at(-1);
    expect(last).toMatchObject({ note: 'clock' });
    if (last?.note !== 'clock') return;
    expect(last.within).toBeLessThan(60);
    expect(Math.abs(last.offsetMs - 2345)).toBeLessThanOrEqual(last.within);
  });

  it('starts over when a clock was set', () => {
    const drift = new ClockDrift();
    drift.measure(answer(start, 10, 0));
    const note = drift.measure(answer(start + 1000, 10, 5000));
    expect(note).toMatchObject({ note: 'clock', within: 505 });
  });

  it('returns nothing if nothing is new or the date is unreadable', () => {
    const drift = new ClockDrift();
    drift.measure(answer(start, 10, 0));
    expect(drift.measure(answer(start + 1000, 10, 0))).toBeUndefined();
    expect(drift.measure({ askedAt: 0, answeredAt: 1, date: 'soon' })).toBeUndefined();
    expect(drift.measure({ askedAt: 0, answeredAt: 1, date: undefined })).toBeUndefined();
  });
});
