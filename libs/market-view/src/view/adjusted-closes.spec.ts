/**
 * Adjusted closes as of the cursor: hand-computed factors, applied when known and
 * effective, not before.
 */

import { requireCivilDate, type Instant } from '#values';
import { zonedInstant } from '#values/zones/zone-clock';
import { describe, expect, it } from 'vitest';
import {
  bar,
  dividend,
  marketOf,
  openMarket,
  release,
  sessionOpen,
  split,
  type SmallFact,
} from '../../test/small-tape.js';

const day = (session: number, close: number, ...before: SmallFact[]): SmallFact[] => [
  ...before,
  sessionOpen(session),
  bar(close),
];

const adjusted = (facts: readonly SmallFact[], options = {}, market = {}): number[] => [
  ...marketOf(facts, market).view.adjustedCloses('AAA', Infinity, options),
];
const both = { dividends: true };

describe('splits', () => {
  const facts = [...day(1, 100), ...day(2, 104), ...day(3, 26, split(3, 4)), ...day(4, 27)];

  it('divide the closes before the effective date', () => {
    expect(adjusted(facts)).toEqual([25, 26, 26, 27]);
  });

  it('multiply when shares are drawn together', () => {
    expect(adjusted([...day(1, 5), ...day(2, 50, split(2, 1, 10))])).toEqual([50, 50]);
  });

  it('accumulate', () => {
    const twice = [...day(1, 100), ...day(2, 50, split(2, 2)), ...day(3, 10, split(3, 5))];
    expect(adjusted(twice)).toEqual([10, 10, 10]);
  });

  it('do nothing before their session opens, although they are known', () => {
    const known = [...day(1, 100), split(2, 4), bar(100)];
    expect(adjusted(known)).toEqual([100, 100]);
    expect(adjusted([...known, sessionOpen(2)])).toEqual([25, 25]);
  });

  it('count from the first session on or after their date', () => {
    expect(adjusted([...day(1, 100), split(3, 2), ...day(5, 50)])).toEqual([50, 50]);
  });

  it('have no effect before they were known, although the store has them', () => {
    const market = openMarket();
    release(market, facts, 4);
    expect([...market.view.adjustedCloses('AAA', 9, both)]).toEqual([100, 104]);
  });

  it('that become known late scale from then on', () => {
    const late = [...day(1, 100), ...day(2, 50)];
    expect(adjusted(late)).toEqual([100, 50]);
    expect(adjusted([...late, split(2, 2)])).toEqual([50, 50]);
  });

  it('leave raw bars and the last price alone', () => {
    const { view } = marketOf(facts);
    expect([...view.closes('AAA', 3)]).toEqual([26, 26, 27]);
    expect([...view.rawBars('AAA', 4).close]).toEqual([100, 104, 26, 27]);
    expect(view.lastPrice('AAA')).toBe(27);
  });
});

describe('dividends', () => {
  const facts = [...day(1, 80), ...day(2, 100), ...day(3, 97, dividend(3, 4))];

  it('reduce the closes before the ex date by 1 − amount / last close before it', () => {
    // 1 − 4 / 100 = 0.96.
    expect(adjusted(facts, both)).toEqual([76.8, 96, 97]);
  });

  it('are left out unless they are asked for', () => {
    expect(adjusted(facts)).toEqual([80, 100, 97]);
  });

  it('that are declared before do nothing until the ex date', () => {
    const declared = [...day(1, 100, dividend(3, 4)), ...day(2, 100)];
    expect(adjusted(declared, both)).toEqual([100, 100]);
    expect(adjusted([...declared, sessionOpen(3)], both)).toEqual([96, 96]);
  });

  it.each([
    ['the whole price', 4, 4, 2],
    // (0.5 + 25) / 20 - 1 = 27.5 %, as from 20 / 51 to 0.5.
    ['more than the price', 20, 25, 20 / 51],
  ])('of %s leave the total return', (_, before, amount, expected) => {
    const after = before === 4 ? 4 : 0.5;
    const facts = [...day(1, before), ...day(2, after, dividend(2, amount)), ...day(3, after)];
    const closes = adjusted(facts, both);
    expect(closes).toEqual([expect.closeTo(expected, 12), after, after]);
    expect(closes[1]! / closes[0]!).toBeCloseTo((after + amount) / before, 12);
  });

  it('above the price are no factor while there is no close after them', () => {
    const facts = [...day(1, 10), ...day(2, 20), dividend(3, 25), sessionOpen(3)];
    expect(adjusted(facts, both)).toEqual([10, 20]);
  });

  it.each([
    ['on the day of a split', [split(2, 2), dividend(2, 15)]],
    ['on the day of a split that is known after them', [dividend(2, 15), split(2, 2)]],
  ])('above the price, %s, are of the shares of before', (_, actions) => {
    const closes = adjusted([...day(1, 12), ...day(2, 5, ...actions)], both);
    // A share of 12 became two of 5, and was paid 15.
    expect(closes[1]! / closes[0]!).toBeCloseTo((2 * 5 + 15) / 12, 12);
  });

  it('before any close are no factor', () => {
    expect(adjusted(day(1, 100, dividend(1, 4)), both)).toEqual([100]);
  });

  it('multiply with splits: each from raw prices of its own day', () => {
    const mixed = [
      ...day(1, 100),
      ...day(2, 98, dividend(2, 2)),
      ...day(3, 49, split(3, 2)),
      ...day(4, 48, dividend(4, 0.98)),
    ];
    // 0.98 for the first, 1/2 for the split, 1 − 0.98 / 49 = 0.98 for the second.
    const expected = [100 * 0.98 * 0.5 * 0.98, 98 * 0.5 * 0.98, 49 * 0.98, 48];
    for (const [row, close] of adjusted(mixed, both).entries()) {
      expect(close).toBeCloseTo(expected[row] as number, 12);
    }
  });
});

describe('what the data set says of its prices', () => {
  const facts = [...day(1, 100), ...day(2, 50, split(2, 2), dividend(2, 10))];

  it.each([
    ['raw', [45, 50]],
    ['split-adjusted', [90, 50]],
    ['adjusted', [100, 50]],
  ] as const)('%s prices take what is not in them yet', (priceBasis, expected) => {
    expect(adjusted(facts, both, { priceBasis })).toEqual(expected);
  });
});

describe('a bounded history', () => {
  it('gives the same last rows, whatever came before them', () => {
    const facts = [...day(1, 60), ...day(2, 80), ...day(3, 100), ...day(4, 97, dividend(4, 4))];
    const whole = adjusted(facts, both);
    const bounded = adjusted(facts, both, { history: 2 });
    expect(bounded).toEqual(whole.slice(-2));
  });

  it('scales nothing by a close that is out of reach', () => {
    const facts = [...day(1, 100), ...day(2, 97, dividend(2, 4)), ...day(3, 98)];
    expect(adjusted(facts, both, { history: 2 })).toEqual([97, 98]);
  });
});

describe('actions inside of a weekly bar', () => {
  const calendar = 'XNYS weekly';
  const [friday, next] = ['2025-03-07', '2025-03-14'].map((text) => requireCivilDate(text, 'test'));
  const newYorkInstant = (text: string, minutes: number): Instant =>
    zonedInstant(requireCivilDate(text, 'test'), minutes, 'America/New_York');
  const at = (text: string): { time: number } => ({
    time: newYorkInstant(text, 16 * 60),
  });
  const opens = (session: number, text: string): SmallFact => ({
    ...sessionOpen(session),
    time: newYorkInstant(text, 9 * 60 + 30),
  });
  const wednesday = requireCivilDate('2025-03-12', 'test');
  const week = (close: number, ...actions: SmallFact[]): SmallFact[] => [
    opens(friday!, '2025-03-03'),
    { ...bar(100), ...at('2025-03-07') },
    opens(next!, '2025-03-10'),
    ...actions,
    { ...bar(close), ...at('2025-03-14') },
  ];

  it('scale what came before the week', () => {
    expect(adjusted(week(50, split(wednesday, 2)), {}, { calendar })).toEqual([50, 50]);
    const paid = adjusted(week(95, dividend(wednesday, 5)), both, { calendar });
    expect(paid).toEqual([95, 95]);
  });

  it.each([
    ['before', -1, 10],
    ['after', 1, 5],
  ])('pay what a share became, by a dividend the day %s a split', (_, days, amount) => {
    const actions = [split(wednesday, 2), dividend(wednesday + days, amount)];
    // 100, of which 10 are paid and two shares are worth 45.
    expect(adjusted(week(45, ...actions), both, { calendar })).toEqual([45, 45]);
  });

  it('do nothing before their day', () => {
    const facts = week(50, split(wednesday, 2)).slice(0, 4);
    expect(
      adjusted([...facts, { ...bar(1, { symbol: 'BBB' }), ...at('2025-03-11') }], {}, { calendar }),
    ).toEqual([100]);
    expect(
      adjusted([...facts, { ...bar(1, { symbol: 'BBB' }), ...at('2025-03-12') }], {}, { calendar }),
    ).toEqual([50]);
  });
});
