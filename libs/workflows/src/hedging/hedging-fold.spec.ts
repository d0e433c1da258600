/** Figures of a pair by hand: what each leg brought, exposure, sessions in position, flips. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent, JournalEventOf, PairAction } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { HedgingFold } from './pair-fold.js';

const at = (asOf: number) => ({ asOf, time: asOf });

const decided = (asOf: number, action: PairAction): JournalEvent => ({
  type: 'PairDecided',
  ...at(asOf),
  left: 'AA',
  right: 'BB',
  action,
  rationale: null,
});

const accepted = (asOf: number, order: number, symbol: string): JournalEvent => ({
  type: 'OrderAccepted',
  ...at(asOf),
  order,
  symbol,
  session: asOf,
  orderType: 'market',
  side: 'target',
  size: { kind: 'direction', direction: 1 },
  limit: null,
  stop: null,
  timeInForce: 'gtc',
  group: null,
  clientId: null,
});

function filled(
  asOf: number,
  order: number,
  symbol: string,
  terms: Pick<JournalEventOf<'OrderFilled'>, 'shares' | 'price' | 'fee' | 'purpose'>,
): JournalEvent {
  const weights = { weightBefore: 0, weightAfter: 0 };
  return { type: 'OrderFilled', ...at(asOf), order, symbol, at: 'close', ...weights, ...terms };
}

const marked = (asOf: number, cash: number, gross: number, net: number): JournalEvent => ({
  type: 'MarkTaken',
  ...at(asOf),
  session: asOf,
  equity: cash + net,
  cash,
  gross,
  net,
  stale: [],
});

function foldOf(...events: JournalEvent[]): HedgingFold {
  const fold = new HedgingFold();
  for (const event of events) fold.take(event);
  return fold;
}

describe('the figures of a pair', () => {
  it('split what was earned between the legs, fees, dividends and borrowing included', () => {
    const fold = foldOf(
      runOpened(['AA', 'BB', 'CC'], { capital: 1000 }),
      marked(1, 1000, 0, 0),
      decided(2, 'LONG_SHORT'),
      accepted(2, 1, 'AA'),
      accepted(2, 2, 'BB'),
      filled(2, 1, 'AA', { shares: 5, price: 100, fee: 1, purpose: 'open' }),
      filled(2, 2, 'BB', { shares: -10, price: 50, fee: 2, purpose: 'open' }),
      // Cash 1000 − 501 + 498, 500 and −500 of value.
      marked(2, 997, 1000, 0),
      { type: 'BorrowCharged', ...at(3), cash: -3 },
      {
        type: 'DividendBooked',
        ...at(3),
        symbol: 'BB',
        exDate: 3,
        perShare: 1,
        shares: -10,
        cash: -10,
      },
      decided(3, 'SHORT_LONG'),
      accepted(3, 3, 'AA'),
      accepted(3, 4, 'BB'),
      filled(3, 3, 'AA', { shares: -5, price: 110, fee: 0, purpose: 'close' }),
      filled(3, 3, 'AA', { shares: -4, price: 110, fee: 0, purpose: 'open' }),
      filled(3, 4, 'BB', { shares: 10, price: 40, fee: 0, purpose: 'close' }),
      filled(3, 4, 'BB', { shares: 11, price: 40, fee: 0, purpose: 'open' }),
      // Cash 984 + 550 + 440 − 400 − 440, −440 and 440 of value.
      marked(3, 1134, 880, 0),
      { type: 'BorrowCharged', ...at(4), cash: -4 },
      // AA at 100, BB at 42: −400 and 462.
      marked(4, 1130, 862, 62),
      runClosed(at(4)),
    );
    const { meanGross, meanNet, ...rest } = fold.pairFigures() ?? {};
    // AA: −501 + 550 + 440 − 4 − 400; BB: 498 − 3 − 10 − 400 − 440 + 462. Together 1192 − 1000.
    expect(rest).toEqual({
      left: 'AA',
      right: 'BB',
      contributions: { left: 85, right: 107 },
      borrow: -7,
      sessionsInPosition: 3,
      flips: 1,
    });
    expect(meanGross).toBeCloseTo((0 + 1000 / 997 + 880 / 1134 + 862 / 1192) / 4, 12);
    expect(meanNet).toBeCloseTo(62 / 1192 / 4, 12);
  });

  it('have what a part of an order cost, as of a dividend that is reinvested as far as there is cash', () => {
    const part = filled(2, 3, 'AA', { shares: 2, price: 10, fee: 1, purpose: 'reinvest' });
    const fold = foldOf(
      runOpened(['AA', 'BB'], { capital: 1000 }),
      decided(1, 'LONG_SHORT'),
      accepted(1, 1, 'AA'),
      accepted(1, 2, 'BB'),
      filled(1, 1, 'AA', { shares: 10, price: 10, fee: 0, purpose: 'open' }),
      filled(1, 2, 'BB', { shares: -10, price: 10, fee: 0, purpose: 'open' }),
      accepted(2, 3, 'AA'),
      { ...part, type: 'OrderPartlyFilled' } as JournalEvent,
      // AA: −100 − 21 + 12 × 10, BB: 100 − 100.
      marked(2, 979, 220, 20),
    );
    expect(fold.pairFigures()?.contributions).toEqual({ left: -1, right: 0 });
  });

  it('count no flip when the pair was flat in between', () => {
    const fold = foldOf(
      runOpened(['AA', 'BB'], { capital: 1000 }),
      decided(1, 'LONG_SHORT'),
      accepted(1, 1, 'AA'),
      accepted(1, 2, 'BB'),
      filled(1, 1, 'AA', { shares: 1, price: 1, fee: 0, purpose: 'open' }),
      filled(1, 2, 'BB', { shares: -1, price: 1, fee: 0, purpose: 'open' }),
      accepted(2, 3, 'AA'),
      accepted(2, 4, 'BB'),
      filled(2, 3, 'AA', { shares: -1, price: 1, fee: 0, purpose: 'close' }),
      filled(2, 4, 'BB', { shares: 1, price: 1, fee: 0, purpose: 'close' }),
      accepted(3, 5, 'AA'),
      accepted(3, 6, 'BB'),
      filled(3, 5, 'AA', { shares: -1, price: 1, fee: 0, purpose: 'open' }),
      filled(3, 6, 'BB', { shares: 1, price: 1, fee: 0, purpose: 'open' }),
    );
    expect(fold.pairFigures()?.flips).toBe(0);
  });

  it('are empty if no pair was chosen, and have no exposure without a mark', () => {
    const opened = runOpened(['AA', 'BB']);
    expect(foldOf(opened, marked(1, 1000, 0, 0)).pairFigures()).toBeNull();
    expect(foldOf(opened, decided(1, 'HOLD')).pairFigures()).toMatchObject({
      meanGross: null,
      meanNet: null,
      sessionsInPosition: 0,
      borrow: 0,
      contributions: { left: 0, right: 0 },
    });
  });

  it('count every decision on the pair as an answer', () => {
    const missing: JournalEvent = { type: 'DecisionMissing', ...at(2) };
    const fold = foldOf(runOpened(['AA', 'BB']), decided(1, 'HOLD'), missing, decided(3, 'HOLD'));
    expect(fold.coverage.now()).toMatchObject({ due: 3, answered: 2, missing: 1 });
  });
});
