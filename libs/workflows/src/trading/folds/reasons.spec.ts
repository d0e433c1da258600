/** Why decisions were not answered and orders were denied, as a run's fold counts it. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { accepted, at, foldOf, opened } from './trading-events.fixture.js';
import type { TradingFold } from './trading-fold.js';

const reasonsOf = (fold: TradingFold) =>
  fold.coverage.reasons.named((time) => `day ${time}`).reasons;

describe('a fold', () => {
  it('groups reasons that differ in numbers alone, and names the first decision of each', () => {
    const failed = (asOf: number, reason: string): JournalEvent => ({
      type: 'DecisionFailed',
      ...at(asOf),
      reason,
    });
    const fold = foldOf(
      opened(['AA']),
      failed(1, 'a.ts:7: Error: no price on 2014-01-02'),
      { type: 'DecisionMissing', ...at(2) },
      failed(3, 'a.ts:9: Error: no price on 2014-01-03'),
      failed(4, 'a.ts:9: Error: no price on 2014-01-06'),
      { type: 'DecisionFailed', ...at(5), reason: 'status 500', class: 'provider error' },
      { type: 'DecisionLate', ...at(6), reason: 'no answer within 300 ms' },
    );
    expect(reasonsOf(fold)).toEqual([
      {
        outcome: 'failed',
        reason: 'a.ts:9: Error: no price on 2014-01-03',
        count: 2,
        first: { asOf: 3, date: 'day 3' },
      },
      {
        outcome: 'failed',
        reason: 'a.ts:7: Error: no price on 2014-01-02',
        count: 1,
        first: { asOf: 1, date: 'day 1' },
      },
      { outcome: 'missing', reason: null, count: 1, first: { asOf: 2, date: 'day 2' } },
    ]);
  });

  it('distinguishes classes if they are stated, and names none if all is answered', () => {
    const late: JournalEvent = { type: 'DecisionLate', ...at(1), reason: 'slow' };
    const lost: JournalEvent = { type: 'DecisionFailed', ...at(2), reason: 'slow' };
    const fold = foldOf(opened(['AA']), late, lost, { ...lost, class: 'provider error' });
    expect(reasonsOf(fold)?.map(({ outcome }) => outcome)).toEqual([
      'late',
      'failed',
      'provider error',
    ]);
    expect(foldOf(opened(['AA'])).coverage.reasons.named(String)).toEqual({});
  });

  it('keeps a bounded number of reasons apart, and the most frequent of them first', () => {
    const letters = (n: number): string => String.fromCodePoint(0x4e00 + n);
    const fold = foldOf(
      opened(['AA']),
      ...Array.from({ length: 1500 }, (_, n): JournalEvent => {
        return { type: 'DecisionInvalid', ...at(n), reason: letters(n) };
      }),
      { type: 'DecisionInvalid', ...at(1500), reason: letters(7) },
    );
    expect(reasonsOf(fold)?.[0]).toMatchObject({ count: 2, reason: letters(7) });
  });

  it('groups denied orders by their reason, with the terms of the first', () => {
    const denied = (asOf: number, order: number | null): JournalEvent => ({
      type: 'OrderDenied',
      ...at(asOf),
      order,
      symbol: 'AA',
      reason: order === null ? 'unknown symbol' : 'not enough cash',
    });
    const fold = foldOf(
      opened(['AA']),
      denied(1, null),
      accepted(1, 2),
      denied(3, 1),
      accepted(2, 4),
      denied(5, 2),
    );
    expect(reasonsOf(fold)).toEqual([
      {
        outcome: 'denied',
        reason: 'not enough cash',
        count: 2,
        first: { asOf: 3, date: 'day 3', order: 'market target AA, long' },
      },
      {
        outcome: 'denied',
        reason: 'unknown symbol',
        count: 1,
        first: { asOf: 1, date: 'day 1', order: 'AA' },
      },
    ]);
  });
});
