/** What was held at the open of a past session. */

import { describe, expect, it } from 'vitest';
import { OpeningHoldings } from './opening-holdings.js';

describe('OpeningHoldings', () => {
  it.each([
    ['before any change', 1, 0],
    ['in the session of the first change, at its open', 2, 0],
    ['between changes', 3, 10],
    ['at the open of the second change', 5, 10],
    ['since', 6, 4],
  ])('%s', (_, date, shares) => {
    const holdings = new OpeningHoldings(1);
    holdings.note(0, 2, 0);
    holdings.note(0, 5, 10);
    // A second change in the session: what was held in between is no opening.
    holdings.note(0, 5, 7);
    expect(holdings.at(0, date, 4)).toBe(shares);
  });

  it('keeps symbols apart', () => {
    const holdings = new OpeningHoldings(2);
    holdings.note(0, 2, 3);
    expect(holdings.at(1, 1, 8)).toBe(8);
  });
});
