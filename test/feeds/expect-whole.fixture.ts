/**
 * What must hold of any day of a faulty feed: each message is accounted for, and no gap is left.
 */

import { expect } from 'vitest';
import type { LedgerEntry } from './served-data.fixture.js';
import type { Account } from './tape-account.fixture.js';

/** A first or last message that is dropped leaves no sign. */
const edgeMax = 3;

export interface AccountedDay {
  readonly account: Account;
  readonly ledger: readonly LedgerEntry[];
  /** Rows of the data. */
  readonly rows: number;
}

export function expectWhole(name: string, { account, ledger, rows }: AccountedDay): void {
  const { before, after, counts, facts, gaps, lateCorrections, named } = account;
  expect(account.unaccounted.slice(0, 5), name).toEqual([]);
  expect(Math.max(before, after)).toBeLessThanOrEqual(edgeMax);
  expect(account.messages).toBeGreaterThanOrEqual(rows);
  // Each item received is a fact, a duplicate, or a quote that was too late to matter.
  expect(counts.used).toBe(facts + counts.late - lateCorrections);
  expect(counts.unreadable).toBe(0);
  expect({ named, gaps }, 'all of it can be had again').toEqual({ named: 0, gaps: [] });
  expect(counts.fetched).toBeGreaterThanOrEqual(faultsIn(ledger).dropped - before - after);
}

/** How often the proxy did what, by its ledger. */
export function faultsIn(ledger: readonly LedgerEntry[]) {
  const count = (member: string, value: string): number =>
    ledger.filter((line) => line[member] === value).length;
  return {
    dropped: count('why', 'dropped'),
    doubled: count('fault', 'doubled'),
    reordered: count('fault', 'reordered'),
    invented: count('fault', 'invented'),
    corrected: count('fault', 'corrected'),
    cancelled: count('fault', 'cancelled'),
    restarted: count('event', 'restarted'),
    disconnected: count('event', 'disconnected'),
    silent: count('event', 'silent'),
  };
}

/** What to print of an account. */
export function figuresOf(account: Account) {
  const { counts, disconnects: _, prices: _prices, gaps, unaccounted, ...figures } = account;
  const { items, duplicates, late, corrections, reconciled, reconnects } = counts;
  return {
    ...figures,
    items,
    duplicates,
    late,
    corrections,
    reconciled,
    reconnects,
    gaps: gaps.length,
    unaccounted: unaccounted.length,
  };
}
