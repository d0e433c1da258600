/**
 * What there was at the open of a past session, and what a split does to it that
 * becomes known late.
 */

import { describe, expect, it } from 'vitest';
import { SharesAtOpens } from './shares-at-opens.js';

describe('SharesAtOpens', () => {
  it.each([
    ['before any change', 1, 0],
    ['in the session of the first change, at its open', 2, 0],
    ['between changes', 3, 10],
    ['at the open of the second change', 5, 10],
    ['since', 6, 4],
  ])('%s', (_, date, shares) => {
    // A second change in the session: the position in between was never held at an open.
    const opens = SharesAtOpens.none.note(2, 0).note(5, 10).note(5, 7);
    expect(opens.at(date, 4)).toBe(shares);
  });
});

describe('a split', () => {
  /** 10 since session 2, 30 since session 4; two new shares for one. */
  const bought = SharesAtOpens.none.note(2, 0).note(4, 10);
  const opensOf = (opens: SharesAtOpens, now: number): number[] =>
    [2, 3, 4, 5].map((date) => opens.at(date, now));

  it.each([
    ['before anything was there', 2, 30],
    ['between the fills', 3, 40],
    ['in the session of the second fill', 4, 40],
    ['behind the last fill', 5, 60],
  ])('%s scales what was there at its open', (_, date, now) => {
    expect(bought.split(date, 2, 30).shares).toBe(now);
  });

  it('counts at all opens since, and at none before', () => {
    const { opens, shares } = bought.split(3, 2, 30);
    expect(opensOf(opens, shares)).toEqual([0, 20, 20, 40]);
    // What was split is as it was.
    expect(opensOf(bought, 30)).toEqual([0, 10, 10, 30]);
  });

  it('that becomes known after a later one is scaled by it', () => {
    // Effective 5, and then effective 3: the 10 of before become 10 · 2 · 3, the 20 of session 4
    // become 20 · 3.
    const later = bought.split(5, 3, 30);
    const late = later.opens.split(3, 2, later.shares);
    const first = SharesAtOpens.none.note(2, 0).split(3, 2, 10);
    const inTime = first.opens.note(4, first.shares).split(5, 3, first.shares + 20);
    expect([late.shares, inTime.shares]).toEqual([120, 120]);
    expect(opensOf(late.opens, 120)).toEqual(opensOf(inTime.opens, 120));
  });

  it('leaves an oversold position if more was sold than there was', () => {
    const { shares } = SharesAtOpens.none.note(4, 100).split(4, 0.1, 70);
    expect(shares).toBeCloseTo(-20, 12);
  });
});
