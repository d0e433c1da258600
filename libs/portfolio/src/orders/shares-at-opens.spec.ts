/** What there was at the open of a past session, and what a split does to it that becomes known late. */

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
    const opens = new SharesAtOpens();
    opens.note(2, 0);
    opens.note(5, 10);
    // A second change in the session: the position in between was never held at an open.
    opens.note(5, 7);
    expect(opens.at(date, 4)).toBe(shares);
  });
});

describe('a split', () => {
  /** 10 since session 2, 30 since session 4; two new shares for one. */
  const bought = (): SharesAtOpens => {
    const opens = new SharesAtOpens();
    opens.note(2, 0);
    opens.note(4, 10);
    return opens;
  };

  it.each([
    ['before anything was there', 2, 30],
    ['between the fills', 3, 40],
    ['in the session of the second fill', 4, 40],
    ['behind the last fill', 5, 60],
  ])('%s scales what was there at its open', (_, date, now) => {
    expect(bought().split(date, 2, 30)).toBe(now);
  });

  it('counts at all opens since, and at none before', () => {
    const opens = bought();
    const now = opens.split(3, 2, 30);
    expect([2, 3, 4, 5].map((date) => opens.at(date, now))).toEqual([0, 20, 20, 40]);
  });

  it('that becomes known after a later one is scaled by it', () => {
    const [late, inTime] = [bought(), new SharesAtOpens()];
    // Effective 5, and then effective 3: the 10 of before become 10 · 2 · 3, the 20 of session 4 become 20 · 3.
    const now = late.split(3, 2, late.split(5, 3, 30));
    inTime.note(2, 0);
    let same = inTime.split(3, 2, 10);
    inTime.note(4, same);
    same = inTime.split(5, 3, same + 20);
    expect([now, same]).toEqual([120, 120]);
    const at = (opens: SharesAtOpens): number[] => [2, 3, 4, 5].map((date) => opens.at(date, 120));
    expect(at(late)).toEqual(at(inTime));
  });

  it('leaves an oversold position if more was sold than there was', () => {
    const opens = new SharesAtOpens();
    opens.note(4, 100);
    expect(opens.split(4, 0.1, 70)).toBeCloseTo(-20, 12);
  });
});
