/**
 * What sessions do to a book: dividends, splits, borrowing, stale marks, and the end of the run.
 */

import { describe, expect, it } from 'vitest';
import { line, story } from '../book/book-story.fixture.js';
import {
  dividend,
  flat,
  long,
  orders,
  short,
  split,
  target,
  weights,
} from '../../test/decisions.js';
import { announce, closeSession, openSession } from './session-turn.js';

const announced = [dividend(3, 2)];

describe('dividends', () => {
  it('are paid in cash for the shares held overnight into the ex date', () => {
    const { lines, marks } = story({ policy: { dividends: 'cash' } }, [
      { bars: 100, decides: long, announced },
      { bars: 100 },
      { bars: 98 },
    ]);
    expect(lines.at(-1)).toBe('dividend AAA: 10 x 2 = 20');
    expect(marks.at(-1)).toBe('mark 3: equity 1000, cash 20');
  });

  it('are paid by a short', () => {
    const { lines, marks } = story({ policy: { dividends: 'cash', short: true } }, [
      { bars: 100, decides: short, announced },
      { bars: 100 },
      { bars: 98 },
    ]);
    expect(lines.at(-1)).toBe('dividend AAA: -10 x 2 = -20');
    expect(marks.at(-1)).toBe('mark 3: equity 1000, cash 1980');
  });

  it('are left out when the policy ignores them', () => {
    const { lines } = story({}, [{ bars: 100, decides: long, announced }, {}, { bars: 98 }]);
    expect(lines).toHaveLength(1);
  });

  it.each([
    ['at its close', 'decision-close', { bars: 100 }, { bars: 98, decides: long }],
    ['at its open', 'next-open', { bars: 100, decides: long }, { bars: 98 }],
  ] as const)('are not paid to who buys on the ex date, %s', (_, fill, before, exDate) => {
    const { lines } = story({ policy: { dividends: 'cash', fill } }, [
      { bars: 100, announced },
      before,
      exDate,
      { bars: 98 },
    ]);
    expect(lines.map((told) => told.split(' ')[0])).toEqual(['fill']);
  });

  it('are paid to who sells at the open of the ex date', () => {
    const { lines } = story({ policy: { dividends: 'cash', fill: 'next-open' } }, [
      { bars: 100, decides: long, announced },
      { bars: 100, decides: flat },
      { bars: 98 },
    ]);
    expect(lines.slice(1)).toEqual([
      'dividend AAA: 10 x 2 = 20',
      'fill 2: -10 AAA at 98 (open), fee 0, close',
    ]);
  });

  it('that become known late are paid at once, for what was held at the open of the ex date', () => {
    const { lines } = story({ policy: { dividends: 'cash', size: { shares: 4 } } }, [
      { bars: 100, decides: long },
      { bars: 100 },
      { bars: 98, decides: orders({ shares: 5 }) },
      { bars: 98, late: announced },
    ]);
    expect(lines.at(-1)).toBe('dividend AAA: 4 x 2 = 8');
  });

  it('that become known late are paid to who has sold since', () => {
    const { lines } = story({ policy: { dividends: 'cash' } }, [
      { bars: 100, decides: long },
      { bars: 100 },
      { bars: 98, decides: flat },
      { bars: 98 },
      { bars: 98, late: announced },
    ]);
    expect(lines.at(-1)).toBe('dividend AAA: 10 x 2 = 20');
  });

  it.each(['decision-close', 'next-open', 'next-close'] as const)(
    'are reinvested at the open of the ex date, costs included, under %s',
    (fill) => {
      const policy = { dividends: 'reinvest', fill, feeBps: 100, slippageBps: 100 } as const;
      const { lines } = story({ policy: { ...policy, size: { shares: 4 } } }, [
        { bars: 100, decides: long },
        { bars: 100, announced: [dividend(3, 10.201 * 5)] },
        { bars: [101, 110, 99, 105] },
      ]);
      // 204.02 buys 2 at 101 × 1.01 = 102.01, less 1%: 204.02 / (102.01 × 1.01).
      const shares = 204.02 / (102.01 * 1.01);
      const told = `fill 2: +${Number(shares.toPrecision(12))} AAA at 102.01 (open), fee 2.02`;
      expect(lines.at(-1)).toBe(`${told}, reinvest`);
    },
  );

  it('come before a split of their date, whichever was known first', () => {
    const both = [split(3, 2), dividend(3, 1)];
    for (const known of [both, both.toReversed()]) {
      const { lines } = story({ policy: { dividends: 'cash' } }, [
        { bars: 100, decides: long },
        { bars: 100, announced: known },
        { bars: 50 },
      ]);
      expect(lines[1]).toBe('dividend AAA: 10 x 1 = 10');
    }
  });

  it('are not reinvested into a position that ends at the same open', () => {
    const { lines, book } = story({ policy: { dividends: 'reinvest', fill: 'next-open' } }, [
      { bars: 100, decides: long, announced },
      { bars: 100, decides: flat },
      { bars: 98 },
    ]);
    expect(lines.slice(1)).toEqual([
      'dividend AAA: 10 x 2 = 20',
      'fill 2: -10 AAA at 98 (open), fee 0, close',
      'cancel 3: no change',
    ]);
    expect(book.account.shares[0]).toBe(0);
  });

  it('of a symbol that the run does not trade do nothing', () => {
    const { lines } = story({ policy: { dividends: 'cash' } }, [
      { bars: 100, decides: long, announced: [dividend(2, 1, 'ZZZ'), split(2, 2, 'ZZZ')] },
      { bars: 100 },
    ]);
    expect(lines).toHaveLength(1);
  });
});

describe('splits', () => {
  it('multiply the shares and divide the last price, so that no value appears', () => {
    const { lines, marks } = story({}, [
      { bars: 100, decides: long },
      { announced: [split(2, 4)] },
      { bars: 26 },
    ]);
    expect(lines.at(-1)).toBe('split AAA: now 40');
    expect(marks).toEqual([
      'mark 1: equity 1000, cash 0',
      'mark 2: equity 1000, cash 0, stale AAA',
      'mark 3: equity 1040, cash 0',
    ]);
  });

  it('multiply a short alike, and reverse splits divide', () => {
    const { lines } = story({ policy: { short: true } }, [
      { bars: 100, decides: short },
      { announced: [split(2, 0.1)] },
    ]);
    expect(lines.at(-1)).toBe('split AAA: now -1');
  });

  it('move waiting orders along: shares up, levels down', () => {
    const decides = orders({ side: 'sell', type: 'stop', stop: 90 });
    const { lines } = story({}, [
      { bars: 100, decides: long },
      { bars: 100, decides },
      { announced: [split(3, 2)], bars: [50, 50, 44, 46] },
    ]);
    expect(lines.slice(1)).toEqual([
      'split AAA: now 20',
      'fill 2: -20 AAA at 45 (level), fee 0, order',
    ]);
  });

  it('keep an order in currency what it is', () => {
    const decides = orders({ type: 'limit', limit: 90, notional: 450 });
    const { lines } = story({}, [
      { bars: 100, decides },
      { announced: [split(2, 2)], bars: [50, 50, 44, 46] },
    ]);
    expect(lines).toEqual(['fill 1: +10 AAA at 45 (level), fee 0, order']);
  });

  it('that become known late count for what was held at the open, and leave new prices alone', () => {
    const { lines, marks } = story({ policy: { size: { shares: 4 } } }, [
      { bars: 100, decides: long },
      {
        bars: 50,
        decides: orders({ shares: 3 }, { side: 'sell', type: 'limit', limit: 60, shares: 3 }),
      },
      { bars: 50, late: [split(2, 2)] },
      { bars: [58, 61, 57, 60] },
    ]);
    expect(lines.slice(2)).toEqual([
      'split AAA: now 11',
      'fill 3: -3 AAA at 60 (level), fee 0, order',
    ]);
    expect(marks[2]).toBe('mark 3: equity 1000, cash 450');
  });

  it('of a symbol that is not held leave no event', () => {
    const { lines } = story({}, [{ bars: 100 }, { announced: [split(2, 2)], bars: 50 }]);
    expect(lines).toEqual([]);
  });
});

describe('borrowed shares', () => {
  const policy = { short: true, borrowBpsPerYear: 250 };

  it('cost their part of the year at each close after the night, at that close', () => {
    const { lines, marks } = story({ policy }, [
      { bars: 100, decides: short },
      { bars: 90 },
      { bars: 100, decides: flat },
      { bars: 100 },
    ]);
    // 250 bp over 250 sessions: a ten-thousandth of 900, then of 1000; closed after the charge.
    expect(lines.filter((told) => told.startsWith('borrow'))).toEqual([
      'borrow -0.09',
      'borrow -0.1',
    ]);
    expect(marks.at(-1)).toBe('mark 4: equity 999.81, cash 999.81');
  });

  it('cost nothing while all is long, whatever the rounding of many prices', () => {
    const symbols = ['AAA', 'BBB', 'CCC'];
    const prices = Array.from({ length: 50 }, (_, day) => ({
      bars: { AAA: 10 + day / 7, BBB: 20 + day / 3, CCC: 30 - day / 9 },
    }));
    const { lines } = story({ policy, symbols }, [
      {
        bars: { AAA: 9.7, BBB: 19.3, CCC: 31.1 },
        decides: weights({ AAA: 0.3, BBB: 0.3, CCC: 0.3 }),
      },
      ...prices,
    ]);
    expect(lines).toHaveLength(3);
  });

  it('count the short side alone', () => {
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 100, BBB: 100 }, decides: weights({ AAA: 0.7, BBB: -0.3 }) },
      { bars: { AAA: 130, BBB: 50 } },
    ]);
    expect(lines.at(-1)).toBe('borrow -0.015');
  });
});

describe('marks', () => {
  it('flag what is held and did not trade, at its last price', () => {
    const { marks } = story({ symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 100, BBB: 50 }, decides: weights({ AAA: 0.5, BBB: 0.5 }) },
      { bars: { AAA: 120 } },
      { bars: { AAA: 120, BBB: 60 }, decides: weights({ BBB: 0 }) },
      { bars: { AAA: 100 } },
    ]);
    expect(marks).toEqual([
      'mark 1: equity 1000, cash 0',
      'mark 2: equity 1100, cash 0, stale BBB',
      'mark 3: equity 1200, cash 600',
      'mark 4: equity 1100, cash 600',
    ]);
  });

  it('agree with gross and net, long and short', () => {
    const { events } = story({ policy: { short: true }, symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 100, BBB: 50 }, decides: weights({ AAA: 0.6, BBB: -0.2 }) },
    ]);
    expect(events.at(-1)).toMatchObject({ gross: 800, net: 400, cash: 600, equity: 1000 });
  });
});

describe('the end of the run', () => {
  it('closes what is open at the last close, with the fee, and ends what waits', () => {
    const policy = { liquidate: true, feeBps: 100, size: { shares: 5 } };
    const decides = orders({ side: 'sell', type: 'limit', limit: 200 });
    const { lines } = story({ policy }, [
      { bars: 100, decides: long },
      { bars: 120, decides },
    ]);
    expect(lines.slice(1)).toEqual([
      'cancel 2: run closed',
      'fill 3: -5 AAA at 120 (close), fee 6, liquidate',
    ]);
  });

  it('keeps what has no price of the last session, and reports it', () => {
    const { lines, marks } = story({ policy: { liquidate: true }, symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 100, BBB: 50 }, decides: target({ AAA: 1, BBB: 1 }) },
      { bars: { BBB: 60 } },
    ]);
    expect(lines.slice(2)).toEqual([
      'deny AAA: no price',
      'fill 3: -10 BBB at 60 (close), fee 0, liquidate',
    ]);
    expect(marks.at(-1)).toBe('mark 2: equity 1100, cash 600, stale AAA');
  });

  it('leaves positions open when the policy does not close them', () => {
    const { lines } = story({}, [{ bars: 100, decides: long }, { bars: 120 }]);
    expect(lines).toHaveLength(1);
  });
});

describe('turns outside of a story', () => {
  it('take actions of one date in the order in which they became known', () => {
    const { book } = story({ policy: { dividends: 'cash' } }, [{ bars: 100, decides: long }]);
    announce(book, dividend(2, 2));
    announce(book, split(2, 2));
    const events = [...openSession(book, 2), ...closeSession(book)];
    expect(events.map(line)).toEqual(['dividend AAA: 10 x 2 = 20', 'split AAA: now 20']);
  });
});
