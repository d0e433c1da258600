/** One bar of a period has the money of its days, whatever actions are inside. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Dividend, Split } from '#contracts';
import { story, type Session } from '../book/book-story.fixture.js';
import { dividend, flat, long, short, split } from '../../test/decisions.js';

it('has the money of the same days in bars of a day, where only market orders fill', () => {
  const days = 4;
  const most = 4;
  const prices = fc.array(fc.integer({ min: 20, max: 40 }), {
    minLength: days * most,
    maxLength: days * most,
  });
  const day = fc.integer({ min: 1, max: days * most });
  const actions = fc.array(
    fc.oneof(
      fc.record({ day, amount: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ day, ratio: fc.constantFrom(2, 4, 0.5) }),
    ),
    { maxLength: 4 },
  );
  const decisions = fc.array(fc.constantFrom(long, flat, short, undefined), {
    minLength: most,
    maxLength: most,
  });
  const fill = fc.constantFrom('next-open' as const, 'next-close' as const);
  const check = fc.property(prices, actions, decisions, fill, (flats, given, decided, at) => {
    const policy = { dividends: 'cash', short: true, size: { shares: 8 }, fill: at } as const;
    const announced = given.map((one): Dividend | Split =>
      'ratio' in one ? split(one.day, one.ratio) : dividend(one.day, one.amount),
    );
    const scaled = flats.map((price, index) => {
      const ratios = given.flatMap((one) =>
        'ratio' in one && one.day <= index + 1 ? one.ratio : [],
      );
      return ratios.reduce((value, ratio) => value / ratio, price);
    });
    const daily = flats.map((_, index): Session => {
      const decides = (index + 1) % days === 0 ? decided[Math.floor(index / days)] : undefined;
      const isFirst = index === 0 ? { announced } : {};
      // An order for the close of a period meets only its last day.
      const isMet = at === 'next-open' || (index + 1) % days === 0;
      return { ...isFirst, ...(isMet && { bars: scaled[index]! }), ...(decides && { decides }) };
    });
    const whole = Array.from({ length: most }, (_, index): Session => {
      const own = scaled.slice(index * days, (index + 1) * days);
      const bars = [own[0]!, Math.max(...own), Math.min(...own), own.at(-1)!] as const;
      const decides = decided[index];
      return { ...(index === 0 && { announced }), bars, ...(decides && { decides }) };
    });
    const one = story({ policy }, daily);
    const other = story({ policy, days }, whole);
    expect(other.book.equity()).toBeCloseTo(one.book.equity(), 9);
    expect(other.book.account.shares[0]).toBeCloseTo(one.book.account.shares[0]!, 9);
  });
  fc.assert(check, { numRuns: 300 });
});
