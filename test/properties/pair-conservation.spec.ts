/**
 * Money is conserved through any sequence of open, flip, hold and close of a pair, with fees
 * and borrowing.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { isFill, type JournalEvent } from '#contracts';
import { HedgingFold } from '#workflows';
import { pairRuns, type BookRun } from './generated-book-run.js';
import { play, type PlayedEvent } from './played-book-run.js';

const cases = runsOfSweep(sweepSize(80, 1500));
const tolerance = 1e-9;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The components of a pair's equity, by independent arithmetic. */
class Attribution {
  readonly shares = [0, 0];
  /** Sum of all movements without their signs: the scale of rounding. */
  moved: number;
  private last: readonly number[] = [0, 0];

  constructor(public equity: number) {
    this.moved = equity;
  }

  /**
   * Prices move what is held; a fill earns what its price is better than the last
   * one, less its fee.
   */
  take({ event, atOpen, atClose }: PlayedEvent, symbols: readonly string[]): void {
    const prices = isFill(event) && event.at === 'open' ? atOpen : atClose;
    if (event.type === 'SplitApplied') return this.split(event, symbols, prices);
    this.revalue(prices);
    if (isFill(event)) {
      const number = symbols.indexOf(event.symbol);
      this.earn(event.shares * ((prices[number] as number) - event.price));
      this.earn(-event.fee);
      this.shares[number] = (this.shares[number] as number) + event.shares;
    }
    if (event.type === 'DividendBooked') this.earn(event.shares * event.perShare);
    if (event.type === 'BorrowCharged') this.earn(event.cash);
  }

  /** More shares at a price that is lower by as much: nothing is earned. */
  private split(
    event: Extract<JournalEvent, { type: 'SplitApplied' }>,
    symbols: readonly string[],
    prices: readonly number[],
  ): void {
    const number = symbols.indexOf(event.symbol);
    const worth = (this.shares[number] as number) * (this.last[number] as number);
    this.shares[number] = event.shares;
    this.earn(event.shares * (prices[number] as number) - worth);
    this.last = this.last.with(number, prices[number] as number);
  }

  private revalue(prices: readonly number[]): void {
    for (const [number, held] of this.shares.entries()) {
      this.earn(held * ((prices[number] as number) - (this.last[number] as number)));
    }
    this.last = [...prices];
  }

  private earn(money: number): void {
    this.equity += money;
    this.moved += Math.abs(money);
  }
}

/** Every event with the attribution after it. */
function* attributed({ capital, symbols }: BookRun, played: readonly PlayedEvent[]) {
  const attribution = new Attribution(capital);
  for (const one of played) {
    attribution.take(one, symbols);
    yield { ...one, attribution };
  }
}

describe('conservation of money in a pair', () => {
  it('at every mark equity is the capital, price moves and dividends, less fees and borrowing', () => {
    fc.assert(
      fc.property(pairRuns, (run) => {
        for (const { event, attribution, atClose } of attributed(run, play(run))) {
          if (event.type !== 'MarkTaken') continue;
          const held = attribution.shares.map((shares, number) => shares * (atClose[number] ?? 0));
          const scale = attribution.moved + sum(held.map(Math.abs));
          expect(Math.abs(event.equity - attribution.equity)).toBeLessThanOrEqual(
            tolerance * scale,
          );
          expect(Math.abs(event.cash + sum(held) - event.equity)).toBeLessThanOrEqual(
            tolerance * scale,
          );
        }
      }),
      cases,
    );
  });

  it('the contributions of the legs are what the run earned', () => {
    fc.assert(
      fc.property(pairRuns, (run) => {
        const fold = new HedgingFold();
        let equity = run.capital;
        let moved = run.capital;
        for (const { event, attribution } of attributed(run, play(run))) {
          fold.take(event);
          if (event.type !== 'MarkTaken') continue;
          equity = event.equity;
          moved = attribution.moved + event.gross;
        }
        const figures = fold.pairFigures();
        const { left, right } = figures?.contributions ?? { left: 0, right: 0 };
        expect(Math.abs(left + right - (equity - run.capital))).toBeLessThanOrEqual(
          tolerance * moved,
        );
      }),
      cases,
    );
  });

  it('legs are opened in one instant, in opposite ways and for the same money', () => {
    fc.assert(
      fc.property(pairRuns, (run) => {
        const opened = new Map<number, { long: number; short: number }>();
        for (const { event } of play(run)) {
          if (event.type !== 'OrderFilled' || event.purpose !== 'open') continue;
          const legs = opened.get(event.asOf) ?? { long: 0, short: 0 };
          const notional = event.shares * event.price;
          opened.set(event.asOf, {
            long: legs.long + Math.max(0, notional),
            short: legs.short - Math.min(0, notional),
          });
        }
        for (const { long, short } of opened.values()) {
          expect(short).toBeGreaterThan(0);
          expect(Math.abs(long - short)).toBeLessThanOrEqual(tolerance * long);
        }
      }),
      cases,
    );
  });
});
